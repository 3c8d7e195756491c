"""Tournaments, their games and moves: the first version, whose tables every older database has."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """Do nothing: there is no version before."""
