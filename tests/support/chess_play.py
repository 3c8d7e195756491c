"""Random play of chess side by side with python-chess, for tests."""

import random
from collections.abc import Iterator

import chess

from spielbaum.games.chess.moves import actions
from spielbaum.games.chess.notation import format_action
from spielbaum.games.chess.rules import initial, result
from spielbaum.games.chess.state import State


def played(positions: int, seed: int) -> Iterator[tuple[State, chess.Board, dict[str, int]]]:
    """Yield positions of random games: our state, python-chess's board, and our moves in UCI notation."""
    generator = random.Random(seed)
    state, theirs = initial(), chess.Board()
    for _ in range(positions):
        ours = {format_action(state, action): action for action in actions(state)}
        yield state, theirs, ours
        if not ours or theirs.halfmove_clock >= 100 or theirs.is_insufficient_material():
            state, theirs = initial(), chess.Board()
            continue
        text = generator.choice(sorted(ours))
        state = result(state, ours[text])
        theirs.push_uci(text)


def state_of(position: str) -> State:
    """Return the state of a valid position."""
    from spielbaum.games.chess.fen import parse_state

    return parse_state(position)
