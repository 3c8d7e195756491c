"""Functions of a state: ``initial_state, actions, result, terminal, utility``, and ``player`` unless players alternate.

CS50's project "Tic-Tac-Toe" has them, and so have most courses, often under other names (`names.GAME`). They are
functions of a module, methods of an object that take a state, or methods of the states themselves.

Source: Harvard's CS50's Introduction to Artificial Intelligence with Python, project "Tic-Tac-Toe".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from spielbaum.adapters.adapted import Evaluations, Rules, as_number, doc_of, make_game
from spielbaum.adapters.aima import fields_of, with_fields
from spielbaum.adapters.boards import keys_of, mark_at
from spielbaum.adapters.contents import contents
from spielbaum.adapters.names import PAIRS, find_named, pair_of, required
from spielbaum.adapters.written import read_fields, read_literal, write_fields
from spielbaum.errors import GameError, Message
from spielbaum.game import Game, Vector
from spielbaum.game.notation import place_of

FUNCTIONS = ("actions", "result", "terminal", "utility")
START, PLAYER = "initial_state", "player"
EMPTY_SIGN, ROW_END = ".", "/"
CONSTANTS = frozenset({"X", "O", "EMPTY"})
"""The constants of CS50's project, whose utilities are 1, 0 and -1."""

MOST_PLIES = 200
"""The length of the lines that are played to find both players."""

Names = Mapping[str, str]


def fits(other: Any, names: Names | None = None) -> bool:
    """Return whether a module, an object or a class has these functions and a first state, and is none of our games."""
    if (
        isinstance(other, Game)
        or other is Game
        or any(value is Game for value in getattr(other, "__dict__", {}).values())
    ):
        return False
    return start_of(other, names) is not None and not missing(other, names)


def missing(other: Any, names: Names | None = None) -> list[str]:
    """Return the standard names of the functions that are missing."""
    return [name for name in FUNCTIONS if not callable(find_named(other, name, names))]


def start_of(other: Any, names: Names | None = None) -> Callable[[], Any] | None:
    """Return the function that makes the first state; None if there is none."""
    if _is_state_class(other, names):
        return other if required(other) == 0 else None
    found = find_named(other, START, names)
    if found is None:
        return None
    return found if callable(found) else lambda: found


def make(
    other: Any,
    name: str,
    evaluations: Evaluations | None = None,
    names: Names | None = None,
    start: Callable[[], Any] | None = None,
) -> Game:
    """Return the game; ``utility`` is that of the first player unless it has a number for each.

    Parameters
    ----------
    other
        A module, an object or a class.
    name
        The name of the game.
    evaluations
        Functions of the states by name.
    names
        The names of the functions by standard name.
    start
        Makes the first state, if there is no function for it.
    """
    theirs = other() if isinstance(other, type) and not _is_state_class(other, names) else other
    start = start or start_of(theirs, names)
    if start is None:
        raise GameError(Message("{} has no {}: it needs a first state", name, START))
    functions = _find(theirs, names)
    return _Written(functions, start, name, theirs).game(evaluations)


class _Functions(NamedTuple):
    """The functions by their standard names; ``player`` is None if players alternate."""

    player: Callable[[Any], Any] | None
    actions: Callable[..., Any]
    result: Callable[..., Any]
    terminal: Callable[..., Any]
    utility: Callable[..., Any]


def _find(theirs: Any, names: Names | None) -> _Functions:
    player = find_named(theirs, PLAYER, names)
    return _Functions(player if callable(player) else None, *(find_named(theirs, name, names) for name in FUNCTIONS))


def _is_state_class(other: Any, names: Names | None) -> bool:
    """Return whether a class is one of states: its methods take nothing but the state."""
    return isinstance(other, type) and required(find_named(other, FUNCTIONS[0], names) or len) == 1


