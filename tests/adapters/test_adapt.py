"""Games of courses: CS50's functions, AIMA's ``Game``, easyAI's ``TwoPlayerGame``."""

import random
import re
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from easyAI import AI_Player, Human_Player, Negamax, TwoPlayerGame
from easyAI.games import ConnectFour, Nim, TicTacToe
from easyAI.games.Hexapawn import Hexapawn
from hypothesis import given
from hypothesis import strategies as st

import aima_games
import cs50_tictactoe
import spielbaum
from spielbaum import games, search
from spielbaum.adapters.contents import contents
from spielbaum.adapters.moves import as_moves, split_words, word
from spielbaum.checking.check import check_game
from spielbaum.errors import GameError, PositionError
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_action, parse_state, play_line
from spielbaum.pictures import draw_board
from tiers import examples

SHIPPED = ["TicTacToe", "Nim", "Hexapawn", "GameOfBones", "ConnectFour", "Chopsticks", "ThreeMusketeers", "Knights",
           "Cram", "Awele", "AweleTactical", "Reversi"]  # fmt: skip
AIMA = [aima_games.Fig52Game, aima_games.TicTacToe]


def cs50_minimax(board: Any, depth: int) -> tuple[float, int]:
    """Return the value for X, and the nodes of a search to a depth, by their functions alone."""
    if cs50_tictactoe.terminal(board):
        return cs50_tictactoe.utility(board), 1
    if depth == 0:
        return 0, 1
    found = [cs50_minimax(cs50_tictactoe.result(board, move), depth - 1) for move in cs50_tictactoe.actions(board)]
    choose = max if cs50_tictactoe.player(board) == "X" else min
    return choose(value for value, _ in found), 1 + sum(nodes for _, nodes in found)


def easyai_negamax(game: Any, depth: int) -> tuple[float, int]:
    """Return the same for the player to move, by the methods of easyAI's games."""
    if game.is_over() or depth == 0:
        return game.scoring() if hasattr(game, "scoring") else -1 if game.is_over() and game.lose() else 0, 1
    best, nodes = float("-inf"), 1
    for move in game.possible_moves():
        child = game.copy()
        child.make_move(move)
        child.switch_player()
        value, more = easyai_negamax(child, depth - 1)
        best, nodes = max(best, -value), nodes + more
    return best, nodes


def aima_minimax(game: Any, state: Any, depth: int) -> tuple[float, int]:
    """Return the value for the first player, and the nodes, by the methods of AIMA's games."""
    if game.terminal_test(state) or depth == 0:
        return game.utility(state, game.to_move(game.initial)) if game.terminal_test(state) else 0, 1
    found = [aima_minimax(game, game.result(state, move), depth - 1) for move in game.actions(state)]
    choose = max if game.to_move(state) == game.to_move(game.initial) else min
    return choose(value for value, _ in found), 1 + sum(nodes for _, nodes in found)


@pytest.mark.parametrize(("moves", "depth"), [("", 4), ("1-1 0-0 0-2", 9), ("0-0 0-1 1-1", 9)])
def test_minimax_visits_as_many_nodes_as_a_recursion_over_the_functions_of_cs50(moves: str, depth: int) -> None:
    game = games.adapt(cs50_tictactoe)
    state = play_line(game, game.initial(), moves)
    result = search(game, state, algorithm="minimax", depth=depth)
    value, nodes = cs50_minimax(state.theirs, depth)
    assert (result.value, result.nodes) == (value * (1 if game.to_move(state) == 0 else -1), nodes)
    assert state.moves.theirs[result.action] in cs50_tictactoe.actions(state.theirs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "depth"),
    [
        (lambda: TicTacToe([Human_Player(), AI_Player(Negamax(2))]), 4),
        (lambda: Nim(piles=(1, 2, 2)), 5),
        (lambda: Hexapawn([Human_Player(), Human_Player()], size=(3, 3)), 8),
        (lambda: ConnectFour([Human_Player(), Human_Player()]), 3),
    ],
)
def test_minimax_visits_as_many_nodes_as_negamax_of_easyai(make: Callable[[], Any], depth: int) -> None:
    game, theirs = games.adapt(make()), make()
    result = search(game, algorithm="minimax", depth=depth)
    assert (result.value, result.nodes) == easyai_negamax(theirs, depth)
    searching = Negamax(depth, scoring=lambda at: easyai_negamax(at, 0)[0])
    searching(theirs)
    assert round(searching.alpha) == result.value  # wins that come sooner count a little more there


