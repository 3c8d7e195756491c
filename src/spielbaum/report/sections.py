"""The sections of the page about one tournament, each a heading with a table or a picture."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from spielbaum.pictures.plot_axes import Axis, number_text
from spielbaum.pictures.plots import Point, Series, bars, lines, whiskers
from spielbaum.report.cell import Cell, Curve
from spielbaum.report.markup import facts, figure, interval_text, table

SHOWN = ("game", "players")
"""Parts of a setup that stand elsewhere."""

UNITS = {"depth": "depth, plies", "nodes": "nodes per move", "seconds": "seconds per move"}


def tournament(cell: Cell) -> str:
    """Return the section about a tournament."""
    parts = [f'<section id="tournament-{cell.id}"><h2>{escape(cell.title)}</h2>', facts(_facts(cell))]
    if cell.notes:
        parts.append(f'<ul class="notes">{"".join(f"<li>{escape(note)}</li>" for note in cell.notes)}</ul>')
    parts += [_results(cell), _cross(cell), _ratings(cell), _seats(cell), _depths(cell), _times(cell), _branching(cell)]
    return "\n".join([*filter(None, parts), "</section>"])


def strength(curves: Sequence[Curve]) -> str:
    """Return the section about strength against limits; empty without a curve."""
    groups: dict[tuple[str, str, str], list[Curve]] = defaultdict(list)
    for curve in curves:
        where = f"tournament {curve.points[0].tournament}" if curve.scale == "rating" else "several tournaments"
        groups[f"{curve.game}, {where}", curve.limit, curve.scale].append(curve)
    figures = [_strength(place, limit, scale, found) for (place, limit, scale), found in groups.items()]
    if not figures:
        return ""
    return "\n".join(['<section id="strength"><h2>Strength against limits</h2>', *figures, "</section>"])


def _facts(cell: Cell) -> list[tuple[str, str]]:
    versions = [", ".join(f"{name} {number}" for name, number in one.items()) for one in cell.versions]
    setup = [
        (name.replace("_", " "), _plain(value))
        for name, value in cell.setup.items()
        if name not in SHOWN and value is not None
    ]
    return [
        ("tournament", str(cell.id)),
        ("game", cell.game),
        ("players", "; ".join(cell.players)),
        *setup,
        ("games played", f"{cell.games:,} of {cell.wanted:,}"),
        ("repeated games", f"{cell.repeated:,}, not counted twice"),
        ("cut off", f"{cell.cut_off:,}"),
        ("played", f"{_moment(cell.first)} to {_moment(cell.last)} UTC" if cell.games else "–"),
        ("by", "; ".join(versions) or "–"),
    ]


def _moment(text: str) -> str:
    return text[:19].replace("T", " ")


def _plain(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(part)}" for name, part in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def _results(cell: Cell) -> str:
    head = ["player", "games", "wins", "draws", "losses", "share", "95 % interval", "depth, mean", "median",
            "nodes a move", "seconds a move"]  # fmt: skip
    rows = [
        [row.player, row.games, row.wins, row.draws, row.losses, row.share, interval_text(row.low, row.high),
         *(_figure(*pair) for pair in ((row.depth_mean, ".2f"), (row.depth_median, "g"), (row.nodes_mean, ",.0f"),
                                       (row.seconds_mean, ".3g")))]
        for row in cell.rows
    ]  # fmt: skip
    points = [(row.player, Point(row.share, row.share, row.low, row.high)) for row in cell.rows]
    caption = "Share of the wins with 95 % intervals."
    svg = whiskers(points, Axis("share of the wins", 0, 1), title=f"{cell.title}. {caption}")
    data = [[row.player, row.games, row.share, row.low, row.high] for row in cell.rows]
    shown = figure(svg, caption, f"shares-{cell.id}", ["player", "games", "share", "low", "high"], data)
    return f"<h3>Results</h3>{table('Wins and shares, and what moves cost', head, rows)}{shown}"


def _figure(number: float | None, form: str) -> str:
    return "–" if number is None else format(number, form)


def _cross(cell: Cell) -> str:
    if not cell.cross:
        return ""
    numbers = [str(number) for number in range(1, len(cell.players) + 1)]
    rows = [
        [f"{number} {player}", *(_met(cell, player, other) for other in cell.players)]
        for number, player in zip(numbers, cell.players, strict=True)
    ]
    caption = "Share of the row's player in the games in which the column's took part: share, 95 % interval, games"
    return f"<h3>Each against each</h3>{table(caption, ['player', *numbers], rows)}"


def _met(cell: Cell, player: str, other: str) -> str:
    row = cell.cross.get((player, other))
    if row is None:
        return "–"
    return f"{row.share:.3f} ({interval_text(row.low, row.high)}), {row.games:,}"


def _ratings(cell: Cell) -> str:
    if cell.ratings is None:
        return ""
    found = sorted(cell.ratings.players, key=lambda row: -row.rating)
    model = "Bradley-Terry" if len(cell.players) == 2 else "Plackett-Luce; for two players Bradley-Terry"
    caption = f"Ratings in points of Elo with 95 % intervals; their mean is 0 ({model})."
    axis = Axis.over("points of Elo", [end for row in found for end in (row.low, row.high, 0)])
    points = [(row.name, Point(row.rating, row.rating, row.low, row.high)) for row in found]
    svg = whiskers(points, axis, title=f"{cell.title}. {caption}", mark=0)
    rows = [[row.name, row.games, row.rating, row.low, row.high] for row in found]
    shown = [
        [row.name, row.games, number_text(round(row.rating)), interval_text(row.low, row.high, 0)] for row in found
    ]
    whole = table("Ratings in points of Elo", ["player", "games", "rating", "95 % interval"], shown)
    head = ["player", "games", "rating", "low", "high"]
    return f"<h3>Ratings</h3>{figure(svg, caption, f'ratings-{cell.id}', head, rows)}{whole}"


def _seats(cell: Cell) -> str:
    if cell.seats is None:
        return ""
    found = cell.seats.seats
    verdict = (
        f"p = {cell.seats.p_value:.4f} that chance alone makes seats as unequal, from {cell.seats.rounds:,} rounds"
    )
    caption = f"Wins by seat with 95 % intervals, in fair rounds; the dashed line is an equal share. {verdict}."
    points = [(f"seat {row.seat}", Point(row.share, row.share, row.low, row.high)) for row in found]
    mark = found[0].equal if len({round(row.equal, 9) for row in found}) == 1 else None
    svg = whiskers(points, Axis("share of the wins", 0, 1), title=f"{cell.title}. {caption}", mark=mark)
    rows = [[row.seat, row.games, row.share, row.low, row.high, row.equal] for row in found]
    head = ["seat", "games", "share", "low", "high", "equal"]
    return f"<h3>Wins by seat</h3>{figure(svg, caption, f'seats-{cell.id}', head, rows)}"


def _depths(cell: Cell) -> str:
    if not cell.depths:
        return ""
    moves = {row.player: row.moves for row in cell.rows}
    series: dict[str, list[Point]] = defaultdict(list)
    for row in cell.depths:
        series[row.player].append(Point(row.depth, row.moves / moves[row.player]))
    deep = [row.depth for row in cell.depths]
    x = Axis("depth, plies", min(deep) - 0.5, max(deep) + 0.5, whole=True)
    y = Axis("part of the player's moves", 0, 1.1 * max(point.y for points in series.values() for point in points))
    caption = "How deep moves were searched to the end."
    svg = bars([Series(*one) for one in series.items()], x, y, title=f"{cell.title}. {caption}")
    rows = [[row.player, row.depth, row.moves] for row in cell.depths]
    return f"<h3>Depths</h3>{figure(svg, caption, f'depths-{cell.id}', ['player', 'depth', 'moves'], rows)}"


def _times(cell: Cell) -> str:
    if not cell.times:
        return ""
    moves, passed = {row.player: row.moves for row in cell.rows}, dict.fromkeys(cell.players, 0)
    series: dict[str, list[Point]] = defaultdict(list)
    for row in cell.times:
        passed[row.player] += row.moves
        if row.below is not None:
            series[row.player].append(Point(row.below, passed[row.player] / moves[row.player]))
    ends = [row.below for row in cell.times if row.below is not None]
    x, y = (
        Axis.over("seconds of a move", ends, logarithmic=True),
        Axis("part of the player's moves that took less", 0, 1),
    )
    caption = "How long moves took, in steps of 1, 2, 5."
    svg = lines([Series(*one) for one in series.items()], x, y, title=f"{cell.title}. {caption}")
    rows = [[row.player, row.below, row.moves] for row in cell.times]
    return f"<h3>Times</h3>{figure(svg, caption, f'times-{cell.id}', ['player', 'below_seconds', 'moves'], rows)}"


def _branching(cell: Cell) -> str:
    if not cell.branching:
        return ""
    x = Axis.over("ply", [0, *(row.ply for row in cell.branching)], whole=True)
    y = Axis.over("legal actions", [0, *(row.maximum for row in cell.branching)])
    source = "all games" if cell.sampled == cell.games else f"{cell.sampled:,} of {cell.games:,} games, evenly spaced"
    caption = f"Legal actions by ply, mean and most, counted in {source}."
    series = [
        Series("mean", [Point(row.ply, row.mean) for row in cell.branching]),
        Series("most", [Point(row.ply, row.maximum) for row in cell.branching]),
    ]
    svg = lines(series, x, y, title=f"{cell.title}. {caption}", dots=len(cell.branching) < 30)
    rows = [[row.ply, row.positions, row.mean, row.maximum] for row in cell.branching]
    head = ["ply", "positions", "mean", "most"]
    return f"<h3>Branching</h3>{figure(svg, caption, f'branching-{cell.id}', head, rows)}"


def _strength(place: str, limit: str, scale: str, curves: Sequence[Curve]) -> str:
    points = [point for curve in curves for point in curve.points]
    wide = max(point.limit for point in points) > 20 * min(point.limit for point in points) > 0
    x = Axis.over(UNITS[limit], [p.limit for p in points], logarithmic=wide, whole=limit == "depth")
    label = "share of the wins" if scale == "share" else "points of Elo"
    y = Axis.over(label, [end for p in points for end in (p.low, p.high)])
    caption = f"{place}: {label} against {UNITS[limit]}, with 95 % intervals."
    series = [Series(c.player, [Point(p.limit, p.value, p.low, p.high) for p in c.points]) for c in curves]
    rows = [[c.player, p.tournament, p.limit, p.value, p.low, p.high] for c in curves for p in c.points]
    head = ["player", "tournament", limit, scale, "low", "high"]
    return figure(lines(series, x, y, title=caption), caption, f"strength-{scale}-{limit}", head, rows)
