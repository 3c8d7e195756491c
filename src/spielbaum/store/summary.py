"""Summaries of many games for reports, computed by the database: a line for each game, and the cost of moves.

A tournament of 100,000 games has millions of moves; none of them becomes a Python object here.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Float,
    Select,
    Text,
    case,
    cast,
    func,
    literal,
    select,
    type_coerce,
)

from spielbaum.arena.records import PLIES
from spielbaum.store import schema
from spielbaum.store.rows import checked, number_of_players, refuse_seats
from spielbaum.store.store import Store

BATCH = 5_000
"""Games that are fetched at a time."""

SEPARATOR = "\x1f"
"""The separator of the actions of a game, which no notation contains."""

STEPS = tuple(digit * 10.0**exponent for exponent in range(-6, 4) for digit in (1, 2, 5))
"""Upper limits of the classes of seconds, from a millionth to 5000; the last class has none."""

SEATS, DEPTHS = 2**5, 2**20
"""Bounds of the seats of a game and the plies of a search, with which a group of moves is encoded as one number."""


class GameSummary(NamedTuple):
    """A game without its moves.

    Attributes
    ----------
    id
        Its id, as for `lines_of_play`.
    number, seating, survivors, seed
        As in `GameRecord`.
    ended
        Whether it ended by its rules.
    repeats
        The number of the first game with the same start, seating and actions; None if it is that game.
    """

    id: int
    number: int
    seating: tuple[int | None, ...]
    survivors: tuple[int, ...]
    seed: int
    ended: bool
    repeats: int | None


class Effort(NamedTuple):
    """The moves of a player with a depth and a class of seconds.

    Attributes
    ----------
    player
        The number of the player in the tournament.
    depth
        The completed depth; None if the player does not search.
    step
        The number of the class: below ``STEPS[step]``, and not below the previous limit.
    moves, nodes, seconds
        The number of the moves, and their sums.
    """

    player: int
    depth: int | None
    step: int
    moves: int
    nodes: int
    seconds: float


class Cost(NamedTuple):
    """The moves of a player: their number, that of those with a depth, and the sums of depths, nodes and seconds."""

    moves: float = 0
    searched: float = 0
    depth: float = 0
    nodes: float = 0
    seconds: float = 0


class Circumstances(NamedTuple):
    """When games were played (ISO 8601, UTC; empty without games), and with which versions, in order."""

    first: str
    last: str
    versions: tuple[dict[str, str], ...]


def summaries(store: Store, tournament_id: int) -> Iterator[GameSummary]:
    """Yield a line for each game of a tournament, in order of their numbers, in one transaction."""
    game = schema.game.c
    texts = [type_coerce(column, Text) for column in (game.seating, game.survivors)]
    query = (
        select(game.id, game.number, *texts, game.seed, game.end)
        .where(game.tournament_id == tournament_id)
        .order_by(game.number)
    )
    first: dict[object, int] = {}
    with store.reading() as connection:
        courses = _courses(connection, tournament_id)
        setup = connection.scalar(select(schema.tournament.c.setup).where(schema.tournament.c.id == tournament_id))
        players = number_of_players(setup)
        for row in connection.execute(query.execution_options(yield_per=BATCH)):
            key, number, seating, survivors, seed, end = row
            _refuse(seating, survivors, players)
            earlier = first.setdefault((seating, courses[key]), number) if key in courses else number
            yield GameSummary(
                key, number, _values(seating), _values(survivors), seed, end != PLIES,
                None if earlier == number else earlier,
            )  # fmt: skip


def _courses(connection: Connection, tournament_id: int) -> dict[int, int]:
    """Return a hash of the course of each game that may repeat another, by id.

    Games that end in different positions differ, so the moves of most games are never read. Two of a million lines have
    the same hash once in ten million reports.
    """
    game = schema.game.c
    alike = func.count().over(partition_by=(game.game, game.start, type_coerce(game.seating, Text), game.position))
    counted = select(game.id, alike.label("alike")).where(game.tournament_id == tournament_id).subquery()
    lines = _lines(select(counted.c.id).where(counted.c.alike > 1))
    return {key: hash((name, start, line)) for key, name, start, line in map(_line, connection.execute(lines))}


def lines_of_play(store: Store, games: Collection[int]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the first position and all actions of games, with the opening, in order of their ids."""
    with store.reading() as connection:
        found = map(_line, connection.execute(_lines(list(games))))
        return [(start, line) for _, _, start, line in found]


