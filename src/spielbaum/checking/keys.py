"""Whether states of equal key have equal futures, on a sample."""

from spielbaum.checking.visit import Visit
from spielbaum.game import Game, State

FUTURE = 2000
"""Futures are compared as deep as about so many states reach."""

COMPARED_KEYS = 2000
"""So many pairs of states with equal keys are compared."""

NEAR_FUTURE = 50
"""So deep all further pairs are compared where the key is declared injective."""


class KeyCheck:
    """The first state seen for each key.

    Parameters
    ----------
    game
        The game; without a key of its own nothing is compared.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first: dict[int, State] = {}
        self.repeated: dict[int, Visit] = {}
        self.compared = 0

    def repetition_fault(self, visit: Visit) -> str | None:
        """Enter a state, and say if an earlier one that the rule of repetition takes for equal has other actions."""
        if self.game.repetition is None or visit.terminal:
            return None
        key = self.game.repetition.key(visit.state)
        earlier = self.repeated.setdefault(key, visit) if key else visit
        if (earlier.to_move, set(earlier.actions)) == (visit.to_move, set(visit.actions)):
            return None
        return f"repetition.key gives {key} for {earlier.state} and for {visit.state}, and their actions differ"

    def fault(self, visit: Visit) -> str | None:
        """Enter a state, and say if an earlier one of equal key has another future."""
        if self.game.hints.key is None:
            return None
        injective = self.game.hints.key_kind == "injective"
        key = self.game.hints.key(visit.state) % 2**64
        earlier = self.first.setdefault(key, visit.state)
        if earlier == visit.state or (self.compared >= COMPARED_KEYS and not injective):
            return None
        self.compared += 1
        states = FUTURE if self.compared <= COMPARED_KEYS else NEAR_FUTURE
        if future_of(self.game, earlier, states) == future_of(self.game, visit.state, states):
            return None
        declared = ", and the game states key_kind='injective'" if injective else ""
        return f"key {key} is that of {earlier} and of {visit.state}, and their futures differ{declared}"


def future_of(game: Game, state: State, states: int) -> object:
    """Return the tree of a state, of about so many states, without the names of its actions."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return tuple(game.utility(state))
    actions = list(game.actions(state))
    if states < len(actions):
        return player, len(actions)
    children = (future_of(game, game.result(state, action), states // len(actions)) for action in actions)
    return player, sorted(map(repr, children))
