"""Reports: what the games in a database say, with intervals; as plain values and as one page."""

from spielbaum.report.cell import Cell, Curve, ExperimentResult, Report
from spielbaum.report.gather import gather

__all__ = ["Cell", "Curve", "ExperimentResult", "Report", "gather"]
