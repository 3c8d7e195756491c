"""The course of a game for libraries without repetition rules: its states, and whether it is over."""

from functools import cached_property
from typing import Any

from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.repetition import RepetitionRule, draw_utility


class Course:
    """The states of a game so far; immutable.

    Parameters
    ----------
    game
        The game.
    states
        The states in order.
    """

    def __init__(self, game: Game, states: tuple[State, ...]) -> None:
        self.game, self.states = game, states

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    @property
    def history(self) -> tuple[State, ...]:
        """The earlier states."""
        return self.states[:-1]

    @cached_property
    def is_over(self) -> bool:
        """Whether the state is terminal or the game is a draw by repetition."""
        return bool(self.game.is_terminal(self.state)) or self._is_draw

    @cached_property
    def utility(self) -> Vector:
        """The utilities; zeros before the end of the game."""
        if not self.is_over:
            return (0.0,) * self.game.players
        return tuple(map(float, draw_utility(self.game) if self._is_draw else self.game.utility(self.state)))

    def after(self, action: Action) -> "Course":
        """Return the course after another action."""
        return Course(self.game, (*self.states, self.game.result(self.state, action)))

    @cached_property
    def _is_draw(self) -> bool:
        return self.game.repetition is not None and RepetitionRule(self.game).is_draw(self.states)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        return self
