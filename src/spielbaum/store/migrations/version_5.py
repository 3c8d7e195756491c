"""Why games were lost other than by the rules."""

from alembic import op
from sqlalchemy import Column, Text

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add what happened in a game that a player lost by a crash, on time or so."""
    op.add_column("game", Column("reason", Text))
