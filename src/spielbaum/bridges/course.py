"""A game so far, as libraries keep it that know no rule of repetition: the states, and whether it is over."""

from functools import cached_property
from typing import Any

from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.repetition import RepetitionRule, draw_utility


class Course:
    """The states of a game so far; it never changes.

    Parameters
    ----------
    game
        The game.
    states
        The first one first.
    """

    def __init__(self, game: Game, states: tuple[State, ...]) -> None:
        self.game, self.states = game, states

    @property
    def state(self) -> State:
        """The state that the game is in."""
        return self.states[-1]

    @property
    def history(self) -> tuple[State, ...]:
        """The states before it."""
        return self.states[:-1]

    @cached_property
    def is_over(self) -> bool:
        """Whether the state is terminal, or the rule of repetition ends the game."""
        return bool(self.game.is_terminal(self.state)) or self._is_draw

    @cached_property
    def utility(self) -> Vector:
        """What each player gets, nothing while the game goes on."""
        if not self.is_over:
            return (0.0,) * self.game.players
        return tuple(map(float, draw_utility(self.game) if self._is_draw else self.game.utility(self.state)))

    def after(self, action: Action) -> "Course":
        """Return the game so far and one action more."""
        return Course(self.game, (*self.states, self.game.result(self.state, action)))

    @cached_property
    def _is_draw(self) -> bool:
        return self.game.repetition is not None and RepetitionRule(self.game).is_draw(self.states)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        return self
