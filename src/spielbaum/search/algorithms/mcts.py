"""Monte-Carlo tree search.

The tree grows by simulations, each in four steps. From the root the child with the largest upper confidence bound is
*selected*, down to a leaf of the tree; the root, or a leaf that was visited before, is *expanded* by its children; from
there random actions *simulate* the game to its end; and the utilities of that end are *propagated back* to all nodes on
the way. So the most promising lines are sampled most, and the means converge to the values of minimax, or of Max^n.

With more than two players a policy describes the others: each maximises its own value (Max^n), all are against the root
player (paranoid), or only one of them replies (best-reply search). In best-reply search the others make their expected
moves, so that every position is reachable.

C. B. Browne et al., A survey of Monte Carlo tree search methods, IEEE Transactions on Computational Intelligence and AI
in Games 4 (2012); L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML (2006). Policies: J. A. M.
Nijssen and M. H. M. Winands, An overview of search techniques in multi-player games, Computer Games Workshop at ECAI
(2012); M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot, Improving best-reply search, Computers and
Games (2013).
"""

from math import isfinite

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.path import make_note_position
from spielbaum.search.core.pausing import is_over
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import UNFIT_VALUE
from spielbaum.search.families.simulations import Simulations
from spielbaum.search.node.repetition import make_ends, make_worth
from spielbaum.search.simulation.action_statistics import make_action_statistics
from spielbaum.search.simulation.expansion import make_expand
from spielbaum.search.simulation.hooks import Policy, node_hooks
from spielbaum.search.simulation.nodes import (
    ROOT,
    action_of,
    count_of,
    first_child,
    player_of,
)
from spielbaum.search.simulation.own_actions import make_own_actions
from spielbaum.search.simulation.playout import make_playout
from spielbaum.search.simulation.playout_actions import PlayoutPolicy, make_choose_action
from spielbaum.search.simulation.selection import make_select
from spielbaum.search.simulation.static_values import make_static_values
from spielbaum.search.simulation.tree_reuse import make_begin_tree
from spielbaum.search.simulation.workspace import TreeWorkspace
from spielbaum.spec import Option

DEPTHS = range(1, 5)
"""The depths of the searches in playouts."""


