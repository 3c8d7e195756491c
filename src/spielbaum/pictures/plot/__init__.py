"""Plots: axes and series, drawn as SVG without a library, as PNG and PDF by matplotlib, and by PGFPlots."""

from spielbaum.pictures.plot.axes import Axis, number_text
from spielbaum.pictures.plot.looks import style
from spielbaum.pictures.plot.pgfplots import bars_latex, lines_latex, panels_latex, whiskers_latex
from spielbaum.pictures.plot.plots import Panel, Point, Series, bars, lines, whiskers
from spielbaum.pictures.plot.sheet import refuse_unfit_file, sheet_svg, write_sheet

__all__ = [
    "Axis",
    "Panel",
    "Point",
    "Series",
    "bars",
    "bars_latex",
    "lines",
    "lines_latex",
    "number_text",
    "panels_latex",
    "refuse_unfit_file",
    "sheet_svg",
    "style",
    "whiskers",
    "whiskers_latex",
    "write_sheet",
]
