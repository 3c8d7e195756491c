"""Plots as SVG: dots with whiskers, lines, and bars. Pure functions from numbers to text.

Series differ by colour, by the shape of their marks and by the dashes of their lines. Colours are classes, which the
style sheet of ``looks.py`` defines for light and dark pages. Every mark has its numbers in a ``title``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import NamedTuple

from spielbaum.game.click_path import SVG
from spielbaum.language import tr
from spielbaum.pictures.plot.axes import SIZE, Axis, number_text
from spielbaum.pictures.plot.looks import DASHES, MARKS
from spielbaum.pictures.svg.blocks import text_width
from spielbaum.pictures.svg.markup import element, short
from spielbaum.pictures.svg.theme import PLAYERS

WIDTH = 520.0
COLUMNS = 3
RIGHT, TOP, PLOT = 18.0, 28.0, 230.0
ROW, LEGEND, SAMPLE = 46.0, 22.0, 34.0


@dataclass(frozen=True)
class Point:
    """A number ``y`` at ``x``, optionally with an interval."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """A series of points; a quiet one is grey, dashed and without marks, for comparison."""

    label: str
    points: Sequence[Point]
    quiet: bool = False


class Panel(NamedTuple):
    """Lines on common axes, with a heading, which may be empty."""

    heading: str
    series: Sequence[Series]
    x: Axis
    y: Axis


class Look(NamedTuple):
    """The look of a series: the class of its colour, its dashes, and the path of its marks, if any."""

    colour: str
    dash: str | None
    mark: str | None


def whiskers(rows: Sequence[tuple[str, Point]], axis: Axis, *, title: str, mark: float | None = None) -> str:
    """Return dots with whiskers in rows, each below its label.

    Parameters
    ----------
    rows
        Labels, and points whose ``y`` and interval are shown.
    axis
        The axis of the numbers.
    title
        The title for screen readers.
    mark
        A number that is marked by a dashed line, for comparison.
    """
    wide, height = WIDTH - 2 * RIGHT, ROW * len(rows) + 6
    drawn = [_vertical(axis, RIGHT, wide, 0, height)]
    if mark is not None and axis.low <= mark <= axis.high:
        x = RIGHT + axis.place(mark, wide)
        drawn.append(element("path", {"d": f"M{short(x)} 0V{short(height)}", "class": "mark"}))
    for i, (label, point) in enumerate(rows):
        y = ROW * i + 34
        drawn.append(_text(RIGHT, y - 16, shortened(label, wide)))
        low, high = (RIGHT + axis.place(end, wide) for end in _interval(point))
        path = f"M{short(low)} {short(y)}H{short(high)}M{short(low)} {short(y - 5)}v10M{short(high)} {short(y - 5)}v10"
        look = _look(i)
        dot = _mark(look, RIGHT + axis.place(point.y, wide), y)
        whisker = element("path", {"d": path, "class": f"whisker {look.colour}"})
        drawn.append(_group(f"{label}: {_numbers(point)}", whisker, dot))
    return whole(title, WIDTH, height + 2.2 * SIZE + 20, drawn)


def lines(series: Sequence[Series], x: Axis, y: Axis, *, title: str, dots: bool = True, apart: float = 0.0) -> str:
    """Return lines through points, with whiskers for intervals, and a legend below.

    Parameters
    ----------
    series
        The series, each in order of ``x``.
    x, y
        The axes.
    title
        The title for screen readers.
    dots
        Whether each point has a mark.
    apart
        The shift of each series relative to the one before, so that whiskers do not overlap.
    """
    left, wide = _room(y)
    drawn = [_frame(x, y, left, wide)]
    for i, (one, look) in enumerate(zip(series, looks_of(series), strict=True)):
        moved = left + (i - (len(series) - 1) / 2) * apart
        places = [(moved + x.place(p.x, wide), TOP + PLOT - y.place(p.y, PLOT), p) for p in one.points]
        path = "M" + "L".join(f"{short(across)} {short(top)}" for across, top, _ in places)
        inside = [element("path", {"d": path, "class": f"line {look.colour}", "stroke-dasharray": look.dash})]
        for across, top, point in places:
            if point.low is not None and point.high is not None:
                low, high = (short(TOP + PLOT - y.place(end, PLOT)) for end in (point.low, point.high))
                inside.append(
                    element("path", {"d": f"M{short(across)} {low}V{high}", "class": f"whisker {look.colour}"})
                )
            if dots and look.mark:
                label = f"{one.label}: {x.label} {number_text(point.x)}, {_numbers(point)}"
                inside.append(_group(label, _mark(look, across, top)))
        drawn.append(_group(one.label, *inside))
    return whole(title, WIDTH, *_with_legend(drawn, series))


def bars(series: Sequence[Series], x: Axis, y: Axis, *, title: str) -> str:
    """Return bars at integers, those of all series side by side, each below its mark, and a legend below.

    Parameters
    ----------
    series, x, y, title
        As for `lines`; the axis of ``y`` starts at 0.
    """
    left, wide = _room(y)
    drawn = [_frame(x, y, left, wide)]
    thick = min(0.8 * (x.place(x.low + 1, wide)) / len(series), 40.0)
    for i, (one, look) in enumerate(zip(series, looks_of(series), strict=True)):
        for point in one.points:
            tall = y.place(point.y, PLOT)
            edge = left + x.place(point.x, wide) + (i - len(series) / 2) * thick
            box = {
                "x": edge,
                "y": TOP + PLOT - tall,
                "width": max(thick - 1, 0.5),
                "height": tall,
                "class": look.colour,
            }
            label = f"{one.label}: {x.label} {number_text(point.x)}, {y.label} {number_text(point.y)}"
            drawn.append(_group(label, element("rect", box), _mark(look, edge + thick / 2, TOP + PLOT - tall - 8)))
    return whole(title, WIDTH, *_with_legend(drawn, series))


def shortened(text: str, width: float) -> str:
    """Return a text that fits a width, shortened in the middle if needed.

    Examples
    --------
    >>> shortened("alpha-beta", 200), shortened("max-n-is(depth=4, evaluation=count-pawns)", 160)
    ('alpha-beta', 'max-n-is(…t-pawns)')
    """
    kept = len(text)
    shown = text
    while text_width(shown, SIZE) > width and kept > 2:
        kept -= 1
        shown = f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"
    return shown


def _interval(point: Point) -> tuple[float, float]:
    return (point.y if point.low is None else point.low), (point.y if point.high is None else point.high)


def _numbers(point: Point) -> str:
    if point.low is None:
        return tr("{:.4g}", point.y)
    return tr("{:.4g} ({:.4g} to {:.4g})", point.y, point.low, point.high)


def looks_of(series: Sequence[Series]) -> list[Look]:
    """Return the looks of all series; quiet ones are numbered separately."""
    loud = (_look(i) for i in count())
    quiet = (Look("quiet", DASHES[1 + i % (len(DASHES) - 1)], None) for i in count())
    return [next(quiet if one.quiet else loud) for one in series]


def _look(number: int) -> Look:
    """Return the look of a series; when colours repeat, dashes and marks change."""
    turned = number + number // len(PLAYERS)
    return Look(f"s{number % len(PLAYERS)}", DASHES[turned % len(DASHES)], MARKS[turned % len(MARKS)])


def _group(label: str, *inside: str) -> str:
    return element("g", {}, element("title", {}, escape(label)), *inside)


def _mark(look: Look, x: float, y: float) -> str:
    place = f"translate({short(x)} {short(y)})"
    return element("path", {"d": look.mark, "transform": place, "class": look.colour}) if look.mark else ""


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return element("text", {"x": x, "y": y, "font-size": SIZE, "text-anchor": anchor}, escape(text))


def _vertical(axis: Axis, left: float, wide: float, top: float, bottom: float) -> str:
    """Return the grid lines, tick labels and label of a horizontal axis."""
    drawn = []
    for number, text in axis.ticks(wide):
        x = left + axis.place(number, wide)
        drawn.append(element("path", {"d": f"M{short(x)} {short(top)}V{short(bottom)}", "class": "grid"}))
        half = text_width(text, SIZE) / 2
        drawn.append(_text(min(max(x, half), WIDTH - half), bottom + SIZE + 6, text, "middle"))
    drawn.append(_text(left + wide / 2, bottom + 2.2 * SIZE + 8, shortened(axis.label, wide), "middle"))
    return "".join(drawn)


def _room(y: Axis) -> tuple[float, float]:
    """Return the left edge and the width of a plot, right of the labels of its axis."""
    left = max([32.0, *(text_width(text, SIZE) for _, text in y.ticks())]) + 10
    return left, WIDTH - left - RIGHT


def _frame(x: Axis, y: Axis, left: float, wide: float) -> str:
    """Return the grid of two axes; the label of y is above its ticks."""
    drawn = [_vertical(x, left, wide, TOP, TOP + PLOT), _text(0, SIZE, shortened(y.label, WIDTH))]
    for number, text in y.ticks():
        top = TOP + PLOT - y.place(number, PLOT)
        drawn.append(element("path", {"d": f"M{short(left)} {short(top)}h{short(wide)}", "class": "grid"}))
        drawn.append(_text(left - 6, top + 0.36 * SIZE, text, "end"))
    return "".join(drawn)


def _with_legend(drawn: list[str], series: Sequence[Series]) -> tuple[float, list[str]]:
    """Return the height of a plot with its legend, and its parts."""
    top = TOP + PLOT + 2.2 * SIZE + 30
    for i, (one, look) in enumerate(zip(series, looks_of(series), strict=True)):
        y = top + LEGEND * i
        dash = {"d": f"M{short(RIGHT)} {short(y)}h{short(SAMPLE)}", "class": f"line {look.colour}"}
        sample = element("path", {**dash, "stroke-dasharray": look.dash})
        drawn.append(sample + _mark(look, RIGHT + SAMPLE / 2, y))
        drawn.append(_text(RIGHT + SAMPLE + 10, y + 0.36 * SIZE, shortened(one.label, WIDTH - 2 * RIGHT - SAMPLE - 10)))
    return top + LEGEND * len(series), drawn


def whole(title: str, width: float, height: float, drawn: Sequence[str]) -> str:
    """Return a picture of a size, coloured by the style sheet of plots, with a title for screen readers."""
    head = {
        "xmlns": SVG, "viewBox": f"0 0 {short(width)} {short(height)}", "width": width, "height": height,
        "class": "plot", "role": "img", "aria-label": title,
    }  # fmt: skip
    return element("svg", head, element("title", {}, escape(title)), *drawn)
