"""What the stored games of a ladder say: ratings in every cell, mean ranks, and verdicts on claims."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from spielbaum.arena.ladder import Claim, Verdict, verdict
from spielbaum.arena.ladder.plan import half_widths, wide
from spielbaum.statistics import Leads, Rank, Rating, mean_ranks, rank_intervals, shares
from spielbaum.store.ladders import LadderStore
from spielbaum.store.summary import Cost, costs

RATINGS: dict[str, Any] = {
    "game": str,
    "limits": str,
    "player": str,
    "rating": float,
    "low": float,
    "high": float,
    "rank": int,
    "best": int,
    "worst": int,
    "games": int,
    "share": float,
    "depth_mean": float,
    "nodes_mean": float,
    "seconds_mean": float,
}
"""The columns of the table of ratings, and their types."""


@dataclass(frozen=True, kw_only=True)
class LadderRow:
    """A player in a cell of a ladder.

    Attributes
    ----------
    game, limits
        The cell.
    player
        The player, without the limits of the cell.
    rank
        Its rank, with the best and the worst that the games allow and the players that are surely behind it, in all
        cells simultaneously, and its rating, whose interval is that of the player by itself; None before the games
        connect all players.
    games, share
        The number of its games, and its share of the win in them, which depends on its opponents.
    depth_mean, nodes_mean, seconds_mean
        The mean completed depth and the mean cost of its moves; None without searches or moves.
    """

    game: str
    limits: str
    player: str
    rank: Rank | None
    games: int
    share: float
    depth_mean: float | None
    nodes_mean: float | None
    seconds_mean: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        rank, rating = self.rank, self.rank and self.rank.rating
        places = {
            "rating": rating and rating.rating,
            "low": rating and rating.low,
            "high": rating and rating.high,
            "rank": rank and rank.rank,
            "best": rank and rank.low,
            "worst": rank and rank.high,
            "behind": list(rank.behind) if rank else [],
        }
        return {**vars(self), **places}


@dataclass(frozen=True, kw_only=True)
class LadderTable:
    """A cell of a ladder.

    Attributes
    ----------
    game, limits, kind
        The game, the limits, and the kind of limit: ``"nodes"``.
    size
        The size of the limit; None if there are several.
    games, pieces
        The number of its games, and of its pieces.
    seconds
        The time of all its moves.
    goal, widest
        The goal in Elo, and the widest interval on each side of a rating that still matters for it; None before all
        players have ratings.
    rows
        Its players, the best first.
    """

    game: str
    limits: str
    kind: str
    size: float | None
    games: int
    pieces: int
    seconds: float
    goal: float
    widest: float | None
    rows: tuple[LadderRow, ...]

    @property
    def hours_left(self) -> float | None:
        """The hours of one processor until the goal, if intervals shrink with the root of games; None without any."""
        if self.widest is None:
            return None
        return self.seconds / 3600 * max(0.0, (self.widest / self.goal) ** 2 - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the cell as plain values, without its rows."""
        return {name: value for name, value in vars(self).items() if name != "rows"}


