"""Counting the leaves below pruned actions."""

from spielbaum.game import Game, State

MOST_STATES = 200_000
"""The number of states after which the count is given up."""


class LeafCount:
    """Counts the leaves below states; equal states are searched once.

    Parameters
    ----------
    game
        The game.
    most
        The number of states after which the count is given up.
    """

    def __init__(self, game: Game, most: int = MOST_STATES) -> None:
        self._game = game
        self._left = most
        self._known: dict[tuple[State, int | None], int] = {}

    def __call__(self, state: State, plies: int | None) -> int | None:
        """Return the number of leaves below a state, to a depth in plies; None if they are too many to count."""
        key: tuple[State, int | None] | None = (state, plies)
        try:
            if key in self._known:
                return self._known[key]
        except TypeError:  # the state is not hashable
            key = None
        if self._left <= 0:
            return None
        self._left -= 1
        leaves = 1
        if not self._game.is_terminal(state) and plies != 0:
            leaves = 0
            for action in self._game.actions(state):
                more = self(self._game.result(state, action), None if plies is None else plies - 1)
                if more is None:
                    return None
                leaves += more
        if key is not None:
            self._known[key] = leaves
        return leaves
