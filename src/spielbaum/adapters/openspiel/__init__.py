"""Games of OpenSpiel as games here: ``load("openspiel:hex(board_size=4)")``."""

from spielbaum.adapters.openspiel.games import from_openspiel as from_openspiel
from spielbaum.adapters.openspiel.games import load as load
