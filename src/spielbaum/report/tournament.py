"""The section of a tournament: headings with tables and figures."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from spielbaum.arena.standings import Standing
from spielbaum.errors import Message
from spielbaum.language import tr
from spielbaum.pictures.plot import (
    Axis,
    Point,
    Series,
    bars,
    bars_latex,
    lines,
    lines_latex,
    number_text,
    whiskers,
    whiskers_latex,
)
from spielbaum.report.blocks import Data, Facts, Figure, Table, interval_text, share_text
from spielbaum.report.results import TournamentResult

SHOWN = ("game", "players")
"""Parts of a setup that are shown elsewhere."""

SETUP = {
    "games": Message("games"),
    "max_plies": Message("max plies"),
    "opening_plies": Message("opening plies"),
    "openings": Message("openings"),
    "rounds": Message("rounds"),
    "seed": Message("seed"),
    "start": Message("start"),
}
"""The names of the other parts."""


class Part(NamedTuple):
    """A heading and the blocks below it."""

    heading: str
    blocks: Sequence[Table | Figure]


class TournamentSection(NamedTuple):
    """The section of a tournament.

    Attributes
    ----------
    id, title
        The id and the title of the section.
    games
        The number of games that were played.
    facts, notes, parts
        Its content, in this order.
    """

    id: str
    title: str
    games: int
    facts: Facts
    notes: Sequence[str]
    parts: Sequence[Part]


def tournament_section(result: TournamentResult, *, inside: bool = False) -> TournamentSection:
    """Return the section of a tournament; inside that of an experiment its title is the cell."""
    parts = (Part(tr(heading), blocks(result)) for heading, blocks in PARTS)
    return TournamentSection(
        id=f"tournament-{result.id}",
        title=place_text(result) if inside else result.title,
        games=result.games,
        facts=_facts(result),
        notes=[tr(note) for note in result.notes],
        parts=[part for part in parts if part.blocks],
    )


def place_text(result: TournamentResult) -> str:
    """Return the title of the cell of an experiment that a tournament is."""
    place = result.places[0]
    factors = [value for value in place.factors.values() if value != "none"]
    return tr("Cell {}: {}: {}", place.number, ", ".join(factors), ", ".join(place.labels))


def _facts(result: TournamentResult) -> list[tuple[str, str]]:
    versions = [", ".join(f"{name} {number}" for name, number in one.items()) for one in result.versions]
    setup = [
        (tr(SETUP.get(name, name.replace("_", " "))), _plain(value))
        for name, value in result.setup.items()
        if name not in SHOWN and value is not None
    ]
    labels = (f"{label}: {player}" if label != player else player for player, label in result.labels.items())
    return [
        ("tournament", str(result.id)),
        *(("experiment", tr("{}, cell {}", place.experiment, place.number)) for place in result.places),
        ("game", result.game),
        ("players", "; ".join(labels)),
        *setup,
        ("games played", tr("{:,} of {:,}", result.games, result.wanted)),
        ("repeated games", tr("{:,}, not counted twice", result.repeated)),
        ("cut off", tr("{:,}", result.cut_off)),
        ("played", tr("{} to {} UTC", _moment(result.first), _moment(result.last)) if result.games else "–"),
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


def _results(result: TournamentResult) -> list[Table | Figure]:
    head = ["player", "games", "wins", "draws", "losses", "share", "95 % interval", "depth, mean", "median",
            "nodes per move", "seconds per move"]  # fmt: skip
    rows = [
        [result.labels[row.player], row.games, row.wins, row.draws, row.losses, row.share,
         interval_text(row.low, row.high),
         *(_number(*pair) for pair in ((row.depth_mean, ".2f"), (row.depth_median, "g"), (row.nodes_mean, ",.0f"),
                                       (row.seconds_mean, ".3g")))]
        for row in result.standings
    ]  # fmt: skip
    points = [(result.labels[row.player], Point(row.share, row.share, row.low, row.high)) for row in result.standings]
    caption = tr("Share of the wins with 95 % intervals.")
    axis = Axis(tr("share of the wins"), 0, 1)
    svg = whiskers(points, axis, title=f"{result.title}. {caption}")
    names = [field.name for field in fields(Standing) if field.name != "player"]
    whole = [
        [result.labels[row.player], row.player, *(getattr(row, name) for name in names)] for row in result.standings
    ]
    data = Data(f"results-{result.id}", ["player", "spec", *names], whole)
    seen = [[result.labels[row.player], row.games, row.share, row.low, row.high] for row in result.standings]
    own = Data(f"shares-{result.id}", ["player", "games", "share", "low", "high"], seen)
    shown = Figure(svg, caption, own, whiskers_latex(points, axis))
    return [Table(tr("Wins and shares, and the cost of moves"), head, rows, data), shown]


def _number(number: float | None, form: str) -> str:
    return "–" if number is None else tr("{:{}}", number, form)


def _cross(result: TournamentResult) -> list[Table | Figure]:
    if not result.cross:
        return []
    numbers = [str(number) for number in range(1, len(result.players) + 1)]
    rows = [
        [
            f"{number} {result.labels[player]}",
            *(share_text(result.cross.get((player, other))) for other in result.players),
        ]
        for number, player in zip(numbers, result.players, strict=True)
    ]
    caption = tr("Share of the row's player in its games with the column's: share, 95 % interval, games")
    whole = [
        [result.labels[player], result.labels[other], row.games, row.share, row.low, row.high]
        for (player, other), row in result.cross.items()
    ]
    data = Data(f"cross-{result.id}", ["player", "other", "games", "share", "low", "high"], whole)
    return [Table(caption, ["player", *numbers], rows, data)]


def _ratings(result: TournamentResult) -> list[Table | Figure]:
    if result.ratings is None:
        return []
    found = sorted(result.ratings.players, key=lambda row: -row.rating)
    model = "Bradley-Terry" if len(result.players) == 2 else tr("Plackett-Luce; for two players Bradley-Terry")
    caption = tr("Ratings in Elo points with 95 % intervals; their mean is 0 ({}).", model)
    axis = Axis.over(tr("Elo points"), [end for row in found for end in (row.low, row.high, 0)])
    points = [(result.labels[row.name], Point(row.rating, row.rating, row.low, row.high)) for row in found]
    svg = whiskers(points, axis, title=f"{result.title}. {caption}", mark=0)
    rows = [[result.labels[row.name], row.games, row.rating, row.low, row.high] for row in found]
    shown = [
        [result.labels[row.name], row.games, number_text(round(row.rating)), interval_text(row.low, row.high, 0)]
        for row in found
    ]
    data = Data(f"ratings-{result.id}", ["player", "games", "rating", "low", "high"], rows)
    whole = Table(tr("Ratings in Elo points"), ["player", "games", "rating", "95 % interval"], shown, data)
    return [Figure(svg, caption, data, whiskers_latex(points, axis, mark=0)), whole]


def _seats(result: TournamentResult) -> list[Table | Figure]:
    if result.seats is None:
        return []
    found = result.seats.seats
    caption = tr(
        "Wins by seat with 95 % intervals, in balanced rounds; the dashed line is an equal share. p = {:.4f} that "
        "chance alone makes seats as unequal, from {:,} rounds.",
        result.seats.p_value,
        result.seats.rounds,
    )
    points = [(tr("seat {}", row.seat), Point(row.share, row.share, row.low, row.high)) for row in found]
    mark = found[0].equal if len({round(row.equal, 9) for row in found}) == 1 else None
    axis = Axis(tr("share of the wins"), 0, 1)
    svg = whiskers(points, axis, title=f"{result.title}. {caption}", mark=mark)
    rows = [[row.seat, row.games, row.share, row.low, row.high, row.equal] for row in found]
    head = ["seat", "games", "share", "low", "high", "equal"]
    return [Figure(svg, caption, Data(f"seats-{result.id}", head, rows), whiskers_latex(points, axis, mark=mark))]


def _depths(result: TournamentResult) -> list[Table | Figure]:
    if not result.depths:
        return []
    moves = {row.player: row.moves for row in result.standings}
    series: dict[str, list[Point]] = defaultdict(list)
    for row in result.depths:
        series[row.player].append(Point(row.depth, row.moves / moves[row.player]))
    deep = [row.depth for row in result.depths]
    x = Axis(tr("depth, plies"), min(deep) - 0.5, max(deep) + 0.5, whole=True)
    y = Axis(tr("part of the player's moves"), 0, 1.1 * max(point.y for points in series.values() for point in points))
    caption = tr("Completed depths of the moves.")
    shown = [Series(result.labels[name], found) for name, found in series.items()]
    svg = bars(shown, x, y, title=f"{result.title}. {caption}")
    rows = [[result.labels[row.player], row.depth, row.moves] for row in result.depths]
    data = Data(f"depths-{result.id}", ["player", "depth", "moves"], rows)
    return [Figure(svg, caption, data, bars_latex(shown, x, y))]


def _times(result: TournamentResult) -> list[Table | Figure]:
    if not result.times:
        return []
    moves, passed = {row.player: row.moves for row in result.standings}, dict.fromkeys(result.players, 0)
    series: dict[str, list[Point]] = defaultdict(list)
    for row in result.times:
        passed[row.player] += row.moves
        if row.below is not None:
            series[row.player].append(Point(row.below, passed[row.player] / moves[row.player]))
    ends = [row.below for row in result.times if row.below is not None]
    x, y = (
        Axis.over(tr("seconds of a move"), ends, logarithmic=True),
        Axis(tr("part of the player's moves that took less"), 0, 1),
    )
    caption = tr("Times of the moves, in steps of 1, 2, 5.")
    shown = [Series(result.labels[name], found) for name, found in series.items()]
    svg = lines(shown, x, y, title=f"{result.title}. {caption}")
    rows = [[result.labels[row.player], row.below, row.moves] for row in result.times]
    data = Data(f"times-{result.id}", ["player", "below_seconds", "moves"], rows)
    return [Figure(svg, caption, data, lines_latex(shown, x, y))]


def _branching(result: TournamentResult) -> list[Table | Figure]:
    if not result.branching:
        return []
    x = Axis.over(tr("ply"), [0, *(row.ply for row in result.branching)], whole=True)
    y = Axis.over(tr("legal actions"), [0, *(row.maximum for row in result.branching)])
    source = (
        tr("all games")
        if result.sampled == result.games
        else tr("{:,} of {:,} games, evenly spaced", result.sampled, result.games)
    )
    caption = tr("Legal actions by ply, mean and most, counted in {}.", source)
    series = [
        Series(tr("mean"), [Point(row.ply, row.mean) for row in result.branching]),
        Series(tr("most"), [Point(row.ply, row.maximum) for row in result.branching]),
    ]
    dots = len(result.branching) < 30
    svg = lines(series, x, y, title=f"{result.title}. {caption}", dots=dots)
    rows = [[row.ply, row.positions, row.mean, row.maximum] for row in result.branching]
    head = ["ply", "positions", "mean", "most"]
    return [Figure(svg, caption, Data(f"branching-{result.id}", head, rows), lines_latex(series, x, y, dots=dots))]


PARTS = (
    (Message("Results"), _results),
    (Message("Head to head"), _cross),
    (Message("Ratings"), _ratings),
    (Message("Wins by seat"), _seats),
    (Message("Depths"), _depths),
    (Message("Times"), _times),
    (Message("Branching"), _branching),
)
"""The headings of a section and their blocks; headings without blocks are left out."""
