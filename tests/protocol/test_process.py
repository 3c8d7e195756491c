"""The started process: what it does with nonsense, how it ends, and other games than chess."""

import random
import re
import signal
from pathlib import Path

import pytest

from speaking import Program
from spielbaum import games
from spielbaum.cli import run
from spielbaum.game.notation import play_line

pytestmark = pytest.mark.slow

LINE = re.compile(r"(id|option|info|bestmove|response) \S.*|uciok|ugiok|readyok")
TEXT = (
    "uci ugi isready newgame setoption name value position startpos fen moves go depth 1 2 nodes 50 movetime 3 wtime "
    "btime p1time winc infinite ponder searchmoves mate stop ponderhit query gameover p1turn result debug on off "
    "register later Hash Evaluation Move Overhead -1 99999999999999999999 e2e4 e7e5 4 4444 Model nothing.json "
    "8/8/8/8/8/8/8/8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w b KQkq - 0 Züge ½ 🂡 \x00 \x1b[2J \x85 , = < ' \""
)
WORDS = TEXT.split(" ")


def nonsense(number: int) -> bytes:
    """Return so many lines of words in any order, some of them broken, very long, or no UTF-8."""
    chance, lines = random.Random(1), []
    for _ in range(number):
        words = chance.choices(WORDS, k=chance.choice((0, 1, 2, 3, 4, 6, 10)))
        if chance.random() < 0.5:
            words.insert(0, chance.choice(("setoption name", "position startpos moves", "position fen", "query", "go")))
        line = " ".join(words).encode()
        if chance.random() < 0.2 and line:
            place = chance.randrange(len(line))
            line = line[:place] + bytes(chance.choices(b"\xff\xc3\x00\x7f \tgo", k=3)) + line[place + 1 :]
        if chance.random() < 0.001:
            line *= 20_000
        lines.append(line.replace(b"\n", b" "))
    return b"\n".join(lines) + b"\n"


@pytest.mark.parametrize(
    ("game", "number", "best"),
    [
        pytest.param("chess", 10_000, 1, marks=pytest.mark.long),
        pytest.param("connect-four", 2_000, 3, marks=pytest.mark.interpreted),
    ],
)
def test_nonsense_does_not_end_the_process(game: str, number: int, best: int, tmp_path: Path) -> None:
    errors = tmp_path / "stderr"
    with Program(game, "--nodes", "50", errors=errors) as program:
        program.say("isready")
        program.hear("readyok")
        # Nobody would give so many orders; a search each would only cost time.
        lines = nonsense(number).replace(b"infinite", b"depth 1").replace(b"ponder", b"nodes 9")
        program.say(f"setoption name MultiPV value {best}")
        heard = _talk(program, lines + b"stop\nposition startpos\ngo nodes 100\n")
        assert program.process.returncode == 0
    assert [line for line in heard if not LINE.fullmatch(line)] == []
    orders = sum(line.startswith("bestmove") for line in heard)
    assert orders > number // 30
    assert any(f" multipv {best} " in line for line in heard) == (best > 1)
    word, move = heard[-1].split()[:2]
    assert word == "bestmove"
    play_line(games.load(game), games.load(game).initial(), move)
    assert errors.read_bytes() == b""


def _talk(program: Program, said: bytes) -> list[str]:
    out, _ = program.process.communicate(said, timeout=120)
    return out.decode().split("\n")[:-1]


@pytest.mark.interpreted
def test_a_game_of_connect_four_by_ugi() -> None:
    with Program("connect-four") as program:
        program.say("ugi")
        heard = program.hear("ugiok")
        assert heard[0].startswith("id name Spielbaum")
        assert heard[0].endswith("connect-four")
        program.say("isready", "uginewgame")
        program.hear("readyok")
        moves: list[str] = []
        while program.ask("query gameover", "response") == "response false":
            first = program.ask("query p1turn", "response") == "response true"
            assert first == (len(moves) % 2 == 0)
            assert program.ask("query result", "response") == "response none"
            limit = "go p1time 500 p2time 500 p1inc 10 p2inc 10" if len(moves) % 2 else "go nodes 2000"
            moves.append(program.ask(limit, "bestmove").split()[1])
            program.say("position startpos moves " + " ".join(moves))
        game = games.load("connect-four")
        utility = game.utility(play_line(game, game.initial(), " ".join(moves)))
        result = "draw" if utility[0] == 0 else "p1win" if utility[0] > 0 else "p2win"
        assert program.ask("query result", "response") == f"response {result}"
        assert program.ask("go depth 3", "bestmove") == "bestmove 0000"
        program.say("quit")
        assert program.leave() == (0, "", "")


@pytest.mark.interpreted
def test_commands_are_answered_during_a_search() -> None:
    with Program("connect-four") as program:
        program.say("isready")
        program.hear("readyok")
        program.say("go infinite", "isready")
        assert not [line for line in program.hear("readyok") if line.startswith("bestmove")]
        program.say("position startpos moves 4", "go infinite", "stop", "isready")
        heard = program.hear("bestmove") + program.hear("bestmove")
        assert sum(line.startswith("bestmove") for line in heard) == 2
        program.say("go ponder movetime 50")
        program.say("isready")
        assert not [line for line in program.hear("readyok") if line.startswith("bestmove")]
        assert program.ask("ponderhit", "bestmove").split()[1] in set("1234567")
        program.say("go infinite", "quit")
        code, out, err = program.leave()
        assert (code, err) == (0, "")
        assert sum(line.startswith("bestmove") for line in out.splitlines()) == 1


@pytest.mark.interpreted
def test_a_search_with_limits_is_completed_after_the_end_of_the_input() -> None:
    with Program("nim") as program:
        program.say("position startpos", "go depth 3")
        code, out, err = program.leave()
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("bestmove ")
    with Program("nim") as program:
        program.say("go infinite")
        assert program.leave()[0] == 0


@pytest.mark.interpreted
def test_ctrl_c_ends_the_engine() -> None:
    with Program("nim") as program:
        program.say("isready")
        program.hear("readyok")
        program.process.send_signal(signal.SIGINT)
        assert program.leave() == (130, "", "spielbaum: interrupted\n")


@pytest.mark.interpreted
def test_a_closed_pipe_ends_the_engine() -> None:
    with Program("connect-four") as program:
        program.say("isready")
        program.hear("readyok")
        assert program.process.stdout is not None
        program.process.stdout.close()
        program.say("go movetime 60000", "uci", "uci")
        assert program.process.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["mnk:players=3"], "games of two players"),
        (["chess", "--algorithm", "nothing"], "unknown algorithm"),
        (["chess", "--evaluation", "missing.json"], "missing.json"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
def test_impossible_arguments_are_refused(capfd: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    code, (out, err) = run(["uci", *arguments]), capfd.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
