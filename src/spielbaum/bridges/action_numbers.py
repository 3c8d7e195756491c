"""Numbers actions from 0 to a bound, for learning libraries, whose networks have one output per action.

The actions of a game with ``distinct_actions`` are such numbers. Actions of other games are numbered by their index
among the legal ones, which requires a bound on the number of legal actions.
"""

from typing import Protocol

from spielbaum.errors import GameError, InputError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_state, legal_actions


class ActionNumbers(Protocol):
    """The numbering of a game's actions.

    Attributes
    ----------
    size
        The bound: numbers are from 0 to ``size - 1``.
    """

    size: int

    def legal(self, state: State) -> list[int]:
        """Return the numbers of the legal actions of a non-terminal state, in ascending order."""

    def number_of(self, state: State, action: Action) -> int:
        """Return the number of a legal action."""

    def action_of(self, state: State, number: int) -> Action:
        """Return the legal action with a number."""


class OwnNumbers:
    """The numbers of actions in searches, from 0 to a bound: the actions themselves, unless they are tuples."""

    def __init__(self, game: Game, size: int) -> None:
        self.game, self.size = game, size

    def legal(self, state: State) -> list[int]:
        """Return the legal actions in ascending order."""
        actions = sorted(int(self.game.packed(action)) for action in legal_actions(self.game, state))
        if actions[0] < 0 or actions[-1] >= self.size:
            beyond = actions[0] if actions[0] < 0 else actions[-1]
            raise GameError(
                Message(
                    "{} has the action {} at {}, and its actions should be from 0 to {}",
                    self.game.spec,
                    beyond,
                    format_state(self.game, state),
                    self.size - 1,
                )
            )
        return actions

    def number_of(self, state: State, action: Action) -> int:  # noqa: ARG002 - as all numbers
        """Return the number of an action in searches, which is the action itself if it is a number."""
        return int(self.game.packed(action))

    def action_of(self, state: State, number: int) -> Action:  # noqa: ARG002 - as all numbers
        """Return the action with a number."""
        return self.game.unpacked(int(number))


class IndexNumbers:
    """The indices of actions among the legal ones, so a number means different actions in different states.

    Parameters
    ----------
    game
        The game.
    size
        The largest number of legal actions in a state.
    """

    def __init__(self, game: Game, size: int) -> None:
        self.game, self.size = game, size

    def legal(self, state: State) -> list[int]:
        """Return the numbers of the legal actions, from 0."""
        return list(range(len(self._actions(state))))

    def number_of(self, state: State, action: Action) -> int:
        """Return the index of an action."""
        return self._actions(state).index(action)

    def action_of(self, state: State, number: int) -> Action:
        """Return the action at an index."""
        return self._actions(state)[number]

    def _actions(self, state: State) -> list[Action]:
        actions = legal_actions(self.game, state)
        if len(actions) > self.size:
            raise GameError(
                Message(
                    "{} has {} actions at {}: give a larger most_legal than {}",
                    self.game.spec,
                    len(actions),
                    format_state(self.game, state),
                    self.size,
                )
            )
        return actions


def number_actions(game: Game, *, distinct_actions: int | None = None, most_legal: int | None = None) -> ActionNumbers:
    """Return the numbering of a game's actions.

    Parameters
    ----------
    game
        The game.
    distinct_actions
        The number of distinct actions, from 0, if the game does not state it.
    most_legal
        The largest number of legal actions in a state; actions are then numbered by their index.

    Raises
    ------
    InputError
        If neither is given and the game does not state it.

    Examples
    --------
    >>> from spielbaum import games
    >>> nim = games.load("nim:heaps=2-1")
    >>> number_actions(nim).legal(nim.initial()), number_actions(nim, most_legal=3).legal(nim.initial())
    ([1, 2, 65], [0, 1, 2])
    """
    for name, given in (("distinct_actions", distinct_actions), ("most_legal", most_legal)):
        if given is not None and not (isinstance(given, int) and given > 0):
            raise InputError(Message("{} must be a whole number of at least 1, not {!r}", name, given))
    if most_legal is not None:
        return IndexNumbers(game, most_legal)
    bound = distinct_actions or game.numbered.distinct_actions
    if bound is None:
        raise InputError(
            Message(
                "{} does not state how many actions it has: give distinct_actions=N, if all are from 0 "
                "to N - 1, or most_legal=N, if no more than N are legal at once",
                game.spec,
            )
        )
    return OwnNumbers(game, bound)
