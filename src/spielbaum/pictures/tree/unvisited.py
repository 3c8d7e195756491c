"""The parts of a written tree that a search did not visit."""

from collections.abc import Callable
from dataclasses import replace

from spielbaum.game import Game, State, Vector
from spielbaum.game.notation import format_action
from spielbaum.pictures.tree.states import states_of
from spielbaum.search.core.result import Number
from spielbaum.search.trace.record import TreeNode, TreeRecord


def with_unvisited(record: TreeRecord, game: Game, state: State) -> TreeRecord:
    """Return the record of a search with all nodes below pruned actions; leaves have their values.

    Parameters
    ----------
    record
        The tree.
    game, state
        A game whose tree is small, and the state that was searched.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:alpha-beta-two-by-two")
    >>> [(node.end, node.value) for node in with_unvisited(record_tree(game), game, game.initial()).nodes[-1:]]
    [('pruned', 8)]
    """
    nodes = list(record.nodes)
    worth = _worth(record, game, state)
    pruned = [node.id for node in record.nodes if node.end == "pruned"]
    waiting = [(node.id, found) for node, found in states_of(record, game, state, pruned)]
    for place, found in waiting:  # it grows
        if game.is_terminal(found):
            nodes[place] = replace(nodes[place], value=worth(found))
            continue
        for action in game.actions(found):
            child, text = game.result(found, action), format_action(game, found, action)
            player = None if game.is_terminal(child) else game.to_move(child)
            waiting.append((len(nodes), child))
            nodes.append(TreeNode(len(nodes), place, text, player, None, None, "pruned", None))
    return replace(record, nodes=tuple(nodes))


def _worth(record: TreeRecord, game: Game, state: State) -> Callable[[State], Number | None]:
    """Return the function with which the algorithm reads leaves, found by a leaf that it visited.

    It is the vector, as it is or less its mean, or the entry of the root player, as it is or less those of the others.
    """
    me = record.root_player
    readings: list[Callable[[Vector], Number]] = (
        [tuple, lambda vector: tuple(number - sum(vector) / len(vector) for number in vector)]
        if record.vectors
        else [lambda vector: vector[me], lambda vector: 2 * vector[me] - sum(vector)]
    )
    visited = [node.id for node in record.nodes if node.end == "terminal" and node.known is None]
    leaves = [(node.value, game.utility(found)) for node, found in states_of(record, game, state, visited)]
    for read in readings:
        if all(read(vector) == value for value, vector in leaves):
            return lambda leaf: read(game.utility(leaf))
    return lambda _leaf: None
