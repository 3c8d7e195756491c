"""Older tables are upgraded by the scripts in ``migrations``, with Alembic.

The version is kept in ``meta``, not in Alembic's own table, so a database that is new or up to date opens without
importing Alembic.
"""

from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, version: int) -> None:
    """Run the scripts that follow a version, in the transaction of a connection."""
    scripts = ScriptDirectory(str(SCRIPTS), version_locations=[str(SCRIPTS)])
    with Operations.context(MigrationContext.configure(connection)):
        for script in reversed(list(scripts.iterate_revisions("head", str(version)))):
            script.module.upgrade()
