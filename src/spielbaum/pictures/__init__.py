"""Pictures: boards, plots, trees and exercises as SVG, made here; matplotlib prints plots as PNG and PDF."""

from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import Look

__all__ = ["Look", "draw_board"]
