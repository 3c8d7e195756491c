"""Plots: axes and series, drawn as SVG without a library, and as PNG and PDF by matplotlib."""

from spielbaum.pictures.plot.axes import Axis, number_text
from spielbaum.pictures.plot.looks import style
from spielbaum.pictures.plot.plots import Panel, Point, Series, bars, lines, whiskers
from spielbaum.pictures.plot.sheet import refuse_unfit_file, sheet_svg, write_sheet

__all__ = [
    "Axis",
    "Panel",
    "Point",
    "Series",
    "bars",
    "lines",
    "number_text",
    "refuse_unfit_file",
    "sheet_svg",
    "style",
    "whiskers",
    "write_sheet",
]
