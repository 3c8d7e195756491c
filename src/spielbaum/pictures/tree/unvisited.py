"""The parts of a written tree that a search did not visit."""

from dataclasses import replace

from spielbaum.game import Game, State
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
    shift = _shift(record, game, state)

    def worth(leaf: State) -> Number:
        vector = game.utility(leaf)
        assert not isinstance(vector, int | float)
        return tuple(number - shift for number in vector) if record.vectors else vector[record.root_player]

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


def _shift(record: TreeRecord, game: Game, state: State) -> float:
    """Return what the algorithm subtracts from every entry of a leaf, as Hypermax does."""
    leaf = next((node.id for node in record.nodes if node.end == "terminal"), None)
    if not record.vectors or leaf is None:
        return 0
    ((node, found),) = states_of(record, game, state, [leaf])
    vector = game.utility(found)
    assert isinstance(node.value, tuple)
    assert not isinstance(vector, int | float)
    return vector[0] - node.value[0]
