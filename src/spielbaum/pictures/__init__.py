"""Pictures as SVG: boards, plots, trees and exercises; matplotlib draws plots as PNG and PDF."""

from spielbaum.pictures.board import Look, draw_board, draw_place

__all__ = ["Look", "draw_board", "draw_place"]
