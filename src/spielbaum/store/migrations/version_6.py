"""The baseline: the tables of ``schema.py`` as the first published version makes them."""

revision = "6"
down_revision = None


def upgrade() -> None:
    """Do nothing: no older version is upgraded."""
