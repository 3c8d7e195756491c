"""One state of a random game, and what is asked of it."""

from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import Any

from spielbaum.checking.probe import Probe, Seen
from spielbaum.checking.trial import MOST_ACTIONS
from spielbaum.errors import GameError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import place_of
from spielbaum.kernel import Shape, flattened


class Visit:
    """One state of a random game: what the interpreter says of it, asked once.

    Attributes
    ----------
    actions
        Of a state that is not terminal; empty for a terminal one.
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
        """The states after the actions; made when the actions are known to be fit."""
        return [self.game.result(self.state, action) for action in self.actions]

    @cached_property
    def utility(self) -> Any:
        """The utilities of a terminal state, else None."""
        return self.game.utility(self.state) if self.terminal else None

    @cached_property
    def seen(self) -> Seen | None:
        """The same from compiled code; None for games that are not compiled."""
        return self._probe.look(self.state) if self._probe and fits(self.state, self._probe.shape) else None


def listed(game: Game, state: State) -> list[Action]:
    """Return the actions of a state that is not terminal.

    Raises
    ------
    GameError
        If what the game gives cannot be listed.
    """
    given = game.actions(state)
    if not isinstance(given, Iterable):
        raise GameError(f"{place_of(game.actions)}, gives {given!r}, not actions: let it yield whole numbers")
    actions = list(islice(given, MOST_ACTIONS + 1))
    if len(actions) > MOST_ACTIONS:
        raise GameError(f"{place_of(game.actions)}, gives more than {MOST_ACTIONS:,} actions: let it come to an end")
    return actions


def _whether(ended: Any, game: Game) -> bool:
    if isinstance(ended, str):  # 'no' would count as true
        raise GameError(f"{place_of(game.is_terminal)}, gives {ended!r}, not True or False")
    return bool(ended)


def fits(state: State, shape: Shape | None) -> bool:
    """Return whether all numbers of a state fit into 64 bits, or each of the two words of a wide field."""
    return all(isinstance(number, int) and -(2**63) <= number < 2**64 for number in flattened(state, shape))
