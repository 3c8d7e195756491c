"""Pictures: boards as SVG, and curves of what was measured.

Matplotlib is imported in this package only, and only when curves are drawn.
"""

from spielbaum.pictures.board import draw_board
from spielbaum.pictures.curves import Axes, Curve, Panel, draw_curves, refuse_unfit_file
from spielbaum.pictures.look import Look

__all__ = ["Axes", "Curve", "Look", "Panel", "draw_board", "draw_curves", "refuse_unfit_file"]