def _lines(games: Select[tuple[int]] | list[int]) -> Select[Any]:
    """Return the query for the lines of games, with the moves of each joined into one text."""
    game, move = schema.game.c, schema.move.c
    ordered = select(move.game_id, move.action).where(move.game_id.in_(games)).order_by(move.game_id, move.ply)
    action = ordered.subquery().c
    joined = func.aggregate_strings(action.action, SEPARATOR).label("actions")
    line = select(action.game_id, joined).group_by(action.game_id).subquery().c
    columns = (game.id, game.game, game.start, type_coerce(game.opening, Text), line.actions)
    query = select(*columns).outerjoin_from(schema.game, line.game_id.table, line.game_id == game.id)
    return query.where(game.id.in_(games)).order_by(game.id)


def _line(row: Any) -> tuple[int, str, str, tuple[str, ...]]:
    key, name, start, opening, moves = row
    return key, name, start, _values(opening) + (tuple(moves.split(SEPARATOR)) if moves is not None else ())


@lru_cache(4096)
def _values(text: str) -> tuple:  # type: ignore[type-arg]
    return tuple(json.loads(text))


@lru_cache(4096)
def _refuse(seating: str, survivors: str, players: int | None) -> None:
    found = checked(schema.game, {"seating": _values(seating), "survivors": _values(survivors)})
    refuse_seats("a game", found["seating"], found["survivors"], players)


def efforts(store: Store, tournament_id: int) -> list[Effort]:
    """Return the cost of the moves of a tournament by player, depth and class of seconds."""
    game, move = schema.game.c, schema.move.c
    # The first game with a seating represents it, so that millions of moves are grouped by a number, not by a text.
    model = func.min(game.id).over(partition_by=type_coerce(game.seating, Text)).label("model")
    seated = select(game.id, model).where(game.tournament_id == tournament_id).subquery()
    seat = cast(seated.c.model, BigInteger) * SEATS + move.seat
    depth = seat * DEPTHS + func.coalesce(move.depth + 1, 0)
    kind = (depth * (len(STEPS) + 1) + _step(move.seconds, 0, len(STEPS))).label("kind")
    moves = select(kind, move.nodes, move.seconds).join(seated, seated.c.id == move.game_id).subquery().c
    sums = (func.count(), func.sum(cast(moves.nodes, Float(53))), func.sum(moves.seconds))
    found: dict[tuple[int, int | None, int], list[float]] = {}
    with store.reading() as connection:
        models = select(func.min(game.id)).where(game.tournament_id == tournament_id).group_by(game.seating)
        seatings = select(game.id, game.seating).where(game.id.in_(models))
        players = {row.id: row.seating for row in connection.execute(seatings)}
        for number, *more in connection.execute(select(moves.kind, *sums).group_by(moves.kind)):
            rest, step = divmod(number, (len(STEPS) + 1))
            rest, deep = divmod(rest, DEPTHS)
            model_id, mover = divmod(rest, SEATS)
            total = found.setdefault((players[model_id][mover], deep - 1 if deep else None, step), [0, 0, 0.0])
            for place, part in enumerate(more):
                total[place] += part
    rows = (Effort(*key, int(moves), int(nodes), seconds) for key, (moves, nodes, seconds) in found.items())
    return sorted(rows, key=lambda row: (row.player, -1 if row.depth is None else row.depth, row.step))


def costs(store: Store, tournaments: Collection[int]) -> dict[tuple[int, int], Cost]:
    """Return the cost of the moves of each player of some tournaments, by the ids of these and the player's number."""
    game, move = schema.game.c, schema.move.c
    seating = type_coerce(game.seating, Text)
    sums = (func.sum(move.depth), func.sum(cast(move.nodes, Float(53))), func.sum(move.seconds))
    query = select(game.tournament_id, seating, move.seat, func.count(), func.count(move.depth), *sums)
    whole = query.join_from(schema.game, schema.move).group_by(game.tournament_id, seating, move.seat)
    found: dict[tuple[int, int], Cost] = defaultdict(Cost)
    with store.reading() as connection:
        for number, seated, seat, *parts in connection.execute(whole.where(game.tournament_id.in_(tournaments))):
            key = number, _values(seated)[seat]
            found[key] = Cost(*(one + (more or 0) for one, more in zip(found[key], parts, strict=True)))
    return found


def _step(seconds: ColumnElement[float], low: int, high: int) -> ColumnElement[int]:
    """Return the number of the class of seconds, by binary search, since it is needed for millions of moves."""
    if low == high:
        return literal(low)
    middle = (low + high) // 2
    return case((seconds < STEPS[middle], _step(seconds, low, middle)), else_=_step(seconds, middle + 1, high))


def circumstances(store: Store, tournament_id: int) -> Circumstances:
    """Return when and with which versions the games of a tournament were played."""
    game = schema.game.c
    own = game.tournament_id == tournament_id
    with store.reading() as connection:
        first, last = connection.execute(select(func.min(game.started), func.max(game.started)).where(own)).one()
        versions = connection.scalars(
            select(game.versions).where(own).group_by(game.versions).order_by(func.min(game.started))
        ).all()
    return Circumstances(first or "", last or "", tuple(versions))
