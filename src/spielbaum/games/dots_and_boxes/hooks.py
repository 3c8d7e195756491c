"""What searches may ask: evaluations, an order, bounds and a key."""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64, Evaluation, SearchHints, Unit
from spielbaum.games._symmetry import MASK, ODD, make_mirror, mixed, otherwise_mixed
from spielbaum.games.dots_and_boxes.rules import Board, State, make_counts
from spielbaum.kernel import popcount

BOXES = Unit("box", "boxes")


class Hooks(NamedTuple):
    """What searches may ask of a board of one size."""

    evaluations: dict[str, Evaluation]
    hints: SearchHints


def make_hooks(size: Board) -> Hooks:
    """Return what searches may ask of a board of one size."""
    columns, stride, boxes = size.columns, size.stride, size.rows * size.columns
    closed, nearly = make_counts(size)

    def in_reach(lines: U64) -> int:
        """Return how many boxes the player to move can close one after the other."""
        before, nearer = popcount(closed(lines)), nearly(lines)
        while nearer:
            lines = U64(lines | nearer | nearer << columns | nearer << columns + 1 | nearer << stride)
            nearer = nearly(lines)
        return popcount(closed(lines)) - before

    def margin(state: State) -> tuple[int, int]:
        """Return how many boxes more the player has than the other."""
        return state.margin, -state.margin

    def reach(state: State) -> tuple[int, int]:
        """Return the same after the player to move has closed all boxes within reach."""
        taken = in_reach(state.lines)
        ahead = state.margin - taken if state.to_move else state.margin + taken
        return ahead, -ahead

    def order(state: State, line: int) -> int:
        """Return how many boxes the line closes, or the negative of how many it leaves within the other's reach."""
        lines = U64(state.lines | U64(1) << line)
        gain = popcount(closed(lines) ^ closed(state.lines))
        return gain if gain else -in_reach(lines)

    def bounds(state: State) -> tuple[int, int]:
        """Return the margin if the player to move closes no more than those within reach, and if all that are left."""
        ahead = -state.margin if state.to_move else state.margin
        left = boxes - popcount(closed(state.lines))
        return ahead - left + 2 * in_reach(state.lines), ahead + left

    key, second_key = _make_keys(size)
    return Hooks(
        evaluations={"margin": Evaluation(margin, unit=BOXES), "reach": Evaluation(reach, unit=BOXES)},
        hints=SearchHints(key=key, key_kind="hash", second_key=second_key, order=order, bounds=bounds),
    )


def _make_keys(size: Board) -> tuple[Callable[[State], int], Callable[[State], int]]:
    """Return the keys: two hashes of the least image of the lines, of the margin and of the player to move.

    The lines alone decide what is still to be won. But equal keys mean equal values, and the margin is part of those.
    """
    rows, columns, bits = size.rows, size.columns, range(size.lines)
    pairs, square = size.outer_pairs() or ((0, 0),), rows == columns
    upside_down = make_mirror(size.image(lambda row, column: (rows - row, column)), bits)
    left_to_right = make_mirror(size.image(lambda row, column: (row, columns - column)), bits)
    transposed = make_mirror(size.image(lambda row, column: (column, row)), bits) if square else upside_down

    def settled(lines: U64) -> U64:
        """Return the same lines after exchanging some outer ones that are worth the same."""
        for first, second in pairs:
            moved = lines >> second & U64(~(lines >> first)) & U64(1)
            lines = U64(lines ^ (moved << second | moved << first))
        return lines

    def least_image(lines: U64) -> U64:
        flipped = upside_down(lines)
        return min(lines, flipped, left_to_right(lines), left_to_right(flipped))

    def least(state: State) -> U64:
        lines = least_image(settled(state.lines))
        if square:
            lines = min(lines, least_image(settled(transposed(state.lines))))
        return lines

    def key(state: State) -> int:
        return mixed(U64(mixed(least(state)) + (2 * state.margin + state.to_move) & MASK))

    def second_key(state: State) -> int:
        return otherwise_mixed(U64(least(state) + (2 * state.margin + state.to_move) * ODD & MASK))

    return key, second_key
