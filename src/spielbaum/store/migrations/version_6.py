"""What files say of games that were played elsewhere."""

from alembic import op
from sqlalchemy import Column, Text

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the tags of a game, as JSON, and the comment on a move."""
    op.add_column("game", Column("tags", Text))
    op.add_column("move", Column("comment", Text))
