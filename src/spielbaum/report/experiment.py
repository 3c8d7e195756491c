"""The section of an experiment: shares at the levels of its factors, and its cells, collapsed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from spielbaum.language import tr
from spielbaum.pictures.plot import Axis, Point, Series, lines, lines_latex, whiskers, whiskers_latex
from spielbaum.report.blocks import Data, Facts, Figure, Table, share_text
from spielbaum.report.curves import LIMITS, split_limit
from spielbaum.report.results import ExperimentResult, Level, TournamentResult
from spielbaum.report.strength import UNITS, limit_axis
from spielbaum.report.tournament import TournamentSection, tournament_section
from spielbaum.statistics import Rank, Share, adjusted_p_values, mean_ranks

RISK = 0.05
"""The probability that any share of a table is marked although it does not differ."""

NUMBERS = ("player", "games", "share", "low", "high")


class Spot(NamedTuple):
    """A player at a level: the limit over which its share is plotted, if any, and the player without it."""

    limit: str
    size: float
    player: str
    share: Share


class ExperimentSection(NamedTuple):
    """The section of an experiment.

    Attributes
    ----------
    id, title
        The id and the title of the section.
    facts, figures, table, ranks, tournaments
        Its content, in this order.
    """

    id: str
    title: str
    facts: Facts
    figures: Sequence[Figure]
    table: Table
    ranks: Table | None
    tournaments: Sequence[TournamentSection]


def experiment_section(
    result: ExperimentResult, tournaments: Mapping[int, TournamentResult], *, number: int
) -> ExperimentSection:
    """Return the section of an experiment.

    Parameters
    ----------
    result
        The experiment.
    tournaments
        The tournaments that the section includes, by id.
    number
        The number of the experiment on the page, from 1.
    """
    return ExperimentSection(
        id=f"experiment-{number}",
        title=result.title,
        facts=_facts(result),
        figures=list(_figures(result, number)),
        table=_table(result, number),
        ranks=_ranks(result, number),
        tournaments=[tournament_section(one, inside=True) for one in tournaments.values()],
    )


def _facts(result: ExperimentResult) -> list[tuple[str, str]]:
    common = result.levels[0].factors if result.levels else {}
    fixed = [(name, value) for name, value in common.items() if name not in result.varying and value != "none"]
    varying = [(name, "; ".join(dict.fromkeys(level.factors[name] for level in result.levels)))
               for name in result.varying]  # fmt: skip
    return [
        *fixed,
        *varying,
        ("cells", tr("{:,}", len(result.tournaments))),
        ("games played", tr("{:,} of {:,}", result.games, result.wanted)),
        ("begun", result.created[:19].replace("T", " ")),
    ]


def _figures(result: ExperimentResult, number: int) -> Iterator[Figure]:
    """Yield a figure for each game, opening and kind of limit."""
    groups: dict[tuple[str, str], list[Spot]] = defaultdict(list)
    for level in result.levels:
        where = ", ".join(value for name, value in level.factors.items() if name != "limits" and value != "none")
        for spot in _spots(level):
            groups[where, spot.limit].append(spot)
    for i, ((where, limit), spots) in enumerate(groups.items()):
        name = f"experiment-{number}-shares-{i + 1}"
        yield _curves(where, limit, spots, name) if limit in UNITS else _dots(where, limit, spots, name)


def _spots(level: Level) -> Iterator[Spot]:
    """Yield the players of a level, each with the limit of the level or its own.

    If the level has several limits, or none, their text replaces the name of the limit.
    """
    text = level.factors.get("limits", "none")
    name, _, size = text.partition("=")
    for row in level.shares:
        if not row.games:
            continue
        if name in LIMITS and "," not in text:
            yield Spot(name, float(size), row.player, row)
        elif text == "none" and (own := split_limit(row.player)):
            yield Spot(own[1], own[2], own[0], row)
        else:
            yield Spot(text, 0, row.player, row)


def _curves(where: str, limit: str, spots: Sequence[Spot], name: str) -> Figure:
    if len({spot.size for spot in spots}) < 2:
        return _dots(where, f"{limit}={spots[0].size:g}", spots, name)
    caption = tr("{}: {} against {}, with 95 % intervals.", where, tr("share of the wins"), UNITS[limit])
    players: dict[str, list[Spot]] = defaultdict(list)
    for spot in sorted(spots, key=lambda spot: spot.size):
        players[spot.player].append(spot)
    series = [
        Series(player, [Point(spot.size, spot.share.share, spot.share.low, spot.share.high) for spot in own])
        for player, own in players.items()
    ]
    y = Axis.over(tr("share of the wins"), [0, *(spot.share.high for spot in spots)])
    x = limit_axis(limit, [spot.size for spot in spots])
    svg = lines(series, x, y, title=caption, apart=9)
    return Figure(svg, caption, _data(name, limit, spots), lines_latex(series, x, y))


def _dots(where: str, limit: str, spots: Sequence[Spot], name: str) -> Figure:
    caption = tr("{}: share of the wins, with 95 % intervals.", where if limit == "none" else f"{where}, {limit}")
    rows = [(row.player, Point(row.share, row.share, row.low, row.high)) for row in (spot.share for spot in spots)]
    axis = Axis(tr("share of the wins"), 0, 1)
    svg = whiskers(rows, axis, title=caption)
    return Figure(svg, caption, _data(name, "limit", spots), whiskers_latex(rows, axis))


def _data(name: str, limit: str, spots: Sequence[Spot]) -> Data:
    return Data(name, [limit, *NUMBERS], [[spot.size or None, *_numbers(spot.share)] for spot in spots])


def _table(result: ExperimentResult, number: int) -> Table:
    """Return a table with a row for each level and a column for each player."""
    players = list(dict.fromkeys(row.player for level in result.levels for row in level.shares))
    rows, whole = [], []
    adjusted = adjusted_p_values([level.shares for level in result.levels])
    cells = sum(1 for level in result.levels for row in level.shares if row.games)
    for level, chances in zip(result.levels, adjusted, strict=True):
        found = {row.player: row for row in level.shares}
        sure = {row.player for row, chance in zip(level.shares, chances, strict=True) if chance < RISK}
        name = ", ".join(level.factors[name] for name in result.varying) or tr("all games")
        texts = (share_text(found.get(player)) + (" *" if player in sure else "") for player in players)
        rows.append([name, *texts])
        whole += [[*level.factors.values(), *_numbers(row)] for row in level.shares]
    factors = list(result.levels[0].factors) if result.levels else []
    data = Data(f"experiment-{number}-shares", [*factors, *NUMBERS], whole)
    caption = tr(
        "Share of the wins over all groups of players that met: share, 95 % interval, games; * if it differs from an "
        "equal share by Holm's test for all {} shares of the table",
        cells,
    )
    return Table(caption, ["level", *players], rows, data)


def _ranks(result: ExperimentResult, number: int) -> Table | None:
    """Return a table with a row for each player and a column for each level; None if nothing is ranked."""
    levels = [level for level in result.levels if len(level.ranks) > 2]
    if not levels:
        return None
    names = [", ".join(level.factors[name] for name in result.varying) or tr("all games") for level in levels]
    found = [{row.player: row for row in level.ranks} for level in levels]
    rows = [
        [player, tr("{:.1f} of {}", mean, tables), *(_rank_text(ranks.get(player)) for ranks in found)]
        for player, mean, tables in mean_ranks(level.ranks for level in levels)
    ]
    whole = [
        [*level.factors.values(), row.player, row.rank, row.low, row.high, *(
            round(value, 1) for value in (row.rating.rating, row.rating.low, row.rating.high)
        )]
        for level in levels
        for row in level.ranks
    ]  # fmt: skip
    factors = list(levels[0].factors)
    columns = [*factors, "player", "rank", "low", "high", "elo", "elo low", "elo high"]
    caption = tr(
        "Ranks by rating, and in brackets the best and the worst rank that the games allow; all these intervals hold "
        "simultaneously with 95 %, by Holm's test of all pairs of players at all levels. Mean rank, and its number of "
        "levels"
    )
    return Table(caption, ["player", "mean rank", *names], rows, Data(f"experiment-{number}-ranks", columns, whole))


def _rank_text(row: Rank | None) -> str:
    return "–" if row is None else f"{row.rank} ({row.low}–{row.high})"


def _numbers(row: Share) -> list[object]:
    known = row.share, row.low, row.high
    return [row.player, row.games, *(known if row.games else (None, None, None))]
