"""The expansion step: a leaf of the tree gets a child for every action."""

from collections.abc import Callable

from spielbaum.game import Action, State
from spielbaum.kernel import write_word
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.workspace import OUT_OF_MEMORY
from spielbaum.search.simulation.nodes import ACTION, LINK, MOST_CHILDREN, ROOT, Fields, Writes, link_to
from spielbaum.search.simulation.own_actions import OwnActions
from spielbaum.search.simulation.playout_actions import make_put_expected_first, make_rank
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.workspace import TreeWorkspace


def make_expand(
    rules: Rules,
    fields: Fields,
    writes: Writes,
    solver: Solver,
    own_actions: OwnActions,
    *,
    replies: bool,
    widening: bool,
) -> Callable[[int, State, bool, TreeWorkspace], bool]:
    """Return ``expand(node, state, replied, ws) -> bool``; false if there is no memory for the children.

    Parameters
    ----------
    rules, fields, writes, solver, own_actions
        The game, the words of a node and how they are changed, and the hooks that initialise new nodes.
    replies
        Whether only one of the others replies to each action of the root player (best-reply search). The others play
        the action that the game's ``order`` ranks first, or the first one; it is the first child. ``replied`` says
        whether one of them has played another action.
    widening
        Whether children are sorted by the game's ``order``, or without one by their estimates, the best one first.
    """
    actions, to_move, size, replace = rules.actions, rules.to_move, fields.size, writes.replace
    put_expected_first, rank_of = make_put_expected_first(rules), make_rank(rules)

    def expand(node: int, state: State, replied: bool, ws: TreeWorkspace) -> bool:
        player, count = to_move(state), 0
        for action in actions(state):
            if node == ROOT and ws.root_moves > 0 and not _is_searched(action, ws):
                continue
            if count == MOST_CHILDREN:
                ws.stop = OUT_OF_MEMORY
                return False
            ws.action[count] = action
            count += 1
        if widening:
            sort(state, count, ws)
        if replies and player != ws.root_player:
            put_expected_first(state, 0, count, ws)
            count = 1 if replied else count
        first = ws.used
        if first + count * size > ws.room:
            return False
        ws.used += count * size
        for i in range(count):
            child = first + i * size
            for word in range(size):
                write_word(ws.table, child + word, 0)
            write_word(ws.table, child + ACTION, ws.action[i])
            solver.begin(child, ws)
            own_actions.begin(child, node, player, ws.action[i], ws)
        if not replace(node + LINK, 0, link_to(first, player, count), ws):
            ws.used = first  # another thread has added the same children
        return True

    def sort(state: State, count: int, ws: TreeWorkspace) -> None:
        for i in range(count):
            ws.rank[i] = rank_of(state, ws.action[i], ws)
        sort_by_rank(count, ws)

    return expand


def sort_by_rank(count: int, ws: TreeWorkspace) -> None:
    """Sort the listed actions, the highest rank first and equal ones in their order: a merge sort."""
    width = 1
    while width < count:
        for start in range(0, count, 2 * width):
            middle, end = min(start + width, count), min(start + 2 * width, count)
            left, right = start, middle
            for i in range(start, end):
                if left < middle and (right == end or ws.rank[left] >= ws.rank[right]):
                    ws.queue[i], ws.merit[i] = ws.action[left], ws.rank[left]
                    left += 1
                else:
                    ws.queue[i], ws.merit[i] = ws.action[right], ws.rank[right]
                    right += 1
        for i in range(count):
            ws.action[i], ws.rank[i] = ws.queue[i], ws.merit[i]
        width *= 2


def _is_searched(action: Action, ws: TreeWorkspace) -> bool:
    found = False
    for i in range(ws.root_moves):
        found = found or ws.root_move[i] == action
    return found