@dataclass(frozen=True, kw_only=True)
class ClaimResult:
    """A claim, and what each cell says about it."""

    claim: Claim
    verdicts: tuple[Verdict, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        claim = {name: value for name, value in asdict(self.claim).items() if name != "translations"}
        return {**claim, "verdicts": [one.to_dict() for one in self.verdicts]}


@dataclass(frozen=True, kw_only=True)
class LadderResult:
    """What the games of a ladder say.

    Attributes
    ----------
    title, heading
        Its title, and that in the language of the command.
    tables
        Its cells.
    claims
        The claims.
    """

    title: str
    heading: str
    tables: tuple[LadderTable, ...]
    claims: tuple[ClaimResult, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(table.games for table in self.tables)

    @property
    def budgets(self) -> list[str]:
        """The budgets of cells with games."""
        return list(dict.fromkeys(table.limits for table in self.tables if table.games))

    def rating_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table with the columns `RATINGS`."""
        for table in self.tables:
            for row in table.rows:
                known = row.to_dict()
                yield tuple(known[name] for name in RATINGS)

    def ranks(self, limits: str) -> list[tuple[str, float, int]]:
        """Return each player's mean rank over the games with a budget, and their number, the best first."""
        tables = (table for table in self.tables if table.limits == limits)
        return mean_ranks([row.rank for row in table.rows if row.rank] for table in tables)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return {
            "title": self.title,
            "games": self.games,
            "cells": [table.to_dict() for table in self.tables],
            "rows": [row.to_dict() for table in self.tables for row in table.rows],
            "ranks": [
                {"limits": limits, "player": player, "rank": rank, "games": games}
                for limits in self.budgets
                for player, rank, games in self.ranks(limits)
            ],
            "claims": [claim.to_dict() for claim in self.claims],
        }


def ladder_result(pieces: LadderStore, advance: Callable[[str], None] = lambda _: None) -> LadderResult:
    """Return what the complete pieces of a ladder say.

    Parameters
    ----------
    pieces
        The pieces.
    advance
        Called with the title of each cell before it is read.
    """
    pieces.refresh()
    ladder = pieces.ladder
    leads: list[Leads | None] = []
    for number, cell in enumerate(ladder.cells):
        advance(cell.title)
        leads.append(pieces.ratings(number))
    ranked = iter(rank_intervals([one for one in leads if one]))
    ranks = [next(ranked) if one else () for one in leads]
    tables = [_table(pieces, number, leads[number], ranks[number]) for number in range(len(ladder.cells))]
    claims = [ClaimResult(claim=claim, verdicts=tuple(_verdicts(claim, pieces))) for claim in ladder.claims]
    return LadderResult(title=ladder.title, heading=ladder.heading, tables=tuple(tables), claims=tuple(claims))


def _table(pieces: LadderStore, number: int, leads: Leads | None, ranks: Sequence[Rank]) -> LadderTable:
    cell, complete = pieces.ladder.cells[number], pieces.complete(number)
    seen = shares(pieces.played(number).results, cell.labels)
    spent = [Cost() for _ in cell.labels]
    pieces_by_id = {stored.id: piece for piece, stored in complete.items()}
    for (tournament, player), cost in costs(pieces.store, list(pieces_by_id)).items():
        own = pieces_by_id[tournament][player]
        spent[own] = Cost(*map(sum, zip(spent[own], cost, strict=True)))
    widths = half_widths(leads) if leads else []
    by_name = {row.player: row for row in _by_themselves(ranks, leads.players if leads else (), widths)}
    rows = [
        LadderRow(
            game=cell.game,
            limits=cell.budget,
            player=label,
            rank=by_name.get(label),
            games=share.games,
            share=share.share,
            **_means(own),
        )
        for label, share, own in zip(cell.labels, seen, spent, strict=True)
    ]
    given = [(name, size) for name, size in vars(cell.limits).items() if size is not None]
    return LadderTable(
        game=cell.game,
        limits=cell.budget,
        kind=", ".join(name for name, _ in given),
        size=float(given[0][1]) if len(given) == 1 else None,
        games=sum(stored.done for stored in complete.values()),
        pieces=len(complete),
        seconds=sum(cost.seconds for cost in spent),
        goal=cell.goals[-1],
        widest=max((widths[one] for one in wide(leads, 0)), default=0.0)
        if leads and len(widths) == len(rows)
        else None,
        rows=tuple(sorted(rows, key=lambda row: (row.rank.rank if row.rank else len(rows), row.player))),
    )


def _by_themselves(ranks: Sequence[Rank], players: Sequence[Rating], widths: Sequence[float]) -> Iterator[Rank]:
    """Yield ranks with the intervals of ratings by themselves, whose widths are given."""
    known = dict(zip((row.name for row in players), widths, strict=True))
    for row in ranks:
        middle, width = row.rating.rating, known[row.player]
        yield replace(row, rating=replace(row.rating, low=middle - width, high=middle + width))


def _means(cost: Cost) -> dict[str, float | None]:
    """Return the mean depth of the moves of a player, and their mean cost."""
    return {
        "depth_mean": cost.depth / cost.searched if cost.searched else None,
        "nodes_mean": cost.nodes / cost.moves if cost.moves else None,
        "seconds_mean": cost.seconds / cost.moves if cost.moves else None,
    }


def _verdicts(claim: Claim, pieces: LadderStore) -> Iterator[Verdict]:
    """Yield what the cells that a claim concerns say about it, if both players met there."""
    for number, cell in enumerate(pieces.ladder.cells):
        if claim.concerns(cell.game, cell.budget) and {claim.ahead, claim.behind} <= set(cell.labels):
            results = pieces.played(number).results
            found = verdict(claim, cell.game, cell.budget, cell.labels, results, pieces.ratings(number))
            if found.games:
                yield found
