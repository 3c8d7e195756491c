"""States and actions as text, for every game."""

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changing import changed
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import (
    format_action,
    format_line,
    format_state,
    parse_action,
    parse_state,
    play_line,
)
from spielbaum.position_text import read_state
from spielbaum.registry import load, names
from tiers import examples

SPECS = (
    *names(),
    "mnk:width=8,height=8,line=5",
    "mnk:width=4,height=4,line=3,players=3",
    "connect-four:width=9,height=6",
    "nim:heaps=63-63-63-63-63-63-63-63-63-63",
)
CHOICES = st.lists(st.integers(0, 999), max_size=80)


@cache
def game_of(spec: str) -> Game:
    return load(spec)


def after(game: Game, choices: list[int]) -> tuple[State, list[int]]:
    """Return the state after some choices, and the actions."""
    state, line = game.initial(), list[int]()
    for choice in choices:
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        line.append(actions[choice % len(actions)])
        state = game.result(state, line[-1])
    return state, line


@pytest.mark.parametrize("spec", SPECS)
@examples(40)
@given(choices=CHOICES)
def test_states_survive_formatting_and_parsing(spec: str, choices: list[int]) -> None:
    game = game_of(spec)
    state, _ = after(game, choices)
    assert parse_state(game, format_state(game, state)) == state


@pytest.mark.parametrize("spec", SPECS)
@examples(40)
@given(choices=CHOICES)
def test_states_survive_json(spec: str, choices: list[int]) -> None:
    game = game_of(spec)
    state, _ = after(game, choices)
    assert parse_state(game, json.dumps(state._asdict())) == state


@pytest.mark.parametrize("spec", SPECS)
@examples(40)
@given(choices=CHOICES)
def test_lines_survive_formatting_and_replay(spec: str, choices: list[int]) -> None:
    game = game_of(spec)
    state, line = after(game, choices)
    texts = format_line(game, game.initial(), line)
    assert play_line(game, game.initial(), " ".join(texts)) == state
    assert play_line(game, game.initial(), ",".join(texts)) == state
    assert read_state(game, position=None, moves=" ".join(texts)) == state


@pytest.mark.parametrize("spec", SPECS)
@examples(20)
@given(choices=CHOICES)
def test_actions_survive_formatting_and_parsing(spec: str, choices: list[int]) -> None:
    game = game_of(spec)
    state, _ = after(game, choices)
    for action in [] if game.is_terminal(state) else list(game.actions(state))[-20:]:
        assert parse_action(game, state, format_action(game, state, action)) == action


def test_without_a_notation_states_are_json_objects() -> None:
    game = game_of("random-tree")
    text = format_state(game, game.initial())
    assert json.loads(text) == game.initial()._asdict()
    with pytest.raises(PositionError, match="has no notation of its own; write the fields as JSON"):
        parse_state(game, "root")


@pytest.mark.parametrize(
    ("position", "to_move", "mover"),
    [
        ("XOX.X.O..", None, 1),
        ("XOX.X.O..", "X", 0),
        ("XOX.X.O..", "O", 1),
        ("XOX.X.O..", "0", 0),
        ("XOX.X.O.. X", None, 0),
        ('{"crosses": 21, "noughts": 66, "to_move": 1}', None, 1),
        ('{"crosses": 21, "noughts": 66, "to_move": 1}', "X", 0),
        ('{"crosses": 21, "noughts": 66}', "O", 1),
    ],
)
def test_to_move_completes_a_notation_without_a_player(position: str, to_move: str, mover: int) -> None:
    state = read_state(game_of("tic-tac-toe"), position=position, moves=None, to_move=to_move)
    assert state == (0b000010101, 0b001000010, mover)


@pytest.mark.parametrize(
    ("spec", "position", "to_move"),
    [
        ("connect-four", "......./......./......./......./......./X......", "X"),
        ("connect-four", '{"own": 0, "occupied": 0}', "O"),
        ("mnk", '{"first": 0, "second": 0, "third": 0, "fourth": 0, "stones": 0}', "O"),
        ("mnk", "X../.../...", "X"),
        ("nim", "3-4-5 0", "1"),
    ],
)
def test_to_move_that_contradicts_the_position_is_refused(spec: str, position: str, to_move: str) -> None:
    with pytest.raises(InputError):
        read_state(game_of(spec), position=position, moves=None, to_move=to_move)


@pytest.mark.parametrize(
    ("spec", "position", "to_move"),
    [
        ("connect-four", "......./......./......./......./......./X......", "O"),
        ("nim", "3-4-5", "1"),
        ("mnk", "X../.../...", "1"),
    ],
)
def test_to_move_may_repeat_the_player_of_the_position(spec: str, position: str, to_move: str) -> None:
    game = game_of(spec)
    assert game.to_move(read_state(game, position=position, moves=None, to_move=to_move)) == 1


def test_to_move_needs_a_position_and_a_player_of_the_game() -> None:
    game = game_of("tic-tac-toe")
    with pytest.raises(InputError, match="--to-move goes with --position"):
        read_state(game, position=None, moves=None, to_move="X")
    with pytest.raises(InputError, match="no player 'Z' in tic-tac-toe: there is X, O"):
        read_state(game, position="XOX.X.O..", moves=None, to_move="Z")
    with pytest.raises(InputError, match="no player '2'"):
        read_state(game, position="XOX.X.O..", moves=None, to_move="2")


