"""Which games a ladder plays next: those between players whose order is most open.

First each player of a cell plays a piece against four others, so that all are connected; again, while games without a
winner leave some players without a rating. Then a step has as many pieces as there are disjoint pairs that are not
known well enough. First come the pairs of claims: their own games decide, so these must be enough. Then come pairs with
a rating that is not known well enough, in order of the standard error of their difference in Elo times the p-value of
that difference: so games go to players that are close and uncertain. A player that is surely apart from all others gets
no more games, however wide its interval is.

The next step is a function of the design and of the complete pieces, whoever played them and in whatever order.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt
from statistics import fmean, stdev

from spielbaum.arena.ladder.design import LadderCell, Piece
from spielbaum.statistics.comparisons import NORMAL
from spielbaum.statistics.elo import share_of
from spielbaum.statistics.ratings import Leads, leads
from spielbaum.statistics.results import Result, units

SETTLED = 0.001
"""The p-value of a difference below which the order of two players is settled."""

FEWEST_OPENINGS = 30
"""With fewer openings, games are treated as independent."""


@dataclass(frozen=True)
class Played:
    """The complete pieces of a cell, with the results of their games, in which players have their numbers in it."""

    pieces: Mapping[Piece, Sequence[Result]]

    @property
    def results(self) -> list[Result]:
        """The results of all games; those from one opening, whoever played them, are a block."""
        return [result for piece in sorted(self.pieces) for result in self.pieces[piece]]


def standing(cell: LadderCell, played: Played) -> Leads | None:
    """Return the ratings of the players of a cell, without those that no won games connect with most; None without any.

    Games from one opening depend on one another. As long as there are few openings, their spread says little, and games
    count as independent; since every round has all seatings, this makes intervals slightly too wide. The first openings
    have many more games than the last, hence the jackknife.
    """
    group = _connected(len(cell.labels), played)
    if len(group) < 2:
        return None
    places: dict[int | None, int | None] = {number: place for place, number in enumerate(group)}
    few = len({result.block for result in played.results}) < FEWEST_OPENINGS
    results = [
        Result(tuple(places.get(player) for player in result.seating), result.ranking, game if few else result.block)
        for game, result in enumerate(played.results)
        if set(result.seating) <= {None, *group}
    ]
    return leads(results, [cell.labels[number] for number in group], jackknife=not few)


def _connected(players: int, played: Played) -> list[int]:
    """Return the largest group of players that games with a winner connect."""
    group = list(range(players))
    for piece, results in played.pieces.items():
        if any(result.winners for result in results):
            one, other = sorted((group[piece.one], group[piece.other]))
            group = [one if name == other else name for name in group]
    largest = max(group, key=lambda name: (group.count(name), -name))
    return [number for number, name in enumerate(group) if name == largest]


def is_reached(cell: LadderCell, played: Played, ratings: Leads | None, goal: float) -> bool:
    """Return whether a cell needs no more games for a goal: ratings are known well enough, or it has had its games."""
    if len(played.pieces) * cell.games_of_piece >= cell.most:
        return True
    if ratings is None or _first_pairs(cell, played, ratings):
        return False
    return not wide(ratings, goal) and not _open_claims(cell, played, goal)


def next_pieces(cell: LadderCell, played: Played, ratings: Leads | None, goal: float) -> list[Piece]:
    """Return the pieces of the next step; none if the goal is reached."""
    if is_reached(cell, played, ratings, goal):
        return []
    pairs = _first_pairs(cell, played, ratings)
    if not pairs:
        assert ratings is not None
        pairs = _disjoint([*_open_claims(cell, played, goal), *_most_open(cell, ratings, goal)])
    return [Piece(*pair, _next_number(pair, played)) for pair in pairs]


def _first_pairs(cell: LadderCell, played: Played, ratings: Leads | None) -> list[tuple[int, int]]:
    """Return the pairs that play before any other and have not met; all of them if some players have no rating yet."""
    met = {piece[:2] for piece in played.pieces}
    if new := [pair for pair in cell.first_pairs if pair not in met]:
        return new
    return [] if ratings is not None and len(ratings.players) == len(cell.labels) else cell.first_pairs


def half_widths(ratings: Leads) -> list[float]:
    """Return the width of the 95 % interval of each rating, in Elo on each side."""
    return [NORMAL * error for error in ratings.own_errors]


def wide(ratings: Leads, goal: float) -> set[int]:
    """Return the players whose intervals are wider than a goal, without those that are surely apart from all others."""
    unsettled = {
        number
        for pair, chance in zip(combinations(range(len(ratings.players)), 2), ratings.chances, strict=True)
        if chance > SETTLED
        for number in pair
    }
    return {number for number, width in enumerate(half_widths(ratings)) if width > goal and number in unsettled}


def _most_open(cell: LadderCell, ratings: Leads, goal: float) -> list[tuple[int, int]]:
    """Return the pairs with a rating that is not known well enough, those first whose order is most open."""
    candidates = wide(ratings, goal)
    open_by_pair = {}
    for pair, chance, error in zip(
        combinations(range(len(cell.labels)), 2), ratings.chances, ratings.errors, strict=True
    ):
        if candidates & set(pair):
            one, other = (ratings.players[number].rating for number in pair)
            open_by_pair[pair] = (-chance * error, abs(one - other), pair)
    return sorted(open_by_pair, key=lambda pair: open_by_pair[pair])


def _open_claims(cell: LadderCell, played: Played, goal: float) -> list[tuple[int, int]]:
    """Return the pairs of claims whose lead in their own games is not known well enough.

    Whether a claim is decided must not matter: games that end with a decision decide wrongly too often.
    """
    widest = 2 * share_of(goal) - 1
    return [pair for pair in sorted(cell.disputed) if NORMAL * _lead_error(played, pair) > widest]


def _lead_error(played: Played, pair: tuple[int, int]) -> float:
    """Return the standard error of the lead of a player over another, in the pieces of these two."""
    results = [result for piece, results in played.pieces.items() if piece[:2] == pair for result in results]
    leads_by_unit = defaultdict[int, list[float]](list)
    for unit, result in zip(units(results)[1], results, strict=True):
        leads_by_unit[unit].append(result.part(pair[0]) - result.part(pair[1]))
    means = [fmean(parts) for parts in leads_by_unit.values()]
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else inf


def _disjoint(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first pairs that have no player in common."""
    taken: set[int] = set()
    chosen = []
    for pair in pairs:
        if not taken & set(pair):
            taken |= set(pair)
            chosen.append(pair)
    return chosen


def _next_number(pair: tuple[int, int], played: Played) -> int:
    numbers = {piece.number for piece in played.pieces if piece[:2] == pair}
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)
