"""Connect Four: drop discs into columns; four in a row wins."""

from typing import Literal

from spielbaum import Game
from spielbaum.errors import Message
from spielbaum.games.connect_four.evaluations import make_evaluations
from spielbaum.games.connect_four.features import make_features
from spielbaum.games.connect_four.hints import make_hints
from spielbaum.games.connect_four.notation import make_notation, make_view
from spielbaum.games.connect_four.rules import Board, make_has_four, make_rules
from spielbaum.games.connect_four.zobrist import with_keys


def game(width: int = 7, height: int = 6, *, keys: Literal["computed", "zobrist"] = "computed") -> Game:
    """Return Connect Four on any board that fits into 128 bits: ``width * (height + 1) <= 128``.

    Parameters
    ----------
    width, height
        The size of the board.
    keys
        How the keys of the table are made: computed for each state, or updated by each move.
    """
    if width < 1 or height < 1:
        raise ValueError(Message("width and height must be at least 1, not {} and {}", width, height))
    if width * (height + 1) > 128:
        raise ValueError(Message("width * (height + 1) must not exceed 128, and {} * {} does", width, height + 1))
    size = Board(width, height)
    made = make_game(size)
    return with_keys(made, size) if keys == "zobrist" else made


def make_game(size: Board) -> Game:
    """Return the game on a board."""
    rules, notation = make_rules(size), make_notation(size, make_has_four(size))
    assert notation.parse_state is not None
    return Game(
        name="connect-four",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=True,
        max_utility=max(1, (size.width * size.height + 2 - 7) // 2),
        utility_sum=0,
        distinct_actions=size.width,
        evaluations=make_evaluations(size),
        hints=make_hints(size),
        notation=notation,
        view=make_view(size, notation.parse_state),
        features=make_features(size),
    )
