"""A full disk: one sentence, and the same command resumes when there is room."""

import csv
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from spielbaum.cli import run
from spielbaum.store import Store
from spielbaum.store.tidy import TIMES

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

resource = pytest.importorskip("resource")

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
DESIGN = """
games = ["connect-four:width=5,height=4", "connect-four:width=4,height=5"]
players = ["random", "random(seed=1)"]
openings = {plies = 2}
rounds = 24
"""
ROOM = 160 * 1024
"""Bytes for the tables and some of the games."""

TO_READ = 32 * 1024
"""Bytes that SQLite needs beside a database before it reads it."""

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the design, and the database and the table of a run with enough room."""
    folder = tmp_path_factory.mktemp("played")
    design, database, file = (folder / name for name in ("design.toml", "whole.db", "whole.csv"))
    design.write_text(DESIGN, encoding="utf-8")
    command = ["experiment", str(design), "--workers", "1", "--database", str(database), "--export", str(file)]
    assert run(command) == 0
    return folder


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Limit the size of the files that this process writes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def refused(spielbaum: Command) -> Command:
    """Return a function that runs a command on a full disk, and checks that it fails in one sentence."""

    def command(*arguments: str, room: int, sentence: str) -> None:
        with full_disk(room):
            answer = spielbaum(*arguments)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("spielbaum: ")
        assert sentence in answer.err
        assert answer.err.count("\n") == 1, answer.err

    return command


def table(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [{name: cell for name, cell in row.items() if name not in TIMES} for row in csv.DictReader(lines)]


def kept(database: str) -> list[list[int]]:
    """Return the numbers of the complete games of each cell."""
    with Store(database) as store:
        found = [list(store.games(stored.id)) for stored in store.tournaments()]
    assert all(game.moves for games in found for game in games)
    return [[game.number for game in games] for games in found]


def test_a_run_stopped_by_a_full_disk_is_resumed(
    spielbaum: Command, refused: Command, played: Path, tmp_path: Path
) -> None:
    whole = table(played / "whole.csv")
    database, file = str(tmp_path / "full.db"), tmp_path / "full.csv"
    command = ("experiment", str(played / "design.toml"), "--workers", "1", "--database", database)
    command += ("--export", str(file))
    sentence = f"the database {database} cannot be used: "
    refused(*command, room=ROOM, sentence=sentence)
    before = kept(database)
    assert 0 < sum(map(len, before)) < len(whole) // 2
    refused(*command, room=ROOM, sentence=sentence)
    assert all(set(one) <= set(other) for one, other in zip(before, kept(database), strict=True))
    assert not file.exists()
    assert spielbaum(*command).code == 0
    assert table(file) == whole


def mounting() -> list[str] | None:
    """Return the prefix of a command that may mount file systems of its own; None if that is not allowed."""
    found = shutil.which("unshare")
    command = [found or "", "--user", "--map-root-user", "--mount", "sh", "-c"]
    try_out = [*command, "mount -t tmpfs -o size=64k none /mnt"]
    return command if found and subprocess.run(try_out, capture_output=True, check=False).returncode == 0 else None


@pytest.mark.long
def test_a_disk_that_fills_up_is_one_sentence(played: Path, tmp_path: Path) -> None:
    command = mounting()
    if command is None:
        pytest.skip("no file system may be mounted here, not even in a namespace of one's own")
    (disk := tmp_path / "disk").mkdir()
    script = f"""
        cd {tmp_path}; mount -t tmpfs -o size={ROOM} none disk; cp {played}/design.toml .
        play() {{ "$@" experiment design.toml --workers 2 --database disk/full.db --export disk/full.csv; }}
        play "$@"; echo "exit $?"; play "$@"; echo "exit $?"
        mount -o remount,size=50m disk; play "$@"; echo "exit $?"; cp disk/full.csv full.csv
    """
    done = subprocess.run([*command, script, "sh", *PROGRAM], capture_output=True, text=True, timeout=120, check=False)
    exits = [line for line in done.stdout.splitlines() if line.startswith("exit")]
    assert exits == ["exit 2", "exit 2", "exit 0"], done
    advice = "what was stored is kept; make room and repeat the command"
    full = f"spielbaum: the database {disk / 'full.db'} cannot be used: database or disk is full; {advice}"
    assert done.stderr.splitlines() == [full] * 2
    assert table(tmp_path / "full.csv") == table(played / "whole.csv")


@pytest.mark.parametrize("ending", ["csv", pytest.param("json", marks=pytest.mark.long)])
def test_an_older_table_is_replaced_when_the_new_one_is_complete(
    spielbaum: Command, refused: Command, played: Path, tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"table.{ending}"
    file.write_text("an older one")
    command = ("experiment", str(played / "design.toml"), "--database", str(played / "whole.db"), "--export", str(file))
    refused(*command, room=TO_READ, sentence=f"cannot write '{file}': File too large")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(file.name, "an older one")]
    assert spielbaum(*command).code == 0
    assert file.stat().st_size > TO_READ


@pytest.mark.parametrize("option", ["--html", pytest.param("--csv", marks=pytest.mark.long)])
def test_a_report_on_a_full_disk(
    spielbaum: Command, refused: Command, played: Path, tmp_path: Path, option: str
) -> None:
    pytest.importorskip("polars")
    place = tmp_path / "report.html" if option == "--html" else tmp_path
    refused("report", str(played / "whole.db"), option, str(place), room=TO_READ, sentence="File too large")
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert list(left) == ([] if option == "--html" else ["games.csv"])  # a short one
    assert spielbaum("report", str(played / "whole.db"), option, str(place)).code == 0
    assert all((tmp_path / name).read_bytes() == content for name, content in left.items())


def test_a_game_that_cannot_be_saved_is_resumed_by_its_moves(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    full = subprocess.run(
        [*PROGRAM, "play", "tic-tac-toe", "--seats", "random", "--save", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (180, 180)),  # enough for the first positions
    )
    assert full.returncode == 2
    assert full.stderr == f"spielbaum: the game could not be saved: cannot write '{file}': File too large\n"
    going_on = full.stdout.splitlines()[-1]
    assert going_on.startswith("go on with: spielbaum play tic-tac-toe --seats ")
    assert "--resume" not in full.stdout


@pytest.mark.long
def test_a_database_on_a_read_only_disk_is_read(played: Path, tmp_path: Path) -> None:
    command = mounting()
    if command is None:
        pytest.skip("no file system may be mounted here, not even in a namespace of one's own")
    (disk := tmp_path / "disk").mkdir()
    open_log = (
        "import os, sqlite3; c = sqlite3.connect('disk/open.db'); c.execute('PRAGMA user_version=1'); os._exit(0)"
    )
    script = f"""
        cd {tmp_path}; mount -t tmpfs none disk; cp {played}/whole.db disk/log.db; cp disk/log.db disk/open.db
        cp disk/log.db disk/plain.db
        {sys.executable} -c "{open_log}"
        {sys.executable} -c "import sqlite3; sqlite3.connect('disk/plain.db').execute('PRAGMA journal_mode=DELETE')"
        mount -o remount,ro disk
        for file in plain log open; do "$@" report disk/$file.db --json > $file.json || exit 1; done
        "$@" show --game 1 --database disk/log.db || exit 1
        "$@" tournament nim --players 'random,random(seed=1)' --database disk/log.db
    """
    done = subprocess.run([*command, script, "sh", *PROGRAM], capture_output=True, text=True, timeout=120, check=False)
    sentence = f"spielbaum: the database {disk / 'log.db'} cannot be used: attempt to write a readonly database\n"
    assert (done.returncode, done.stderr) == (2, sentence), done
    told = [(tmp_path / f"{name}.json").read_text().replace(f"{name}.db", "") for name in ("plain", "log", "open")]
    assert told[0] == told[1] == told[2]
