"""Strength against depth, nodes or seconds: players that differ in one limit only.

Within a tournament a curve consists of ratings. If all limited players of each tournament have the same limit, it
consists of a player's shares from tournament to tournament.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spielbaum.errors import InputError
from spielbaum.players import PlayerSpec, parse_player
from spielbaum.report.results import Curve, CurvePoint, TournamentResult
from spielbaum.search.core.limits import Limits

LIMITS = ("depth", "nodes", "seconds", "simulations")


def curves(tournaments: Sequence[TournamentResult]) -> Iterator[Curve]:
    """Yield the curves of all tournaments; each has at least two points."""
    for one in tournaments:
        yield from _within(one)
    yield from _across(tournaments)


def split_limit(player: str) -> tuple[str, str, float] | None:
    """Return a player without its limit, the name of the limit, and its size; None unless it has exactly one limit.

    Examples
    --------
    >>> split_limit("max-n(depth=4, evaluation=count-pawns)")
    ('max-n(evaluation=count-pawns)', 'depth', 4.0)
    >>> split_limit("random"), split_limit("max-n(depth=4, nodes=1000)")
    (None, None)
    """
    try:
        spec: PlayerSpec = parse_player(player)
    except InputError:  # a player of another version
        return None
    given = [(name, getattr(spec.limits, name)) for name in LIMITS if getattr(spec.limits, name) is not None]
    if len(given) != 1:
        return None
    return str(replace(spec, limits=Limits())), given[0][0], float(given[0][1])


def _within(one: TournamentResult) -> Iterator[Curve]:
    found: dict[tuple[str, str], list[CurvePoint]] = defaultdict(list)
    for row in one.ratings.players if one.ratings else ():
        if parts := split_limit(row.name):
            player, limit, size = parts
            found[player, limit].append(CurvePoint(size, row.rating, row.low, row.high, one.id))
    for (player, limit), points in found.items():
        yield from _curve(one.game, player, limit, "rating", points)


def _across(tournaments: Iterable[TournamentResult]) -> Iterator[Curve]:
    found: dict[tuple[str, tuple[str, ...], str, str], list[CurvePoint]] = defaultdict(list)
    for one in tournaments:
        parts = [split_limit(row.player) for row in one.standings]
        if len({part[1:] for part in parts if part}) != 1:
            continue
        players = tuple(sorted(part[0] if part else row.player for row, part in zip(one.standings, parts, strict=True)))
        for row, part in zip(one.standings, parts, strict=True):
            if part and row.games:
                player, limit, size = part
                point = CurvePoint(size, row.share, row.low, row.high, one.id)
                found[one.game, players, limit, player].append(point)
    for (game, _, limit, player), points in found.items():
        yield from _curve(game, player, limit, "share", points)


def _curve(game: str, player: str, limit: str, scale: str, points: Sequence[CurvePoint]) -> Iterator[Curve]:
    if len({point.limit for point in points}) > 1:
        yield Curve(game, player, limit, scale, sorted(points, key=lambda point: (point.limit, point.tournament)))
