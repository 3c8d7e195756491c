"""The database of games and results: an SQLite file, or a PostgreSQL server by its URL.

``Store`` keeps tournaments and their games, ``Experiments`` groups tournaments, ``Plays`` keeps the games that are
played in the browser, ``Reviews`` keeps reviewed moves, ``Analyses`` keeps analysed positions, and ``Listing`` lists
the content page by page.
``spielbaum.store.export`` writes games as a table. SQLAlchemy is imported in this package only.
"""

from spielbaum.store.analyses import Analyses
from spielbaum.store.database import default_url
from spielbaum.store.experiments import Experiments
from spielbaum.store.listing import GameLine, Listing
from spielbaum.store.plays import Plays
from spielbaum.store.records import (
    CellRecord,
    ExperimentRecord,
    PlayRecord,
    StoredCell,
    StoredExperiment,
    StoredTournament,
    TournamentRecord,
)
from spielbaum.store.reviews import Reviews
from spielbaum.store.store import Store

__all__ = [
    "Analyses",
    "CellRecord",
    "ExperimentRecord",
    "Experiments",
    "GameLine",
    "Listing",
    "PlayRecord",
    "Plays",
    "Reviews",
    "Store",
    "StoredCell",
    "StoredExperiment",
    "StoredTournament",
    "TournamentRecord",
    "default_url",
]
