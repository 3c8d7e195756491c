"""Games of the Python code of "Artificial Intelligence: A Modern Approach": subclasses of ``Game``.

They have ``initial``, ``actions(state)``, ``result(state, move)``, ``utility(state, player)``, ``terminal_test(state)``
or, in the fourth edition, ``is_terminal(state)``, and ``to_move(state)`` or states with a field ``to_move``.

Source: S. Russell and P. Norvig, the repository aima-python, games.py and games4e.py.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from spielbaum.adapters.adapted import Evaluations, Rules, as_number, doc_of, make_game
from spielbaum.adapters.boards import printed
from spielbaum.adapters.names import pair_of
from spielbaum.adapters.written import read_fields, read_literal, write_fields
from spielbaum.checking.trial import sums_to_zero
from spielbaum.errors import GameError, Message
from spielbaum.game import Game, Vector

METHODS = ("actions", "result", "utility")
TERMINAL = ("terminal_test", "is_terminal")
MOST_PLIES = 200
"""The length of the lines that are played to find all players."""


def fits(other: Any) -> bool:
    """Return whether an object is such a game, or a class of such games, and not one of ours."""
    ends = any(callable(getattr(other, name, None)) for name in TERMINAL)
    known = isinstance(other, type) or not callable(getattr(other, "initial", len))
    return ends and known and all(callable(getattr(other, name, None)) for name in METHODS) and not _is_ours(other)


def make(other: Any, name: str, evaluations: Evaluations | None = None) -> Game:
    """Return the game; player 0 is X or MAX, else the one that moves first."""
    theirs = other() if isinstance(other, type) else other
    is_over: Callable[[Any], bool] = getattr(theirs, TERMINAL[0], None) or getattr(theirs, TERMINAL[1])

    def moves_at(state: Any) -> Any:
        return theirs.to_move(state) if hasattr(theirs, "to_move") else state.to_move

    start = theirs.initial
    found = _players(theirs, start, is_over, moves_at)
    players = (len(found) == 2 and pair_of(found)) or found

    def mover(state: Any) -> int:
        player = moves_at(state)
        if player not in players:
            known = " and ".join(map(repr, players))
            raise GameError(
                Message(
                    "{}: {!r} is to move, but the players are {}: only two-player games can be adapted",
                    name,
                    player,
                    known,
                )
            )
        return players.index(player)

    def utility(state: Any) -> Vector:
        given = [as_number(theirs.utility(state, player), theirs.utility, "a number") for player in players]
        return (given[0], given[1]) if len(given) > 1 else (given[0], -given[0])

    def display(state: Any) -> str:
        return printed(theirs.display, state)

    def write(state: Any) -> str:
        fields = fields_of(state)
        return write_fields(fields) if fields else str(state)

    def read(text: str) -> Any:
        fields = fields_of(start)
        return with_fields(start, read_fields(text, fields)) if fields else read_literal(text, start)

    game = make_game(
        Rules(
            name=name,
            doc=doc_of(type(theirs)),
            start=lambda: start,
            mover=mover,
            moves=theirs.actions,
            after=theirs.result,
            is_over=is_over,
            utility=utility,
            write=write,
            read=read,
            source=theirs.result,
            find_board=lambda state: getattr(state, "board", state),
            owner=lambda mark: players.index(mark) if mark in players else None,
            display=display if _displays(theirs) else None,
            player_names=tuple(map(str, players)) if len(players) > 1 else (),
            zero_sum=False,
        ),
        evaluations,
    )
    return replace(game, zero_sum=True) if sums_to_zero(game) else game


def fields_of(state: Any) -> dict[str, Any]:
    """Return the fields of a state by name; empty for a plain value."""
    if hasattr(state, "_fields"):
        return {name: getattr(state, name) for name in state._fields}
    return dict(vars(state)) if hasattr(state, "__dict__") and not isinstance(state, str | dict) else {}


def with_fields(state: Any, fields: Mapping[str, Any]) -> Any:
    """Return a copy of a state with other fields."""
    if hasattr(state, "_replace"):
        return state._replace(**fields)
    made = copy(state)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _players(
    theirs: Any, start: Any, is_over: Callable[[Any], bool], moves_at: Callable[[Any], Any]
) -> tuple[Any, ...]:
    """Return the players, first mover first: those who move in one of two lines of play."""
    players = [moves_at(start)]
    for place in (0, -1):
        state = start
        for _ in range(MOST_PLIES):
            if is_over(state) or len(players) > 1:
                break
            player = moves_at(state)
            if player not in players:
                players.append(player)
            state = theirs.result(state, list(theirs.actions(state))[place])
        if not is_over(state) and moves_at(state) not in players:
            players.append(moves_at(state))
    return tuple(players)


def _displays(theirs: Any) -> bool:
    """Return whether a game overrides the display of its base class, which prints the state."""
    method = getattr(type(theirs), "display", None)
    base = next((kind for kind in reversed(type(theirs).__mro__[:-1]) if "display" in vars(kind)), None)
    return method is not None and base is not None and method is not vars(base)["display"]


def _is_ours(other: Any) -> bool:
    return isinstance(other, Game) or other is Game
