"""Where games and results are kept: an SQLite file, or a PostgreSQL server by its URL.

``Store`` keeps tournaments and their games; ``spielbaum.store.export`` writes games as a table.
SQLAlchemy is imported in this package only.
"""

from spielbaum.store.database import default_url
from spielbaum.store.records import StoredTournament, TournamentRecord
from spielbaum.store.store import Store

__all__ = ["Store", "StoredTournament", "TournamentRecord", "default_url"]
