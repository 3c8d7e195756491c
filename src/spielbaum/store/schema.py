"""The tables, in types that SQLite and PostgreSQL share.

::

    meta         key, value                                     the version of this schema
    tournament   id, key (unique), title, setup, ...
    └── game     id, tournament_id, number (unique in it), ...
        └── move game_id, ply, ...
    experiment   id, name (unique), key, ...
    └── cell     experiment_id, number, tournament_id, ...      a tournament's place in a design
    play         id, game, revision, ...                        a game in the browser
    review       key, move, created                             a reviewed move
    analysis     key, found, seconds, changed                   an analysed position

The columns of ``game``, ``move`` and ``play`` have the names of the fields of their records. Values that are neither
numbers nor texts are stored as JSON, with floats that are read back exactly. Numbers that may exceed 32 bits are
``BigInteger``.
"""

import json
import re
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Dialect,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    func,
    insert,
    inspect,
    select,
    update,
)

from spielbaum.errors import InputError, Message
from spielbaum.store.upgrade import upgrade

VERSION = 7
"""The version of this schema. A change of a table raises it, and adds a script to ``migrations``."""

BASELINE = 6
"""The oldest version that is upgraded."""

LOCK = 0x5350_4945_4C42  # "SPIELB"
"""The advisory lock that is held while tables are created in PostgreSQL."""


class Json(TypeDecorator[Any]):
    """A value as JSON text; None is NULL, and a list is read back as a tuple."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return the text of a value."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Return the value of a text."""
        found = None if value is None else json.loads(value)
        return tuple(found) if isinstance(found, list) else found


def _needed(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _parent(name: str, parent: str, **options: Any) -> Column[Any]:
    return Column(name, Integer, ForeignKey(parent, ondelete="CASCADE"), nullable=False, **options)


tables = MetaData()

meta = Table("meta", tables, Column("key", Text, primary_key=True), _needed("value", Text))

tournament = Table(
    "tournament",
    tables,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    _needed("title", Text),
    _needed("setup", Json),
    _needed("games", Integer),
    _needed("created", Text),
    sqlite_autoincrement=True,  # otherwise SQLite reuses the number of a deleted tournament
)

game = Table(
    "game",
    tables,
    Column("id", Integer, primary_key=True),
    _parent("tournament_id", "tournament.id"),
    _needed("number", Integer),
    _needed("game", Text),
    _needed("start", Text),
    _needed("seating", Json),
    _needed("opening", Json),
    _needed("end", Text),
    Column("reason", Text),
    Column("utility", Json),
    _needed("survivors", Json),
    _needed("position", Text),
    _needed("seed", BigInteger),
    _needed("versions", Json),
    _needed("started", Text),
    _needed("seconds", Float(53)),
    Column("tags", Json),
    UniqueConstraint("tournament_id", "number"),
)

move = Table(
    "move",
    tables,
    _parent("game_id", "game.id", primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    _needed("seat", Integer),
    _needed("action", Text),
    Column("value", Json),
    Column("depth", Integer),
    _needed("nodes", BigInteger),
    _needed("leaves", BigInteger),
    _needed("seconds", Float(53)),
    Column("comment", Text),
    sqlite_with_rowid=False,
)

experiment = Table(
    "experiment",
    tables,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    _needed("key", Text),
    _needed("design", Text),
    _needed("created", Text),
)

cell = Table(
    "cell",
    tables,
    _parent("experiment_id", "experiment.id", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _parent("tournament_id", "tournament.id", index=True),
    _needed("factors", Json),
    _needed("labels", Json),
)

play = Table(
    "play",
    tables,
    Column("id", Text, primary_key=True),
    _needed("game", Text),
    _needed("seats", Json),
    Column("start", Text),
    _needed("seed", BigInteger),
    _needed("turns", Json),
    _needed("undone", Json),
    _needed("revision", Integer),
    _needed("created", Text),
    Column("changed", Text, nullable=False, index=True),
    Column("notes", Json),
)

review = Table(
    "review",
    tables,
    Column("key", Text, primary_key=True),
    _needed("move", Json),
    Column("created", Text, nullable=False, index=True),
)

analysis = Table(
    "analysis",
    tables,
    Column("key", Text, primary_key=True),
    _needed("found", Json),
    _needed("seconds", Float(53)),
    Column("changed", Text, nullable=False, index=True),
)


def prepare(engine: Engine, name: str) -> None:
    """Create the tables in an empty database, or upgrade older ones, in one transaction.

    Parameters
    ----------
    engine
        The engine of the database.
    name
        The name of the database in messages.

    Raises
    ------
    InputError
        If the tables are not Spielbaum's, or newer than this program.
    """
    with engine.connect() as connection:
        if _version(connection, name) == VERSION:
            return
    with engine.execution_options(writing=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        found = _version(connection, name)  # again, since another process may have been quicker
        if found is None:
            if inspect(connection).get_table_names():
                raise InputError(
                    Message("the database {} holds tables that are not Spielbaum's; give it one of its own", name)
                )
            tables.create_all(connection, checkfirst=False)
            connection.execute(insert(meta).values(key="schema", value=str(VERSION)))
        elif found < VERSION:
            upgrade(connection, found, VERSION)
            connection.execute(update(meta).where(meta.c.key == "schema").values(value=str(VERSION)))


def _version(connection: Connection, name: str) -> int | None:
    """Return the version of the tables; None if there are none of Spielbaum's."""
    if not inspect(connection).has_table(meta.name):
        return None
    version = connection.scalar(select(meta.c.value).where(meta.c.key == "schema"))
    if version is None:
        return None
    if not isinstance(version, str) or not re.fullmatch("[1-9][0-9]{0,8}", version):
        raise InputError(
            Message("the database {} is damaged: the version of its tables is {!r}", name, str(version)[:40])
        )
    if int(version) < BASELINE:
        raise InputError(
            Message(
                "the database {} has version {} of the tables; Spielbaum upgrades version {} and later",
                name,
                version,
                BASELINE,
            )
        )
    if int(version) > VERSION:
        raise InputError(
            Message(
                "the database {} has version {} of the tables and this Spielbaum knows version {}; a "
                "newer Spielbaum reads it",
                name,
                version,
                VERSION,
            )
        )
    return int(version)
