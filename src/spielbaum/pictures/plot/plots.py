"""Plots of a few plain kinds as SVG: dots with whiskers, lines, bars. Pure functions from numbers to text.

Series are told apart by colour, by the shape of their marks and by the dashes of their lines. Colours are classes,
which the style sheet ``style`` defines for light and dark pages. Every mark says its numbers in a ``title``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from spielbaum.game.click_path import SVG
from spielbaum.pictures.plot.axes import SIZE, Axis, number_text
from spielbaum.pictures.svg.blocks import text_width
from spielbaum.pictures.svg.markup import element, short
from spielbaum.pictures.svg.theme import DARK, FONT, LIGHT, PLAYERS, PLAYERS_ON_DARK

WIDTH = 520.0
RIGHT, TOP, PLOT = 18.0, 28.0, 230.0
ROW, LEGEND, SAMPLE = 46.0, 22.0, 34.0
HALO = "stroke: var(--plot-paper); stroke-width: 4; stroke-linejoin: round; paint-order: stroke;"
"""Keeps a text apart from the lines below it."""
DASHES = (None, "7 4", "2 3", "10 3 2 3", "5 2", "1 4")


@dataclass(frozen=True)
class Point:
    """A number ``y`` at ``x``, with an interval if there is one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """Points that belong together."""

    label: str
    points: Sequence[Point]


def style() -> str:
    """Return the style sheet of all plots."""
    colours = (
        f".plot {{ --plot-ink: {page['ink']}; --plot-quiet: {page['quiet']}; --plot-line: {page['line']};"
        f" --plot-paper: {page['paper']};"
        + "".join(f" --series-{i}: {colour};" for i, colour in enumerate(series))
        + " }"
        for page, series in ((LIGHT, PLAYERS), (DARK, PLAYERS_ON_DARK))
    )
    light, dark = colours
    rules = [
        light,
        f"@media (prefers-color-scheme: dark) {{ @media not print {{ {dark} }} }}",
        f".plot text {{ font: {SIZE}px {FONT}; fill: var(--plot-ink); {HALO} }}",
        ".plot .grid { stroke: var(--plot-line); stroke-width: 1; }",
        ".plot .mark { stroke: var(--plot-quiet); stroke-width: 1.5; stroke-dasharray: 4 4; }",
        ".plot .line, .plot .whisker { fill: none; stroke-width: 2; }",
    ]
    for i in range(len(PLAYERS)):
        rules.append(f".plot .s{i} {{ fill: var(--series-{i}); stroke: var(--series-{i}); }}")
        rules.append(f".plot .line.s{i} {{ fill: none; }}")
    return "\n".join(rules)


def whiskers(rows: Sequence[tuple[str, Point]], axis: Axis, *, title: str, mark: float | None = None) -> str:
    """Return dots with whiskers, one below the other, each under its label.

    Parameters
    ----------
    rows
        Labels, and points of which ``y`` and the interval are shown.
    axis
        Of the numbers.
    title
        What voices read.
    mark
        A number with a dashed line, to compare with.
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
        dot = _mark(i, RIGHT + axis.place(point.y, wide), y)
        whisker = element("path", {"d": path, "class": _class(i, "whisker")})
        drawn.append(_group(f"{label}: {_told(point)}", whisker, dot))
    return _whole(title, height + 2.2 * SIZE + 20, drawn)


def lines(series: Sequence[Series], x: Axis, y: Axis, *, title: str, dots: bool = True, apart: float = 0.0) -> str:
    """Return lines through points, with whiskers where points have intervals, and a legend below.

    Parameters
    ----------
    series
        Each in order of ``x``.
    x, y
        The axes.
    title
        What voices read.
    dots
        Whether each point has a mark.
    apart
        How far each series is moved to the right of the one before, so that whiskers do not cover each other.
    """
    left, wide = _room(y)
    drawn = [_frame(x, y, left, wide)]
    for i, one in enumerate(series):
        moved = left + (i - (len(series) - 1) / 2) * apart
        places = [(moved + x.place(p.x, wide), TOP + PLOT - y.place(p.y, PLOT), p) for p in one.points]
        path = "M" + "L".join(f"{short(across)} {short(top)}" for across, top, _ in places)
        inside = [element("path", {"d": path, "class": _class(i, "line"), "stroke-dasharray": DASHES[i % len(DASHES)]})]
        for across, top, point in places:
            if point.low is not None and point.high is not None:
                low, high = (short(TOP + PLOT - y.place(end, PLOT)) for end in (point.low, point.high))
                inside.append(element("path", {"d": f"M{short(across)} {low}V{high}", "class": _class(i, "whisker")}))
            if dots:
                told = element("title", {}, escape(f"{one.label}: {x.label} {number_text(point.x)}, {_told(point)}"))
                inside.append(element("g", {}, told, _mark(i, across, top)))
        drawn.append(_group(one.label, *inside))
    return _whole(title, *_with_legend(drawn, [one.label for one in series]))


def bars(series: Sequence[Series], x: Axis, y: Axis, *, title: str) -> str:
    """Return bars at whole numbers, those of all series side by side, each under its mark, and a legend below.

    Parameters
    ----------
    series, x, y, title
        As of `lines`; the axis of ``y`` begins at 0.
    """
    left, wide = _room(y)
    drawn = [_frame(x, y, left, wide)]
    thick = min(0.8 * (x.place(x.low + 1, wide)) / len(series), 40.0)
    for i, one in enumerate(series):
        for point in one.points:
            tall = y.place(point.y, PLOT)
            edge = left + x.place(point.x, wide) + (i - len(series) / 2) * thick
            box = {"x": edge, "y": TOP + PLOT - tall, "width": max(thick - 1, 0.5), "height": tall, "class": _class(i)}
            told = f"{one.label}: {x.label} {number_text(point.x)}, {y.label} {number_text(point.y)}"
            drawn.append(_group(told, element("rect", box), _mark(i, edge + thick / 2, TOP + PLOT - tall - 8)))
    return _whole(title, *_with_legend(drawn, [one.label for one in series]))


def shortened(text: str, width: float) -> str:
    """Return a text that fits into a width, its middle left out if need be.

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


