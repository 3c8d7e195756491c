"""The default view: boards, names and click paths of games without a view."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from leaping import Leap
from leaping import game as leaping
from spielbaum import Game, Notation, View, check_game, load
from spielbaum.errors import GameError
from spielbaum.game.click_path import click_paths
from spielbaum.game.default_view import guess_view
from spielbaum.game.notation import format_action, parse_action, play_line

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def texts(game: Game, line: str) -> list[str]:
    assert game.view.cells is not None
    rows = game.view.cells(play_line(game, game.initial(), line))
    return ["".join(cell.text or "." for cell in row) for row in rows]


def test_a_square_board_has_pieces_letters_and_numbers() -> None:
    assert texts(load(str(EXAMPLES / "hex.py")), "c3 a1") == [
        "5.....",
        "4.....",
        "3..1..",
        "2.....",
        "12....",
        ".abcde",
    ]


def test_heaps_are_drawn_in_a_row() -> None:
    assert texts(load(str(EXAMPLES / "kalah.py")), "a f") == [*[".........."] * 4, "0444004440", "abcdefghij"]


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["hex", "kalah", "neighbours"])
def test_every_action_has_a_name_that_is_its_click_path(name: str) -> None:
    game = load(str(EXAMPLES / f"{name}.py"))
    state = game.initial()
    for action, path in click_paths(game, state).items():
        assert path == (format_action(game, state, action),)
        assert parse_action(game, state, path[0]) == parse_action(game, state, str(action)) == action
    assert check_game(game, games=5).ok


class Board(NamedTuple):
    board: tuple[int, ...]
    to_move: int


def counting(board: tuple[int, ...], **more: object) -> Game:
    """A game whose actions are not squares."""
    return Game(
        name="counting", players=2, initial=lambda: Board(board, 0), to_move=lambda state: state.to_move,
        actions=lambda state: iter((1, 2)), result=lambda state, action: Board((state.board[0] - action,), 0),
        is_terminal=lambda state: state.board[0] <= 0, utility=lambda state: (0, 0), **more,
    )  # fmt: skip


class Layers(NamedTuple):
    white: int
    black: int
    to_move: int


def layered(**more: object) -> Game:
    """Two players place pieces on bitboards of two rows."""
    return Game(
        name="layered", players=2, initial=lambda: Layers(0, 0, 0), to_move=lambda state: state.to_move,
        actions=lambda s: (a for a in range(6) if not (s.white | s.black) >> a & 1),
        result=lambda s, a: (
            Layers(s.white | 1 << a, s.black, 1) if s.to_move == 0 else Layers(s.white, s.black | 1 << a, 0)
        ),
        is_terminal=lambda state: state.white | state.black == 63, utility=lambda state: (0, 0), **more,
    )  # fmt: skip


def test_declared_bits_are_squares() -> None:
    game = layered(view=View(shape=(2, 3), bits=("white", "black")))
    assert texts(game, "b2 a1") == ["2.1.", "12..", ".abc"]
    assert game.features.function is not None
    assert game.features.function(play_line(game, game.initial(), "b2 a1 c1")) == ((2.0,), (1.0,))


@pytest.mark.slow
def test_pieces_are_counted_for_learning() -> None:
    game = load(str(EXAMPLES / "neighbours.py"))
    assert game.features.names == ("pieces",)
    assert game.features.function is not None
    assert game.features.function(play_line(game, game.initial(), "a1 c1 e1 a2")) == ((2.0,), (1.0,), (1.0,))
    assert check_game(game, games=20).ok
    assert not load(str(EXAMPLES / "kalah.py")).features.names


@pytest.mark.parametrize(
    ("view", "says"),
    [
        (lambda: View(bits=("white",)), "view.bits of game 'layered' goes with view.shape"),
        (lambda: View(shape=(2, 3), bits="white"), "must be names of fields"),
        (lambda: View(shape=(2, 3), bits=("white", "grey")), "has no field 'grey'"),
    ],
)
def test_bits_without_a_board_are_refused(view: Callable[[], View], says: str) -> None:
    with pytest.raises(GameError, match=says):
        layered(view=view())


@pytest.mark.interpreted
def test_fields_of_actions_that_are_squares_are_named_and_clicked() -> None:
    game = leaping
    assert game.view.cells is not None
    state = play_line(game, game.initial(), "_a1 _b2 a1c3")
    assert texts(game, "_a1 _b2 a1c3") == ["3..1", "2.2.", "13..", ".abc"]
    assert click_paths(game, state)[Leap(4, 0)] == ("b2", "a3")
    assert parse_action(game, state, "b2a3") == Leap(4, 0)
    assert game.view.from_cells is not None
    cells = [cell for row in game.view.cells(state) for cell in row if cell.name]
    assert game.view.from_cells(state, cells, state.to_move) == state
    assert check_game(game, games=5).ok


def test_a_view_that_the_game_defines_is_kept() -> None:
    own = counting((7,), view=View(board=lambda state: "own"))
    assert own.view.cells is None
    named = counting((1,) * 9, notation=Notation(format_action=lambda state, action: f"take{action}"))
    assert format_action(named, named.initial(), 2) == "take2"


def test_actions_that_do_not_change_their_square_are_written_as_numbers() -> None:
    game = counting((7,))
    assert game.view.cells is not None
    assert format_action(game, game.initial(), 2) == "2"


@pytest.mark.parametrize("start", [Board((), 0), (1, 2), 5, "text"])
def test_other_states_get_no_default_view(start: object) -> None:
    assert guess_view(start, 2) is None