def make(
    rules: Rules,
    _tracer: Tracer | None,
    *,
    policy: Policy = "max-n",
    solver: bool = True,
    rave: float = 0.0,
    history: float = 0.0,
    cutoff: int = 0,
    playout: PlayoutPolicy = "random",
    plies: int = 2,
    breadth: int = 0,
    oma: float = 0.0,
    widening: float = 0.0,
    implicit: float = 0.0,
) -> Kernel:
    """Return ``mcts(state, alpha, beta, depth, ws)``, which has no window and no depth.

    Parameters
    ----------
    rules
        The game. There is no tracer: the tree is read from memory.
    policy
        The policy of the others, see above; without effect in zero-sum games of two players.
    solver
        Whether proven nodes are noted and not sampled again. Best-reply search proves nothing.
    rave
        Visits of a node at which its RAVE values count half as much as its own; 0 for no RAVE.
    history
        The weight of progressive history; 0 for none.
    cutoff
        Plies after which a playout ends with an estimate; 0 for playouts to the end of the game.
    playout
        How the actions of playouts are chosen: at random, by the game's order, or by a small search that describes the
        others by a policy, except with the probability ``epsilon``, with which an action is random. Without playouts a
        leaf is worth its estimate, and ``cutoff`` has no effect.
    plies, breadth
        The depth of these searches, and how many actions they consider of each state, the first ones in the game's
        order; 0 for all.
    oma
        Visits of a child at which the shared mean of opponent move abstraction and its own have similar weights; 0 for
        none.
    widening
        The factor of progressive widening: a node with n visits has 1 + factor √n open children, the first ones in the
        game's order, or without one the best ones by their estimates; 0 for all.
    implicit
        The weight of implicit minimax backups, from 0 to 1; 0 for none.

    Except for ``plies`` and ``breadth`` these numbers are read from the workspace; the kernel only depends on whether
    they are 0. Other options act outside of it: ``exploration``, the constant of UCT for values from 0 to 1;
    ``epsilon``; ``seed``; ``memory``, the size of the tree, which stops growing when it is full; and ``reuse``, whether
    a search keeps the subtree that an earlier search of the same game has left for the new root.

    Raises
    ------
    InputError
        If a number is negative or too large.
    UnsupportedGameError
        If playouts are cut off, and the largest estimate is not known; or if the game lacks an order of actions.
    """
    cuts = cutoff > 0 or playout == "none"
    _refuse_unfit(
        rave=rave, history=history, cutoff=cutoff, breadth=breadth, oma=oma, widening=widening, implicit=implicit
    )
    _refuse_unknown_estimates(rules, cuts=cuts)
    if plies not in DEPTHS:
        raise InputError(Message("plies of mcts is a number from {} to {}, not {}", DEPTHS[0], DEPTHS[-1], plies))
    fields, writes, proofs, values = node_hooks(
        rules, policy=policy, solver=solver, rave=rave, oma=oma, implicit=implicit
    )
    choose_action = make_choose_action(rules, playout, plies=plies, breadth=breadth)
    if policy != "max-n":
        rules = paranoid_view(rules)
    statistics = make_action_statistics(rules, fields, writes, values, rave=rave > 0, history=history > 0)
    own_actions = make_own_actions(fields, values, oma=oma > 0)
    static_values = make_static_values(rules, fields, proofs, values, implicit=implicit > 0)
    select = make_select(
        fields,
        proofs,
        values,
        own_actions,
        static_values,
        rave=rave > 0,
        history=history > 0,
        oma=oma > 0,
        implicit=implicit > 0,
        widening=widening > 0,
    )
    expand = make_expand(
        rules,
        fields,
        writes,
        proofs,
        own_actions,
        replies=policy == "brs",
        widening=widening > 0,
    )
    simulate_from = make_playout(rules, statistics.note_action, choose_action, cuts=cuts)
    begin_tree = make_begin_tree(fields, proofs, own_actions)
    to_move, result, note_position = rules.to_move, rules.result, make_note_position(rules)
    ends, worth, is_unknown = make_ends(rules), make_worth(rules), rules.unknown or _known
    shared = rules.multithreaded  # another thread's proof may be new further up

    def simulate(root: State, ws: TreeWorkspace) -> None:
        state, node, ply, replied = root, ROOT, 0, False
        ws.line[0] = ROOT
        ws.simulations += 1
        # 1. Selection, and 2. Expansion of the root, or of a leaf that was visited before.
        while goes_on(node, state, ply, replied, ws):
            child = select(node, ws)
            action = action_of(child, ws)
            statistics.note_action(state, action, ply, ws)
            values.lose(child, player_of(node, ws), ply + 1, ws)
            replied = player_of(node, ws) != ws.root_player and (replied or child != first_child(node, ws))
            state, node, ply = result(state, action), child, ply + 1
            ws.line[ply] = node
            if values.is_new(node, ws):
                static_values.begin(node, state, ws)
            ws.nodes += 1
            ws.max_nodes += to_move(state) == ws.root_player
        # 3. Simulation, where the value is not known.
        value, is_new = value_of(node, state, ply, ws)
        # 4. Backpropagation.
        if value[0] != value[0]:
            ws.stop = UNFIT_VALUE
        else:
            propagate_back(ply, value, is_new, ws)

    def goes_on(node: int, state: State, ply: int, replied: bool, ws: TreeWorkspace) -> bool:
        if proofs.is_proven(node, ws):
            return False
        if count_of(node, ws) > 0:
            note_position(state, ply, ws)
            return True
        if (ply > 0 and values.is_new(node, ws)) or ply >= MAX_PLY - 1 or ends(state, ply, ws):
            return False
        return expand(node, state, replied, ws)

    def value_of(node: int, state: State, ply: int, ws: TreeWorkspace) -> tuple[Vector, bool]:
        ws.leaves += 1
        ws.end = ply
        if proofs.is_proven(node, ws):
            return proofs.proven(node, ws), shared
        ended = ends(state, ply, ws)
        if not ended:
            return values.seen(simulate_from(state, ply, ws), ws), False
        value = values.seen(worth(state, ended), ws)
        if not is_unknown(state):
            proofs.prove(node, value, ws)
            return value, True
        return value, False

    def propagate_back(leaf: int, value: Vector, is_new: bool, ws: TreeWorkspace) -> None:
        ws.reached = max(ws.reached, ws.end)
        ws.deepest = max(ws.deepest, leaf)
        values.widen(value, ws)
        for ply in range(leaf, -1, -1):
            node = ws.line[ply]
            values.add(node, value, ply, ws)
            if is_new and ply < leaf:
                is_new = proofs.update(node, ws)
        statistics.update(leaf, value, ws)
        own_actions.update(leaf, value, ws)
        static_values.update(leaf, ws)

    def mcts(state: State, _alpha: float, _beta: float, _depth: int, ws: TreeWorkspace) -> float:
        if ws.simulation_limit == 0:
            return 0.0
        if ws.used == 0:
            begin_tree(ws)
        while is_within_limits(ws) and not proofs.is_proven(ROOT, ws):
            simulate(state, ws)
        return values.mean(ROOT, ws.root_player, ws)

    return mcts  # type: ignore[return-value]


def is_within_limits(ws: TreeWorkspace) -> bool:
    """Return whether there is to be another simulation; the first one always is."""
    if ws.simulations == 0:
        return True
    if ws.stop or ws.simulations >= ws.simulation_limit:
        return False
    return ws.nodes < ws.pause_at or not is_over(ws)


def _refuse_unfit(**numbers: float) -> None:
    for name, value in numbers.items():
        if not (value >= 0 and isfinite(value)):
            raise InputError(Message("{} of mcts is a number, 0 or more, not {:g}", name, value))
    if numbers["implicit"] > 1:
        raise InputError(Message("implicit of mcts is a number from 0 to 1, not {:g}", numbers["implicit"]))


def _refuse_unknown_estimates(rules: Rules, *, cuts: bool) -> None:
    if cuts and rules.maximum is None:
        raise UnsupportedGameError(
            Message(
                "playouts that are cut off need an evaluation with a known largest value, and {} does not state it: {}",
                rules.name,
                rules.maximum_advice,
            )
        )


def _known(_state: State) -> bool:
    return False


algorithm = Algorithm(
    name="mcts",
    title="Monte-Carlo tree search",
    doc="Monte-Carlo tree search: random playouts, and a tree that grows where they promise most",
    paper="L. Kocsis and C. Szepesvári (2006)",
    returns="means, with visits",
    order=91,
    make=make,
    family=Simulations,
    players="any",
    transform="none",
    splits=False,
    threads=True,
    windows=False,
    compared=False,
    settings=(
        Option("exploration", 1.0),
        Option("epsilon", 0.05),
        Option("seed", 0),
        Option("memory", "256MB"),
        Option("reuse", True),
    ),
)
