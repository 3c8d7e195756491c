"""Plots as PNG and PDF, drawn by matplotlib with the axes, colours, dashes and marks of the SVG."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.errors import InputError, Message
from spielbaum.pictures.plot.axes import Axis
from spielbaum.pictures.plot.looks import MARKS, colours
from spielbaum.pictures.plot.plots import COLUMNS, WIDTH, Look, Panel, Point, looks_of, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS = 192
"""Pixels per inch."""

MARKERS = "os^DvP"
"""Matplotlib's names of ``MARKS``."""


def print_panels(panels: Sequence[Panel], path: Path, *, title: str) -> None:
    """Write panels to a file in the format of its suffix, PNG or PDF, in the colours of a light page.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    metadata = {"CreationDate": None} if path.suffix.lower() == ".pdf" else None
    try:
        draw_panels(panels, title=title).savefig(path, dpi=DOTS, metadata=metadata)
    except OSError as error:
        raise InputError(Message("the picture {!r} cannot be written: {}", str(path), error.strerror)) from None


def draw_panels(panels: Sequence[Panel], *, title: str) -> "Figure":
    """Return a figure of panels side by side, in rows of at most three."""
    from matplotlib.figure import Figure

    columns = min(COLUMNS, len(panels))
    rows = ceil(len(panels) / columns)
    figure = Figure(figsize=(5.4 * columns, 4.5 * rows), layout="constrained")
    figure.suptitle(title, weight="bold", wrap=True, parse_math=False)
    for place, panel in enumerate(panels, 1):
        _draw(panel, figure.add_subplot(rows, columns, place))
    return figure


def _draw(panel: Panel, axes: "Axes") -> None:
    axes.set_title(shortened(panel.heading, WIDTH), size="medium", weight="bold", parse_math=False)
    axes.set_xscale(_scale(panel.x))
    axes.set_yscale(_scale(panel.y))
    for axis, drawn in ((panel.x, axes.xaxis), (panel.y, axes.yaxis)):
        ticks = axis.ticks(WIDTH if drawn is axes.xaxis else None)
        drawn.set_label_text(axis.label)
        drawn.set_ticks([number for number, _ in ticks], [text for _, text in ticks])
    axes.set_xlim(panel.x.low, panel.x.high)
    axes.set_ylim(panel.y.low, panel.y.high)
    axes.minorticks_off()
    axes.grid(color=colours()["plot-line"])
    for one, look in zip(panel.series, looks_of(panel.series), strict=True):
        x, y = [point.x for point in one.points], [point.y for point in one.points]
        axes.errorbar(x, y, yerr=_errors(one.points), label=one.label, **_style(look))
    for text in axes.legend(fontsize="small").get_texts():
        text.set_parse_math(False)


def _scale(axis: Axis) -> str:
    return "log" if axis.logarithmic else "linear"


def _errors(points: Sequence[Point]) -> list[list[float]] | None:
    """Return how far the whiskers of points reach down and up; None without any."""
    if all(point.low is None for point in points):
        return None
    down = [0.0 if point.low is None else point.y - point.low for point in points]
    up = [0.0 if point.high is None else point.high - point.y for point in points]
    return [down, up]


def _style(look: Look) -> dict[str, Any]:
    dashes = [float(length) / 2 for length in (look.dash or "").split()]  # matplotlib counts in widths of the line
    return {
        "color": colours()["plot-quiet" if look.mark is None else look.colour.replace("s", "series-")],
        "linestyle": (0, dashes) if dashes else "solid",
        "marker": None if look.mark is None else MARKERS[MARKS.index(look.mark)],
    }
