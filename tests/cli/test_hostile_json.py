"""Hostile JSON and TOML: one sentence from every command that reads it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


DEEP = '{"a":' + "[" * 3900
TEXTS = {
    "deep": DEEP.encode(),
    "deep and whole": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "many digits": b'{"version": ' + b"9" * 5000 + b"}",
    "infinite": b'{"version": 1e999}',
    "no number": b"[NaN]",
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "cut": b'{"game": "nim", ',
    "empty": b"",
    "a number": b"7",
    "a surrogate": b'{"game": "\\ud800", "seats": ["human"], "moves": [], "version": 1}',
    "a NUL": b'{"game": "a\\u0000.py", "seats": ["human"], "moves": [], "version": 1}',
    "no moves": b'{"game": "nim", "seats": ["human"], "moves": [["1-1"]], "version": 1}',
    "a huge seed": b'{"game": "nim", "seats": ["random"], "moves": [], "version": 1, "seed": ' + b"9" * 999 + b"}",
}
STATES = {
    "no fields": "{}",
    "deep": DEEP,
    "a list": '{"node": [], "ply": 0}',
    "an object": '{"node": {}, "ply": 0}',
    "a text": '{"node": "0", "ply": 0}',
    "null": '{"node": null, "ply": 0}',
    "a float": '{"node": 0.5, "ply": 0}',
    "infinite": '{"node": Infinity, "ply": 0}',
    "huge": '{"node": 0, "ply": ' + "9" * 5000 + "}",
    "beyond 64 bits": '{"node": 0, "ply": ' + "9" * 30 + "}",
    "no object": "{[1]}",
}


def refused(answer: Any) -> None:
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("spielbaum: ")
    assert answer.err.count("\n") == 1, answer.err
    assert len(answer.err) < 1000
    assert "fault of Spielbaum" not in answer.err


@pytest.mark.parametrize("text", STATES)
def test_a_hostile_position_is_refused(text: str, spielbaum: Command) -> None:
    refused(spielbaum("show", "figure", "--position", STATES[text]))


@pytest.mark.parametrize("text", TEXTS)
def test_a_hostile_file_is_refused(text: str, tmp_path: Path, spielbaum: Command) -> None:
    (path := tmp_path / "file.json").write_bytes(TEXTS[text])
    if text != "a huge seed":
        refused(spielbaum("play", "--resume", str(path)))
    refused(spielbaum("analyze", "nim", "--evaluation", str(path)))
    if text != "a number":
        refused(spielbaum("show", f"tree:file={path}"))


@pytest.mark.parametrize("design", ["games = " + "[" * 3900, "rounds = " + "9" * 5000, 'games = ["a\\u0000.py"]', "\0"])
def test_a_hostile_design_is_refused(design: str, tmp_path: Path, spielbaum: Command) -> None:
    (path := tmp_path / "design.toml").write_text(design + '\nplayers = ["random", "random(seed=1)"]\n')
    refused(spielbaum("experiment", str(path), "--database", str(tmp_path / "games.db")))


def test_a_seed_of_many_digits_is_a_seed(tmp_path: Path, spielbaum: Command) -> None:
    saved = {"game": "nim", "seats": ["random"], "moves": [], "version": 1, "seed": 10**900}
    (path := tmp_path / "file.json").write_text(json.dumps(saved))
    assert spielbaum("play", "--resume", str(path)).code == 0


def test_a_game_in_another_encoding(tmp_path: Path, spielbaum: Command, race: Callable[..., str]) -> None:
    Path(file := race()).write_bytes(b"# -*- coding: latin-1 -*-\n# \xe9\n" + Path(race()).read_bytes())
    players = ("--players", "random,random(seed=1)", "--workers", "1", "--database", str(tmp_path / "games.db"))
    assert spielbaum("tournament", file, *players).code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_answer_on_a_full_disk(more: list[str]) -> None:
    program = [sys.executable, "-c", "from spielbaum.cli import main; main()", "show", "nim", *more]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.stderr.splitlines()[0] == "spielbaum: cannot go on: No space left on device"
    assert "fault of Spielbaum" not in done.stderr