@pytest.mark.parametrize(("theirs", "depth"), [(aima_games.Fig52Game(), 2), (aima_games.TicTacToe(), 4)])
def test_minimax_visits_as_many_nodes_as_a_recursion_over_a_game_of_aima(theirs: Any, depth: int) -> None:
    result = search(games.adapt(theirs), algorithm="minimax", depth=depth)
    assert (result.value, result.nodes) == aima_minimax(theirs, theirs.initial, depth)


def test_games_of_the_aima_repository_are_adapted() -> None:
    theirs = pytest.importorskip("aima3.games")
    for kind, depth in ((theirs.Fig52Game, 2), (theirs.TicTacToe, 3), (theirs.ConnectFour, 3)):
        game = games.adapt(kind)
        result = search(game, algorithm="minimax", depth=depth)
        assert (result.value, result.nodes) == aima_minimax(kind(), kind().initial, depth)


@pytest.mark.slow
@pytest.mark.interpreted
def test_minimax_of_the_figure_of_the_chapter_and_alpha_beta_of_tic_tac_toe() -> None:
    figure = games.adapt(aima_games.Fig52Game)
    assert (figure.name, figure.zero_sum, figure.view.player_names) == ("fig52-game", True, ("MAX", "MIN"))
    assert search(figure, algorithm="alpha-beta:order=none").leaves == 7  # as the book counts
    theirs, shipped = games.adapt(cs50_tictactoe), games.load("tic-tac-toe")
    counts = [search(game, algorithm="alpha-beta:order=none", depth=5).nodes for game in (theirs, shipped)]
    assert counts[0] == search(theirs, algorithm="alpha-beta:order=none", depth=5, evaluation="none").nodes
    assert search(shipped, algorithm="alpha-beta:order=none", depth=5, evaluation="none").nodes == counts[0]


@pytest.mark.parametrize("kind", [cs50_tictactoe, *AIMA, *SHIPPED])
def test_random_play_is_written_and_read_again(kind: Any) -> None:
    theirs = import_module(f"easyAI.games.{kind}") if isinstance(kind, str) else kind
    game, generator = games.adapt(theirs), random.Random(1)
    state = game.initial()
    for _ in range(12):
        assert parse_state(game, format_state(game, state)) == state
        assert draw_board(game, state).startswith("<svg")
        if game.is_terminal(state):
            assert sum(game.utility(state)) == 0
            break
        before, action = deepcopy(contents(state.theirs)), generator.choice(list(game.actions(state)))
        text = game.notation.format_action(state, action)
        assert parse_action(game, state, text) == parse_action(game, state, str(state.moves.theirs[action])) == action
        child = game.result(state, action)
        assert child == game.result(state, action) != state
        assert contents(state.theirs) == before
        state = child


@pytest.mark.parametrize("theirs", [cs50_tictactoe, aima_games.TicTacToe(), Nim(piles=(1, 2, 3))])
def test_adapted_games_keep_the_contract(theirs: Any) -> None:
    report = check_game(games.adapt(theirs), games=30)
    assert report.ok, report.failures


@pytest.mark.parametrize(
    ("theirs", "moves", "names"),
    [
        (cs50_tictactoe, "0-0 1-1", ["0-0", "0-1", "0-2"]),
        (aima_games.TicTacToe, "1-1 2-2", ["1-3", "2-3", "3-3"]),
        (TicTacToe, "1 5", ["1", "2", "3"]),
        (ConnectFour, "3 3", [str(column) for column in range(7)]),
    ],
)
def test_orientation_of_boards_matches_the_display(theirs: Any, moves: str, names: list[str]) -> None:
    game = games.adapt(theirs)
    state = play_line(game, game.initial(), moves)
    cells = game.view.cells(state)
    assert [cell.name for cell in cells[0]] == names
    assert sorted(cell.owner for row in cells for cell in row if cell.owner is not None) == [0, 1]
    if theirs is ConnectFour:
        assert [row[3].owner for row in cells[-2:]] == [1, 0]
    shown = game.view.board(state).split() if game.view.board else []
    assert len(shown) == 0 or len(shown) >= sum(map(len, cells))


