"""Suites of positions in files, CSV or EPD, with the best moves and the value where they are known.

::

    position,best,value,comment
    XX.OO....,2,1,completes the row
    X........,4,0,

The first column is ``position`` (the game's notation or JSON) or ``moves`` (from the start). The others are optional:
``best`` has one or several moves, all of them equally good, ``value`` a number, or one for each player, and ``comment``
what one likes. Without a header the columns are position or moves, best, value, comment, and what can be read as both
is taken for moves. Empty lines are skipped.

In EPD, ``bm`` has the best moves, ``am`` those to avoid, and ``id`` is the name of the position.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from pathlib import Path

from spielbaum.errors import InputError, PositionError, UnknownNameError
from spielbaum.files import read_text
from spielbaum.formats.files import EPD, named, read_epd
from spielbaum.formats.played import at_line
from spielbaum.game import Game, State
from spielbaum.game.notation import (
    format_action,
    format_state,
    parse_action,
    parse_state,
    play_line,
    read_either,
    split_line,
)
from spielbaum.search.core.result import Number, tidy

POSITION, MOVES = "position", "moves"
MORE_COLUMNS = ("best", "value", "comment")


@dataclass(frozen=True)
class SuitePosition:
    """A position of a suite.

    Attributes
    ----------
    state, text
        The position, and its notation.
    best
        The best moves, as texts; empty if they are not known.
    value
        From the view of the player to move, or one number for each player; None if it is not known.
    avoid
        The moves that are wrong, as texts.
    name
        What it is called; may be empty.
    """

    state: State
    text: str
    best: tuple[str, ...] = ()
    value: Number | None = None
    avoid: tuple[str, ...] = ()
    name: str = ""

    def solved_by(self, action: str | None) -> bool | None:
        """Return whether an action is one of the best, and none of those to avoid; None where neither are known."""
        if not (self.best or self.avoid):
            return None
        return action not in self.avoid and (not self.best or action in self.best)


def read_suite(game: Game, path: Path) -> list[SuitePosition]:
    """Return the positions of a file.

    Raises
    ------
    InputError
        If the file cannot be read or something in it is wrong. The sentence names file and line, and in CSV the column.
    """
    if path.suffix.lower() == EPD:
        return _read_epd(game, path)
    found: list[SuitePosition] = []
    columns: Sequence[str] | None = None
    for number, cells in _rows(path):
        where = f"{path}, line {number}"
        if columns is None:
            columns = _columns(cells, where)
            if cells[0].lower() in (POSITION, MOVES):
                continue
        if len(cells) > len(columns):
            raise InputError(f"{where}, column {len(columns) + 1}: there are only {len(columns)} columns")
        found.append(_position(game, dict(zip(columns, cells, strict=False)), where))
    if not found:
        raise InputError(f"{path} holds no position: each line begins with a position or with moves from the start")
    return found


def _read_epd(game: Game, path: Path) -> list[SuitePosition]:
    found: list[SuitePosition] = []
    try:
        for line in read_epd(game, path):
            text = format_state(game, line.state)
            if game.is_terminal(line.state):
                raise at_line(line.number, f"the game is over at {text}")
            best, avoid = line.moves(game, "bm"), line.moves(game, "am")
            found.append(SuitePosition(line.state, text, best, avoid=avoid, name=line.text("id")))
    except InputError as error:
        raise named(path, error) from None
    if not found:
        raise InputError(f"{path} holds no position")
    return found


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        reader = csv.reader(io.StringIO(read_text(path, "utf-8-sig")), strict=True, skipinitialspace=True)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"cannot read the positions in {path}: {reason}") from None


def _columns(cells: Sequence[str], where: str) -> list[str]:
    """Return the names of the columns, from the header or as they are without one."""
    first, *others = (cell.lower() for cell in cells)
    if first not in (POSITION, MOVES):
        return ["", *MORE_COLUMNS]
    for number, name in enumerate(others, 2):
        if name not in MORE_COLUMNS:
            raise InputError(f"{where}, column {number}: {UnknownNameError('column', name, MORE_COLUMNS)}")
        if name in others[: number - 2]:
            raise InputError(f"{where}, column {number}: {name!r} stands there twice")
    return [first, *others]


def _position(game: Game, cells: dict[str, str], where: str) -> SuitePosition:
    first = next(iter(cells))
    column = first or "1"
    try:
        state = _state(game, cells[first], first)
        column = "best"
        best = tuple(
            format_action(game, state, parse_action(game, state, word))
            for word in split_line(game, cells.get(column, ""))
        )
        column = "value"
        return SuitePosition(state, format_state(game, state), best, _value(game, cells.get(column, "")))
    except InputError as error:
        raise InputError(f"{where}, column {column}: {error}") from None


def _state(game: Game, text: str, column: str) -> State:
    if not text:
        raise InputError("it is empty")
    if not column:
        return read_either(game, text)[2]
    state = parse_state(game, text) if column == POSITION else play_line(game, game.initial(), text)
    if game.is_terminal(state):
        raise PositionError(f"the game is over at {format_state(game, state)}")
    return state


def _value(game: Game, text: str) -> Number | None:
    try:
        numbers = tuple(tidy(float(word)) for word in text.split())
    except ValueError:
        numbers = (nan,)
    if not all(map(isfinite, numbers)):
        raise InputError(f"{text!r} is no number")
    if len(numbers) not in (0, 1, game.players):
        raise InputError(f"a value is one number or {game.players}, one for each player, and not {text!r}")
    return None if not numbers else numbers[0] if len(numbers) == 1 else numbers