class _Written:
    """A game as its functions write it."""

    def __init__(self, functions: _Functions, start: Callable[[], Any], name: str, theirs: Any) -> None:
        self.given, self.start, self.name, self.theirs = functions, start, name, theirs
        self.turns = functions.player is None
        self.players = self._players()
        self.board = self._board()

    def game(self, evaluations: Evaluations | None) -> Game:
        named = self.players if isinstance(self.players[0], str) and not self.turns else self.marks or self.players
        shown = tuple(map(str, named))
        return make_game(
            Rules(
                name=self.name,
                doc=doc_of(self.theirs),
                start=self.start,
                mover=None if self.turns else self.mover,
                moves=self.moves,
                after=self.after,
                is_over=self.is_over,
                utility=self.utility,
                write=self.write,
                read=self.read,
                source=self.given.result,
                find_board=self.board or (lambda _state: None),
                owner=lambda mark: self.marks.index(mark) if mark in self.marks else None,
                max_utility=1 if set(dir(self.theirs)) >= CONSTANTS and not self.turns else None,
                player_names=shown if len(set(shown)) == 2 else (),
            ),
            evaluations,
        )

    def mover(self, state: Any) -> int:
        assert self.given.player is not None
        found = self.given.player(state)
        if found not in self.players:
            wanted = Message("{!r} or {!r}", *self.players)
            raise GameError(Message("{}, returns {!r}, not {}", place_of(self.given.player), found, wanted))
        return self.players.index(found)

    def moves(self, state: Any, mover: int | None = None) -> Any:
        return self.given.actions(state, *self._who(self.given.actions, 1, mover))

    def after(self, state: Any, move: Any, mover: int | None = None) -> Any:
        return self.given.result(state, move, *self._who(self.given.result, 2, mover))

    def is_over(self, state: Any) -> bool:
        return bool(self.given.terminal(state))

    def utility(self, state: Any) -> Vector:
        function = self.given.utility
        if required(function) == 2:
            first, second = (function(state, player) for player in self.players)
            return as_number(first, function, "a number"), as_number(second, function, "a number")
        given = function(state)
        if isinstance(given, Mapping) and set(given) == set(self.players):
            given = [given[player] for player in self.players]
        if isinstance(given, tuple | list) and len(given) == 2:
            return as_number(given[0], function, "a number"), as_number(given[1], function, "a number")
        value = as_number(given, function, "1, 0 or -1")
        return value, -value

    def write(self, state: Any) -> str:
        if self.board is not None and self.board(state) is state:
            signs = [[self._sign(mark) for mark in row] for row in self._rows(state)]
            if all(len(sign) == 1 and sign != ROW_END for row in signs for sign in row):
                return ROW_END.join(map("".join, signs))
        fields = fields_of(state)
        return write_fields(fields) if fields else repr(state)

    def read(self, text: str) -> Any:
        start = self.start()
        fields = fields_of(start)
        if fields:
            return with_fields(start, read_fields(text, fields))
        if self.board is None or self.board(start) is not start or isinstance(start, str):
            return read_literal(text, start)
        board = read_literal(text, start) if text[:1] in "[({" else self._board_of(text, start)
        rows = self._rows(start)
        if _shape(board) != _shape(start):
            raise ValueError(
                Message("a board has {} rows of {} squares, such as {}", len(rows), len(rows[0]), self.write(start))
            )
        return board

    @property
    def marks(self) -> tuple[Any, ...]:
        """The marks of both players on the board, if it is known."""
        return self._marks

    def _who(self, function: Callable[..., Any], usual: int, mover: int | None) -> tuple[Any, ...]:
        """Return the player to move if a function asks for it in addition to its usual arguments."""
        return (self.players[mover],) if mover is not None and required(function) == usual + 1 else ()

    def _players(self) -> tuple[Any, Any]:
        """Return both players, the first one first, as the functions name them."""
        constants = getattr(self.theirs, "X", None), getattr(self.theirs, "O", None)
        if self.given.player is None:
            return constants if None not in constants else PAIRS[0]
        known = _Players(self.given, self.start).found()
        pair = pair_of(known)
        if pair is not None:
            return pair if None in constants or not all(player in constants for player in known) else constants
        if None not in constants:
            return constants
        return (known[0], known[1]) if len(known) > 1 else (known[0], None)

    def _board(self) -> Callable[[Any], Any] | None:
        """Find the board within the states and the marks of both players on it."""
        self._marks: tuple[Any, ...] = ()
        with suppress(Exception):  # an error in their functions is reported when they are used
            start = self.start()
            for find in _places(start):
                board = find(start)
                moves = list(self.moves(start, 0 if self.turns else None))
                keys = keys_of(board, moves)
                if keys:
                    self._marks = self._marks_of(find, len(keys[0]), [key for row in keys for key in row])
                    return find
        return None

    def _marks_of(self, find: Callable[[Any], Any], width: int, keys: Sequence[tuple[int, int]]) -> tuple[Any, ...]:
        """Return the marks that the first two moves leave; the names of the players if these are no marks."""
        state, marks = self.start(), dict[int, Any]()
        for ply in range(2):
            mover = ply if self.turns else self.mover(state)
            before = [mark_at(find(state), key, width) for key in keys]
            state = self.after(deepcopy(state), _first(self.moves(state, mover)), mover)
            after = [mark_at(find(state), key, width) for key in keys]
            changed = [new for old, new in zip(before, after, strict=True) if old != new]
            if len(changed) == 1:
                marks[mover] = changed[0]
        if len(set(map(repr, marks.values()))) == 2:
            return marks[0], marks[1]
        return self.players

    def _rows(self, state: Any) -> list[list[Any]]:
        board = state.tolist() if hasattr(state, "tolist") else state
        keys = keys_of(board, list(self.moves(self.start(), 0 if self.turns else None)))
        return [[mark_at(board, key, len(row)) for key in row] for row in keys]

    def _sign(self, mark: Any) -> str:
        return str(mark) if mark in self.marks else EMPTY_SIGN

    def _board_of(self, text: str, start: Any) -> Any:
        empty = next(mark for row in self._rows(start) for mark in row if mark not in self.marks)
        signs = {EMPTY_SIGN: empty, **{str(mark): mark for mark in self.marks}}
        unknown = set(text) - set(signs) - {ROW_END}
        if unknown:
            written = Message(
                "write rows of {}, separated by {}, such as {}", ", ".join(signs), ROW_END, self.write(start)
            )
            raise ValueError(written)
        rows = [[signs[sign] for sign in row] for row in text.split(ROW_END)]
        if isinstance(start, list | tuple) and not isinstance(start[0], list | tuple):
            return type(start)(mark for row in rows for mark in row)
        return type(start)(type(start[0])(row) for row in rows) if isinstance(start, list | tuple) else rows


