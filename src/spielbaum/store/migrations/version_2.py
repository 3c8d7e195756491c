"""Games that are played in the browser."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the table of games that are played in the browser."""
    op.create_table(
        "play",
        Column("id", Text, primary_key=True),
        Column("game", Text, nullable=False),
        Column("seats", Text, nullable=False),
        Column("start", Text),
        Column("seed", BigInteger, nullable=False),
        Column("turns", Text, nullable=False),
        Column("undone", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("created", Text, nullable=False),
        Column("changed", Text, nullable=False, index=True),
    )
