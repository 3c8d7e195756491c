"""Older tables are upgraded by the scripts in ``migrations``, in SQL that SQLite and PostgreSQL share."""

from pathlib import Path

from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, before: int, after: int) -> None:
    """Run the scripts from one version to another, in the transaction of a connection."""
    for version in range(before + 1, after + 1):
        script = (SCRIPTS / f"version_{version}.sql").read_text(encoding="utf-8")
        for statement in filter(str.strip, script.split(";")):
            connection.exec_driver_sql(statement)
