"""What a report needs of many games, counted by the database: a line for each game, and what moves cost.

A tournament of 100,000 games has millions of moves; none of them becomes an object of Python here.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Float, Text, case, cast, func, literal, select, type_coerce

from spielbaum.arena.records import FINISHED
from spielbaum.store import schema
from spielbaum.store.store import Store

BATCH = 5_000
"""So many games are fetched at a time."""

SEPARATOR = "\x1f"
"""Stands between the actions of a game; no notation has it."""

STEPS = tuple(digit * 10.0**exponent for exponent in range(-6, 4) for digit in (1, 2, 5))
"""Upper ends of the classes of seconds, from a millionth to 5000; the last class has none."""


class GameSummary(NamedTuple):
    """A game without its moves.

    Attributes
    ----------
    number, game, start, seating, survivors, seed
        As in `GameRecord`.
    finished
        Whether it ended by its rules.
    actions
        All that were made, the opening first.
    repeats
        The number of the first game with the same start, seating and actions; None if it is that game.
    """

    number: int
    game: str
    start: str
    seating: tuple[int | None, ...]
    survivors: tuple[int, ...]
    seed: int
    finished: bool
    actions: tuple[str, ...]
    repeats: int | None


class Effort(NamedTuple):
    """Moves of one player of one depth and one class of seconds.

    Attributes
    ----------
    player
        Its number in the tournament.
    depth
        None for those who do not search.
    step
        The number of the class: shorter than ``STEPS[step]``, and not shorter than the one before.
    moves, nodes, seconds
        How many they are, and their sums.
    """

    player: int
    depth: int | None
    step: int
    moves: int
    nodes: int
    seconds: float


class Circumstances(NamedTuple):
    """When games were played (ISO 8601, UTC; empty without a game), and by which versions, in turn."""

    first: str
    last: str
    versions: tuple[dict[str, str], ...]


def summaries(store: Store, tournament_id: int) -> Iterator[GameSummary]:
    """Yield a line for each game of a tournament, in order of their numbers, in one transaction."""
    ordered = (
        select(schema.move.c.game_id, schema.move.c.action)
        .join(schema.game)
        .where(schema.game.c.tournament_id == tournament_id)
        .order_by(schema.move.c.game_id, schema.move.c.ply)
        .subquery()
    )
    joined = func.aggregate_strings(ordered.c.action, SEPARATOR).label("actions")
    lines = select(ordered.c.game_id, joined).group_by(ordered.c.game_id).subquery()
    game = schema.game.c
    texts = [type_coerce(column, Text) for column in (game.seating, game.survivors, game.opening)]
    query = (
        select(game.number, game.game, game.start, *texts, game.seed, game.end, lines.c.actions)
        .outerjoin(lines, lines.c.game_id == game.id)
        .where(game.tournament_id == tournament_id)
        .order_by(game.number)
    )
    first: dict[object, int] = {}
    with store.reading() as connection:
        for row in connection.execute(query.execution_options(yield_per=BATCH)):
            number, name, start, seating, survivors, opening, seed, end, moves = row
            actions = _values(opening) + (tuple(moves.split(SEPARATOR)) if moves is not None else ())
            # The hash of a line stands for it: two of a million lines have the same one once in ten million reports.
            earlier = first.setdefault((name, start, seating, hash(actions)), number)
            yield GameSummary(
                number, name, start, _values(seating), _values(survivors), seed, end == FINISHED, actions,
                None if earlier == number else earlier,
            )  # fmt: skip


@lru_cache(4096)
def _values(text: str) -> tuple:  # type: ignore[type-arg]
    return tuple(json.loads(text))


def efforts(store: Store, tournament_id: int) -> list[Effort]:
    """Return what the moves of a tournament cost, counted by player, depth and class of seconds."""
    game, move = schema.game.c, schema.move.c
    step = _step(move.seconds, 0, len(STEPS)).label("step")
    seating = type_coerce(game.seating, Text).label("seating")
    keys = (seating, move.seat.label("seat"), move.depth.label("depth"), step)
    classes = (
        select(*keys, move.nodes, move.seconds).join(schema.game).where(game.tournament_id == tournament_id).subquery()
    ).c
    groups = (classes.seating, classes.seat, classes.depth, classes.step)
    query = select(*groups, func.count(), func.sum(cast(classes.nodes, Float(53))), func.sum(classes.seconds)).group_by(
        *groups
    )
    found: dict[tuple[int, int | None, int], list[float]] = {}
    with store.reading() as connection:
        for seats, seat, depth, number, moves, nodes, seconds in connection.execute(query):
            sums = found.setdefault((_values(seats)[seat], depth, number), [0, 0, 0.0])
            for place, more in enumerate((moves, nodes, seconds)):
                sums[place] += more
    rows = (Effort(*key, int(moves), int(nodes), seconds) for key, (moves, nodes, seconds) in found.items())
    return sorted(rows, key=lambda row: (row.player, -1 if row.depth is None else row.depth, row.step))


def _step(seconds: ColumnElement[float], low: int, high: int) -> ColumnElement[int]:
    """Return the number of the class of seconds, found by halving: it is sought for millions of moves."""
    if low == high:
        return literal(low)
    middle = (low + high) // 2
    return case((seconds < STEPS[middle], _step(seconds, low, middle)), else_=_step(seconds, middle + 1, high))


def circumstances(store: Store, tournament_id: int) -> Circumstances:
    """Return when the games of a tournament were played, and with what."""
    game = schema.game.c
    own = game.tournament_id == tournament_id
    with store.reading() as connection:
        first, last = connection.execute(select(func.min(game.started), func.max(game.started)).where(own)).one()
        versions = connection.scalars(
            select(game.versions).where(own).group_by(game.versions).order_by(func.min(game.started))
        ).all()
    return Circumstances(first or "", last or "", tuple(versions))
