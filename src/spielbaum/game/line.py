"""A line of play: a game, and the states from the first one to the present."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Self

from spielbaum.errors import Message, PositionError
from spielbaum.game.facts import Action, StateT, Vector
from spielbaum.game.notation import format_action, format_state, legal_actions, parse_action
from spielbaum.game.record import Game
from spielbaum.game.repetition import RepetitionRule, draw_utility


@dataclass(frozen=True, repr=False)
class Line(Generic[StateT]):
    """A game and the states of one line of play. Immutable; equal if game and states are equal.

    Parameters
    ----------
    game
        The game.
    states
        The states from the first to the present one.
    actions_played
        The actions between them.
    """

    game: Game[StateT]
    states: tuple[StateT, ...]
    actions_played: tuple[Action, ...] = field(default=(), compare=False)

    @property
    def state(self) -> StateT:
        """The present state."""
        return self.states[-1]

    @property
    def history(self) -> tuple[StateT, ...]:
        """The states before the present one, oldest first: the ``history`` of a search."""
        return self.states[:-1]

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves that led here, in the game's notation."""
        return tuple(format_action(self.game, *step) for step in zip(self.states, self.actions_played, strict=False))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, in the game's order; none when the game is over."""
        return () if self.is_over else tuple(legal_actions(self.game, self.state))

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in the game's notation, in the order of ``actions``."""
        return tuple(format_action(self.game, self.state, action) for action in self.actions)

    @property
    def to_move(self) -> int | None:
        """The player to move; None when the game is over."""
        return None if self.is_over else self.game.to_move(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by a terminal state or by repetition."""
        return bool(self.game.is_terminal(self.state)) or self._is_repeated

    @property
    def utility(self) -> Vector | None:
        """The utility of each player; None while the game goes on."""
        if self._is_repeated:
            return draw_utility(self.game)
        return self.game.utility(self.state) if self.game.is_terminal(self.state) else None

    @cached_property
    def _is_repeated(self) -> bool:
        return RepetitionRule(self.game).is_draw(self.states)

    def play(self, *moves: str | Action) -> Self:
        """Return the position after some moves.

        Parameters
        ----------
        moves
            Texts in the game's notation, or actions.

        Raises
        ------
        PositionError
            If a move is not legal, or the game is over.

        Examples
        --------
        >>> from spielbaum import games
        >>> nim = games.load("nim:heaps=1-2")
        >>> line = Line(nim, (nim.initial(),)).play("b1")
        >>> line.moves, line.moves_played
        (('a1', 'b1'), ('b1',))
        """
        line = self
        for number, move in enumerate(moves, 1):
            try:
                action = line._legal(move)
            except PositionError as error:
                raise PositionError(Message("move {}: {}", number, error)) from None
            states = (*line.states, self.game.result(line.state, action))
            line = type(self)(self.game, states, (*line.actions_played, action))
        return line

    def _legal(self, move: str | Action) -> Action:
        if self._is_repeated:
            raise PositionError(Message("no action {!r}: the game is over by repetition", move))
        if isinstance(move, str):
            return parse_action(self.game, self.state, move)
        if move not in self.actions:
            raise PositionError(Message("action {!r} is not legal at {}", move, format_state(self.game, self.state)))
        return move
