"""The commands ``book`` and ``oracle``, and the option ``--book``."""

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Solver, games
from spielbaum.book import Plan, build_book
from spielbaum.book.file import read_file
from tiers import at_night

GAME = "connect-four:width=4,height=3"
SHOWN = ("", "1", "12", "1122", "44", "4321")

pytestmark = pytest.mark.interpreted


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A book to ply 4."""
    book = build_book(GAME, Plan(plies=4), tmp_path_factory.mktemp("book") / "a.book")
    return book.name


def typed(monkeypatch: pytest.MonkeyPatch, *lines: bytes) -> None:
    """Set the lines of standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"".join(line + b"\n" for line in lines))))


@pytest.mark.slow
@pytest.mark.parametrize("with_book", [True, False])
def test_the_oracle_has_the_value_of_every_action(spielbaum: Any, path: str, monkeypatch: Any, with_book: bool) -> None:
    game, solver = games.load(GAME), Solver(games.load(GAME))
    lines = ["..../..../....", "1", "12", "1122", "44", "4321", "123412"]
    typed(monkeypatch, *(line.encode() for line in lines))
    answer = spielbaum("oracle", GAME, *(("--book", path) if with_book else ()))
    assert (answer.code, answer.err) == (0, "")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert [found["line"] for found in documents] == list(range(1, len(lines) + 1))
    for text, found in zip(lines, documents, strict=True):
        state = game.notation.parse_state(text)
        solution = solver.solve(state, strong=True)
        assert (found["score"], found["value"]) == (solution.score, solution.value)
        assert found["action"] == solution.action_text
        for row, action in zip(found["actions"], game.actions(state), strict=True):
            child = game.result(state, action)
            ended = game.utility(child)[game.to_move(state)] if game.is_terminal(child) else None
            assert row["value"] == (-solver.solve(child, strong=True).score if ended is None else ended)


def test_a_bad_line_is_answered_and_reading_continues(spielbaum: Any, monkeypatch: Any) -> None:
    typed(monkeypatch, b"", b"XOX", b"\xff\xfe", b"12121211", b"1122334", b'{"own": "x"}', b"12")
    answer = spielbaum("oracle", GAME)
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 2
    assert ["error" in found for found in documents] == [True] * 6 + [False]
    assert "the game is over" in documents[4]["error"]
    assert all("\n" not in found["error"] for found in documents[:6])


def test_the_oracle_refuses_unbounded_games(spielbaum: Any, tmp_path: Path, monkeypatch: Any) -> None:
    build_book(GAME, Plan(plies=1, depth=1), tmp_path / "deep.book")
    typed(monkeypatch)
    for words, sentence in (
        ((GAME, "--book", str(tmp_path / "deep.book")), "exact ones are needed"),
        (("chameleon-chess",), "two players"),
        ((GAME, "--book", str(tmp_path / "none.book")), "cannot read"),
    ):
        answer = spielbaum("oracle", *words)
        assert (answer.code, answer.out) == (2, "")
        assert sentence in answer.err
        assert answer.err.count("\n") == 1


