"""Refusing guessed features that count no pieces: numbers on a board may also stand for walls."""

import random
from collections.abc import Iterable, Iterator

from spielbaum.errors import GameError, Message
from spielbaum.game import Game, State
from spielbaum.game.default_features import is_guess

GAMES, PLIES = 20, 100
"""The number of random games, and their most plies."""


def refuse_false_pieces(game: Game, states: Iterable[State] | None = None) -> None:
    """Raise an error if guessed features count no pieces, as when some player has none in any state.

    Parameters
    ----------
    game
        The game.
    states
        The states to look at; by default those of random games.

    Raises
    ------
    GameError
        With the name of the player.
    """
    if not is_guess(game.features):
        return
    assert game.features.function is not None
    most = [0.0] * game.players
    for state in states or _random_states(game):
        most = [max(known, row[0]) for known, row in zip(most, game.features.function(state), strict=True)]
        if all(most):
            return
    raise GameError(
        Message(
            "{} names no features, and the numbers on its boards are no pieces of the players: "
            "player {} has none in any state. Give its record features=Features(names=..., "
            "function=...)",
            game.spec,
            game.player_name(most.index(0)),
        )
    )


def _random_states(game: Game) -> Iterator[State]:
    for seed in range(GAMES):
        state, generator = game.initial(), random.Random(seed)
        for _ in range(PLIES):
            yield state
            if game.is_terminal(state):
                break
            state = game.result(state, generator.choice(list(game.actions(state))))
