"""Databases of older versions are brought up to date when they are opened, with all that is in them."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from playing import some_play
from spielbaum.errors import InputError
from spielbaum.store import CellRecord, ExperimentRecord, Experiments, Plays, Store, schema
from tiers import all_but, at_night
from writing import TOURNAMENT, some_game

pytestmark = pytest.mark.slow

FIRST = Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8")
"""What version 1 of the tables made of ``TOURNAMENT`` with the games 0 and 1, as SQLite dumps it."""

TABLES_AND_ROWS = """
    ALTER TABLE game DROP COLUMN reason; ALTER TABLE game DROP COLUMN tags; ALTER TABLE move DROP COLUMN comment;
    DROP TABLE review; DROP TABLE cell; DROP TABLE experiment; DROP INDEX ix_play_changed; DROP TABLE play;
    UPDATE meta SET value = '1' WHERE key = 'schema'
"""


def first_version(url: str) -> None:
    """Make a database of version 1: in SQLite from the dump, in PostgreSQL by taking away what came later."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.executescript(FIRST)
        connection.close()
        return
    with Store(url) as store:
        tournament = store.begin(TOURNAMENT)
        for number in (0, 1):
            store.add(tournament, some_game(number))
        with store.writing() as connection:
            for statement in TABLES_AND_ROWS.split(";"):
                connection.execute(text(statement))


def second_version(url: str) -> None:
    """Make a database of version 2 with a game of the browser in it."""
    with Store(url) as store:
        store.add(store.begin(TOURNAMENT), some_game(0))
        Plays(store).add(some_play("one"))
        with store.writing() as connection:
            for statement in (
                "ALTER TABLE game DROP COLUMN reason",
                "ALTER TABLE game DROP COLUMN tags",
                "ALTER TABLE move DROP COLUMN comment",
                "DROP TABLE review",
                "DROP TABLE cell",
                "DROP TABLE experiment",
                "UPDATE meta SET value = '2'",
            ):
                connection.execute(text(statement))


def version(store: Store) -> str:
    with store.reading() as connection:
        return str(connection.scalar(text("SELECT value FROM meta WHERE key = 'schema'")))


def test_an_older_database_keeps_its_games_and_gets_the_new_table(url: str) -> None:
    first_version(url)
    for _ in range(2):  # the second time nothing is left to do
        with Store(url) as store:
            assert version(store) == str(schema.VERSION)
            assert list(store.games(store.begin(TOURNAMENT))) == [some_game(0), some_game(1)]
    with Store(url) as store:
        Plays(store).add(some_play("one"))
        assert Plays(store).find("one") == some_play("one")


def test_a_database_without_experiments_keeps_all_and_gets_them(url: str) -> None:
    second_version(url)
    with Store(url) as store:
        assert version(store) == str(schema.VERSION)
        assert list(store.games(store.begin(TOURNAMENT))) == [some_game(0)]
        assert Plays(store).find("one") == some_play("one")
        assert Experiments(store).all() == []
        cell = CellRecord(number=0, factors={"game": "nim"}, labels=("a", "b"), tournament=TOURNAMENT)
        stored = Experiments(store).begin(ExperimentRecord(name="x", key="1", design="", created="", cells=(cell,)))
        assert stored.cells[0].tournament.done == 1


@pytest.mark.parametrize("make", [first_version, second_version])
def test_what_was_brought_up_to_date_is_what_is_made_anew(url: str, make: Callable[[str], None]) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    make(url)
    with Store(url) as store, store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.tables) == []


@pytest.mark.parametrize("url", all_but(["sqlite"], ["sqlite", "postgres"]), indirect=True)
def test_several_processes_that_open_an_older_database_at_once(url: str) -> None:
    first_version(url)
    code = "import sys; from spielbaum.store import Store, Plays; print(Plays(Store(sys.argv[1])).find('none'))"
    processes = [
        subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3 if at_night() else 2)
    ]
    assert [process.communicate(timeout=120) for process in processes] == [("None\n", "")] * len(processes)
    with Store(url) as store:
        assert version(store) == str(schema.VERSION)
        assert len(list(store.games(store.begin(TOURNAMENT)))) == 2


def test_an_upgrade_that_fails_changes_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.operations import Operations

    first_version(url)
    create = Operations.create_table

    def full(self: Operations, *arguments: object, **more: object) -> None:
        create(self, *arguments, **more)  # type: ignore[arg-type]
        raise InputError("the disk is full")

    monkeypatch.setattr(Operations, "create_table", full)
    with pytest.raises(InputError, match="the disk is full"):
        Store(url)
    monkeypatch.undo()
    with Store(url) as store:
        assert version(store) == str(schema.VERSION)
        assert Plays(store).find("none") is None


def test_alembic_is_imported_for_an_older_database_only(tmp_path: Path) -> None:
    code = (
        "import sys; from spielbaum.store import Store; Store(sys.argv[1]).close(); Store(sys.argv[1]).close(); "
        "print('alembic' in sys.modules)"
    )

    def imported(file: Path) -> str:
        done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    first_version(f"sqlite:///{old}")
    assert [imported(old), imported(old), imported(new)] == ["True", "False", "False"]
