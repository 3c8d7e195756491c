"""Pictures: curves of what was measured.

Matplotlib is imported in this package only, and only when a picture is drawn.
"""

from spielbaum.pictures.curves import Axes, Curve, Panel, draw_curves, refuse_unfit_file

__all__ = ["Axes", "Curve", "Panel", "draw_curves", "refuse_unfit_file"]
