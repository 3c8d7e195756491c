"""Games of easyAI: subclasses of ``TwoPlayerGame``, objects that every move changes.

They have ``possible_moves``, ``make_move``, ``is_over``, ``current_player`` and ``switch_player``, and ``scoring`` or
``win`` and ``lose``. Every state is a copy of the object, and every method is called on another copy, since it may
change the object.

Source: Zulko, easyAI, TwoPlayerGame.py.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from spielbaum.adapters.adapted import Evaluations, Rules, as_number, doc_of, make_game
from spielbaum.adapters.boards import printed
from spielbaum.adapters.written import read_fields, write_fields
from spielbaum.errors import GameError, Message
from spielbaum.game import Game, Vector

METHODS = ("possible_moves", "make_move", "is_over", "switch_player")
PLAYERS = "players"
PLAYER_FIELDS = frozenset({"AI_algo", "name", "move"})
"""The fields of easyAI's players that are not part of a state: they choose moves."""


class Seat:
    """A player that never chooses, for games made from a class."""

    def __init__(self, name: str) -> None:
        self.name = name


def fits(other: Any) -> bool:
    """Return whether an object is such a game, or a class of such games."""
    known = isinstance(other, type) or hasattr(other, "current_player")
    return known and all(callable(getattr(other, name, None)) for name in METHODS)


def make(other: Any, name: str, evaluations: Evaluations | None = None) -> Game:
    """Return the game; player 0 is easyAI's player 1. ``scoring``, if present, is the evaluation."""
    start = _start(other)
    scores = callable(getattr(start, "scoring", None))
    if not scores and not any(callable(getattr(start, end, None)) for end in ("win", "lose")):
        raise GameError(Message("{} does not say who wins: it needs scoring, win or lose", name))

    def score(game: Any) -> float:
        asked = game.copy()
        asked.is_over()  # as in easyAI's searches: it may set fields
        if scores:
            return as_number(asked.scoring(), asked.scoring, "a number")
        if callable(getattr(asked, "win", None)) and asked.win():
            return 1
        return -1 if callable(getattr(asked, "lose", None)) and asked.lose() else 0

    def utility(game: Any) -> Vector:
        value = score(game)
        return (value, -value) if game.current_player == 1 else (-value, value)

    def after(game: Any, move: Any) -> Any:
        child = game.copy()
        child.make_move(move)
        child.switch_player()
        return child

    def display(game: Any) -> str:
        return printed(type(start).show, game.copy())

    def read(text: str) -> Any:
        return _with_fields(start, read_fields(text, _fields(start)))

    return make_game(
        Rules(
            name=name,
            doc=doc_of(type(start)),
            start=lambda: start,
            mover=lambda game: int(game.current_player) - 1,
            moves=lambda game: game.copy().possible_moves(),
            after=after,
            is_over=lambda game: bool(game.copy().is_over()),
            utility=utility,
            write=lambda game: write_fields(_fields(game)),
            read=read,
            source=type(start).make_move,
            find_board=lambda game: getattr(game, "board", None),
            owner=lambda mark: {1: 0, 2: 1}.get(mark),
            display=display if callable(getattr(start, "show", None)) else None,
            player_names=("1", "2"),
            evaluations={"scoring": utility} if scores else None,
        ),
        evaluations,
    )


def _start(other: Any) -> Any:
    """Return a copy of a game without the searches of its players."""
    theirs = other([Seat("1"), Seat("2")]) if isinstance(other, type) else other
    players = getattr(theirs, PLAYERS, None) or ()
    searches: dict[int, Any] = {id(vars(player)["AI_algo"]): None for player in players if "AI_algo" in _own(player)}
    return deepcopy(theirs, searches)


def _own(thing: Any) -> Mapping[str, Any]:
    return vars(thing) if hasattr(thing, "__dict__") else {}


def _fields(game: Any) -> dict[str, Any]:
    """Return the fields of a game and of its players: ``pawns_1`` is the first player's."""
    fields = {name: value for name, value in vars(game).items() if name != PLAYERS}
    for number, player in enumerate(getattr(game, PLAYERS, None) or (), 1):
        kept = {name: value for name, value in _own(player).items() if name not in PLAYER_FIELDS}
        fields |= {f"{name}_{number}": value for name, value in kept.items()}
    return fields


def _with_fields(start: Any, fields: Mapping[str, Any]) -> Any:
    game = deepcopy(start)
    if fields["current_player"] not in (1, 2):
        raise ValueError(Message("current_player is 1 or 2, not {!r}", fields["current_player"]))
    own: Callable[[str], bool] = vars(game).__contains__
    for name, value in fields.items():
        if own(name):
            setattr(game, name, value)
        else:
            of_player, _, number = name.rpartition("_")
            setattr(game.players[int(number) - 1], of_player, value)
    return game
