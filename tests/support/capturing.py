"""A small game with captures on a row of squares, and a reference implementation of quiescence."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, NamedTuple

from obvious import worth_in
from spielbaum import Evaluation, Game, SearchHints

WIDTH, LAST = 7, 12
"""The last square, and the length of a game."""


class Row(NamedTuple):
    """Men on a row, two bits for each square: 0 empty, 1 first player, 2 second player."""

    men: int
    to_move: int
    ply: int


def _initial() -> Row:
    return Row(0b10_10_00_10_01_00_01_01 & (1 << 2 * WIDTH + 2) - 1, 0, 0)


def _to_move(state: Row) -> int:
    return state.to_move


def _actions(state: Row) -> Iterator[int]:
    """A man moves one or two squares to either side, to an empty square or onto an opponent; or the player passes."""
    own = state.to_move + 1
    for square in range(WIDTH + 1):
        if state.men >> 2 * square & 3 != own:
            continue
        for step in (-2, -1, 1, 2):
            to = square + step
            if 0 <= to <= WIDTH and state.men >> 2 * to & 3 != own:
                yield square * 16 + to
    yield 255


def _result(state: Row, action: int) -> Row:
    following = 1 - state.to_move if state.ply % 5 != 3 else state.to_move  # sometimes a player moves twice
    if action == 255:
        return Row(state.men, following, state.ply + 1)
    square, to = action // 16, action % 16
    left = state.men & ~(3 << 2 * square) & ~(3 << 2 * to)
    return Row(left | (state.to_move + 1) << 2 * to, following, state.ply + 1)


def men_of(state: Row, player: int) -> int:
    """Return the number of a player's men."""
    count = 0
    for square in range(WIDTH + 1):
        if state.men >> 2 * square & 3 == player + 1:
            count += 1
    return count


def _is_terminal(state: Row) -> bool:
    return men_of(state, 0) == 0 or men_of(state, 1) == 0 or state.ply >= LAST


def _utility(state: Row) -> tuple[float, float]:
    ahead = 10.0 * (men_of(state, 0) - men_of(state, 1))
    return ahead, -ahead


def _evaluate(state: Row) -> tuple[float, float]:
    ahead = 8.0 * (men_of(state, 0) - men_of(state, 1)) + (state.men * 0x9E3779B1 >> 7 & 3) - 1.0
    return ahead, -ahead


def _captures(state: Row, action: int) -> bool:
    return action != 255 and state.men >> 2 * (action % 16) & 3 != 0


def _may_stand(state: Row) -> bool:
    """Return False if the player has a single man left."""
    return men_of(state, state.to_move) > 1


def _order(state: Row, action: int) -> int:
    return 1 if _captures(state, action) else 0


ROW = Game(
    name="row",
    players=2,
    initial=_initial,
    to_move=_to_move,
    actions=_actions,
    result=_result,
    is_terminal=_is_terminal,
    utility=_utility,
    evaluations={"men": Evaluation(_evaluate)},
    zero_sum=True,
    max_utility=80,
    hints=SearchHints(noisy=_captures),
)
RANKED = SearchHints(noisy=_captures, may_stand_pat=_may_stand, order=_order)


def quiescence(game: Game, state: Any, depth: int, root: int, worth: Callable[[Any], float] | None = None) -> float:
    """Return the minimax value for the root player without pruning, standing pat or capturing beyond the depth."""
    sign, vector = 1 if game.to_move(state) == root else -1, worth_in(game)
    own = worth or (lambda state: vector(state)[root])
    if game.is_terminal(state):
        return own(state)
    assert game.hints.noisy is not None
    actions, best = list(game.actions(state)), -inf
    if depth <= 0 and (game.hints.may_stand_pat is None or game.hints.may_stand_pat(state)):
        best = sign * own(state)
        actions = [action for action in actions if game.hints.noisy(state, action)]
    for action in actions:
        best = max(best, sign * quiescence(game, game.result(state, action), depth - 1, root, worth))
    return sign * best
