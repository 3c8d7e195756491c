"""Plots side by side under one title, as a file in SVG, PNG or PDF, or for LaTeX."""

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.files import write_whole
from spielbaum.pictures.plot.axes import SIZE
from spielbaum.pictures.plot.looks import style
from spielbaum.pictures.plot.pgfplots import panels_latex
from spielbaum.pictures.plot.plots import COLUMNS, WIDTH, Panel, lines, shortened, whole
from spielbaum.pictures.svg.blocks import Block, picture, wrapped
from spielbaum.pictures.svg.markup import element

ENDINGS = (".svg", ".png", ".pdf", ".tex")
MARGIN, GAP, LINE = 16.0, 24.0, 1.5 * SIZE


def refuse_unfit_file(path: Path) -> None:
    """Raise an error if no plot can be written to a file.

    Raises
    ------
    InputError
        If its suffix or directory is wrong, or if it is PNG or PDF and matplotlib is not installed.
    """
    if path.suffix.lower() not in ENDINGS:
        raise InputError(Message("a picture is written as {}, not as {!r}", ", ".join(ENDINGS), path.name))
    if not path.resolve().parent.is_dir():
        raise InputError(Message("there is no directory {!r} for the picture {}", str(path.parent), path.name))
    if path.is_dir():
        raise InputError(Message("{!r} is a directory, not a file for a picture", str(path)))
    if path.suffix.lower() in (".png", ".pdf") and not _has_matplotlib():
        raise InputError(Message("pictures are drawn by matplotlib: pip install 'spielbaum[plots]'"))


def _has_matplotlib() -> bool:
    try:
        return find_spec("matplotlib") is not None
    except ValueError:  # it is marked as missing
        return False


def write_sheet(panels: Sequence[Panel], path: Path, *, title: str) -> None:
    """Write panels to a file in the format of its suffix.

    Raises
    ------
    InputError
        If the picture cannot be written.
    """
    refuse_unfit_file(path)
    if path.suffix.lower() == ".svg":
        write_whole(path, sheet_svg(panels, title=title) + "\n")
    elif path.suffix.lower() == ".tex":
        write_whole(path, panels_latex(panels))
    else:
        from spielbaum.pictures.plot.printing import print_panels

        print_panels(panels, path, title=title)


def sheet_svg(panels: Sequence[Panel], *, title: str) -> str:
    """Return panels in rows of at most three, as a picture with its own style sheet.

    Parameters
    ----------
    panels
        At least one.
    title
        The title above all panels.
    """
    columns = min(COLUMNS, len(panels))
    width = columns * WIDTH + (columns - 1) * GAP + 2 * MARGIN
    drawn, top = [], MARGIN
    for line in wrapped(title, (width - 2 * MARGIN) / 1.2, SIZE):  # bold letters are wider
        drawn.append(_heading(line, MARGIN, top))
        top += LINE
    top += LINE / 2
    for start in range(0, len(panels), columns):
        row = panels[start : start + columns]
        headings = LINE if any(panel.heading for panel in row) else 0.0
        plots = [_plot(panel, title) for panel in row]
        for i, (panel, plot) in enumerate(zip(row, plots, strict=True)):
            left = MARGIN + i * (WIDTH + GAP)
            if panel.heading:
                drawn.append(_heading(shortened(panel.heading, WIDTH / 1.2), left, top))
            drawn.append(plot.draw(left, top + headings))
        top += headings + max(plot.height for plot in plots) + GAP
    height = top - GAP + MARGIN
    paper = element("rect", {"width": width, "height": height, "class": "paper"})
    return whole(title, width, height, [element("style", {}, style()), paper, *drawn])


def _plot(panel: Panel, title: str) -> Block:
    return picture(lines(panel.series, panel.x, panel.y, title=panel.heading or title))


def _heading(text: str, left: float, top: float) -> str:
    place = {"x": left, "y": top + SIZE, "text-anchor": "start", "class": "heading"}
    return element("text", place, escape(text))
