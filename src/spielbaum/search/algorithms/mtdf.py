"""MTD(f): the value of the root by null windows alone.

Each search asks whether the value reaches a bound, and answers with a better bound; the first one is a guess, the value
of the iteration before. The table keeps the tree between the searches, which is what makes it fast. Values are
whole numbers, and a window is one unit wide.

A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87
(1996).
"""

from spielbaum.game import State
from spielbaum.search.algorithms import alpha_beta_negamax
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.node import make_tree, note_root_value
from spielbaum.search.node.options import Options

WITH_TABLE = Options(replacement="two-deep")


def make(rules: Rules, tracer: Tracer | None, *, options: Options = WITH_TABLE) -> Kernel:
    """Return ``mtdf(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window; each field is an option. Without a table every null window begins anew.
    """
    alpha_beta = alpha_beta_negamax.make(rules, tracer, options=options)
    actions, is_terminal, tree = rules.actions, rules.is_terminal, make_tree(rules, negates=True)

    def mtdf(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        # 1. Null windows, each at the bound that the last one found, until the bounds meet.
        value, low, high = float(ws.guess), alpha, beta
        while low < high and not ws.stop:
            bound = value + 1 if value == low else value
            ws.root_done = 0
            value = alpha_beta(state, bound - 1, bound, depth, ws)
            if value < bound:
                high = value
            else:
                low = value
        # 2. Once more just below the value: the first action that reaches it is the best, the others reach no more.
        if not ws.stop and not is_terminal(state) and depth > 0 and alpha < value < beta:
            ws.root_done = 0
            value = alpha_beta(state, value - 1, value, depth, ws)
            before, root = ws.root_done, Node(state, ws.root_player, True, alpha, beta, depth, False)
            for action in actions(state):
                if tree.excluded(root, action, ws):
                    continue
                if before > 0:
                    before -= 1
                else:
                    note_root_value(action, value, value, ws)
        return value

    return mtdf


algorithm = Algorithm(
    name="mtdf",
    make=make,
    doc="the value by null windows alone; whole numbers only",
    whole=True,
    splits=False,
    threads=True,
    negates=True,
)
