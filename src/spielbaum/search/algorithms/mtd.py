"""MTD, memory-enhanced test drivers: the value of the root by null-window searches alone.

Each search, Pearl's TEST with a memory, returns a better bound, and the next one begins there, until the lower and the
upper bound meet. The drivers differ only in their first guess: MTD(f) starts at the value of the previous iteration,
SSS* at plus infinity, DUAL* at minus infinity. They are fast because the table keeps the tree between the searches.
Values are whole numbers, and a window is one unit wide.

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
"""Without table moves the leftmost of equal nodes is searched first, as in the list of SSS*."""

MOST_WHOLE = 2.0**53
"""Below this number every whole number is a float of its own."""

FirstGuess = Callable[[float, float, Workspace], float]
"""``(alpha, beta, ws) -> guess`` of the value."""


def make_mtd(
    rules: Rules, tracer: Tracer | None, options: Options, first_guess: FirstGuess, *, once_more: bool = False
) -> Kernel:
    """Return ``mtd(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window. Without a table every null window starts from scratch.
    first_guess
        The place of the first null window.
    once_more
        Whether one more search finds the best action. Otherwise it is the action at which the last search that failed
        high was cut off.
    """
    alpha_beta = alpha_beta_negamax.make(rules, tracer, options=options)
    actions, is_terminal = rules.actions, rules.is_terminal

    def mtd(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        # 1. Null windows, each at the last value, until the bounds meet.
        value, lower, upper, place = first_guess(alpha, beta, ws), alpha, beta, 0
        while lower < upper and not ws.stop:
            bound = value + 1 if value == lower else value
            ws.root_done = 0
            value = alpha_beta(state, bound - 1, bound, depth, ws)
            if value < bound:
                upper = value
            else:
                lower, place = value, ws.root_done
        # 2. The first action that reaches the value is the best; all others have at most that value.
        if not ws.stop and not is_terminal(state) and depth > 0 and alpha < value < beta:
            ws.root_done = 0
            if once_more:
                value = alpha_beta(state, value - 1, value, depth, ws)
                place = ws.root_done
            note_root_actions(state, value, place, ws)
        return value

    def note_root_actions(root: State, value: float, place: int, ws: Workspace) -> None:
        """Note bounds of all root actions; the best one is at ``place``, counted from 1."""
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
    """Return a whole number above all values, or one so large that it does not matter."""
    return MOST_WHOLE if rules.maximum is None else float(rules.maximum) + 1
