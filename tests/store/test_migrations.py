"""Databases of an older version are upgraded when they are opened, and keep all rows.

The newer version is made up here: a script in a temporary folder follows the baseline, and the program is given its
number. The script adds a column and a table.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from playing import some_play
from spielbaum.errors import InputError
from spielbaum.store import CellRecord, ExperimentRecord, Experiments, Plays, Store, schema, upgrade
from tiers import all_but, at_night
from writing import TOURNAMENT, some_game

pytestmark = pytest.mark.slow

NEXT = schema.VERSION + 1

SCRIPT = """
ALTER TABLE game ADD COLUMN arbiter TEXT;

CREATE TABLE mark (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
"""

FAILS_AT_THE_END = SCRIPT + "INSERT INTO marks VALUES (1);\n"

TO_BASELINE = (
    "DROP TABLE analysis",
    "ALTER TABLE play DROP COLUMN notes",
    f"UPDATE meta SET value = '{schema.BASELINE}' WHERE key = 'schema'",
)
"""Statements that make a database of this version one of the baseline."""

CELL = CellRecord(number=0, factors={"game": "nim"}, labels=("a", "b"), tournament=TOURNAMENT)
EXPERIMENT = ExperimentRecord(name="x", key="1", design="", created="", cells=(CELL,))


@pytest.fixture
def filled(url: str) -> str:
    """Return the URL of a database of this version that has rows in every table except ``review`` and ``analysis``."""
    with Store(url) as store:
        tournament = store.begin(TOURNAMENT)
        for number in (0, 1):
            store.add(tournament, some_game(number))
        Plays(store).add(some_play("one"))
        Experiments(store).begin(EXPERIMENT)
    return url


@pytest.fixture
def next_version(filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the program be one version newer than the filled database; returns the script of that version."""
    assert filled
    folder = shutil.copytree(upgrade.SCRIPTS, tmp_path / "migrations")
    script = folder / f"version_{NEXT}.sql"
    script.write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setattr(upgrade, "SCRIPTS", folder)
    monkeypatch.setattr(schema, "VERSION", NEXT)
    return script


def version(store: Store) -> int:
    with store.reading() as connection:
        return int(connection.scalar(text("SELECT value FROM meta WHERE key = 'schema'")))


def rows_are_kept(store: Store) -> bool:
    (stored,) = Experiments(store).all()
    return (
        list(store.games(store.begin(TOURNAMENT))) == [some_game(0), some_game(1)]
        and Plays(store).find("one") == some_play("one")
        and stored.cells[0].tournament.done == 2
    )


@pytest.mark.usefixtures("next_version")
def test_an_upgraded_database_keeps_its_rows(filled: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "VERSION", NEXT - 1)
        with Store(filled) as store:
            assert version(store) == NEXT - 1
    for _ in range(2):  # the second time there is nothing to upgrade
        with Store(filled) as store:
            assert version(store) == NEXT
            assert rows_are_kept(store)
    with Store(filled) as store:
        assert store.add(store.begin(TOURNAMENT), some_game(2))


@pytest.mark.usefixtures("next_version")
def test_an_upgrade_makes_what_its_script_says_and_nothing_else(filled: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with Store(filled) as store, store.reading() as connection:
        found = compare_metadata(MigrationContext.configure(connection), schema.tables)
        names = {(change[0], change[-1].name) for change in found}
    assert names == {("remove_table", "mark"), ("remove_column", "arbiter")}


def test_a_database_of_the_baseline_becomes_what_a_new_one_is(filled: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with Store(filled) as store, store.writing() as connection:
        assert version(store) == schema.VERSION
        for statement in TO_BASELINE:
            connection.execute(text(statement))
    for _ in range(2):
        with Store(filled) as store, store.reading() as connection:
            assert version(store) == schema.VERSION
            assert compare_metadata(MigrationContext.configure(connection), schema.tables) == []
            assert rows_are_kept(store)


def test_an_upgrade_that_fails_changes_nothing(filled: str, next_version: Path) -> None:
    next_version.write_text(FAILS_AT_THE_END, encoding="utf-8")
    with pytest.raises(InputError, match="marks"):
        Store(filled)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "VERSION", NEXT - 1)
        with Store(filled) as store, store.reading() as connection:
            assert version(store) == NEXT - 1
            assert not inspect(connection).has_table("mark")
            assert rows_are_kept(store)
    next_version.write_text(SCRIPT, encoding="utf-8")
    with Store(filled) as store:
        assert version(store) == NEXT


@pytest.mark.parametrize("url", all_but(["sqlite"], ["sqlite", "postgres"]), indirect=True)
def test_several_processes_upgrade_a_database_once(filled: str, next_version: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from spielbaum.store import Plays, Store, schema, upgrade; "
        "schema.VERSION, upgrade.SCRIPTS = int(sys.argv[2]), Path(sys.argv[3]); "
        "print(Plays(Store(sys.argv[1])).find('none'))"
    )
    command = [sys.executable, "-c", code, filled, str(NEXT), str(next_version.parent)]
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3 if at_night() else 2)
    ]
    assert [process.communicate(timeout=120) for process in processes] == [("None\n", "")] * len(processes)
    with Store(filled) as store:
        assert version(store) == NEXT
        assert rows_are_kept(store)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (schema.BASELINE - 1, f"upgrades version {schema.BASELINE} and later"),
        (NEXT, "a newer Spielbaum reads it"),
    ],
)
def test_other_versions_are_refused(filled: str, number: int, sentence: str) -> None:
    with Store(filled) as store, store.writing() as connection:
        connection.execute(text(f"UPDATE meta SET value = '{number}'"))
    with pytest.raises(InputError, match=sentence):
        Store(filled)
