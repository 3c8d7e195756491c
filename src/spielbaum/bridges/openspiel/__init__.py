"""OpenSpiel, both ways: its games here, our games and searches there.

``load("openspiel:hex(board_size=4)")`` is one of its games, ``as_pyspiel(game)`` one of ours as a Python game of
OpenSpiel, and ``as_bot(game, player)`` one of our players as a bot.
"""

from spielbaum.bridges.openspiel.bots import as_bot as as_bot
from spielbaum.bridges.openspiel.ours import as_pyspiel as as_pyspiel
from spielbaum.bridges.openspiel.theirs import from_openspiel as from_openspiel
from spielbaum.bridges.openspiel.theirs import load as load