@pytest.mark.slow
def test_a_book_is_built_described_and_verified(spielbaum: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    built = spielbaum("book", "build", GAME, "--plies", "3", "--workers", "1", "--json").document
    assert built["file"] == "connect-four-width-4-height-3-3.book"
    told = spielbaum("book", "info", built["file"], "--json").document
    assert told == built
    assert (told["kind"], told["searched"], sum(told["positions"])) == ("exact", told["positions"][3], 67)
    assert "67 positions to ply 3" in spielbaum("book", "info", built["file"]).out
    verified = spielbaum("book", "verify", built["file"], "--json")
    assert (verified.code, verified.document["ok"]) == (0, True)
    assert "holds: 67 positions met" in spielbaum("book", "verify", built["file"]).out


@pytest.mark.slow
def test_a_wrong_value_is_a_negative_answer(spielbaum: Any, path: str, tmp_path: Path) -> None:
    from spielbaum.book.file import write_file

    facts, keys, values = read_file(Path(path))
    table = {keys[12 * i : 12 * i + 12]: value for i, value in enumerate(values)}
    table[min(table)] += 1
    write_file(tmp_path / "false.book", facts, table)
    answer = spielbaum("book", "verify", str(tmp_path / "false.book"), "--sample", "1000")
    assert answer.code == 1
    assert "does not hold" in answer.out
    assert "instead of" in answer.out


@pytest.mark.long  # by night it is compiled, and the workers are threads
def test_several_workers_build_the_same_book(spielbaum: Any, path: str, tmp_path: Path) -> None:
    other = str(tmp_path / "b.book")
    assert spielbaum("book", "build", GAME, "--plies", "4", "--workers", "2", "--out", other).code == 0
    assert read_file(Path(other))[1:] == read_file(Path(path))[1:]


@pytest.mark.slow
def test_processes_build_the_same_deep_book(spielbaum: Any, tmp_path: Path) -> None:
    words = ("book", "build", "nim:heaps=2-3", "--plies", "2", "--depth", "2", "--algorithm", "alpha-beta", "--out")
    for workers in ("1", "2"):
        assert spielbaum(*words, str(tmp_path / f"{workers}.book"), "--workers", workers).code == 0
    assert read_file(tmp_path / "1.book")[1:] == read_file(tmp_path / "2.book")[1:]


@pytest.mark.slow
def test_a_killed_build_is_resumed(spielbaum: Any, path: str, tmp_path: Path) -> None:
    book, journal = tmp_path / "a.book", tmp_path / "a.book.part"
    words = ("book", "build", GAME, "--plies", "4", "--workers", "1", "--out", str(book))
    command = [sys.executable, "-m", "spielbaum", *words]
    killed = 0
    while killed < (2 if at_night() else 1):
        with subprocess.Popen(command, env={**os.environ, "SPIELBAUM_JIT": "0"}, stdout=subprocess.PIPE) as process:
            before = journal.stat().st_size if journal.exists() else 0
            while process.poll() is None and (not journal.exists() or journal.stat().st_size <= before):
                time.sleep(0.005)
            process.kill()
        killed += 1
    assert spielbaum(*words).code == 0
    assert read_file(book)[1:] == read_file(Path(path))[1:]
    assert not journal.exists()


def test_the_table_of_a_book_has_a_row_for_each_position(spielbaum: Any, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    out = tmp_path / "ttt.book"
    assert spielbaum("book", "build", "tic-tac-toe", "--plies", "2", "--parquet", "--out", str(out)).code == 0
    frame = polars.read_parquet(tmp_path / "ttt.parquet")
    assert frame.columns == ["ply", "line", "position", "to_move", "value"]
    assert (frame.height, set(frame["value"])) == (sum(read_file(out).facts.positions), {0.0, 1.0})


def test_analyze_says_what_the_book_knows(spielbaum: Any, path: str) -> None:
    found = spielbaum("analyze", GAME, "--moves", "12", "--depth", "2", "--book", path, "--json").document
    assert found["book"]["value"] == max(row["value"] for row in found["book"]["actions"])
    assert (found["book"]["kind"], found["book"]["file"]) == ("exact", path)
    assert "book" not in spielbaum("analyze", GAME, "--moves", "12", "--depth", "2", "--json").document
    unknown = spielbaum("analyze", GAME, "--moves", "123412", "--depth", "2", "--book", path, "--json").document
    assert (unknown["book"]["value"], unknown["book"]["actions"]) == (None, None)
    text = spielbaum("analyze", GAME, "--moves", "12", "--depth", "2", "--book", path).out
    assert f"{found['book']['value']} (exact): 1 " in text


@pytest.mark.slow
def test_players_look_positions_up_in_the_book_first(spielbaum: Any, path: str) -> None:
    played = spielbaum("play", GAME, "--seats", "alpha-beta(depth=1)", "--book", path, "--json")
    assert played.code == 0, played.err
    row = spielbaum("match", GAME, "--players", f"alpha-beta(depth=1, book={path}),random", "--games", "2", "--json")
    assert row.code == 0, row.err
    assert row.document["rows"][0]["spec"] == f"alpha-beta(depth=1, book={path})"


@pytest.mark.parametrize("command", ["analyze", "play", "oracle", "uci"])
def test_a_book_of_another_game_is_refused(spielbaum: Any, path: str, monkeypatch: Any, command: str) -> None:
    typed(monkeypatch)
    words = ("--seats", "random,alpha-beta(depth=1)", "--json") if command == "play" else ()
    answer = spielbaum(command, "tic-tac-toe", "--book", path, *words)
    assert (answer.code, answer.out) == (2, "")
    assert f"is a book of {GAME}, not of tic-tac-toe" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("make", "nim"), "build|verify|info"),
        (("build", "nim"), "--plies K"),
        (("build", "nim", "--plies", "1", "--sample", "2"), "go with book verify"),
        (("build", "nim", "--plies", "1", "--workers", "1", "--cluster", "tcp://a:1"), "give one of them"),
        (("build", "nim", "--plies", "999"), "last ply of a book must be from 0 to"),
        (("build", "chess", "--plies", "1"), "repetition"),
        (("verify", "nothing.book"), "cannot read"),
        (("info", "nothing.book", "--plies", "2"), "none of the options"),
        (("info", "nothing.book", "--sample", "2"), "a file alone"),
    ],
)
def test_bad_input_is_one_sentence(spielbaum: Any, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum("book", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
