"""Random positions of a game."""

import random

from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import legal_actions

TRIES = 200
"""Random games that are tried for each position."""


def random_positions(game: Game, start: State, count: int, *, plies: int, seed: int = 0) -> list[State]:
    """Return distinct positions in which the game is not over, the same on every machine.

    Parameters
    ----------
    game
        The game.
    start
        The state from which the random games start.
    count
        The number of positions.
    plies
        The number of random actions, equally likely, that lead to each.
    seed
        Seed of the random numbers.

    Raises
    ------
    InputError
        If there are too few.
    """
    generator = random.Random(seed)
    found: dict[State, None] = {}
    for _ in range(TRIES * count):
        state = _walk(game, start, plies, generator)
        if not game.is_terminal(state):
            found[state] = None
            if len(found) == count:
                return list(found)
    raise InputError(
        Message("{} has only {} unfinished positions after {} plies, not {}", game.spec, len(found), plies, count)
    )


def _walk(game: Game, state: State, plies: int, generator: random.Random) -> State:
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, generator.choice(legal_actions(game, state)))
    return state
