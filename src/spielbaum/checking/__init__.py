"""The contract of a game, tried on random play: ``check_game`` proves it or shows the shortest counter-example."""

from spielbaum.checking.check import LONGEST_GAME as LONGEST_GAME
from spielbaum.checking.check import MANY_ACTIONS as MANY_ACTIONS
from spielbaum.checking.check import Failure as Failure
from spielbaum.checking.check import Report as Report
from spielbaum.checking.check import check_game as check_game
from spielbaum.checking.check import has_many_actions as has_many_actions
