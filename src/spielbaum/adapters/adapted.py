"""Games made from the functions of other libraries: our states wrap theirs and are compared by content."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

from spielbaum.adapters.boards import find_board
from spielbaum.adapters.contents import contents
from spielbaum.adapters.moves import Moves, as_moves, split_words
from spielbaum.errors import GameError, Message, SpielbaumError
from spielbaum.game import Cell, Evaluation, Game, Notation, Vector, View
from spielbaum.game.notation import place_of

SAMPLES = 4
"""The number of states for comparing the board with the display."""

Evaluations = Mapping[str, Callable[[Any], Vector | float]]


class StateChangedError(GameError):
    """Raised if an original function changes the state that it is given."""


class State:
    """A wrapped state, which never changes.

    Attributes
    ----------
    theirs
        The original state.
    mover
        The player to move if the original state does not say it and players alternate, else None.
    moves
        Its legal moves by action; None before their first use.
    """

    __slots__ = ("_hash", "known", "mover", "moves", "theirs")

    def __init__(self, theirs: Any, mover: int | None = None) -> None:
        self.theirs = theirs
        self.mover = mover
        self.known = contents(theirs)
        self.moves: Moves | None = None
        self._hash = hash((self.known, mover))

    @property
    def is_changed(self) -> bool:
        """Whether the original state has changed since it was wrapped."""
        return bool(contents(self.theirs) != self.known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.known == other.known and self.mover == other.mover

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"State({self.theirs!r})"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The functions of the original game, with original states and moves.

    Parameters
    ----------
    name
        The name of the game.
    doc
        Its description in a sentence.
    start
        ``() -> state``.
    mover
        ``state -> 0 or 1``; None if players alternate and states do not say who is to move.
    moves
        ``state -> moves``; with the mover as a second argument if players alternate.
    after
        ``(state, move) -> state``; with the mover as a third argument if players alternate.
    is_over
        ``state -> bool``.
    utility
        ``state -> (first player, second player)``.
    write, read
        ``state -> text``, on one line, and ``text -> state``, which raises ``ValueError``.
    source
        The original function behind ``after``, for the error if it changes a state.
    find_board
        ``state -> board`` or None.
    owner
        ``mark on the board -> player``, None for an empty square.
    display
        ``state -> text``, if there is one.
    """

    name: str
    doc: str
    start: Callable[[], Any]
    mover: Callable[[Any], int] | None
    moves: Callable[..., Iterable[Any]]
    after: Callable[..., Any]
    is_over: Callable[[Any], bool]
    utility: Callable[[Any], Vector]
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    source: Callable[..., Any]
    find_board: Callable[[Any], Any]
    owner: Callable[[Any], int | None]
    display: Callable[[Any], str] | None = None
    player_names: Sequence[str] = ()
    zero_sum: bool = True
    max_utility: float | None = None
    evaluations: Mapping[str, Callable[[Any], Vector]] | None = None


def make_game(rules: Rules, evaluations: Evaluations | None = None) -> Game:
    """Return the game of original rules.

    Parameters
    ----------
    rules
        The original functions.
    evaluations
        Functions of the original states by name: a number for the first player, or one for each player.
    """
    functions = _Functions(rules)
    own = {name: _held(function) for name, function in (rules.evaluations or {}).items()}
    given = {name: _held(_pair_of(function)) for name, function in (evaluations or {}).items()}
    return Game(
        name=rules.name,
        players=2,
        initial=functions.initial,
        to_move=functions.to_move,
        actions=functions.actions,
        result=functions.result,
        is_terminal=functions.is_terminal,
        utility=functions.utility,
        zero_sum=rules.zero_sum,
        max_utility=rules.max_utility,
        evaluations={name: Evaluation(function) for name, function in {**given, **own}.items()},
        compiled=False,
        notation=Notation(
            format_state=functions.format_state,
            parse_state=functions.parse_state,
            format_action=functions.format_action,
            parse_action=functions.parse_action,
            split_actions=split_words,
        ),
        view=_view(rules, functions),
        doc=rules.doc,
    )


