"""The states at the nodes of a tree, and their pictures: each board once, and no more than a page can hold."""

from collections.abc import Callable, Iterable, Iterator

from spielbaum.game import NULL_MOVE, Action, Game, State
from spielbaum.game.notation import PASSES, after, format_action
from spielbaum.search.trace.record import TreeNode, TreeRecord

MOST_BOARDS = 2_000
MOST_LETTERS = 3_000_000
"""The most nodes with boards, and the most characters of all boards."""


def states_of(record: TreeRecord, game: Game, state: State, nodes: Iterable[int]) -> Iterator[tuple[TreeNode, State]]:
    """Yield some nodes of a tree with their states, except folded ones.

    Parameters
    ----------
    record
        The tree.
    game, state
        The game, and the state that was searched.
    nodes
        The ids of the nodes.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:negamax")
    >>> for node, found in states_of(record_tree(game), game, game.initial(), [4]):
    ...     print(node.action, game.notation.format_state(found))
    1 1
    """
    known: dict[int, State] = {}
    actions: dict[int, dict[str, Action]] = {}  # of the nodes that have children among them
    for wanted in nodes:
        line = [record.nodes[wanted]]
        while line[-1].id not in known and line[-1].parent is not None:
            line.append(record.nodes[line[-1].parent])
        for node in reversed(line):
            if node.id in known or node.end == "folded":
                continue
            if node.parent is None:
                known[node.id] = state
                continue
            above = known[node.parent]
            if node.parent not in actions:
                legal = {format_action(game, above, action): action for action in game.actions(above)}
                actions[node.parent] = {PASSES: NULL_MOVE, **legal}
            known[node.id] = after(game, above, actions[node.parent][node.action or ""])
        if wanted in known:
            yield record.nodes[wanted], known[wanted]


class Boards:
    """Pictures of states, without duplicates.

    Parameters
    ----------
    draw
        ``state -> SVG``.
    trees
        The number of trees that share the room.
    """

    def __init__(self, draw: Callable[[State], str], trees: int = 1) -> None:
        self._draw, self._trees = draw, trees
        self._places: dict[str, int] = {}
        self._letters = 0
        self._shown = 0

    @property
    def pictures(self) -> list[str]:
        """All pictures."""
        return list(self._places)

    def full(self, tree: int = 0) -> bool:
        """Return whether there is no room for another node of a tree."""
        share = (tree + 1) / self._trees
        return self._shown >= MOST_BOARDS * share or self._letters >= MOST_LETTERS * share

    def place(self, state: State) -> int:
        """Return the index of the picture of a state."""
        picture = self._draw(state)
        self._shown += 1
        if picture not in self._places:
            self._letters += len(picture)
        return self._places.setdefault(picture, len(self._places))
