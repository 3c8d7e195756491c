"""Reports: what the games in a database say, with intervals; as plain values and as one page."""

from spielbaum.report.cell import Cell, Curve, Report
from spielbaum.report.gather import gather

__all__ = ["Cell", "Curve", "Report", "gather"]