class _Players:
    """The players that the first and the last moves show."""

    def __init__(self, given: _Functions, start: Callable[[], Any]) -> None:
        assert given.player is not None
        self.player, self.given, self.start = given.player, given, start

    def found(self) -> list[Any]:
        """Return the players in the order in which they move."""
        players = [self.player(self.start())]
        for place in (0, -1):
            with suppress(Exception):  # an error in their functions is reported when they are used
                for player in self._line(place):
                    if player not in players:
                        players.append(player)
                    if len(players) == 2:
                        return players
        return players

    def _line(self, place: int) -> Iterator[Any]:
        state = self.start()
        for _ in range(MOST_PLIES):
            yield self.player(state)
            if self.given.terminal(state):
                return
            state = self.given.result(deepcopy(state), list(self.given.actions(state))[place])


def _first(moves: Any) -> Any:
    return sorted(moves)[0] if isinstance(moves, set | frozenset) else next(iter(moves))


def _shape(board: Any) -> Any:
    """Return the shape of a board of lists or tuples; its contents if it is something else."""
    if isinstance(board, list | tuple):
        return type(board), len(board), [_shape(row) for row in board if isinstance(row, list | tuple)]
    return contents(board)


def _places(start: Any) -> Iterator[Callable[[Any], Any]]:
    """Yield functions from a state to a part of it that may be a board: the state itself, its fields or parts."""
    yield lambda state: state
    if isinstance(start, Mapping):
        for key in start:
            yield itemgetter(key)
    elif isinstance(start, list | tuple) and not hasattr(start, "_fields"):
        for place in range(len(start)):
            yield itemgetter(place)
    for field in fields_of(start):
        yield attrgetter(field)
