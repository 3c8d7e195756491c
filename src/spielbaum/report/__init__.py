"""Reports on the games in a database, with intervals: as plain values, and as one page."""

from spielbaum.report.gather import gather
from spielbaum.report.page import report_html
from spielbaum.report.results import Curve, ExperimentResult, Report, TournamentResult

__all__ = ["Curve", "ExperimentResult", "Report", "TournamentResult", "gather", "report_html"]
