"""Databases that cannot be opened are refused in one sentence, without a password."""

import builtins
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from postgres import Server
from spielbaum.errors import InputError, UnknownNameError
from spielbaum.store import Store
from spielbaum.store.schema import VERSION


def refusal(url: str) -> str:
    with pytest.raises(InputError) as caught:
        Store(url)
    said = str(caught.value)
    assert "\n" not in said
    assert "secret" not in said
    return said


def test_an_unknown_kind_of_database() -> None:
    assert refusal("sqllite:///results.db") == "unknown kind of database 'sqllite': did you mean 'sqlite'?"
    assert "there is postgresql, sqlite" in refusal("mysql://me:secret@host/db")
    with pytest.raises(UnknownNameError):
        Store("postgresql+asyncpg://me:secret@host/db")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret@host:port/db",
        "postgresql://me:secret",
        "postgresql://me:p@secret@host/db",
        "postgresql://[::1/db",
    ],
)
def test_a_url_that_cannot_be_read(url: str) -> None:
    assert "has the form postgresql://user:password@host:port/name" in refusal(url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite://results.db", "sqlite:///a.db?mode=ro"])
def test_an_sqlite_database_is_a_file(url: str) -> None:
    assert "with three slashes" in refusal(url)


def test_a_missing_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    said = refusal("postgresql://me:secret@host/db")
    assert said == "PostgreSQL needs a driver: pip install 'spielbaum[postgres]'"


def test_a_server_without_an_answer_is_refused() -> None:
    said = refusal("postgresql://me:secret@127.0.0.1:1/db?application_name=secret")
    assert said.startswith("the database postgresql://me:***@127.0.0.1:1/db cannot be used: ")
    assert "refused" in said
    assert "cannot be used" in refusal("postgres://me:secret@localhost:1/db")
    assert "cannot be used" in refusal("postgresql://me@/db?host=/nowhere&password=secret")
    assert "cannot be used" in refusal("postgresql://me@127.0.0.1:1/db?nonsense=secret")


def test_an_unknown_database_or_user_is_refused(postgres_server: Server) -> None:
    assert '"nowhere" does not exist' in refusal(postgres_server.url("nowhere"))
    assert '"me" does not exist' in refusal(postgres_server.url("x").replace("postgres@", "me:secret@"))


def test_a_lost_connection_is_replaced(postgres_server: Server, postgres_url: str) -> None:
    with Store(postgres_url) as store:
        name = store._url.database
        postgres_server.say(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        assert store.tournaments() == []


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Remember the milk.\n" * 100)
    assert refusal(str(file)) == f"the database {file} cannot be used: file is not a database"
    assert file.read_text() == "Remember the milk.\n" * 100


def test_a_path_that_cannot_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be created: " in refusal(str(tmp_path / "file" / "results.db"))
    assert "unable to open" in refusal(str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_directory_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "unable to open" in refusal(str(tmp_path / "results.db"))
    assert "cannot be created: Permission denied" in refusal(str(tmp_path / "new" / "results.db"))
    tmp_path.chmod(0o700)


def test_a_database_of_another_program_is_left_alone(
    tmp_path: Path, postgres_server: Server, postgres_url: str
) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    connection.close()
    assert "tables that are not Spielbaum's" in refusal(str(file))
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as again:
        assert again.scalars(text("SELECT name FROM sqlite_master")).all() == ["meta"]
    engine.dispose()
    name = postgres_url.partition("@/")[2].partition("?")[0]
    postgres_server.say("CREATE TABLE cats (id integer)", name)
    assert "tables that are not Spielbaum's" in refusal(postgres_url)


def test_a_newer_schema_is_refused(url: str) -> None:
    with Store(url) as store, store._writing.begin() as connection:
        connection.execute(text(f"UPDATE meta SET value = '{VERSION + 1}' WHERE key = 'schema'"))
    told = refusal(url)
    assert f"has version {VERSION + 1} of the tables and this Spielbaum knows version {VERSION}; a newer" in told


def test_no_connection_is_open_after_a_refusal(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("looks into /proc")
    (tmp_path / "notes").write_text("no database" * 100)
    refusal(str(tmp_path / "notes"))
    names = [os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    assert not [name for name in names if name.startswith(str(tmp_path))]
