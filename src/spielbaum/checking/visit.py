"""One state of a random game, and the results of the game's functions for it."""

from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import Any

from spielbaum.checking.probe import Probe, Seen
from spielbaum.checking.trial import MOST_ACTIONS
from spielbaum.errors import GameError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import place_of
from spielbaum.kernel import Shape, flattened


class Visit:
    """One state of a random game, with results that are computed once.

    Attributes
    ----------
    actions
        The legal actions; empty for a terminal state.
    """

    def __init__(self, game: Game, state: State, probe: Probe | None) -> None:
        self.game = game
        self.state = state
        self.terminal = _whether(game.is_terminal(state), game)
        self.to_move = game.to_move(state)
        self.actions: list[Action] = [] if self.terminal else listed(game, state)
        self._probe = probe

    @cached_property
    def results(self) -> list[State]:
        """The states after the actions, computed once the actions are known to be valid."""
        return [self.game.result(self.state, action) for action in self.actions]

    @cached_property
    def utility(self) -> Any:
        """The utilities of a terminal state, else None."""
        return self.game.utility(self.state) if self.terminal else None

    @cached_property
    def seen(self) -> Seen | None:
        """The results of compiled code; None for games that are not compiled."""
        return self._probe.look(self.state) if self._probe and fits(self.state, self._probe.shape) else None


def listed(game: Game, state: State) -> list[Action]:
    """Return the actions of a state that is not terminal.

    Raises
    ------
    GameError
        If the game does not return actions, or too many.
    """
    given = game.actions(state)
    if not isinstance(given, Iterable):
        raise GameError(
            Message("{}, returns {!r}, not actions: it must yield whole numbers", place_of(game.actions), given)
        )
    actions = list(islice(given, MOST_ACTIONS + 1))
    if len(actions) > MOST_ACTIONS:
        raise GameError(
            Message("{}, returns more than {:,} actions: it must end", place_of(game.actions), MOST_ACTIONS)
        )
    return actions


def _whether(ended: Any, game: Game) -> bool:
    if isinstance(ended, str):  # 'no' would count as true
        raise GameError(Message("{}, returns {!r}, not True or False", place_of(game.is_terminal), ended))
    return bool(ended)


def fits(state: State, shape: Shape | None) -> bool:
    """Return whether all numbers of a state fit into 64 bits, or into two words in wide fields."""
    return all(isinstance(number, int) and -(2**63) <= number < 2**64 for number in flattened(state, shape))
