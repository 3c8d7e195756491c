"""Our games and players in OpenSpiel.

``as_pyspiel(game)`` is a Python game of OpenSpiel, ``as_bot(game, player)`` one of our players as a bot.
"""

from spielbaum.bridges.openspiel.bots import as_bot as as_bot
from spielbaum.bridges.openspiel.ours import as_pyspiel as as_pyspiel
