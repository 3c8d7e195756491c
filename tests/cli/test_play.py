"""Playing at the terminal: input lines and output, saved games, undo, hints, the end of the input, Ctrl-C."""

import io
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Cell, View, games
from spielbaum.cli.render.board import TARGET, changes, draw_board, picture, targets
from spielbaum.errors import InputError
from spielbaum.game.text_board import board_text
from spielbaum.players import parse_players
from spielbaum.session import EnginePlayers, Session, seat_players

pytestmark = pytest.mark.interpreted

Run = Callable[..., Any]
Write = Callable[..., str]

QUICK = "alpha-beta(depth=2)"
CHAMELEON = "human,max-n-is(depth=1),paranoid(depth=1),hypermax(depth=1)"


@pytest.fixture
def play(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that plays a game with typed lines."""

    def command(*arguments: str, lines: str = "") -> Any:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return spielbaum("play", *arguments)

    return command


def typed(out: str) -> list[str]:
    """Return what follows the prompts."""
    return re.findall(r"^\S+> (.*)$", out, re.MULTILINE)


# The loop


def test_a_game_is_won(play: Run) -> None:
    answer = play("tic-tac-toe", "--seats", "human", lines="0\n3\n1\n4\n2\n")
    assert (answer.code, answer.err) == (0, "")
    assert typed(answer.out) == ["0", "3", "1", "4", "2", ""]
    assert "X  wins" in answer.out
    assert "moves    0 3 1 4 2" in answer.out
    assert "spielbaum show tic-tac-toe --moves '0 3 1 4 2'" in answer.out


def test_a_game_is_drawn(play: Run) -> None:
    answer = play("tic-tac-toe", "--seats", "human", lines="0\n1\n2\n4\n3\n5\n7\n6\n8\n")
    assert "a draw" in answer.out


def test_a_wrong_move_is_refused_in_the_language_of_the_command(play: Run) -> None:
    answer = play("tic-tac-toe", "--seats", "human", "--language", "de", lines="zz\nquit\n")
    assert "Der Zug „zz“ ist nicht erlaubt; erlaubt sind 0, 1, 2, 3, 4, 5, 6, 7, 8" in answer.out


def test_a_search_moves_and_shows_its_value(play: Run) -> None:
    answer = play("tic-tac-toe", "--seats", "human,alpha-beta", lines="4\nquit\n")
    assert answer.code == 0
    assert re.search(r"2  O  0  alpha-beta  value 0  depth 8, to the end, \d\.\d s", answer.out)
    assert "go on with: spielbaum play tic-tac-toe --seats 'human,alpha-beta(seconds=1)' --moves '4 0'" in answer.out


def test_four_searches_show_their_values(play: Run) -> None:
    answer = play("chameleon-chess", "--seats", CHAMELEON, lines="a1b3\nquit\n")
    assert answer.code == 0
    for number, player, name in ((2, "B", "hypermax"), (3, "Y", "paranoid"), (4, "G", "max-n-is")):
        assert re.search(rf"^ +{number}  {player}  \w{{4}}  {name}  .*depth 1, ", answer.out, re.MULTILINE)
    assert re.search(r"R  \d+\.\d%  G  \d+\.\d%", answer.out), "shares of max-n-is"
    assert "R  4" in answer.out
    assert " R  to move, ply 5" in answer.out


@pytest.mark.slow
def test_a_human_plays_against_the_default_search_without_seats(play: Run) -> None:
    assert "value" in play("nim:heaps=1-2", lines="b1\nquit\n").out
    assert "best(seconds=1)" in play("nim:heaps=1-2").out
    assert "best(seconds=1)" in play("chameleon-chess:players=RGY").out


def test_legal_moves_are_listed_by_the_square_they_leave(play: Run) -> None:
    out = play("chameleon-chess", "--seats", "human").out
    assert re.search(r"^ +1 a1b3 +2 a1c2 *$\n^ +3 b1c3 +4 b1d2 +5 b1a3 *$", out, re.MULTILINE)


def test_a_move_by_its_number_and_in_capitals(play: Run) -> None:
    out = play("chameleon-chess", "--seats", "human", lines="2\nA8B6\nmoves\n").out
    assert "1  R  a1c2" in out
    assert "2  B  a8b6" in out


def test_numbers_are_moves_if_moves_are_numbers(play: Run) -> None:
    assert "1  X  1  human" in play("tic-tac-toe", "--seats", "human", lines="1\n").out


def test_a_prefix_lists_the_moves_that_begin_with_it(play: Run) -> None:
    out = play("chameleon-chess", "--seats", "human", lines="d1\n").out
    assert re.search(r"R> d1\n 10 d1e3 +11 d1f2 +12 d1c3 +13 d1b2 *\nR> \n", out)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9", "action '9' is not legal at ......... X: legal is 0, 1, 2"),
        ("castle", "action 'castle' is not legal"),
        ("undo", "there is no move of yours to take back"),
        ("redo", "no move was taken back"),
        ("save", "where to? save FILE"),
        (
            "save nowhere/at/all",
            "the game could not be saved: cannot write 'nowhere/at/all': No such file or directory",
        ),
        ("hint nobody", "unknown player 'nobody'"),
        ("hint human", "human does not search: name an algorithm"),
        ("hint max-n(evaluation=nought)", "unknown evaluation of 'tic-tac-toe' 'nought'"),
    ],
)
def test_wrong_input_gets_a_sentence_and_another_prompt(play: Run, line: str, sentence: str) -> None:
    answer = play("tic-tac-toe", "--seats", "human", lines=f"{line}\n0\nquit\n")
    assert (answer.code, answer.err) == (0, "")
    assert any(shown.startswith(sentence) for shown in answer.out.splitlines()), answer.out
    assert "1  X  0  human" in answer.out


def test_a_number_beyond_the_list(play: Run) -> None:
    assert "there is no move 14: the list has 13" in play("chameleon-chess", "--seats", "human", lines="14\n").out


def test_commands_show_the_game(play: Run) -> None:
    out = play("tic-tac-toe", "--seats", f"human,{QUICK}", lines="eval\nseats\nboard\nhelp\n?\n\nmoves\n").out
    assert re.search(r"open-lines +0 +0", out)
    assert f"O  {QUICK}" in out
    assert out.count("0 1 2\n3 4 5") == 2
    assert out.count("hint paranoid:3s") == 2
    assert out.count("0   1   2") == 2


def test_the_end_of_the_input_prints_how_to_resume(play: Run) -> None:
    answer = play("connect-four", "--seats", "human", "--moves", "44", lines="3\n")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("go on with: spielbaum play connect-four --seats human,human --moves '4 4 3'\n")


# Taking back, hints


def test_undo_goes_back_to_the_last_turn_of_a_human(play: Run) -> None:
    out = play("chameleon-chess", "--seats", CHAMELEON, lines="a1b3\nundo\nboard\nb1c3\nquit\n").out
    assert "4 plies taken back" in out
    assert "1  R  b1c3  human" in out


def test_redo_makes_the_same_moves_again() -> None:
    game = games.load("tic-tac-toe")
    session = Session(game, parse_players(f"human,{QUICK}"), moves=["4", "0", "8", "1"])
    assert (session.undo(), session.moves) == (2, ("4", "0"))
    assert (session.undo(), session.moves) == (2, ())
    assert (session.redo(), session.moves) == (2, ("4", "0"))
    assert (session.redo(), session.moves) == (2, ("4", "0", "8", "1"))
    with pytest.raises(InputError, match="taken back"):
        session.redo()
    assert session.undo() == 2
    session.make(EnginePlayers(game).choose(Session(game, parse_players("random"), moves=session.moves)))
    with pytest.raises(InputError, match="taken back"):
        session.redo()


def test_undo_after_the_end(play: Run) -> None:
    out = play("tic-tac-toe", "--seats", "human", lines="0\n3\n1\n4\n2\n5\nhint\nundo\n8\nredo\nquit\n").out
    assert "X  wins" in out
    assert "the game is over: undo, save FILE or quit" in out
    assert "the game is over, there is nothing to hint at" in out
    assert "5  X  8  human" in out
    assert "no move was taken back" in out


def test_a_hint_has_move_value_and_line(play: Run) -> None:
    out = play("tic-tac-toe", "--seats", "human", "--moves", "0 3 1 4", lines="hint\nhint minimax:depth=1\nquit\n").out
    assert "best(seconds=1) would play 2  value 100  depth 1" in out
    assert "line: 2" in out
    assert "minimax(depth=1) would play 2" in out


# Seats, positions


def test_the_last_player_takes_the_remaining_seats() -> None:
    game = games.load("chameleon-chess")
    assert [str(spec) for spec in seat_players(game, "human,random")] == ["human", "random", "random", "random"]
    assert [str(spec) for spec in seat_players(game, evaluation="count-pawns")] == [
        "human",
        *["best(seconds=1, evaluation=count-pawns)"] * 3,
    ]


def test_limits_apply_to_players_that_have_none(play: Run) -> None:
    out = play("tic-tac-toe", "--seats", "max-n,max-n(nodes=9)", "--depth", "2", lines="").out
    assert "depth 2" in out
    assert "wins" in out or "a draw" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "which game?"),
        (["tic-tac-toe", "--seats", "human,human,human"], "tic-tac-toe has 2 seats, and 3 players are named"),
        (["tic-tac-toe", "--seats", ","], "--seats needs at least one player"),
        (["tic-tac-toe", "--seats", "human,alfa-beta"], "unknown player 'alfa-beta': did you mean 'alpha-beta'?"),
        (["chameleon-chess", "--seats", "human,alpha-beta"], "alpha-beta is for two players, chameleon-chess has 4"),
        (["tic-tac-toe", "--moves", "0 0"], "move 2: action '0' is not legal"),
        (["tic-tac-toe", "--to-move", "X"], "--to-move goes with --position"),
        (["tic-tac-toe", "--json"], "--json is for games without humans"),
        (["--resume", "nothing.json"], "cannot read 'nothing.json'"),
        (["--resume", "nothing.json", "--moves", "1"], "--resume goes on where the game was left"),
    ],
)
def test_invalid_input_is_refused(play: Run, arguments: list[str], sentence: str) -> None:
    answer = play(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"spielbaum: {sentence}"), answer.err
    assert answer.err.count("\n") == 1


def test_a_game_starts_from_a_position(play: Run) -> None:
    answer = play("tic-tac-toe", "--position", "XOX.X.O..", "--to-move", "X", "--seats", "human", lines="8\n")
    assert "X  wins" in answer.out
    assert "spielbaum show tic-tac-toe --position 'XOX.X.O.. X' --moves 8" in answer.out


def test_a_finished_position(play: Run) -> None:
    answer = play("tic-tac-toe", "--position", "XXXOO.... O", "--seats", "random", "--json")
    assert answer.document == {"moves": [], "position": "XXXOO.... O", "utility": [1, -1]}


def test_a_game_of_a_file(play: Run, race: Write) -> None:
    path = race()
    out = play(path, "--seats", "human,alpha-beta", lines="1\n1\n").out
    assert '{"count":0,"to_move":0}' in out
    assert " 1  wins" in out
    assert f"spielbaum show {path} --moves '1 1 1 2'" in out


def test_an_error_in_a_game_is_reported_and_nothing_is_lost(play: Run, race: Write) -> None:
    path = race("return State(state.count + action,", "return State(state.count + action + 1 // (3 - state.count),")
    answer = play(path, "--seats", "human", lines="1\n2\n1\n")
    assert answer.code == 2
    assert answer.err.startswith("spielbaum: result in race.py, line ")
    assert "--moves '1 2'" in answer.out


# Games between computers


def test_programs_play_a_game_to_the_end(play: Run) -> None:
    answer = play("tic-tac-toe", "--seats", QUICK, "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert set(document) == {"moves", "position", "utility"}
    moves, shown = " ".join(document["moves"]), games.load("tic-tac-toe")
    assert Session(shown, [], moves=document["moves"]).position == document["position"]
    out = play("tic-tac-toe", "--seats", QUICK).out
    assert f"moves    {moves}" in out
    assert ">" not in out


def test_random_play_follows_from_the_seed(play: Run) -> None:
    def moves(*arguments: str) -> list[str]:
        return play("mnk:width=5,height=5,line=4", "--seats", "random", "--json", *arguments).document["moves"]

    assert moves() == moves("--seed", "0") != moves("--seed", "1")
    assert moves("--seed", "1", "--moves", " ".join(moves("--seed", "1")[:7])) == moves("--seed", "1")


def test_max_plies_ends_a_game_undecided(play: Run) -> None:
    document = play("chameleon-chess", "--seats", "random", "--max-plies", "5", "--json").document
    assert len(document["moves"]) == 5
    assert document["utility"] is None
    assert "undecided after 2 plies" in play("nim", "--seats", "random", "--max-plies", "2").out


# Saved games


def test_a_game_is_saved_after_every_move_and_resumed(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = play("tic-tac-toe", "--seats", f"human,{QUICK}", "--save", str(path), lines="4\n").out
    assert f"go on with: spielbaum play --resume {path}" in out
    saved = json.loads(path.read_text())
    assert saved["moves"] == ["4", "0"]
    assert saved["seats"] == ["human", QUICK]
    again = play("--resume", str(path), lines="8\nundo\n7\n").out
    assert "1  X  4" not in again
    assert "3  X  7  human" in again
    assert json.loads(path.read_text())["moves"][:3] == ["4", "0", "7"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_game_is_saved_by_a_command(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "a game.json"
    lines = f"4\nsave {path}\n8\nsave {path}\n"
    out = play("tic-tac-toe", "--seats", "human", "--position", "O........ X", lines=lines).out
    assert out.count(f"saved; go on with: spielbaum play --resume '{path}'") == 2
    saved = json.loads(path.read_text())
    assert (saved["start"], saved["moves"]) == ("O........ X", ["4", "8"])
    assert "O 1 2\n3 X 5\n6 7 O" in play("--resume", str(path)).out


def test_a_game_of_a_file_is_resumed_from_anywhere(
    play: Run, race: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(race()).parent)
    play("race.py", "--seats", "human", "--save", "saved.json", lines="1\n")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert '{"count":1,"to_move":1}' in play("--resume", "../saved.json").out


def test_a_resumed_game_has_other_players(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("tic-tac-toe", "--seats", "human", "--save", str(path), lines="4\n")
    document = play("--resume", str(path), "--seats", "random", "--json").document
    assert document["moves"][0] == "4"
    assert document["utility"] is not None


def test_no_file_is_overwritten(play: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    answer = play("tic-tac-toe", "--save", str(path))
    assert answer.code == 2
    assert "exists already: go on with --resume, or choose another name" in answer.err
    out = play("tic-tac-toe", "--seats", "human", lines=f"save {path}\n").out
    assert "exists already: choose another name" in out
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dear diary", "it is not JSON"),
        ("[]", "it lacks game, seats, moves or version"),
        ('{"game": "nim"}', "it lacks game, seats, moves or version"),
        ('{"game": "nim", "seats": ["human"], "moves": [], "version": 7}', "is a saved game of version 7"),
        ('{"game": "nim", "seats": [], "moves": [], "version": 1}', "a field has the wrong type"),
        ('{"game": "nim", "seats": ["human"], "moves": "a1", "version": 1}', "a field has the wrong type"),
        ('{"game": 3, "seats": ["human"], "moves": [], "version": 1}', "a field has the wrong type"),
        ('{"game": "nim", "seats": ["human"], "moves": ["a9"], "version": 1}', "move 1: action 'a9' is not legal"),
        (
            '{"game": "nim", "seats": ["human"], "moves": ["a1"], "position": "3-4-5 0", "version": 1}',
            "the game has changed since",
        ),
    ],
)
def test_a_damaged_file_is_refused(play: Run, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    answer = play("--resume", str(path))
    assert answer.code == 2
    assert sentence in answer.err
    assert path.read_text() == text


def test_random_players_resume_their_sequence(play: Run, tmp_path: Path) -> None:
    whole = play("nim:heaps=5-6-7", "--seats", "random", "--seed", "3", "--json").document
    path = tmp_path / "game.json"
    play("nim:heaps=5-6-7", "--seats", "random", "--seed", "3", "--max-plies", "2", "--save", str(path))
    assert play("--resume", str(path), "--json").document == whole


# The board in colours


def test_boards_in_colours_show_what_the_plain_ones_show() -> None:
    glyphs = str.maketrans("♞♛♝♜", "NQBR")
    for name in ("chameleon-chess", "chameleon-chess:players=GB", "tic-tac-toe", "mnk:players=3", "connect-four"):
        game = games.load(name)
        session = Session(game, parse_players("random") * game.players)
        while not session.is_over:
            assert game.view.board is not None
            assert game.view.cells is not None
            drawn = "\n".join(str(line) for line in picture(game, game.view.cells(session.state), {}))
            plain = game.view.board(session.state).replace(".", " ")
            assert drawn.translate(glyphs).replace("·", " ").split() == plain.split()
            session.make(EnginePlayers(game).choose(session))


def test_a_piece_without_text_is_shown_by_its_owner() -> None:
    def cells(_state: object) -> list[list[Cell]]:
        return [
            [Cell("", "#aabbcc", 0), Cell("", "#aabbcc", 1, piece="knight")],
            [Cell("", "#aabbcc"), Cell("q", owner=1)],
        ]

    for names, told in (((), "0 1 . q"), (("black", "white"), "B W . q"), (("anna", "alan"), "anna alan . q")):
        game = replace(games.load("tic-tac-toe"), view=View(cells=cells, player_names=names))
        assert board_text(game, game.initial()).split() == told.split()
        drawn = "\n".join(str(line) for line in picture(game, cells(None), {}))
        assert drawn.split() == [word for word in told.split() if word != "."]


def test_owners_and_grounds_of_cells_are_checked() -> None:
    game = games.load("chameleon-chess:players=GB")
    assert game.view.cells is not None
    cells = [cell for row in game.view.cells(game.initial()) for cell in row]
    assert [sum(cell.owner == player for cell in cells) for player in (0, 1)] == [4, 4]
    for cell in cells:
        if cell.owner is not None:
            assert cell.text[0] == "GB"[cell.owner]
    assert len(game.view.player_colours) == 2


def test_changes_and_targets_are_marked() -> None:
    game = games.load("chameleon-chess")
    session = Session(game, parse_players("human") * 4)
    moves = ("a1b3", "a1c2")
    marks = targets(game, session.state, [session.parse_move(move) for move in moves])
    assert marks == {(5, 2): TARGET, (6, 3): TARGET}, "column 0 holds the numbers of the ranks"
    before = session.state
    assert game.view.cells is not None
    after = game.view.cells(game.result(before, session.parse_move("a1b3")))
    assert changes(game.view.cells(before), after) == [(5, 2), (7, 1)]
    assert str(picture(game, after, {(5, 2): TARGET})[5]).split() == ["3", "r", "(R♛)", "g", "y", "b", "y", "r", "G♞"]


def test_a_terminal_gets_colours_and_a_pipe_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    game = games.load("chameleon-chess")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80)
    coloured._environ = {"TERM": "xterm"}
    draw_board(coloured, game, game.initial())
    assert "\x1b[" in coloured.file.getvalue()  # type: ignore[attr-defined]
    for terminal in (False, True):
        out = Console(file=io.StringIO(), force_terminal=terminal, no_color=terminal, highlight=False, width=80)
        draw_board(out, game, game.initial())
        assert game.view.board is not None
        assert out.file.getvalue() == game.view.board(game.initial()) + "\n"  # type: ignore[attr-defined]


# As a process

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_at_the_prompt_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    process = start("nim", "--seats", "human", "--save", str(path))
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("a1\n")
        process.stdin.flush()
        while "to move, ply 2" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert f"go on with: spielbaum play --resume {path}" in out
    assert err == "spielbaum: interrupted\n"
    assert json.loads(path.read_text())["moves"] == ["a1"]


def test_ctrl_c_while_a_search_thinks(tmp_path: Path) -> None:
    process = start("connect-four", "--seats", "alpha-beta(depth=1),alpha-beta(seconds=100)")
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("  1  X  ")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out.startswith("go on with: spielbaum play connect-four --seats")
    assert err == "spielbaum: interrupted\n"


def test_help_needs_no_numba() -> None:
    code = "import sys\nfrom spielbaum.cli import run\nrun(['play', '--help'])\nassert 'numba' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "seats"),
    [("dots-and-boxes:rows=2,columns=2", "human,random"), ("chameleon-chess", "human"), ("chess", "human"),
     ("chinese-checkers:players=4", "human")],
)  # fmt: skip
def test_the_numbers_of_a_list_of_moves_rise(play: Run, name: str, seats: str) -> None:
    shown = play(name, "--seats", seats, lines="5\n3\n7\nmoves\n").out
    lists = [re.findall(r"^ +\d+ .*$", part, re.MULTILINE) for part in re.split(r"to move, ply \d+", shown)[1:]]
    assert len(lists) > 1
    for lines in lists:
        numbers = [int(number) for line in lines for number in re.findall(r"(\d+) [a-z]\d+", line)]
        begins = [i for i, number in enumerate(numbers) if number == 1]  # of the list and of the requested moves
        assert numbers == [
            n + 1 for start, end in zip(begins, [*begins[1:], len(numbers)], strict=True) for n in range(end - start)
        ]
