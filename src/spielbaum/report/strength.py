"""Figures of strength against limits, and the axis of limits."""

from collections import defaultdict
from collections.abc import Sequence

from spielbaum.errors import Message
from spielbaum.language import tr
from spielbaum.pictures.plot import Axis, Point, Series, lines, lines_latex
from spielbaum.report.blocks import Data, Figure
from spielbaum.report.results import Curve

UNITS = {
    "depth": Message("depth, plies"),
    "nodes": Message("nodes per move"),
    "seconds": Message("seconds per move"),
    "simulations": Message("simulations per move"),
}


def limit_axis(limit: str, sizes: Sequence[float]) -> Axis:
    """Return the axis of a limit; logarithmic if the largest is more than twenty times the smallest."""
    wide = max(sizes) > 20 * min(sizes) > 0
    return Axis.over(tr(UNITS[limit]), sizes, logarithmic=wide, whole=limit == "depth")


def strength_figures(curves: Sequence[Curve]) -> list[Figure]:
    """Return a figure for each game, limit and scale."""
    groups: dict[tuple[str, str, str], list[Curve]] = defaultdict(list)
    for curve in curves:
        where = (
            tr("tournament {}", curve.points[0].tournament) if curve.scale == "rating" else tr("several tournaments")
        )
        groups[f"{curve.game}, {where}", curve.limit, curve.scale].append(curve)
    return [_figure(place, limit, scale, found) for (place, limit, scale), found in groups.items()]


def _figure(place: str, limit: str, scale: str, curves: Sequence[Curve]) -> Figure:
    points = [point for curve in curves for point in curve.points]
    x = limit_axis(limit, [point.limit for point in points])
    label = tr("share of the wins") if scale == "share" else tr("Elo points")
    y = Axis.over(label, [end for p in points for end in (p.low, p.high)])
    caption = tr("{}: {} against {}, with 95 % intervals.", place, label, UNITS[limit])
    series = [Series(c.player, [Point(p.limit, p.value, p.low, p.high) for p in c.points]) for c in curves]
    rows = [[c.player, p.tournament, p.limit, p.value, p.low, p.high] for c in curves for p in c.points]
    head = ["player", "tournament", limit, scale, "low", "high"]
    data = Data(f"strength-{scale}-{limit}", head, rows)
    return Figure(lines(series, x, y, title=caption), caption, data, lines_latex(series, x, y))
