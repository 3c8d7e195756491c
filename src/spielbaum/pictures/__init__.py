"""Pictures: boards as SVG, and curves of what was measured.

Matplotlib is imported in this package only, and only when curves are drawn.
"""

from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.plot.curves import Axes, Curve, Panel, draw_curves, refuse_unfit_file

__all__ = ["Axes", "Curve", "Look", "Panel", "draw_board", "draw_curves", "refuse_unfit_file"]
