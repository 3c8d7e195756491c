r"""Plots for LaTeX: the package PGFPlots, with the axes, colours, dashes and marks of the SVG.

The numbers stand in the picture as tables, with their intervals.
"""

from collections.abc import Iterable, Sequence

from spielbaum.pictures.latex.document import fitted
from spielbaum.pictures.latex.text import escaped
from spielbaum.pictures.plot.axes import Axis
from spielbaum.pictures.plot.looks import MARKS, colours
from spielbaum.pictures.plot.plots import WIDTH, Look, Panel, Point, Series, looks_of

MARK_NAMES = ("*", "square*", "triangle*", "diamond*", "triangle*, every mark/.append style={rotate=180}", "+")
"""The names in PGFPlots of ``MARKS``."""

LEGEND = r"legend style={at={(0.5,-0.22)}, anchor=north, draw=none, font=\small, cells={anchor=west}}"
SIZE = r"width=\linewidth, height=0.62\linewidth"


def lines_latex(series: Sequence[Series], x: Axis, y: Axis, *, dots: bool = True, heading: str = "") -> str:
    """Return lines through points, with whiskers for intervals, and a legend below; see ``plots.lines``."""
    options = [SIZE, LEGEND, "grid=major", *_axis("x", x), *_axis("y", y)]
    if heading:
        options.insert(0, f"title={{{escaped(heading)}}}")
    drawn = (_line(one, look, dots) for one, look in zip(series, looks_of(series), strict=True))
    return _picture(options, drawn)


def bars_latex(series: Sequence[Series], x: Axis, y: Axis) -> str:
    """Return bars at integers, those of all series side by side; see ``plots.bars``."""
    options = ["ybar", "area legend", "bar width=5pt", SIZE, LEGEND, "grid=major", *_axis("x", x), *_axis("y", y)]
    drawn = (
        rf"\addplot[fill={{{colour(look)}}}, draw=none] {_table(one.points)}" + _entry(one.label)
        for one, look in zip(series, looks_of(series), strict=True)
    )
    return _picture(options, drawn)


def whiskers_latex(rows: Sequence[tuple[str, Point]], axis: Axis, *, mark: float | None = None) -> str:
    """Return dots with whiskers in rows; see ``plots.whiskers``."""
    labels = ", ".join(f"{{{escaped(label)}}}" for label, _ in rows)
    places = ",".join(str(place) for place in range(1, len(rows) + 1))
    options = [
        rf"width=0.7\linewidth, height={1.6 + 0.8 * len(rows):.1f}cm",
        "y dir=reverse, grid=major",
        *_axis("x", axis),
        f"ymin=0.5, ymax={len(rows) + 0.5}, ytick={{{places}}}, yticklabels={{{labels}}}",
    ]
    drawn = []
    if mark is not None:
        drawn.append(rf"\draw[dashed, gray] (axis cs:{mark:.6g},0.5) -- (axis cs:{mark:.6g},{len(rows) + 0.5});")
    looks = looks_of([Series(label, [point]) for label, point in rows])
    for place, ((_, point), look) in enumerate(zip(rows, looks, strict=True), 1):
        low, high = _reach(point)
        drawn.append(
            rf"\addplot[only marks, {_mark(look)}, color={{{colour(look)}}}, error bars/.cd, x dir=both, x explicit] "
            f"coordinates {{({point.y:.6g},{place}) += ({high:.6g},0) -= ({low:.6g},0)}};"
        )
    return _picture(options, drawn)


def panels_latex(panels: Sequence[Panel]) -> str:
    """Return panels, one below the other."""
    drawn = (lines_latex(one.series, one.x, one.y, heading=one.heading) for one in panels)
    return "% \\usepackage{pgfplots}\n" + "\n\\medskip\n\n".join(drawn)


def colour(look: Look) -> str:
    """Return the colour of a series, as an expression of xcolor."""
    text = colours()["plot-quiet" if look.mark is None else look.colour.replace("s", "series-")]
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgb,255:red,{red};green,{green};blue,{blue}"


def _picture(options: Iterable[str], drawn: Iterable[str]) -> str:
    axis = ["\\begin{axis}[\n  " + ",\n  ".join(options) + "]", *drawn, "\\end{axis}"]
    return fitted("\n".join(["\\begin{tikzpicture}", *axis, "\\end{tikzpicture}"]))


def _axis(name: str, axis: Axis) -> list[str]:
    ticks = axis.ticks(WIDTH if name == "x" else None)
    places, texts = ",".join(f"{at:.10g}" for at, _ in ticks), ", ".join(f"{{{escaped(text)}}}" for _, text in ticks)
    return [
        f"{name}label={{{escaped(axis.label)}}}",
        f"{name}min={axis.low:.10g}, {name}max={axis.high:.10g}",
        *([f"{name}mode=log"] if axis.logarithmic else []),
        f"{name}tick={{{places}}}, {name}ticklabels={{{texts}}}",
        f"scaled {name} ticks=false, minor {name} tick num=0",
    ]


def _line(one: Series, look: Look, dots: bool) -> str:
    dashes = [float(length) / 2 for length in (look.dash or "").split()]
    parts = (f"{'off' if i % 2 else 'on'} {length:g}pt" for i, length in enumerate(dashes))
    options = [f"color={{{colour(look)}}}", "thick", _mark(look) if dots else "mark=none"]
    if dashes:
        options.append(f"dash pattern={' '.join(parts)}")
    if any(point.low is not None for point in one.points):
        options.append("error bars/.cd, y dir=both, y explicit, error bar style={solid}")
        return rf"\addplot[{', '.join(options)}] {_table(one.points, whiskers=True)}" + _entry(one.label)
    return rf"\addplot[{', '.join(options)}] {_table(one.points)}" + _entry(one.label)


def _mark(look: Look) -> str:
    name = "none" if look.mark is None else MARK_NAMES[MARKS.index(look.mark)]
    return f"mark={name}" + ("" if look.mark is None else ", mark options={solid}")


def _table(points: Sequence[Point], *, whiskers: bool = False) -> str:
    """Return the numbers of a series as a table, with how far the whiskers reach down and up."""
    columns = ", y error minus=down, y error plus=up" if whiskers else ""
    rows = ["x y down up" if whiskers else "x y"]
    for point in points:
        reach = "".join(f" {part:.6g}" for part in _reach(point)) if whiskers else ""
        rows.append(f"{point.x:.10g} {point.y:.10g}{reach}")
    return f"table[row sep=crcr{columns}] {{\n" + "".join(f"{row} \\\\\n" for row in rows) + "};"


def _reach(point: Point) -> tuple[float, float]:
    """Return how far the whiskers of a point reach down and up."""
    down = 0.0 if point.low is None else point.y - point.low
    return down, 0.0 if point.high is None else point.high - point.y


def _entry(label: str) -> str:
    return rf"\addlegendentry{{{escaped(label)}}}"
