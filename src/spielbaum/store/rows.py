"""Rows as records. SQLite stores any value in any column, so rows are checked when they are read."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import isfinite
from typing import Any

from sqlalchemy import Float, Integer, Table

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.store.records import StoredTournament
from spielbaum.store.schema import Json, cell, game, move, play, tournament

_GAME = tuple(name for name in GameRecord.__dataclass_fields__ if name != "moves")
_MOVE = tuple(MoveRecord.__dataclass_fields__)

CONTENTS: dict[tuple[str, str], tuple[type, Callable[[Any], bool]]] = {}
"""The type of each column of JSON, and a test of its content."""


class DamagedError(ValueError):
    """A row that Spielbaum did not write; the text says which, and why."""


def stored_tournament(row: Mapping[Any, Any]) -> StoredTournament:
    """Return the tournament of a row, which has the number of its stored games besides the columns."""
    return StoredTournament(**checked(tournament, row), done=row["done"])


def stored_game(row: Mapping[Any, Any], moves: Iterable[Mapping[Any, Any]], players: int | None = None) -> GameRecord:
    """Return the game of a row and the rows of its moves.

    Parameters
    ----------
    row, moves
        The row of the game, and those of its moves in order of their plies.
    players
        The number of players of its tournament; None to leave seats unchecked.

    Raises
    ------
    DamagedError
        If the rows are inconsistent, as by a move of a seat that the game does not have.
    """
    fields = checked(game, row)
    made = tuple(
        MoveRecord(**{name: fields[name] for name in _MOVE}) for fields in (checked(move, one) for one in moves)
    )
    found = GameRecord(**{name: fields[name] for name in _GAME}, moves=made)
    if players is None:
        return found
    seats, who = len(found.seating), f"game {found.number} of tournament {fields['tournament_id']}"
    refuse_seats(who, found.seating, found.survivors, players)
    if len(found.utility or found.seating) != seats:
        raise DamagedError(f"{who} has utilities of other seats than it has")
    if any(not 0 <= one.seat < seats for one in made):
        raise DamagedError(f"{who} has a move of a seat that it does not have")
    return found


def refuse_seats(who: str, seating: tuple[int | None, ...], survivors: tuple[int, ...], players: int | None) -> None:
    """Refuse players that the tournament does not have, and winners that the game does not have."""
    if players is None:
        return
    if any(player is not None and player >= players for player in seating):
        raise DamagedError(f"{who} has a player beyond the {players} of its tournament")
    if not survivors or any(seat >= len(seating) for seat in survivors):
        raise DamagedError(f"{who} was won in other seats than it has")


def number_of_players(setup: object) -> int | None:
    """Return the number of players of a setup; None if it names none."""
    players = setup.get("players") if isinstance(setup, dict) else None
    return len(players) if isinstance(players, list) else None


def checked(table: Table, row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the columns of a table that a row has.

    Raises
    ------
    DamagedError
        If a value is not of the type of its column.
    """
    found = {}
    for name, kinds, test in _columns(table):
        if name not in row:
            continue
        value = found[name] = row[name]
        if type(value) not in kinds or (value is not None and test is not None and not test(value)):
            raise DamagedError(f"column {name!r} of table {table.name!r} holds {str(value)[:40]!r}")
    return found


@cache
def _columns(table: Table) -> list[tuple[str, tuple[type, ...], Callable[[Any], bool] | None]]:
    """Return the name, the types and a test of the values of each column."""
    found = []
    for column in table.columns:
        empty = (type(None),) if column.nullable else ()
        kinds, test = _expected(table, column.name, column.type)
        found.append((column.name, (*kinds, *empty), test))
    return found


def _expected(table: Table, name: str, kind: Any) -> tuple[tuple[type, ...], Callable[[Any], bool] | None]:
    if isinstance(kind, Json):
        if (table.name, name) not in CONTENTS:
            return (int, float, str, bool, tuple, dict), None
        container, test = CONTENTS[table.name, name]
        return (container,), test
    if isinstance(kind, Float):
        return (float, int), isfinite
    return ((int,) if isinstance(kind, Integer) else (str,)), None


def _all(*kinds: type) -> Callable[[Any], bool]:
    return lambda values: all(type(value) in kinds for value in values)


def _is_setup(found: dict[str, Any]) -> bool:
    players = found.get("players", [])
    return type(found.get("game", "")) is str and type(players) is list and _all(str)(players)


CONTENTS.update(
    {
        (tournament.name, "setup"): (dict, _is_setup),
        (game.name, "seating"): (tuple, lambda seats: all(seat is None or _is_count(seat) for seat in seats)),
        (game.name, "opening"): (tuple, _all(str)),
        (game.name, "utility"): (tuple, _all(int, float)),
        (game.name, "survivors"): (tuple, lambda seats: all(map(_is_count, seats))),
        (game.name, "tags"): (dict, lambda found: _all(str)(found.values())),
        (game.name, "versions"): (dict, lambda found: _all(str)(found.values())),
        (cell.name, "factors"): (dict, lambda found: _all(str)(found.values())),
        (cell.name, "labels"): (tuple, _all(str)),
        (play.name, "seats"): (tuple, _all(str)),
        (play.name, "turns"): (tuple, _all(dict)),
        (play.name, "undone"): (tuple, _all(dict)),
        (play.name, "notes"): (dict, lambda _found: True),
    }
)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0
