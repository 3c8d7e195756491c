"""Games as a table in a file, with a row for each move.

==========  ======================================================================================
column      content
==========  ======================================================================================
game        number of the game in its tournament
variant     the game with its options
seating     names of the players by seat, joined by ``"; "``; ``-`` for an empty seat
ply         number of the move, from 0
seat        seat of the player that moved
player      name of that player
action      the action as text
value       value of the search for the mover; empty if it did not search
values      value of the search for each seat; empty unless it was a vector
depth       completed depth of the search; empty if the player did not search
nodes       positions visited
leaves      positions whose value was not backed up
seconds     wall time
end         how the game ended, as in `GameRecord`
survivors   seats that share the win
seed        seed of the game
==========  ======================================================================================

``values`` and ``survivors`` are lists in JSON and Parquet, and texts such as ``[0, 2]`` in CSV. Empty cells are null in
JSON and Parquet. JSON has no infinite numbers, so these are null too. Games without moves have no rows.
"""

import csv
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import InputError, Message
from spielbaum.files import replacing
from spielbaum.store.frames import frame_of, load_polars, write_parquet

COLUMNS: dict[str, Any] = {
    "game": int,
    "variant": str,
    "seating": str,
    "ply": int,
    "seat": int,
    "player": str,
    "action": str,
    "value": float,
    "values": list[float],
    "depth": int,
    "nodes": int,
    "leaves": int,
    "seconds": float,
    "end": str,
    "survivors": list[int],
    "seed": int,
}
"""The columns in order, and their types."""

Row = tuple[Any, ...]


def export(games: Iterable[GameRecord], players: Sequence[str], path: Path) -> None:
    """Write games to a file, with a row for each move, in the given order.

    The file appears when it is complete, and replaces an older one only then.

    Parameters
    ----------
    games
        The games of a tournament.
    players
        The names of its players, by their numbers in the seatings.
    path
        The file; its suffix decides the format: ``.csv``, ``.json`` or ``.parquet``. The last needs polars.

    Raises
    ------
    InputError
        If the suffix is another one, polars is missing, or the file cannot be written.
    """
    write_table(_rows(games, players), COLUMNS, path)


def write_table(rows: Iterable[Row], columns: Mapping[str, Any], path: Path) -> None:
    """Write a table to a file, which appears when it is complete.

    Parameters
    ----------
    rows
        The rows, in order.
    columns
        The names of the columns, and their types: ``int``, ``float``, ``str``, or lists of the first two.
    path
        The file; its suffix decides the format, as in `export`.

    Raises
    ------
    InputError
        As in `export`.
    """
    write = writer(path)
    with replacing(path) as part:
        write(rows, columns, part)


def writer(path: Path) -> "Writer":
    """Return the function that writes files with the suffix of a path.

    Raises
    ------
    InputError
        If there is none.
    """
    write = WRITERS.get(path.suffix.lower())
    if write is None:
        raise InputError(
            Message("a table is written to a file that ends in {}; {!r} does not", ", ".join(WRITERS), str(path))
        )
    return write


def _rows(games: Iterable[GameRecord], players: Sequence[str]) -> Iterator[Row]:
    for game in games:
        names = ["-" if number is None else players[number] for number in game.seating]
        for move in game.moves:
            yield (
                *(game.number, game.game, "; ".join(names), move.ply, move.seat, names[move.seat], move.action),
                *_values(move),
                *(move.depth, move.nodes, move.leaves, move.seconds, game.end, list(game.survivors), game.seed),
            )


def _values(move: MoveRecord) -> tuple[float | None, list[float] | None]:
    """Return the value of a move's search for the mover, and for each seat."""
    if isinstance(move.value, tuple):
        return move.value[move.seat], list(move.value)
    return move.value, None


def _write_csv(rows: Iterable[Row], columns: Mapping[str, Any], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(columns)
        table.writerows([json.dumps(cell) if isinstance(cell, list) else cell for cell in row] for row in rows)


def _write_json(rows: Iterable[Row], columns: Mapping[str, Any], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for i, row in enumerate(rows):
            fields = dict(zip(columns, map(_finite, row), strict=True))
            file.write((",\n" if i else "\n") + json.dumps(fields, ensure_ascii=False, allow_nan=False))
        file.write("\n]\n")


def _finite(cell: Any) -> Any:
    if isinstance(cell, list):
        return [_finite(entry) for entry in cell]
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _write_parquet(rows: Iterable[Row], columns: Mapping[str, Any], path: Path) -> None:
    load_polars("a Parquet file")
    write_parquet(frame_of(rows, columns), path)


Writer = Callable[[Iterable[Row], Mapping[str, Any], Path], None]

WRITERS: dict[str, Writer] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".parquet": _write_parquet,
}
"""The writer for each suffix."""
