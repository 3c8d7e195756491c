"""Damaged databases: a correct answer or one sentence, from every command and page."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from spielbaum.errors import InputError
from spielbaum.web import Settings, make_app
from tiers import all_but, by_tier

Command = Callable[..., Any]

PLAYERS = "random,random(seed=1)"
DESIGN = 'games = ["nim"]\nplayers = ["random", "random(seed=1)"]\nrounds = 1\n'
PAGE = 4096

Damage = Callable[[Path], object]


def sql(*statements: str) -> Damage:
    """Return a function that runs statements on a database, without constraints."""

    def run(path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA foreign_keys=OFF")
        for statement in statements:
            connection.execute(statement)
        connection.close()

    return run


def loosened(table: str, statement: str) -> Damage:
    """Return a function that runs a statement on a copy of a table without constraints."""
    copied = f"CREATE TABLE copied AS SELECT * FROM {table}"
    return sql(copied, f"DROP TABLE {table}", f"ALTER TABLE copied RENAME TO {table}", statement)


def put(place: int, piece: bytes) -> Damage:
    """Return a function that overwrites bytes of a file."""

    def write(path: Path) -> None:
        whole = path.read_bytes()
        path.write_bytes(whole[:place] + piece + whole[place + len(piece) :])

    return write


def cut(length: int) -> Damage:
    return lambda path: path.write_bytes(path.read_bytes()[:length])


def directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


COLUMNS = {
    "meta": ("value",),
    "tournament": ("id", "key", "title", "setup", "games", "created"),
    "game": (
        *("id", "tournament_id", "number", "game", "start", "seating", "opening", "end", "utility"),
        *("survivors", "position", "seed", "versions", "started", "seconds"),
    ),
    "move": ("game_id", "ply", "seat", "action", "value", "depth", "nodes", "leaves", "seconds"),
    "experiment": ("id", "name", "key", "design", "created"),
    "cell": ("experiment_id", "number", "tournament_id", "factors", "labels"),
}
VALUES = {
    "NULL": "NULL",
    "a text": "'nonsense'",
    "bytes": "x'ff00'",
    "a number": "-7",
    "a fraction": "0.5",
    "a huge number": "9e999",
    "an object": "'{}'",
    "a list": "'[]'",
    "a list of lists": "'[[1], [2]]'",
    "numbers beyond": "'[99, 98]'",
    "deep": "'" + "[" * 5000 + "'",
    "empty": "''",
}
WAYS: dict[str, Damage] = {
    "empty": cut(0),
    "one byte": cut(1),
    "half a header": cut(50),
    "a header alone": cut(100),
    "one page": cut(PAGE),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a page less": lambda path: path.write_bytes(path.read_bytes()[:-PAGE]),
    "a text": lambda path: path.write_text("Remember the milk.\n" * 500),
    "a directory": directory,
    "no file": Path.unlink,
    "other magic": put(0, b"X"),
    "other page size": put(16, b"\x00\x01"),
    "newer format": put(18, b"\x09\x09"),
    "wrong page count": put(28, b"\x00\x00\x00\x01"),
    "wrong schema format": put(44, b"\xff\xff\xff\xff"),
    "wrong encoding": put(56, b"\x00\x00\x00\x02"),
    "zeros in the first page": put(100, bytes(500)),
    "ones in the first page": put(100, b"\xff" * 2000),
    "zeros in the second page": put(PAGE, bytes(PAGE)),
    "noise in the third page": put(2 * PAGE, bytes(range(256)) * 8),
    "noise in the fourth page": put(3 * PAGE, b"\xff" * PAGE),
    "noise at the end": put(6 * PAGE, b"\x80" * PAGE),
    **{f"no table {table}": sql(f"DROP TABLE {table}") for table in COLUMNS},
    **{f"no rows of {table}": sql(f"DELETE FROM {table}") for table in COLUMNS},
    **{f"a view {table}": sql(f"DROP TABLE {table}", f"CREATE VIEW {table} AS SELECT 1 AS id") for table in COLUMNS},
    **{
        f"version {value}": sql(f"UPDATE meta SET value = {value}")
        for value in ("'0'", "0", "'-1'", "'99'", "''", "'two'", "'²'", "'" + "9" * 5000 + "'", "x'33'", "2.5", "'1'")
    },
    "no column": sql("ALTER TABLE game DROP COLUMN seconds"),
    "another name": sql("ALTER TABLE tournament RENAME COLUMN setup TO set_up"),
    "no such player": sql("UPDATE game SET seating = '[0, 7]'"),
    "no such seat": sql("UPDATE move SET seat = 9"),
    "a negative seat": sql("UPDATE move SET seat = -1"),
    "no such survivor": sql("UPDATE game SET survivors = '[7]'"),
    "no such game": sql("UPDATE tournament SET setup = replace(setup, 'tic-tac-toe', 'tic-tac-tow')"),
    "three players": sql("UPDATE game SET seating = '[0, 1, 0]'"),
    "utility of three": sql("UPDATE game SET utility = '[1, 2, 3]'"),
    "a setup without players": sql("""UPDATE tournament SET setup = '{"game": "tic-tac-toe"}'"""),
    "players that are none": sql("""UPDATE tournament SET setup = '{"game": "tic-tac-toe", "players": [1, 2]}'"""),
    "no move": sql("UPDATE move SET action = 'z9'"),
    "no position": sql("UPDATE game SET start = 'nonsense'"),
}
CELLS: dict[str, Damage] = {
    **{
        f"{table}.{column} is {name}": loosened(table, f"UPDATE {table} SET {column} = {value}")
        for table, columns in COLUMNS.items()
        for column in columns
        for name, value in VALUES.items()
    },
}
CHOSEN = random.Random(16).sample(sorted(CELLS), 20)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from spielbaum.cli import run

    folder = tmp_path_factory.mktemp("sound")
    database, design = folder / "sound.db", folder / "design.toml"
    design.write_text(DESIGN)
    assert run(["tournament", "tic-tac-toe", "--players", PLAYERS, "--workers", "1", "--database", str(database)]) == 0
    assert run(["experiment", str(design), "--workers", "1", "--database", str(database)]) == 0
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return database


def check(answer: Any, *command: str) -> None:
    assert answer.code in (0, 2), (command, answer)
    assert "Traceback" not in answer.err, (command, answer.err)
    assert "fault of Spielbaum" not in answer.err, (command, answer.err)
    if answer.code == 2:
        assert answer.err.startswith("spielbaum: "), (command, answer.err)
        assert answer.err.count("\n") == 1, (command, answer.err)
        assert len(answer.err) < 600, (command, answer.err)


@pytest.mark.parametrize("way", by_tier([*WAYS, *CHOSEN][::6], [*WAYS, *CHOSEN][::3], [*WAYS, *CHOSEN]))
def test_a_damaged_database_is_refused_in_one_sentence(
    way: str, sound: Path, tmp_path: Path, spielbaum: Command
) -> None:
    design, tournament = str(sound.parent / "design.toml"), ("tournament", "tic-tac-toe", "--players", PLAYERS)
    commands = (
        ("report", "--json", "--html", str(tmp_path / "report.html")),
        ("show", "--game", "1", "--database"),
        (*tournament, "--workers", "1", "--export", str(tmp_path / "games.json"), "--database"),
        ("experiment", design, "--workers", "1", "--export", str(tmp_path / "cells.csv"), "--database"),
    )
    for number, command in enumerate(commands):
        path = tmp_path / f"{number}.db"
        shutil.copy(sound, path)
        (WAYS | CELLS)[way](path)
        check(spielbaum(*command, str(path)), *command)


@pytest.mark.slow
@pytest.mark.parametrize("way", all_but([*[*WAYS][1::4], *CHOSEN[:5]], [*WAYS, *CHOSEN]))
def test_pages_of_a_damaged_database(way: str, sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    shutil.copy(sound, path)
    (WAYS | CELLS)[way](path)
    try:
        app = make_app(Settings(database=str(path)))
    except InputError:
        return
    with TestClient(app) as client:
        for page in ("", "?experiment=design", "/tournament/1", "/game/1", "/game/1/tree", "/game/1/tree.json"):
            answer = client.get(f"/stored{page}")
            assert answer.status_code < 500 or answer.status_code == 503, (page, answer.text)
            assert "Traceback" not in answer.text
