"""Tables of moves in files."""

import builtins
import csv
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars
import pytest

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import InputError
from spielbaum.store import Store
from spielbaum.store.export import COLUMNS, export
from spielbaum.store.frames import write_parquet
from writing import TOURNAMENT, some_game

PLAYERS = TOURNAMENT.setup["players"]
SUFFIXES = [".csv", ".json", ".parquet"]
GAME = replace(
    some_game(2),
    seating=(1, 0, None),
    survivors=(1,),
    moves=(
        MoveRecord(
            ply=0, seat=0, action='a, "b"', value=(0.1 + 0.2, -1 / 3), depth=3, nodes=2**62, leaves=7, seconds=0.5
        ),
        MoveRecord(ply=1, seat=1, action="♜", value=1e-320),
        MoveRecord(ply=2, seat=0, action="pass"),
        MoveRecord(ply=3, seat=1, action="end", value=(float("inf"), 2.0)),
    ),
)
ROWS = [
    [2, GAME.game, "Ярослав; Zoë; -", 0, 0, "Ярослав", 'a, "b"', 0.1 + 0.2, [0.1 + 0.2, -1 / 3], 3, 2**62, 7, 0.5],
    [2, GAME.game, "Ярослав; Zoë; -", 1, 1, "Zoë", "♜", 1e-320, None, None, 0, 0, 0.0],
    [2, GAME.game, "Ярослав; Zoë; -", 2, 0, "Ярослав", "pass", None, None, None, 0, 0, 0.0],
    [2, GAME.game, "Ярослав; Zoë; -", 3, 1, "Zoë", "end", 2.0, [math.inf, 2.0], None, 0, 0, 0.0],
]
ROWS = [[*row, "finished", [1], GAME.seed] for row in ROWS]


def test_csv_has_a_row_for_each_move(tmp_path: Path) -> None:
    export([GAME], PLAYERS, tmp_path / "moves.csv")
    with (tmp_path / "moves.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == list(COLUMNS)
    texts = [json.dumps(cell) if isinstance(cell, list) else "" if cell is None else str(cell) for cell in ROWS[0]]
    assert rows[0] == texts
    assert [row[7] for row in rows] == [repr(0.1 + 0.2), "1e-320", "", "2.0"]
    assert [row[9] for row in rows] == ["3", "", "", ""]


def test_json_has_an_object_for_each_move(tmp_path: Path) -> None:
    export([GAME], PLAYERS, tmp_path / "moves.JSON")
    found = json.loads((tmp_path / "moves.JSON").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    wanted = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    wanted[3]["values"] = [None, 2.0]
    assert found == wanted


def test_parquet(tmp_path: Path) -> None:
    export([GAME], PLAYERS, tmp_path / "moves.parquet")
    table = polars.read_parquet(tmp_path / "moves.parquet")
    assert table.columns == list(COLUMNS)
    assert [list(row) for row in table.rows()] == ROWS
    assert table.schema["depth"] == polars.Int64
    assert table.schema["values"] == polars.List(polars.Float64)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_exports_of_a_store_are_identical(suffix: str, store: Store, tmp_path: Path) -> None:
    tournament = store.begin(TOURNAMENT)
    games = [replace(game, moves=game.moves[:4]) for game in map(some_game, range(5))]
    for game in reversed(games):
        store.add(tournament, game)
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "two", "direct")]
    export(store.games(tournament), PLAYERS, files[0])
    export(store.games(tournament), PLAYERS, files[1])
    export(games, PLAYERS, files[2])
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_games_give_an_empty_table(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"moves{suffix}"
    export([some_game(0, plies=0)], PLAYERS, file)
    if suffix == ".json":
        assert json.loads(file.read_text()) == []
    else:
        table = polars.read_csv(file) if suffix == ".csv" else polars.read_parquet(file)
        assert (table.columns, table.height) == (list(COLUMNS), 0)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_failed_export_leaves_the_old_file(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"moves{suffix}"
    file.write_text("old")

    def broken() -> Iterator[GameRecord]:
        yield GAME
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(broken(), PLAYERS, file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
    export([GAME], PLAYERS, file)
    assert file.read_bytes() != b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["moves.xlsx", "moves", ".csv"])
def test_another_suffix_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ends in \.csv, \.json, \.parquet"):
        export([GAME], PLAYERS, tmp_path / name)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_directory_is_named(suffix: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*: No such file or directory"):
        export([GAME], PLAYERS, tmp_path / "nowhere" / f"moves{suffix}")
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"cannot write .*: Not a directory"):
        export([GAME], PLAYERS, tmp_path / "file" / f"moves{suffix}")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_an_os_error_for_parquet_too() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        write_parquet(polars.DataFrame({"action": ["pass"]}), Path("/dev/full"))


def test_missing_polars_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "polars":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"pip install 'spielbaum\[tables\]'"):
        export([GAME], PLAYERS, tmp_path / "moves.parquet")
    assert not list(tmp_path.iterdir())
