"""The drivers of null windows: the value of the root by nothing but questions whether it reaches a bound.

Each search, Pearl's TEST with a memory, answers with a better bound, and the next one asks there, until the lower and
the upper bound meet. The drivers differ in their first guess alone: MTD(f) begins at the value of the iteration before,
SSS* at plus infinity, DUAL* at minus infinity. The table keeps the tree between the searches, which is what makes them
fast. Values are whole numbers, and a window is one unit wide.

A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87
(1996).
"""

from collections.abc import Callable

from spielbaum.game import State
from spielbaum.search.algorithms import alpha_beta_negamax
from spielbaum.search.algorithms.registry import Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.node import is_excluded, note_root_value
from spielbaum.search.node.options import Options

WITH_TABLE = Options(replacement="two-deep")

LEFTMOST_FIRST = Options(replacement="two-deep", table_move=False)
"""Of nodes with the same bound the leftmost one is searched first, as the list of SSS* has it."""

MOST_WHOLE = 2.0**53
"""The largest number of which all smaller whole numbers can be told apart."""

FirstGuess = Callable[[float, float, Workspace], float]
"""``(alpha, beta, ws) -> guess``: the first bound that the value is compared with."""


def make_mtd(
    rules: Rules, tracer: Tracer | None, options: Options, first_guess: FirstGuess, *, once_more: bool = False
) -> Kernel:
    """Return ``mtd(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window. Without a table every null window begins anew.
    first_guess
        Where the first null window lies.
    once_more
        Whether the best action is asked for by one more search. Else it is the one at which the last search was cut
        that reached its bound.
    """
    alpha_beta = alpha_beta_negamax.make(rules, tracer, options=options)
    actions, is_terminal = rules.actions, rules.is_terminal

    def mtd(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        # 1. Null windows, each at the bound that the last one found, until the bounds meet.
        value, low, high, place = first_guess(alpha, beta, ws), alpha, beta, 0
        while low < high and not ws.stop:
            bound = value + 1 if value == low else value
            ws.root_done = 0
            value = alpha_beta(state, bound - 1, bound, depth, ws)
            if value < bound:
                high = value
            else:
                low, place = value, ws.root_done
        # 2. The first action that reaches the value is the best, the others reach no more.
        if not ws.stop and not is_terminal(state) and depth > 0 and alpha < value < beta:
            ws.root_done = 0
            if once_more:
                value = alpha_beta(state, value - 1, value, depth, ws)
                place = ws.root_done
            note_root_actions(state, value, place, ws)
        return value

    def note_root_actions(root: State, value: float, place: int, ws: Workspace) -> None:
        """Note the bounds of all actions of the root, of which the one at a place, from 1, is the best."""
        known = ws.root_done
        done = 0
        for action in actions(root):
            if is_excluded(action, ws):
                continue
            done += 1
            if done > known:
                note_root_value(action, value if done >= place else value - 1, value - (done <= place), ws)

    return mtd


def infinity(rules: Rules) -> float:
    """Return a whole number that no value reaches: above the largest one, or so large that it does not matter."""
    return MOST_WHOLE if rules.maximum is None else float(rules.maximum) + 1