def _told(point: Point) -> str:
    figure = f"{point.y:.4g}"
    return figure if point.low is None else f"{figure} ({point.low:.4g} to {point.high:.4g})"


def _class(number: int, *more: str) -> str:
    return " ".join((*more, f"s{number % len(PLAYERS)}"))


def _group(told: str, *inside: str) -> str:
    return element("g", {}, element("title", {}, escape(told)), *inside)


def _mark(number: int, x: float, y: float) -> str:
    """Return the mark of a series: a shape of its own."""
    shapes = (
        "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", "M-4.5 -4.5h9v9h-9Z", "M0 -6L6 4.5H-6Z", "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
        "M0 6L6 -4.5H-6Z", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4Z",
    )  # fmt: skip
    place = f"translate({short(x)} {short(y)})"
    return element("path", {"d": shapes[number % len(shapes)], "transform": place, "class": _class(number)})


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return element("text", {"x": x, "y": y, "font-size": SIZE, "text-anchor": anchor}, escape(text))


def _vertical(axis: Axis, left: float, wide: float, top: float, bottom: float) -> str:
    """Return the lines and labels of an axis along the bottom, with its own label below them."""
    drawn = []
    for number, text in axis.ticks(wide):
        x = left + axis.place(number, wide)
        drawn.append(element("path", {"d": f"M{short(x)} {short(top)}V{short(bottom)}", "class": "grid"}))
        half = text_width(text, SIZE) / 2
        drawn.append(_text(min(max(x, half), WIDTH - half), bottom + SIZE + 6, text, "middle"))
    drawn.append(_text(left + wide / 2, bottom + 2.2 * SIZE + 8, shortened(axis.label, wide), "middle"))
    return "".join(drawn)


def _room(y: Axis) -> tuple[float, float]:
    """Return where a plot begins, right of the labels of its axis, and how wide it is."""
    left = max([32.0, *(text_width(text, SIZE) for _, text in y.ticks())]) + 10
    return left, WIDTH - left - RIGHT


def _frame(x: Axis, y: Axis, left: float, wide: float) -> str:
    """Return the grid of two axes; what y means stands above its labels."""
    drawn = [_vertical(x, left, wide, TOP, TOP + PLOT), _text(0, SIZE, shortened(y.label, WIDTH))]
    for number, text in y.ticks():
        top = TOP + PLOT - y.place(number, PLOT)
        drawn.append(element("path", {"d": f"M{short(left)} {short(top)}h{short(wide)}", "class": "grid"}))
        drawn.append(_text(left - 6, top + 0.36 * SIZE, text, "end"))
    return "".join(drawn)


def _with_legend(drawn: list[str], labels: Sequence[str]) -> tuple[float, list[str]]:
    """Return the height of a plot with its legend, and its parts."""
    top = TOP + PLOT + 2.2 * SIZE + 30
    for i, label in enumerate(labels):
        y = top + LEGEND * i
        dash = {"d": f"M{short(RIGHT)} {short(y)}h{short(SAMPLE)}", "class": _class(i, "line")}
        drawn.append(
            element("path", {**dash, "stroke-dasharray": DASHES[i % len(DASHES)]}) + _mark(i, RIGHT + SAMPLE / 2, y)
        )
        drawn.append(_text(RIGHT + SAMPLE + 10, y + 0.36 * SIZE, shortened(label, WIDTH - 2 * RIGHT - SAMPLE - 10)))
    return top + LEGEND * len(labels), drawn


def _whole(title: str, height: float, drawn: Sequence[str]) -> str:
    head = {
        "xmlns": SVG, "viewBox": f"0 0 {short(WIDTH)} {short(height)}", "width": WIDTH, "height": height,
        "class": "plot", "role": "img", "aria-label": title,
    }  # fmt: skip
    return element("svg", head, element("title", {}, escape(title)), *drawn)
