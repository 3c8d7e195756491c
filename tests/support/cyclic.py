"""Two kings on a small board that chase each other in circles, and minimax that carries the path."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from spielbaum import Evaluation, Game, Repetition

SIDE = 3
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Kings(NamedTuple):
    """Squares of the two kings, row by row; a king that captures the other wins."""

    first: int
    second: int
    to_move: int
    rest: int  # the number of passes allowed to the first player


def _initial() -> Kings:
    return Kings(0, SIDE * SIDE - 1, 0, 1)


def _to_move(state: Kings) -> int:
    return state.to_move


def _actions(state: Kings) -> Iterator[int]:
    own = state.first if state.to_move == 0 else state.second
    for number in range(4):
        row, column = own // SIDE + STEPS[number][0], own % SIDE + STEPS[number][1]
        if 0 <= row < SIDE and 0 <= column < SIDE:
            yield number
    if state.to_move == 0 and state.rest > 0:
        yield 4


def _result(state: Kings, action: int) -> Kings:
    if action == 4:
        return Kings(state.first, state.second, 1, state.rest - 1)
    own = state.first if state.to_move == 0 else state.second
    to = own + STEPS[action][0] * SIDE + STEPS[action][1]
    if state.to_move == 0:
        return Kings(to, state.second, 1, state.rest)
    return Kings(state.first, to, 0, state.rest)


def _is_terminal(state: Kings) -> bool:
    return state.first == state.second


def _utility(state: Kings) -> tuple[int, int]:
    return (-1, 1) if state.to_move == 0 else (1, -1)


def _evaluate(state: Kings) -> tuple[float, float]:
    ahead = ((state.first * 5 + state.second * 3 + state.to_move) % 7 - 3.5) / 8
    return ahead, -ahead


def _repetition(state: Kings) -> int:
    return 1 + state.first + 16 * state.second + 256 * state.to_move + 1024 * state.rest


KINGS = Game(
    name="kings",
    players=2,
    initial=_initial,
    to_move=_to_move,
    actions=_actions,
    result=_result,
    is_terminal=_is_terminal,
    utility=_utility,
    evaluations={"place": Evaluation(_evaluate)},
    zero_sum=True,
    max_utility=1,
    repetition=Repetition(key=_repetition),
)


def with_path(game: Game, line: Sequence[Kings], depth: int, root: int, past: Sequence[Kings] = ()) -> float:
    """Return the minimax value for a player; a position on the line, or one repetition short in the past, is a draw."""
    state = line[-1]
    if game.is_terminal(state):
        return game.utility(state)[root]
    assert game.repetition is not None
    key_of = game.repetition.key
    key, keys = key_of(state), [key_of(before) for before in line[:-1]]
    before = [key_of(earlier) for earlier in (*past, line[0])]
    if len(line) > 1 and (key in keys or before.count(key) >= game.repetition.times - 1):
        return 0.0
    if depth == 0:
        evaluation = game.evaluation()
        assert evaluation is not None
        return evaluation.function(state)[root]
    sign, best = 1 if game.to_move(state) == root else -1, -inf
    for action in game.actions(state):
        best = max(best, sign * with_path(game, [*line, game.result(state, action)], depth - 1, root, past))
    return sign * best


def to_the_end(game: Game, line: Sequence[Any], alpha: float = -inf, beta: float = inf) -> float:
    """Return the value of the last state for its player, by alpha-beta that carries the path; players alternate."""
    state = line[-1]
    if game.is_terminal(state):
        return game.utility(state)[game.to_move(state)]
    assert game.repetition is not None
    keys = [game.repetition.key(earlier) for earlier in line]
    if keys[-1] in keys[:-1]:
        return 0
    best = -inf
    for action in game.actions(state):
        best = max(best, -to_the_end(game, [*line, game.result(state, action)], -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
