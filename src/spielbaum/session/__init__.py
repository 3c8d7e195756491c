"""One game that somebody plays at a table: whose turn it is, what was played, taking back, saving and going on.

Nothing here knows of a keyboard or a screen.
"""

from spielbaum.session.files import SavedGame as SavedGame
from spielbaum.session.files import document as document
from spielbaum.session.files import read_game as read_game
from spielbaum.session.files import saved_game as saved_game
from spielbaum.session.files import write_game as write_game
from spielbaum.session.session import Session as Session
from spielbaum.session.table import Table as Table
from spielbaum.session.table import default_search as default_search
from spielbaum.session.table import seat_players as seat_players
from spielbaum.session.turn import Turn as Turn