def with_copies(game: Game) -> Game:
    """Return an adapted game whose original functions get copies, so that none can change a state; others as they are.

    A function that returns no state after a move, since it changes the one it is given, is taken at its word.
    """
    functions = getattr(game.result, "__self__", None)
    if not isinstance(functions, _Functions):
        return game
    rules = functions.rules

    def after(state: Any, *rest: Any) -> Any:
        own = deepcopy(state)
        given = rules.after(own, *rest)
        return own if given is None else given

    def copied(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda state, *rest: function(deepcopy(state), *rest)

    made = replace(
        rules,
        mover=copied(rules.mover) if rules.mover else None,
        moves=copied(rules.moves),
        after=after,
        is_over=copied(rules.is_over),
        utility=copied(rules.utility),
    )
    return replace(make_game(made), evaluations=game.evaluations)


def doc_of(other: Any) -> str:
    """Return the first line of a docstring."""
    return (getattr(other, "__doc__", None) or "").strip().partition("\n")[0]


def as_number(value: Any, function: Callable[..., Any], wanted: str | Message) -> float:
    """Return the result of an original function, which must be a number.

    Raises
    ------
    GameError
        If it is something else.
    """
    if not isinstance(value, Real):
        raise GameError(Message("{}, returns {!r}, not {}", place_of(function), value, wanted))
    return value  # type: ignore[return-value]


class _Functions:
    """The functions of a game's record."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._names = tuple(rules.player_names) or ("1", "2")

    def initial(self) -> State:
        return State(self.rules.start(), 0 if self.rules.mover is None else None)

    def to_move(self, state: State) -> int:
        return self.rules.mover(state.theirs) if self.rules.mover else state.mover or 0

    def actions(self, state: State) -> Iterator[int]:
        return iter(self.moves(state).theirs)

    def result(self, state: State, action: int) -> State:
        move = self.moves(state).theirs[action]
        if state.mover is None:
            child = State(self.rules.after(state.theirs, move))
        else:
            child = State(self.rules.after(state.theirs, move, state.mover), 1 - state.mover)
        if state.is_changed:
            raise StateChangedError(
                Message("{}, changes its argument: it must copy the state first", place_of(self.rules.source))
            )
        return child

    def is_terminal(self, state: State) -> bool:
        return self.rules.is_over(state.theirs)

    def utility(self, state: State) -> Vector:
        return self.rules.utility(state.theirs)

    def format_state(self, state: State) -> str:
        written = self.rules.write(state.theirs)
        return written if state.mover is None else f"{written} {self._names[state.mover]}"

    def parse_state(self, text: str) -> State:
        state = self._read(text)
        try:
            if not self.is_terminal(state):
                self.to_move(state)
                self.moves(state)
        except SpielbaumError as error:
            raise ValueError(*error.args) from None
        except Exception as error:  # the original functions may raise anything for an impossible state
            raise ValueError(Message("the position is impossible ({}: {})", type(error).__name__, error)) from None
        return state

    def _read(self, text: str) -> State:
        if self.rules.mover is not None:
            return State(self.rules.read(text))
        written, _, mover = text.strip().rpartition(" ")
        if mover not in self._names:
            raise ValueError(Message("write who is to move after the position: {} or {}", *self._names))
        return State(self.rules.read(written), self._names.index(mover))

    def format_action(self, state: State, action: int) -> str:
        return self.moves(state).words[action]

    def parse_action(self, state: State, text: str) -> int:
        return self.moves(state).number(text)

    def moves(self, state: State) -> Moves:
        if state.moves is None:
            given = self.rules.moves(state.theirs, *(() if state.mover is None else (state.mover,)))
            if not isinstance(given, Iterable):
                raise GameError(Message("the legal moves must be a list or a set, not {!r}", given))
            state.moves = as_moves(given)
        return state.moves


def _held(function: Callable[[Any], Vector]) -> Callable[[State], Vector]:
    def of_state(state: State) -> Vector:
        return function(state.theirs)

    return of_state


def _pair_of(function: Callable[[Any], Vector | float]) -> Callable[[Any], Vector]:
    def both(theirs: Any) -> Vector:
        value = function(theirs)
        return value if isinstance(value, Sequence) else (value, -value)

    return both


def _view(rules: Rules, functions: _Functions) -> View:
    """Return the view: squares if the states have a board, otherwise the original display."""
    display, names = rules.display, tuple(rules.player_names)
    board = None
    try:
        samples = _samples(functions)
        moves = list(functions.moves(samples[0]).theirs.values())
        board = find_board(rules.find_board, rules.owner, moves, [state.theirs for state in samples], display)
    except Exception:  # an error in an original function is reported when it is used
        board = None

    def shown(state: State) -> str:
        assert display is not None
        return display(state.theirs)

    def cells(state: State) -> list[list[Cell]]:
        assert board is not None
        return board.cells(state.theirs)

    return View(board=shown if display else None, cells=cells if board else None, player_names=names)


def _samples(functions: _Functions) -> list[State]:
    """Return the first state and some later ones, always the same."""
    state, generator = functions.initial(), random.Random(0)
    states = [state]
    while len(states) < SAMPLES and not functions.is_terminal(state):
        state = functions.result(state, generator.choice(list(functions.actions(state))))
        states.append(state)
    return states