def test_what_cannot_be_adapted_is_refused() -> None:
    with pytest.raises(
        GameError, match=r"int is not a game that can be adapted: functions of a state are initial_state"
    ):
        games.adapt(3)
    with pytest.raises(GameError, match=r"several games can be adapted, fig52-game, tic-tac-toe: assign one"):
        games.adapt(aima_games)
    with pytest.raises(GameError, match="does not say who wins: it needs scoring, win or lose"):
        games.adapt(type("Endless", (TwoPlayerGame,), {name: lambda self, *_: [] for name in
                                                       ("possible_moves", "make_move", "is_over")} |
                         {"__init__": lambda self, players: vars(self).update(current_player=1)}))  # fmt: skip
    game = games.adapt(cs50_tictactoe)
    for text, said in {
        "XO": "a board has 3 rows of 3 squares, such as .../.../...",
        "XA./.../...": "write rows of ., X, O, separated by /, such as .../.../...",
        "[1, 2, 3]": "a board has 3 rows of 3 squares",
        "[" * 5000: "write a position as Python does",
    }.items():
        with pytest.raises(PositionError, match=re.escape(said)):
            parse_state(game, text)
    nim = games.adapt(Nim(piles=(1, 2)))
    for text, said in {
        "piles=3": "a position has exactly the fields piles, max_removals_per_turn, current_player",
        "piles=3, max_removals_per_turn=None, current_player=1": "field piles must be a list, not 3",
        "piles=[1, 'a'], max_removals_per_turn=None, current_player=1": "the position is impossible (TypeError",
        "piles=__import__('os').getcwd(), max_removals_per_turn=None, current_player=1":
            "write a position by its fields",
        "piles=[1, 2], max_removals_per_turn=None, current_player=3": "current_player is 1 or 2, not 3",
    }.items():  # fmt: skip
        with pytest.raises(PositionError, match=re.escape(said)):
            parse_state(nim, text)


def test_evaluations_get_the_original_states() -> None:
    game = spielbaum.adapt(cs50_tictactoe, name="noughts", evaluations={"centre": lambda board: board[1][1] == "X"})
    assert game.name == "noughts"
    assert search(game, depth=1, algorithm="minimax").action_text == "1-1"


def test_sets_of_moves_have_a_fixed_order() -> None:
    moves = [as_moves(set(chosen)).theirs for chosen in (["b", "a", "c"], ["c", "b", "a"])]
    assert moves[0] == moves[1] == {0: "a", 1: "b", 2: "c"}
    assert as_moves([(1, 2), (1, 2, 3)]).theirs == {0: (1, 2), 1: (1, 2, 3)}
    assert as_moves([[1], "1", 1]).words == {0: "1", 1: "1#1", 2: "1#2"}
    assert split_words("(1 (2 3)) 4 [5") == ["1-2-3", "4", "5"]


@given(st.lists(st.lists(st.integers(0, 99), min_size=2, max_size=2).map(tuple), unique=True))
@examples(50)
def test_moves_are_found_by_number_and_by_word(moves: list[tuple[int, ...]]) -> None:
    made = as_moves(moves)
    assert list(made.theirs.values()) == moves
    assert [made.theirs[made.number(str(move))] for move in moves] == moves
    assert list(made.words.values()) == list(map(word, moves))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(allow_nan=False) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text("ab", max_size=1), inner, max_size=2)
        | inner.map(lambda value: SimpleNamespace(value=value))
    ),
    max_leaves=8,
)


@given(VALUES, VALUES)
@examples(300)
def test_contents_are_equal_for_equal_parts(one: Any, other: Any) -> None:
    def written(value: Any) -> str:
        if isinstance(value, dict):
            return str(sorted((key, written(part)) for key, part in value.items()))
        if isinstance(value, SimpleNamespace):
            return f"object {written(value.value)}"
        kind = type(value).__name__
        return f"{kind}({', '.join(map(written, value))})" if isinstance(value, list | tuple) else f"{kind} {value!r}"

    assert contents(one) == contents(deepcopy(one))
    assert hash(contents(one)) == hash(contents(deepcopy(one)))
    assert (contents(one) == contents(other)) == (written(one) == written(other))


def test_contents_of_an_iterator_are_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(GameError, match="a state, a list, contains itself"):
        contents(loop)
    with pytest.raises(GameError, match="a generator, which cannot be copied"):
        contents([1, (number for number in range(3))])
    assert contents(random.Random(1)) == contents(random.Random(1)) != contents(random.Random(2))


def test_our_games_are_not_adapted() -> None:
    shipped = games.load("nim")
    assert isinstance(shipped, Game)
    with pytest.raises(GameError, match="is not a game that can be adapted"):
        games.adapt(shipped)
    with pytest.raises(GameError, match="is not a game that can be adapted"):
        games.adapt(ModuleType("empty"))