def test_moves_start_from_the_position() -> None:
    game = game_of("tic-tac-toe")
    state = read_state(game, position="XO....... X", moves="4 8", to_move=None)
    assert format_state(game, state) == "XO..X...O X"


@pytest.mark.parametrize(
    ("spec", "position", "reason"),
    [
        ("tic-tac-toe", "XXXXX....", "5 crosses and 0 noughts"),
        ("tic-tac-toe", "XOXOXOXOXO", "write nine squares"),
        ("tic-tac-toe", '{"crosses": 3, "noughts": 1, "to_move": 0}', "one stone at most"),
        ("connect-four", "X....../" * 5 + "X......", "of 6 stones"),
        ("connect-four", '{"own": 0, "occupied": 3}', "of 2 stones the player to move owns 1, not 0"),
        ("connect-four", '{"own": 4, "occupied": 3}', "stones lie outside the board"),
        ("connect-four", '{"own": 0, "occupied": 64}', "outside the board"),
        ("mnk", "XXX/XXX/OOO", "of 9 stones"),
        ("mnk", '{"first": 1, "second": 1, "third": 0, "fourth": 0, "stones": 2}', "two stones share a square"),
        ("mnk", '{"first": 1, "second": 2, "third": 4, "fourth": 0, "stones": 3}', "3 stones of 2 players"),
        ("mnk", '{"first": 512, "second": 1, "third": 0, "fourth": 0, "stones": 2}', "outside the board"),
        ("nim", "3-4-64", "0 to 63 counters"),
        ("nim", '{"heaps": -1, "to_move": 0}', "there are 3 heaps"),
        ("nim", '{"heaps": 262144, "to_move": 0}', "there are 3 heaps"),
    ],
)
def test_impossible_positions_are_refused(spec: str, position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason) as caught:
        parse_state(game_of(spec), position)
    assert str(caught.value).startswith(f"position {position!r}: ")


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("{", "Expecting property name"),
        ("{}", "exactly the fields crosses, noughts, to_move"),
        ('{"crosses": 0, "noughts": 0}', "exactly the fields"),
        ('{"crosses": 0, "noughts": 0, "to_move": 0, "more": 0}', "exactly the fields"),
        ('{"crosses": 0.5, "noughts": 0, "to_move": 0}', "field 'crosses' must be a whole number, not 0.5"),
        ('{"crosses": "1", "noughts": 0, "to_move": 0}', "field 'crosses' must be a whole number, not '1'"),
        ('{"crosses": 18446744073709551616, "noughts": 0, "to_move": 0}', "must fit into 64 bits"),
        ('{"crosses": 0, "noughts": 0, "to_move": 0} X', "Extra data"),
    ],
)
def test_json_that_is_no_state_is_refused(position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_state(game_of("tic-tac-toe"), position)


@pytest.mark.parametrize(
    ("spec", "moves", "reason"),
    [
        ("tic-tac-toe", "0 0", r"move 2: action '0' is not legal at X\.{8} O: legal is 1, 2, 3, 4, 5, 6, 7, 8$"),
        ("tic-tac-toe", "0 9", "move 2: action '9' is not legal"),
        ("tic-tac-toe", "x", "move 1: action 'x' is not legal"),
        ("tic-tac-toe", "0 3 1 4 2 5", r"move 6: no action '5': the game is over at XXXOO\.{4} O"),
        ("connect-four", "1111111", "move 7: action '1' is not legal"),
        ("connect-four", "8", "move 1: action '8' is not legal at .*: legal is 1, 2, 3, 4, 5, 6, 7$"),
        ("mnk", "a1 a1", "move 2: action 'a1' is not legal"),
        ("mnk:width=8,height=8,line=5", "a9", "legal is a8, b8, .* and 52 more$"),
        ("nim", "a3 a1", "move 2: action 'a1' is not legal"),
        ("random-tree", "0 3", "move 2: action '3' is not legal at .*: legal is 0, 1, 2$"),
    ],
)
def test_illegal_moves_are_refused(spec: str, moves: str, reason: str) -> None:
    game = game_of(spec)
    with pytest.raises(PositionError, match=reason):
        play_line(game, game.initial(), moves)


def test_a_game_may_read_other_spellings_of_its_actions() -> None:
    def parse(_state: State, text: str) -> int:
        if text not in ("centre", "corner", "outside"):
            raise ValueError("name a square")
        return {"centre": 4, "corner": 0, "outside": 9}[text]

    game = changed(game_of("tic-tac-toe"), {"notation.parse_action": parse})
    assert format_state(game, play_line(game, game.initial(), "centre 8 corner")) == "X...X...O O"
    with pytest.raises(PositionError, match="move 1: action 'edge': name a square"):
        play_line(game, game.initial(), "edge")
    for moves in ("centre centre", "8 outside"):
        with pytest.raises(PositionError, match=r"move 2: action '(centre|outside)' is not legal"):
            play_line(game, game.initial(), moves)
