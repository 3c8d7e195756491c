"""The GTP server: its commands, the boards that GoGui shows, and how bad input is answered."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Limits, games
from spielbaum.clients.vertices import Vertices, colours_of
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.game.notation import format_action, legal_actions, parse_state
from spielbaum.protocol import GtpEngine, Settings
from spielbaum.protocol.gtp import handicap_points
from tiers import examples

pytestmark = pytest.mark.interpreted

BOARDS = [
    "chess", "chinese-checkers:players=2", "connect-four", "domineering", "dots-and-boxes", "draughts", "go:size=5",
    "go:size=9", "mnk", "mnk:width=12,height=5", "othello", "tic-tac-toe",
]  # fmt: skip
POINTS = [name for name in BOARDS if name.partition(":")[0] in ("connect-four", "go", "mnk", "othello", "tic-tac-toe")]


def engine(name: str, depth: int = 1) -> GtpEngine:
    return GtpEngine(name, lambda game: Settings.of(game, "pvs"), Limits(depth=depth))


def ask(found: GtpEngine, *lines: str) -> str:
    """Execute lines, and return the answer to the last one, all of which must be good."""
    answer = ""
    for line in lines:
        answer = found.execute(line) or ""
        assert answer.startswith("="), (line, answer)
    return answer.removeprefix("=").removeprefix(" ")


def some_states(game: Game, seed: int) -> list[object]:
    chance, states = random.Random(seed), [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < 40:
        states.append(game.result(states[-1], chance.choice(legal_actions(game, states[-1]))))
    return states


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_played_as_the_server_shows_it(name: str, seed: int) -> None:
    """Every legal move has a word of its own, which makes it; the board has the stones of the state."""
    game, server = games.load(name), engine(name)
    vertices, colours, state = Vertices(game), colours_of(game), game.initial()
    assert ask(server, "gogui-rules_board_size") == str(vertices.size)
    for after in some_states(game, seed)[1:]:
        words = ask(server, "gogui-rules_legal_moves").split()
        actions = list(game.actions(state))
        assert len(set(map(str.lower, words))) == len(words) == len(actions)
        assert vertices.action(state, words[seed % len(words)]) == actions[seed % len(words)]
        colour = colours[game.to_move(state)]
        assert ask(server, "gogui-rules_side_to_move") == colour
        word = next(word for word, action in zip(words, actions, strict=True) if game.result(state, action) == after)
        if name in POINTS and re.fullmatch("[A-Z][0-9]+", word):
            rows = ask(server, "gogui-rules_board").splitlines()
            place = len(rows) - int(word[1:]), "ABCDEFGHJKLMNOPQRST".index(word[0])
            assert rows[place[0]][place[1]] == "."
            ask(server, f"play {colour[0]} {word.lower()}")
            rows = ask(server, "gogui-rules_board").splitlines()
            assert rows[place[0]][place[1]] == {"black": "X", "white": "O"}[colour]
        else:
            ask(server, f"play {colour} {word}")
        state = after
    result = ask(server, "gogui-rules_final_result")
    if game.is_terminal(state):
        first, second = game.utility(state)
        assert result == (colours[0] if first > second else colours[1] if second > first else "draw")
        assert ask(server, "gogui-rules_legal_moves") == ""
    for _ in range(3):
        ask(server, "undo")


def test_square_names_of_othello() -> None:
    server = engine("othello")
    assert set(ask(server, "gogui-rules_legal_moves").split()) == {"D3", "C4", "F5", "E6"}
    board = ask(server, "play black D3", "gogui-rules_board").splitlines()
    assert board[8 - 3][3] == "X"
    assert "d" in ask(server, "showboard")
    assert ask(server, "gogui-rules_game_id") == "othello"


def test_go_in_full() -> None:
    server = engine("go")
    assert ask(server, "protocol_version") == "2"
    assert ask(server, "name") == "Spielbaum"
    commands = ask(server, "list_commands").splitlines()
    assert [ask(server, f"known_command {name}") for name in commands] == ["true"] * len(commands)
    assert ask(server, "known_command loadsgf") == "true"
    assert ask(server, "known_command printsgf") == "false"
    ask(server, "boardsize 5", "komi 0.5", "clear_board")
    assert server.execute("7 play b c3 # a comment") == "=7"
    assert ask(server, "final_score") == "B+24.5"
    ask(server, "play w c2", "play w b3")  # anybody may move at any time
    assert ask(server, "gogui-rules_side_to_move") == "black"
    assert ask(server, "undo", "undo", "undo", "final_score") == "W+0.5"
    assert (server.execute("undo") or "").startswith("?")
    ask(server, "play b pass", "play w pass")
    assert ask(server, "gogui-rules_final_result") == "white"
    assert ask(server, "genmove b") == "pass"
    ask(server, "play b c3", "play w pass", "play b a1")
    assert ask(server, "final_status_list alive") == "A1\nC3"
    assert ask(server, "final_status_list dead") == ""
    assert ask(server, "komi 24", "final_score") == "B+1"
    ask(server, "time_settings 0 1 1", "time_left w 1 1")
    word = ask(server, "boardsize 3", "clear_board", "reg_genmove b")
    assert ask(server, "gogui-rules_board").count("X") == 0
    assert ask(server, "genmove b") == word in ask(server, "undo", "gogui-rules_legal_moves").split()


@pytest.mark.parametrize(
    ("komi", "score"),
    [("-3.5", "B+28.5"), ("6.25", "B+18.75"), ("100", "W+75"), ("1e12", "W+999999999975"), ("25", "0")],
)
def test_any_komi_counts(komi: str, score: str) -> None:
    """As the protocol demands; the search plays for the same winner, and another board keeps it."""
    server = engine("go:size=9")
    assert ask(server, "play b c3", f"komi {komi}", "gogui-rules_board").count("X") == 1
    assert ask(server, f"komi {komi}", "boardsize 5", "play b c3", "final_score") == score
    expected = {"B": "black", "W": "white", "0": "draw"}[score[0]]
    assert ask(server, "play w pass", "play b pass", "gogui-rules_final_result") == expected
    for bad in ("komi", "komi nan", "komi inf", "komi 6,5"):
        assert (server.execute(bad) or "").startswith("? syntax error: a komi must be a number")
    assert ask(server, "final_score") == score


def test_go_uses_superko_instead_of_draws_by_repetition() -> None:
    server = engine("go:size=5,komi=0.5")
    moves = "b c2, w d2, b b3, w e3, b c4, w d4, b a1, w c3, b d3, w pass, b pass, w c3"  # a ko is taken twice
    ask(server, *(f"play {move}" for move in moves.split(", ")))
    assert ask(server, "gogui-rules_final_result") == "unknown"
    legal = ask(server, "gogui-rules_legal_moves").split()
    assert "pass" in legal
    assert not {"C3", "D3"} & set(legal)  # taken, and forbidden
    assert ask(server, "genmove b") in set(legal) - {"pass"}
    assert "D3" in ask(server, "undo", "play b e5", "play w a5", "gogui-rules_legal_moves").split()


def test_draughts_continues_after_an_unclaimed_draw() -> None:
    server, colours = engine("draughts:quiet=1"), ["black", "white"]
    server._states = [parse_state(server.game, "B:WK5:BK28")]
    assert ask(server, "genmove black") in ("28-32", "28-24")
    assert ask(server, "gogui-rules_final_result", "gogui-rules_legal_moves") == ""
    for colour in reversed(colours * 2):
        assert "-" in ask(server, f"genmove {colour}")


def test_chess_continues_after_an_unclaimed_draw() -> None:
    server = engine("chess")
    for move in ["white g1f3", "black g8f6", "white f3g1", "black f6g8"] * 2:
        ask(server, f"play {move}")
    assert ask(server, "gogui-rules_final_result") == "draw"
    assert len(ask(server, "genmove white")) == 4
    assert ask(server, "gogui-rules_final_result", "gogui-rules_side_to_move") == "black"


def test_handicap_stones_are_those_of_the_specification() -> None:
    server = engine("go:size=9,komi=0.5")
    assert ask(server, "fixed_handicap 5") == "C3 G7 C7 G3 E5"
    assert ask(server, "gogui-rules_side_to_move") == "white"
    assert (server.execute("fixed_handicap 2") or "").startswith("? the board is not empty")
    assert ask(server, "clear_board", "set_free_handicap A1 B9 J9") == "A1 B9 J9"
    for line in ("clear_board", "set_free_handicap A1 A1", "set_free_handicap A1 Z9", "fixed_handicap 10"):
        assert (server.execute(line) or "").startswith("=" if line == "clear_board" else "?")
    assert ask(server, "gogui-rules_board").count("X") == 0
    assert handicap_points(7, 4) == ["C3", "E5", "C5", "E3"]
    assert handicap_points(19, 9)[4:] == ["D10", "Q10", "K4", "K16", "K10"]
    with pytest.raises(InputError):
        handicap_points(8, 5)


@pytest.fixture
def sgf(tmp_path: Path) -> Callable[[str], str]:
    def written(text: str) -> str:
        path = tmp_path / "game.sgf"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


def test_a_file_is_loaded_with_its_board_and_its_komi(sgf: Callable[[str], str]) -> None:
    server = engine("go:size=9,komi=0.5")
    path = sgf("(;GM[1]SZ[5]KM[6.5];B[cc];W[cd](;B[bb];W[])(;B[aa]))")
    rows = ask(server, f"loadsgf {path}", "gogui-rules_board").splitlines()
    assert rows == [".....", ".X...", "..X..", "..O..", "....."]
    assert ask(server, "gogui-rules_side_to_move", "gogui-rules_side_to_move") == "black"
    assert ask(server, "undo", "undo", "undo", "final_score") == "B+18.5"  # one stone, and 25 points of area
    for number, stones in ((1, 0), (2, 1), (4, 3), (99, 3)):
        board = ask(server, f"loadsgf {path} {number}", "gogui-rules_board")
        assert len(board.replace(".", "").replace("\n", "")) == stones


def test_games_that_are_boards_of_points_are_loaded(sgf: Callable[[str], str]) -> None:
    server = engine("othello")
    path = sgf("(;GM[2]SZ[8];B[d3];W[c3](;B[c4])(;B[b3]))")
    assert ask(server, f"loadsgf {path}", "gogui-rules_side_to_move") == "white"
    assert ask(server, "undo", "gogui-rules_board") == ask(server, f"loadsgf {path} 3", "gogui-rules_board")
    small = engine("othello")
    assert ask(small, f"loadsgf {sgf('(;GM[2]SZ[6];B[cb])')}", "gogui-rules_board_size") == "6"
    rows = ask(engine("mnk"), f"loadsgf {sgf('(;GM[4]SZ[7:5];B[ga])')}", "gogui-rules_board").splitlines()
    assert rows[-5] == "......X"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "line 1: there is no game: SGF begins with (;"),
        ("(;SZ[23];B[aa])", "unacceptable size 23: option 'size'"),
        ("(;SZ[10]KM[3.75];B[aa])", "unacceptable size 10, komi 3.5: option 'size'"),
        ("(;KM[much])", "syntax error: a komi must be a number"),
        ("(;GM[2];B[aa])", "line 1: it is a game of GM[2], and go is GM[1]"),
        ("(;SZ[5];B[aa]\n;W[aa])", "line 2: move 2: action 'A5' is not legal"),
    ],
)
def test_a_file_that_cannot_be_loaded_changes_nothing(text: str, said: str, sgf: Callable[[str], str]) -> None:
    server = engine("go:size=4")
    before = ask(server, "play b b2", "gogui-rules_board")
    for line, answer in (
        (f"loadsgf {sgf(text)}", said),
        ("loadsgf missing.sgf", "cannot read 'missing.sgf'"),
        ("loadsgf", "syntax error"),
        ("loadsgf a.sgf x", "the number of a move must be a whole"),
    ):
        found = server.execute(line) or ""
        assert found.startswith("? ")
        assert answer in found
        assert "\n" not in found
    assert ask(server, "gogui-rules_board") == before
    assert "SGF is for two players" in (engine("chess").execute(f"loadsgf {sgf('(;B[aa])')}") or "")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "? unknown command"),
        ("3 dance", "?3 unknown command"),
        ("3", "?3 there is no command after the number"),
        ("play", "? a move is a colour and a vertex"),
        ("play green a1", "? a colour must be black or white, not 'green'"),
        ("play b z9", "? illegal move"),
        ("play w a1", "? black is to move"),
        ("genmove", "? a colour"),
        ("boardsize", "? syntax error: a size must be a whole number"),
        ("boardsize 99", "? unacceptable size 99"),
        ("komi much", "? syntax error: a komi must be a number"),
        ("time_settings 1 2", "? syntax error: a number of stones must be a whole number"),
        ("time_left b x 1", "? syntax error: seconds must be a number"),
        ("fixed_handicap 2", "? invalid number of stones"),
        ("set_free_handicap a1 b1", "? handicap stones are for Go"),
        ("final_score", "? the game is not over"),
        ("final_status_list any", "? a status is"),
        ("undo", "? cannot undo"),
    ],
)
def test_invalid_input_is_answered_by_one_line(line: str, answer: str) -> None:
    found = engine("othello").execute(line) or ""
    assert found.startswith(answer)
    assert "\n" not in found


@given(st.lists(st.text(max_size=60) | st.sampled_from(["play b", "genmove w", "komi", "boardsize", "12"]), max_size=5))
@examples(60)
def test_answers_to_nonsense_are_well_formed(lines: list[str]) -> None:
    server = engine("tic-tac-toe")
    for line in lines:
        answer = server.execute(line)
        assert answer is None or re.match(r"[=?][0-9]*( |$|\n)", answer)
        assert answer is None or "\n\n" not in answer


def test_games_that_are_not_for_two_are_refused() -> None:
    with pytest.raises(InputError, match="GTP is for games of two players"):
        engine("chameleon-chess")


@given(st.integers(0, 10**6))
@examples(10)
def test_moves_of_chess_are_written_as_the_game_writes_them(seed: int) -> None:
    game = games.load("chess")
    vertices = Vertices(game)
    for state in some_states(game, seed)[:-1]:
        assert vertices.words(state) == {action: format_action(game, state, action) for action in game.actions(state)}
