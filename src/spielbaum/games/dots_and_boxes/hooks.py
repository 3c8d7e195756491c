"""The hints of Dots and Boxes: evaluations, move ordering, bounds and keys."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from spielbaum import U64, Evaluation, ProofHints, SearchHints, Unit
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed
from spielbaum.games._bitboards import make_mirror
from spielbaum.games.dots_and_boxes.chains import make_captures, make_chain_of
from spielbaum.games.dots_and_boxes.components import make_parts
from spielbaum.games.dots_and_boxes.rules import Board, State, make_counts
from spielbaum.kernel import clear_lowest, lowest_bit, lowest_index, popcount

BOXES = Unit("box", "boxes")
SMALL_GIFT = 2
BETWEEN = 1500
"""A score above all lines of the border and below all others."""


class Hooks(NamedTuple):
    """The evaluations and hints for a board."""

    evaluations: dict[str, Evaluation]
    hints: SearchHints


def make_hooks(size: Board) -> Hooks:
    """Return the evaluations and hints for a board."""
    boxes = size.rows * size.columns
    closed, nearly = make_counts(size)
    captured, kept_back, *_ = make_captures(size)

    def in_reach(lines: U64) -> int:
        """Return the number of boxes that the player to move can close now."""
        return popcount(closed(captured(lines))) - popcount(closed(lines))

    def margin(state: State) -> tuple[int, int]:
        """Return the difference of boxes."""
        return state.margin, -state.margin

    def reach(state: State) -> tuple[int, int]:
        """Return the difference after the player to move has closed all boxes within reach."""
        taken = in_reach(state.lines)
        ahead = state.margin - taken if state.to_move else state.margin + taken
        return ahead, -ahead

    def order(state: State, line: int) -> int:
        """Return the boxes that a line closes, or the negative of those that it gives to the opponent."""
        lines = U64(state.lines | U64(1) << line)
        gain = popcount(closed(lines) ^ closed(state.lines))
        return gain if gain else -in_reach(lines)

    def bounds(state: State) -> tuple[int, int]:
        """Return the margin if the player to move captures all boxes in reach and wins no other, and if all the rest.

        A player who can capture wins the rest or loses it, since the double-dealing move leaves it to the opponent.
        """
        lines = state.lines
        ahead, left = -state.margin if state.to_move else state.margin, boxes - popcount(closed(lines))
        if nearly(lines) == 0:
            return ahead - left, ahead + left
        after = captured(lines)
        rest, (kept, _) = boxes - popcount(closed(after)), kept_back(lines, after)
        worst = -rest
        if kept:
            worst = max(worst, (rest & 1) - (2 if popcount(kept) == 2 else 4))
        return ahead + left - rest + worst, ahead + left

    candidates, settled, proof_order = _make_moves(size)
    key, second_key, parts, offset = _make_keys(size)
    proof = ProofHints(candidates=candidates, settled=settled, order=proof_order, parts=parts, offset=offset)
    return Hooks(
        evaluations={"margin": Evaluation(margin, unit=BOXES), "reach": Evaluation(reach, unit=BOXES)},
        hints=SearchHints(key=key, key_kind="hash", second_key=second_key, order=order, bounds=bounds, proof=proof),
    )


def _make_moves(
    size: Board,
) -> tuple[Callable[[State], Iterator[int]], Callable[[State], State], Callable[[State, int], int]]:
    full, pairs = (1 << size.lines) - 1, size.outer_pairs() or ((0, 0),)
    closed, nearly = make_counts(size)
    captured, kept_back, sides, *_ = make_captures(size)
    chain_of = make_chain_of(size)
    ranks = tuple(size.rank(line) for line in range(size.lines))

    def choices(lines: U64) -> U64:
        """Return lines with a best one among them: forced captures, the last choice, or one line of each chain."""
        left, nearer = U64(~lines & U64(full)), nearly(lines)
        if nearer:
            kept, handout = kept_back(lines, captured(lines))
            capturing = U64(sides(nearer) & left)
            forced = U64(capturing & ~kept)
            return U64(lowest_bit(forced)) if forced else U64(handout | lowest_bit(capturing))
        for first, second in pairs:
            if first != second:
                left = U64(left & ~((left >> first & U64(1)) << second))
        found = U64(0)
        while left:
            chain, opening = chain_of(lines, U64(lowest_bit(left)))
            found, left = U64(found | opening), U64(left & ~chain)
        return found

    def candidates(state: State) -> Iterator[int]:
        left = choices(state.lines)
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def settled(state: State) -> State:
        """Return the state after all forced captures."""
        if nearly(state.lines) == 0:
            return state
        after = captured(state.lines)
        kept, _ = kept_back(state.lines, after)
        lines = U64(after & ~kept)
        gain = popcount(closed(lines) ^ closed(state.lines))
        return State(lines, state.margin - gain if state.to_move else state.margin + gain, state.to_move)

    def order(state: State, line: int) -> int:
        """Return a nearly static score, so that different lines of play soon transpose.

        Inner lines come first, those that cut a long board in two before others; then small gifts, the
        border, and large gifts.
        """
        lines = U64(state.lines | U64(1) << line)
        if nearly(lines) == 0:
            return ranks[line]
        gift = popcount(closed(captured(lines))) - popcount(closed(lines))
        return BETWEEN - gift if gift <= SMALL_GIFT else -gift

    return candidates, settled, order


def _make_keys(size: Board) -> tuple[Any, ...]:
    """Return two keys, and the parts and the offset of a proof.

    The lines alone determine the rest of the game; a proof adds the margin. Elsewhere equal keys mean equal values,
    so the margin and the player to move are part of a key.
    """
    closed, _ = make_counts(size)
    captured = make_captures(size).captured
    rows, columns, bits = size.rows, size.columns, range(size.lines)
    pairs, square = size.outer_pairs() or ((0, 0),), rows == columns
    upside_down = make_mirror(size.image(lambda row, column: (rows - row, column)), bits)
    left_to_right = make_mirror(size.image(lambda row, column: (row, columns - column)), bits)
    transposed = make_mirror(size.image(lambda row, column: (column, row)), bits) if square else upside_down

    def settled(lines: U64) -> U64:
        """Return the lines with interchangeable ones sorted."""
        for first, second in pairs:
            moved = lines >> second & U64(~(lines >> first)) & U64(1)
            lines = U64(lines ^ (moved << second | moved << first))
        return lines

    def least_image(lines: U64) -> U64:
        flipped = upside_down(lines)
        return min(lines, flipped, left_to_right(lines), left_to_right(flipped))

    def least(drawn: U64) -> U64:
        lines = least_image(settled(drawn))
        if square:
            lines = min(lines, least_image(settled(transposed(drawn))))
        return lines

    def key(state: State) -> int:
        return mixed(U64(mixed(least(state.lines)) + (2 * state.margin + state.to_move) & MASK))

    def second_key(state: State) -> int:
        return otherwise_mixed(U64(least(state.lines) + (2 * state.margin + state.to_move) * ODD & MASK))

    def offset(state: State) -> int:
        """Return the lead of the player to move after all captures."""
        ahead = -state.margin if state.to_move else state.margin
        return ahead + popcount(closed(captured(state.lines))) - popcount(closed(state.lines))

    return key, second_key, make_parts(size, least), offset
