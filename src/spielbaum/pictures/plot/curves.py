"""Curves on logarithmic axes, one panel beside the other, as SVG, PNG or PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any

from spielbaum.errors import InputError

ENDINGS = (".svg", ".png", ".pdf")
MARKERS = "osD^vPX*"
DASHES = ("--", "-.", ":", (0, (5, 5)))
PANEL_INCHES = (4.6, 4.2)
LONE_PANEL_INCHES = (6.4, 4.6)
LETTERS_OF_AN_INCH = 11
COLUMNS = 3
STYLE: Any = {"svg.hashsalt": "spielbaum", "svg.fonttype": "none", "font.size": 9, "axes.titlesize": 10}
"""Text stays text, and the same curves make the same file."""


@dataclass(frozen=True)
class Curve:
    """Points that are joined by lines; a quiet one is grey and dashed, for comparison."""

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    quiet: bool = False


@dataclass(frozen=True)
class Panel:
    """Curves on common axes."""

    title: str
    curves: Sequence[Curve]


@dataclass(frozen=True)
class Axes:
    """What the axes mean; the one of ``y`` is logarithmic, that of ``x`` with base 2 if ``powers`` is set."""

    x: str
    y: str
    powers: bool = False


def refuse_unfit_file(path: Path) -> None:
    """Raise an error if no picture can be written to a file.

    Raises
    ------
    InputError
        If its ending or its directory is wrong, or matplotlib is not installed.
    """
    if path.suffix.lower() not in ENDINGS:
        raise InputError(f"a picture is written as {', '.join(ENDINGS)}, not as {path.name!r}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"there is no directory {str(path.parent)!r} for the picture {path.name}")
    if path.is_dir():
        raise InputError(f"{str(path)!r} is a directory, not a file for a picture")
    if not _has_matplotlib():
        raise InputError("pictures are drawn by matplotlib: pip install 'spielbaum[plots]'")


def _has_matplotlib() -> bool:
    try:
        return find_spec("matplotlib") is not None
    except ValueError:  # it is marked as missing
        return False


def draw_curves(panels: Sequence[Panel], path: Path, *, title: str, axes: Axes) -> None:
    """Draw panels beside each other and write them to a file.

    Parameters
    ----------
    panels
        At least one.
    path
        Its ending says the format.
    title
        Above all panels.
    axes
        What the axes of all panels mean.

    Raises
    ------
    InputError
        If the picture cannot be written.
    """
    refuse_unfit_file(path)
    import matplotlib
    from matplotlib.figure import Figure

    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    with matplotlib.rc_context(STYLE):
        width, height = PANEL_INCHES if len(panels) > 1 else LONE_PANEL_INCHES
        figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
        grid = figure.subplots(rows, columns, sharey=True, squeeze=False)
        for place, area in enumerate(grid.flat):
            if place < len(panels):
                _fill(area, panels[place], axes)
            else:
                area.set_visible(False)
        figure.suptitle(fill(title, int(width * columns * LETTERS_OF_AN_INCH)))
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        try:
            figure.savefig(path, metadata=metadata, dpi=150)
        except OSError as error:
            raise InputError(f"the picture {str(path)!r} cannot be written: {error.strerror}") from None


def _fill(area: Any, panel: Panel, axes: Axes) -> None:
    area.set_yscale("log")
    if axes.powers:
        area.set_xscale("log", base=2)
    quiet = 0
    for place, curve in enumerate(panel.curves):
        if curve.quiet:
            dash = DASHES[quiet % len(DASHES)]
            quiet += 1
            area.plot(curve.xs, curve.ys, linestyle=dash, color="grey", linewidth=1, label=curve.label)
        else:
            marker = MARKERS[place % len(MARKERS)]
            area.plot(curve.xs, curve.ys, marker=marker, markersize=4, linewidth=1.2, label=curve.label)
    area.set(title=panel.title, xlabel=axes.x, ylabel=axes.y)
    area.label_outer()
    area.grid(visible=True, which="major", linewidth=0.4)
    area.legend(fontsize=8)
