"""A completed tournament, and its data that must not depend on the machine."""

from collections.abc import Iterable

from spielbaum.arena.executors import played
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Setup, Tournament


def results(setup: Setup, **how: object) -> list[GameRecord]:
    tournament = Tournament(setup)
    tournament.prepare()
    return sorted(played(setup, tournament.pairings, **how), key=lambda record: record.number)


def moves(records: Iterable[GameRecord]) -> list[object]:
    """Return the data that must not depend on the machine."""
    return [
        (
            record.number,
            record.seating,
            record.opening,
            record.end,
            record.survivors,
            record.position,
            record.seed,
            [(move.seat, move.action, move.value, move.depth, move.nodes, move.leaves) for move in record.moves],
        )
        for record in records
    ]
