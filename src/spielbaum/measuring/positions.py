"""Random positions of a game, to measure more than its start."""

import random

from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.game.notation import legal_actions

TRIES = 200
"""Random games for each position that is wanted."""


def random_positions(game: Game, start: State, count: int, *, plies: int, seed: int = 0) -> list[State]:
    """Return different positions in which the game is not over, the same on every machine.

    Parameters
    ----------
    game
        The game.
    start
        Where play begins.
    count
        How many.
    plies
        Random actions, each as likely, on the way to each.
    seed
        Of the random numbers.

    Raises
    ------
    InputError
        If there are not so many.
    """
    generator = random.Random(seed)
    found: dict[State, None] = {}
    for _ in range(TRIES * count):
        state = _walk(game, start, plies, generator)
        if not game.is_terminal(state):
            found[state] = None
            if len(found) == count:
                return list(found)
    raise InputError(f"{game.spec} has only {len(found)} different unfinished positions {plies} plies on, not {count}")


def _walk(game: Game, state: State, plies: int, generator: random.Random) -> State:
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, generator.choice(legal_actions(game, state)))
    return state
