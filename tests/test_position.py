"""Positions: a game, a state and its history."""

import inspect
import pickle
from dataclasses import FrozenInstanceError

import pytest

import spielbaum
from spielbaum.errors import InputError, PositionError, UnknownNameError
from spielbaum.position import LimitArguments, SearchArguments

pytestmark = pytest.mark.interpreted
FOUR = "connect-four:width=5,height=4"


def test_moves_are_texts_or_actions_and_each_play_makes_another_position() -> None:
    start = spielbaum.start(FOUR)
    assert start.moves == ("1", "2", "3", "4", "5")
    assert start.actions == (0, 1, 2, 3, 4)
    position = start.play("4", 3)
    assert (start.moves_played, position.moves_played) == ((), ("4", "4"))
    assert position.play() == position
    assert position.history == (start.state, start.play("4").state)
    assert (position.to_move, position.is_over, position.utility) == (0, False, None)
    with pytest.raises(FrozenInstanceError):
        position.states = ()  # type: ignore[misc]


def test_positions_are_equal_if_game_and_states_are() -> None:
    one, same = spielbaum.start(FOUR).play("1", "2", "1"), spielbaum.start(FOUR).play(0, 1, 0)
    other_way = spielbaum.start("connect-four:width=5,height=4").play("1", "2")
    assert (one, hash(one)) == (same, hash(same))
    assert one != other_way
    assert spielbaum.start(FOUR) != spielbaum.start("connect-four")
    assert len({one, same, other_way}) == 2
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_finished_game_has_utilities_and_no_moves() -> None:
    over = spielbaum.start("tic-tac-toe").play("0", "3", "1", "4", "2")
    assert (over.is_over, over.moves, over.to_move, over.utility) == (True, (), None, (1, -1))
    with pytest.raises(PositionError, match="move 1: no action '5': the game is over at"):
        over.play("5")
    for ask in (over.best, over.values):
        with pytest.raises(PositionError, match="the game is over at XXX"):
            ask()


def test_illegal_moves_are_refused_with_their_number() -> None:
    start = spielbaum.start("tic-tac-toe")
    with pytest.raises(PositionError, match="move 3: action '0' is not legal at"):
        start.play("4", "0", "0")
    with pytest.raises(PositionError, match="move 1: action 9 is not legal at"):
        start.play(9)
    with pytest.raises(PositionError, match=r"move 1: action 4\.5 is not legal at"):
        start.play(4.5)  # type: ignore[arg-type]


def test_questions_are_answered_by_searches() -> None:
    position = spielbaum.start("nim:heaps=1-2")
    assert position.best() == "b1"
    assert position.values() == {"a1": -1, "b1": 1, "b2": -1}
    assert position.search(depth=1).depth == 1
    assert position.play("b1").values(algorithm="minimax") == {"a1": -1, "b1": -1}
    three = spielbaum.start("mnk:players=3").values(depth=1)
    assert {len(value) for value in three.values() if isinstance(value, tuple)} == {3}


def test_the_arguments_are_those_of_search() -> None:
    taken = set(inspect.signature(spielbaum.search).parameters) - {"game", "state", "history"}
    assert set(SearchArguments.__annotations__) == taken
    assert set(LimitArguments.__annotations__) < set(inspect.signature(spielbaum.Searcher.action_values).parameters)


def test_the_history_comes_with_the_position() -> None:
    knights = ("g1f3", "g8f6", "f3g1", "f6g8")
    before = spielbaum.start("chess").play(*knights, *knights[:3])
    over = before.play("f6g8")
    assert not over.game.is_terminal(over.state)
    assert (before.is_over, over.is_over, over.moves, over.utility) == (False, True, (), (0, 0))
    with pytest.raises(PositionError, match="no action 'e2e4': the game is over by repetition"):
        over.play("e2e4")
    with pytest.raises(InputError, match="a position has its own history"):
        spielbaum.search(over.game, before, depth=1, history=before.history)
    only = {"depth": 1, "root_moves": [over.actions_played[-1]], "evaluation": "material"}
    assert before.search(**only).is_proven
    assert spielbaum.search(before.game, before.state, **only).certainty.kind == "heuristic"


def test_a_start_is_a_state_or_a_text() -> None:
    text = "XX.OO.... X"
    position = spielbaum.start("tic-tac-toe", text)
    assert spielbaum.start("tic-tac-toe", position.state) == position
    assert spielbaum.start("tic-tac-toe", position) == position
    assert position.best() == "2"
    with pytest.raises(UnknownNameError, match="unknown game 'nimm'"):
        spielbaum.start("nimm")
    with pytest.raises(PositionError, match="write nine squares"):
        spielbaum.start("tic-tac-toe", "X")


def test_texts_and_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    position = spielbaum.start("tic-tac-toe").play("4")
    assert str(position) == "0 1 2\n3 X 5\n6 7 8"
    assert repr(position) == "start('tic-tac-toe').play('4')"
    assert repr(spielbaum.start("tic-tac-toe", position.state)) == "start('tic-tac-toe', '....X.... O')"
    assert eval(repr(position), {"start": spielbaum.start}) == position
    position.show()
    assert capsys.readouterr().out == f"{position}\nO to move: 0 1 2 3 5 6 7 8\n"
    spielbaum.start("tic-tac-toe").play("8", "0", "7", "1", "3", "2").show()
    assert capsys.readouterr().out.endswith("over: -1 1\n")
    assert str(spielbaum.start("figure:alpha-beta")) == "root"
    assert (
        'class="place changed" data-place="4"' in position._repr_svg_() == spielbaum.draw("tic-tac-toe", position).svg
    )


def test_a_game_is_shown_in_one_line_and_has_a_hash() -> None:
    assert repr(spielbaum.load("connect-four:width=6")) == "<Game connect-four:width=6 for 2 players>"
    assert len({spielbaum.load("nim"), spielbaum.load("nim"), spielbaum.load("nim:heaps=1-2")}) == 2
