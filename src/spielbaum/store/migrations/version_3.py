"""Experiments, and the place of tournaments in them."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the tables of experiments."""
    op.create_table(
        "experiment",
        Column("id", Integer, primary_key=True),
        Column("name", Text, nullable=False, unique=True),
        Column("key", Text, nullable=False),
        Column("design", Text, nullable=False),
        Column("created", Text, nullable=False),
    )
    op.create_table(
        "cell",
        Column("experiment_id", Integer, ForeignKey("experiment.id", ondelete="CASCADE"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("tournament_id", Integer, ForeignKey("tournament.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("factors", Text, nullable=False),
        Column("labels", Text, nullable=False),
    )
