"""The actions between the states of a game, for engines."""

from collections.abc import Sequence
from itertools import pairwise

from spielbaum.errors import GameError, Message
from spielbaum.game import Action, Game, State


class Line:
    """The states that an engine knows, and the actions between them.

    Parameters
    ----------
    game
        The game.

    Attributes
    ----------
    states, actions
        The states and actions since the beginning of the line; empty before the first game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.states: list[State] = []
        self.actions: list[Action] = []

    def follow(self, states: Sequence[State]) -> bool:
        """Follow a game to the last of its states; return whether it continues the known line."""
        known = len(self.states)
        continues = 0 < known <= len(states) and list(states[:known]) == self.states
        if not continues:
            self.states, self.actions, known = [states[0]], [], 1
        self.actions += [action_between(self._game, *pair) for pair in pairwise(states[known - 1 :])]
        self.states += states[known:]
        return continues


def action_between(game: Game, before: State, after: State) -> Action:
    """Return the action that leads from one state to another.

    Raises
    ------
    GameError
        If there is none.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("nim")
    >>> action_between(game, game.initial(), game.result(game.initial(), 2))
    2
    """
    for action in game.actions(before):
        if game.result(before, action) == after:
            return action
    raise GameError(Message("no action of {} leads from {} to {}", game.spec, before, after))
