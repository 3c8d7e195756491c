"""BRS, best-reply search: of all opponents only one replies to the root player, with the move that hurts most.

As in paranoid all others are against the root player, so values are numbers and alpha-beta prunes. But between two
turns of the root player only one opponent moves, and the others pass. So the tree is much smaller, the search sees more
turns of the root player, and its view of the opposition is less pessimistic. Positions after a pass may be unreachable
in the game, which defines a pass by its ``null_move``.

With ``replies=2`` two opponents reply, and so on; these are the variants BRS_{2,0} of M. Esser (2012).

A pass is a ply here, so that searches to the same depth look equally many turns ahead; in the paper all opponents
together take one ply.

M. P. D. Schadd and M. H. M. Winands, Best Reply Search for multiplayer games, IEEE Transactions on Computational
Intelligence and AI in Games 3 (2011).
"""

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.game import NULL_MOVE, Action, State
from spielbaum.search.algorithms.best_reply import make_best_reply
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.options import Options, Order
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    replies: int = 1,
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    replies
        How many opponents reply in a round; the others pass.
    order, replacement, killers, history, pv
        As in alpha-beta.
    quiescence
        As in alpha-beta; beyond the depth limit all players try noisy actions, as in paranoid.

    Raises
    ------
    UnsupportedGameError
        If the game does not define a pass.
    """
    if rules.null_move is None:
        raise UnsupportedGameError(
            Message(
                "best-reply search lets players pass, and {} does not say how: give the game "
                "hints=SearchHints(null_move=...), or search with brs-plus",
                rules.name,
            )
        )
    options = Options(order, replacement, killers=killers, history=history, pv=pv, quiescence=quiescence)
    null_move = rules.null_move

    def no_action(_state: State, _ws: Workspace) -> Action:
        return NULL_MOVE

    def play_pass(state: State, _action: Action) -> State:
        return null_move(state)

    return make_best_reply(rules, tracer, options, no_action, play_pass, replies=replies, passes=True)


algorithm = Algorithm(
    name="brs",
    title="Best-reply search",
    doc="best-reply search: one opponent replies, the others pass",
    paper="M. P. D. Schadd and M. H. M. Winands (2011)",
    page="best-reply-search",
    needs="a `null_move`",
    order=42,
    make=make,
    players="more",
    transform="none",
    aspires=True,
    plain=False,
    distances=False,
    pays=False,
    benchmarks=(),
)
