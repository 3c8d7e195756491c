"""Reviewed moves."""

from alembic import op
from sqlalchemy import Column, Text

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the table of reviewed moves."""
    op.create_table(
        "review",
        Column("key", Text, primary_key=True),
        Column("move", Text, nullable=False),
        Column("created", Text, nullable=False, index=True),
    )
