"""Whether states of equal key have equal futures, on a sample."""

from spielbaum.checking.laws import Visit
from spielbaum.game import Game, State

DEPTH = 3
"""Futures are compared so many plies deep."""

COMPARED_KEYS = 2000
"""So many pairs of states with equal keys are compared."""


class KeyBook:
    """The first state seen for each key.

    Parameters
    ----------
    game
        The game; without a key of its own nothing is compared.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first: dict[int, State] = {}
        self.compared = 0

    def fault(self, visit: Visit) -> str | None:
        """Enter a state, and say if an earlier one of equal key has another future."""
        if self.game.key is None:
            return None
        key = self.game.key(visit.state)
        earlier = self.first.setdefault(key, visit.state)
        if earlier == visit.state or self.compared >= COMPARED_KEYS:
            return None
        self.compared += 1
        if _future(self.game, earlier, DEPTH) == _future(self.game, visit.state, DEPTH):
            return None
        return f"key {key} is that of {earlier} and of {visit.state}, and their futures differ"


def _future(game: Game, state: State, depth: int) -> object:
    """Return the tree of a state without the names of its actions."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return tuple(game.utility(state))
    if depth == 0:
        return player, len(list(game.actions(state)))
    children = (_future(game, game.result(state, action), depth - 1) for action in game.actions(state))
    return player, sorted(map(repr, children))
