"""Opening a database by its URL, and explaining in one sentence why it cannot be opened.

No message contains a password, or the query of a URL, which may contain one.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.registry import raised_by_game

BUSY_SECONDS = 60
"""How long a process waits for another that writes to the same SQLite file."""

CONNECT_SECONDS = 10
"""How long a PostgreSQL server may take to answer."""

FULL_ADVICE = "what was stored is kept; make room and repeat the command"
"""The advice if the disk is full."""

LITTLE_ROOM = 65_536
"""Bytes; with less, SQLite cannot create the files that it needs beside a database."""

POSTGRESQL_FULL = "53100"
"""PostgreSQL's error code for a full disk."""

LONGEST_REASON = 200
"""The most characters of an error that a message quotes."""

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""The schemes of URLs, and SQLAlchemy's names of their drivers."""


def default_url() -> str:
    """Return ``SPIELBAUM_DATABASE``, or the URL of an SQLite file in the user's data directory."""
    if named := os.environ.get("SPIELBAUM_DATABASE"):
        return named
    file = Path(user_data_dir("spielbaum", appauthor=False)) / "spielbaum.sqlite"
    return _sqlite_file(file).render_as_string(hide_password=False)


def parse_url(text: str) -> URL:
    """Return the URL of a database that SQLAlchemy can open.

    Parameters
    ----------
    text
        ``sqlite:///results.db``, ``postgresql://user@host/db``, or the path of an SQLite file.

    Raises
    ------
    InputError
        If it cannot be parsed, or names a database of another kind.

    Examples
    --------
    >>> parse_url("postgresql://anna@localhost/games").drivername
    'postgresql+psycopg'
    >>> Path(parse_url("results.db").database).name
    'results.db'
    """
    if "://" not in text:
        return _sqlite_file(Path(text).expanduser())
    scheme = text.partition("://")[0]
    if scheme not in DRIVERS:
        raise UnknownNameError("kind of database", scheme, {"sqlite", "postgresql"})
    try:
        url = make_url(text).set(drivername=DRIVERS[scheme])
    except (ArgumentError, ValueError):  # their messages contain parts of the URL
        url = None
    if url is None or "@" in (url.host or ""):
        raise InputError(
            Message(
                "this URL of a {} database cannot be read; it has the form "
                "{}://user:password@host:port/name, with @ : / ? in a password written as %40 %3A %2F %3F",
                scheme,
                scheme,
            )
        )
    if scheme != "sqlite":
        return url
    if url.host or not url.database or url.database == ":memory:" or url.query:
        raise InputError(
            Message("an SQLite database is a file, named by its path or, with three slashes, sqlite:///results.db")
        )
    return _sqlite_file(Path(url.database))


def _sqlite_file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))  # absolute, since the process may change its directory


def display_name(url: URL) -> str:
    """Return the name of a database in messages: the path of an SQLite file, or the URL without its secrets.

    Examples
    --------
    >>> display_name(parse_url("postgresql://anna:secret@localhost/games?sslpassword=secret"))
    'postgresql://anna:***@localhost/games'
    """
    if url.drivername == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def refuse_missing(text: str) -> None:
    """Refuse an SQLite file that does not exist, which the store would create, or that is empty.

    Raises
    ------
    InputError
        With its path.
    """
    url = parse_url(text)
    if url.drivername != "sqlite":
        return
    path = Path(display_name(url))
    if not path.is_file():
        raise InputError(Message("there is no database {}", path))
    if path.stat().st_size == 0:
        raise InputError(Message("the file {} is empty, not a database of Spielbaum", path))


@contextmanager
def one_sentence(url: URL) -> Iterator[None]:
    """Turn errors of the database into an ``InputError``."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = getattr(error, "orig", None) or error
        lines = str(cause).strip().splitlines() or [type(error).__name__]
        advice = f"; {FULL_ADVICE}" if _is_full(cause, url) else ""
        raise InputError(
            Message("the database {} cannot be used: {}{}", display_name(url), lines[0].rstrip(" ."), advice)
        ) from error


@contextmanager
def understood(name: str) -> Iterator[None]:
    """Turn the errors that damaged rows cause into an ``InputError``; ``--verbose`` shows where they were raised."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        if raised_by_game(error):
            raise
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        reason = " ".join(reason.split())[:LONGEST_REASON]
        raise InputError(
            Message("the database {} is damaged: its rows are not what Spielbaum writes ({})", name, reason)
        ) from error


def _is_full(error: BaseException, url: URL) -> bool:
    """Return whether the disk is full; SQLite calls it an I/O error if the files beside the database have no room."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_IOERR:
        return shutil.disk_usage(Path(str(url.database)).parent).free < LITTLE_ROOM
    return code == sqlite3.SQLITE_FULL or getattr(error, "sqlstate", None) == POSTGRESQL_FULL


def open_engine(url: URL) -> Engine:
    """Return an engine for a database, without connecting to it.

    Transactions of ``engine.execution_options(writing=True)`` may write, others only read.

    Raises
    ------
    InputError
        If the directory of an SQLite file cannot be created, or the driver is missing.
    """
    return _sqlite(url) if url.drivername == "sqlite" else _postgresql(url)


def _postgresql(url: URL) -> Engine:
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
    try:
        # A connection may be lost between two games, so each is tested before it is used.
        return create_engine(url, pool_pre_ping=True, connect_args=patience)
    except ImportError as error:
        raise InputError(Message("PostgreSQL needs a driver: pip install 'spielbaum[postgres]'")) from error


def _sqlite(url: URL) -> Engine:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Message("the directory {} cannot be created: {}", folder, error.strerror)) from error
    # Without an isolation level Python's driver begins no transaction by itself; _begin does.
    engine = create_engine(_openable(url), connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _openable(url: URL) -> URL:
    """Return a URL that SQLite can open even in a read-only directory, if no process writes to the database."""
    path = Path(str(url.database))
    log = path.with_name(f"{path.name}-wal")
    if not path.is_file() or os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
        return url
    return url.set(database=path.as_uri().replace("file://", "file:", 1), query={"immutable": "1", "uri": "true"})


def _configure(connection: Any, _record: Any) -> None:
    """Set up a connection: with WAL and FULL no committed game is lost, not even in a power failure."""
    try:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")
        _turn_on_wal(connection)
    except BaseException:
        connection.close()
        raise


def _turn_on_wal(connection: Any) -> None:
    """Turn on WAL; SQLite does not wait here by itself if two processes create the same file."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
            return
        except sqlite3.OperationalError as error:
            if "readonly" in str(error):  # reading works all the same, and writing will raise its own error
                return
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, since SQLite waits for it only there."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
