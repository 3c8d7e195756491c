"""Where games and results are kept: an SQLite file, or a PostgreSQL server by its URL.

``Store`` keeps tournaments and their games, ``Experiments`` what belongs together among them, ``Plays`` the games that
are played in the browser, ``Reviews`` their moves as they were reviewed, ``Listing`` shows page by page what there is;
``spielbaum.store.export`` writes games as a table.
SQLAlchemy is imported in this package only.
"""

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
