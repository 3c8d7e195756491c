"""The sections of the page about one tournament, each a heading with a table or a picture."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import fields
from html import escape
from typing import Any

from spielbaum.pictures.plot.axes import Axis, number_text
from spielbaum.pictures.plot.plots import Point, Series, bars, lines, whiskers
from spielbaum.report.cell import Cell, Row
from spielbaum.report.markup import Data, facts, figure, interval_text, share_text, table

SHOWN = ("game", "players")
"""Parts of a setup that stand elsewhere."""


def tournament(cell: Cell, *, inside: bool = False) -> str:
    """Return the section about a tournament; inside the one of its experiment it is folded, and one level below."""
    level = 4 if inside else 3
    parts = [facts(_facts(cell))]
    if cell.notes:
        parts.append(f'<ul class="notes">{"".join(f"<li>{escape(note)}</li>" for note in cell.notes)}</ul>')
    for heading, body in ((name, said(cell)) for name, said in PARTS.items()):
        parts += [f"<h{level}>{heading}</h{level}>", body] if body else []
    whole = "\n".join(parts)
    if not inside:
        return f'<section id="tournament-{cell.id}"><h2>{escape(cell.title)}</h2>\n{whole}\n</section>'
    summary = f"{escape(place_text(cell))}<small>{cell.games:,} games</small>"
    return f'<details id="tournament-{cell.id}"><summary><h3>{summary}</h3></summary>\n{whole}\n</details>'


def place_text(cell: Cell) -> str:
    """Return which cell of its experiment a tournament is."""
    place = cell.places[0]
    factors = [value for value in place.factors.values() if value != "none"]
    return f"Cell {place.number}: {', '.join(factors)}: {', '.join(place.labels)}"


def _facts(cell: Cell) -> list[tuple[str, str]]:
    versions = [", ".join(f"{name} {number}" for name, number in one.items()) for one in cell.versions]
    setup = [
        (name.replace("_", " "), _plain(value))
        for name, value in cell.setup.items()
        if name not in SHOWN and value is not None
    ]
    labels = (f"{label}: {player}" if label != player else player for player, label in cell.labels.items())
    return [
        ("tournament", str(cell.id)),
        *(("experiment", f"{place.experiment}, cell {place.number}") for place in cell.places),
        ("game", cell.game),
        ("players", "; ".join(labels)),
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
        [cell.labels[row.player], row.games, row.wins, row.draws, row.losses, row.share,
         interval_text(row.low, row.high),
         *(_figure(*pair) for pair in ((row.depth_mean, ".2f"), (row.depth_median, "g"), (row.nodes_mean, ",.0f"),
                                       (row.seconds_mean, ".3g")))]
        for row in cell.rows
    ]  # fmt: skip
    points = [(cell.labels[row.player], Point(row.share, row.share, row.low, row.high)) for row in cell.rows]
    caption = "Share of the wins with 95 % intervals."
    svg = whiskers(points, Axis("share of the wins", 0, 1), title=f"{cell.title}. {caption}")
    names = [field.name for field in fields(Row) if field.name != "player"]
    whole = [[cell.labels[row.player], row.player, *(getattr(row, name) for name in names)] for row in cell.rows]
    data = Data(f"results-{cell.id}", ["player", "spec", *names], whole)
    seen = [[cell.labels[row.player], row.games, row.share, row.low, row.high] for row in cell.rows]
    shown = figure(svg, caption, Data(f"shares-{cell.id}", ["player", "games", "share", "low", "high"], seen))
    return table("Wins and shares, and what moves cost", head, rows, data) + shown


def _figure(number: float | None, form: str) -> str:
    return "–" if number is None else format(number, form)


def _cross(cell: Cell) -> str:
    if not cell.cross:
        return ""
    numbers = [str(number) for number in range(1, len(cell.players) + 1)]
    rows = [
        [f"{number} {cell.labels[player]}", *(share_text(cell.cross.get((player, other))) for other in cell.players)]
        for number, player in zip(numbers, cell.players, strict=True)
    ]
    caption = "Share of the row's player in the games in which the column's took part: share, 95 % interval, games"
    whole = [
        [cell.labels[player], cell.labels[other], row.games, row.share, row.low, row.high]
        for (player, other), row in cell.cross.items()
    ]
    data = Data(f"cross-{cell.id}", ["player", "other", "games", "share", "low", "high"], whole)
    return table(caption, ["player", *numbers], rows, data)


def _ratings(cell: Cell) -> str:
    if cell.ratings is None:
        return ""
    found = sorted(cell.ratings.players, key=lambda row: -row.rating)
    model = "Bradley-Terry" if len(cell.players) == 2 else "Plackett-Luce; for two players Bradley-Terry"
    caption = f"Ratings in points of Elo with 95 % intervals; their mean is 0 ({model})."
    axis = Axis.over("points of Elo", [end for row in found for end in (row.low, row.high, 0)])
    points = [(cell.labels[row.name], Point(row.rating, row.rating, row.low, row.high)) for row in found]
    svg = whiskers(points, axis, title=f"{cell.title}. {caption}", mark=0)
    rows = [[cell.labels[row.name], row.games, row.rating, row.low, row.high] for row in found]
    shown = [
        [cell.labels[row.name], row.games, number_text(round(row.rating)), interval_text(row.low, row.high, 0)]
        for row in found
    ]
    data = Data(f"ratings-{cell.id}", ["player", "games", "rating", "low", "high"], rows)
    whole = table("Ratings in points of Elo", ["player", "games", "rating", "95 % interval"], shown, data)
    return figure(svg, caption, data) + whole


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
    return figure(svg, caption, Data(f"seats-{cell.id}", head, rows))


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
    svg = bars(
        [Series(cell.labels[name], found) for name, found in series.items()], x, y, title=f"{cell.title}. {caption}"
    )
    rows = [[cell.labels[row.player], row.depth, row.moves] for row in cell.depths]
    return figure(svg, caption, Data(f"depths-{cell.id}", ["player", "depth", "moves"], rows))


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
    svg = lines(
        [Series(cell.labels[name], found) for name, found in series.items()], x, y, title=f"{cell.title}. {caption}"
    )
    rows = [[cell.labels[row.player], row.below, row.moves] for row in cell.times]
    return figure(svg, caption, Data(f"times-{cell.id}", ["player", "below_seconds", "moves"], rows))


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
    return figure(svg, caption, Data(f"branching-{cell.id}", head, rows))


PARTS = {
    "Results": _results,
    "Each against each": _cross,
    "Ratings": _ratings,
    "Wins by seat": _seats,
    "Depths": _depths,
    "Times": _times,
    "Branching": _branching,
}
"""The headings of a section, and what stands below them; what has nothing to say is left out."""
