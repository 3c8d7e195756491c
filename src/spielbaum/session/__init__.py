"""A game being played: seats, moves, undo and redo, saving and resuming.

Nothing here depends on a terminal or a browser.
"""

from spielbaum.session.saved_games import SavedGame as SavedGame
from spielbaum.session.saved_games import read_game as read_game
from spielbaum.session.saved_games import write_game as write_game
from spielbaum.session.seats import EnginePlayers as EnginePlayers
from spielbaum.session.seats import default_player as default_player
from spielbaum.session.seats import seat_players as seat_players
from spielbaum.session.session import Session as Session
from spielbaum.session.turn import Turn as Turn
