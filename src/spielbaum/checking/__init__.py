"""The contract of a game, tried on random play: ``check_game`` proves it or shows the shortest counter-example."""

from spielbaum.checking.check import LONGEST_GAME as LONGEST_GAME
from spielbaum.checking.check import Failure as Failure
from spielbaum.checking.check import Report as Report
from spielbaum.checking.check import check_game as check_game
