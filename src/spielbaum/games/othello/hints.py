"""Hints for proofs of Othello: the value with one empty square, move ordering, and symmetric keys."""

from collections.abc import Callable

from spielbaum import U64, ProofHints
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed, with_keys
from spielbaum.games._bitboards import make_least_image
from spielbaum.games.othello.evaluations import Edges, make_anchored, make_near
from spielbaum.games.othello.rules import PASS, Board, State, make_flipped, make_moves
from spielbaum.kernel import clear_lowest, lowest_index, popcount

UNREMEMBERED = 5
"""Positions with fewer empty squares are not stored: solving them is faster than a lookup."""

LOOK_AHEAD = 16
"""From this number of empty squares after a move on, its score is that of the best reply."""

MOST = 10_000
"""Larger than any score."""

MIRRORED = 20
"""Below this number of empty squares, positions rarely meet their images."""


def make_bounds(board: Board, margin: bool) -> Callable[[State], tuple[int, int]]:
    """Return ``bounds(state)``: the exact utility of the player to move if at most one square is empty."""
    full, squares, flipped = board.full, board.size**2, make_flipped(board)
    largest = squares if margin else 1

    def bounds(state: State) -> tuple[int, int]:
        own, other = state.own, state.other
        empty = U64(~(own | other) & U64(full))
        if empty & U64(empty - 1):
            return -largest, largest
        discs = popcount(own)
        lead = 2 * discs + popcount(empty) - squares
        if empty:
            last = lowest_index(empty)
            turned, lost = popcount(flipped(own, other, last)), popcount(flipped(other, own, last))
            if turned:
                lead += 2 * turned + 1
            elif lost:
                lead -= 2 * lost + 1
        if not margin:
            lead = (lead > 0) - (lead < 0)
        return lead, lead

    return bounds


def make_proof(board: Board) -> ProofHints:
    """Return the hints for proofs on a board."""
    full, corners, moves, flipped = board.full, Edges.of(board).corners, make_moves(board), make_flipped(board)
    near, anchored = make_near(board), make_anchored(board)

    def placed(own: U64, other: U64, square: int) -> tuple[U64, U64]:
        """Return the discs of both players after a move of the first."""
        turned = flipped(own, other, square)
        return U64(own | turned | U64(1) << square), U64(other & ~turned)

    def settled(state: State) -> State:
        """Pass if that is the only action."""
        return state if moves(state.own, state.other) else State(state.other, state.own, 1 - state.to_move)

    def promise(own: U64, other: U64) -> int:
        """Return the score of a position for the player to move: moves, corners, and discs anchored to corners."""
        empty, mine, theirs = U64(~(own | other) & U64(full)), moves(own, other), moves(other, own)
        points = 6 * (popcount(mine) - popcount(theirs))
        points += 12 * (popcount(U64((mine | own) & U64(corners))) - popcount(U64((theirs | other) & U64(corners))))
        points += 4 * (popcount(anchored(own)) - popcount(anchored(other)))
        return points + 3 * (popcount(U64(near(other) & empty)) - popcount(U64(near(own) & empty)))

    def best_promise(own: U64, other: U64) -> int:
        """Return the score after the best move of the player to move, or after a pass."""
        left, best = moves(own, other), -MOST
        if not left:
            return -promise(other, own)
        while left:
            mine, theirs = placed(own, other, lowest_index(left))
            best = max(best, -promise(theirs, mine))
            left = U64(clear_lowest(left))
        return best

    def order(state: State, square: int) -> int:
        """Return a rank: the fewest replies first, corners counted more; early on, what the best reply leaves.

        Discs held by corners count, and empty squares beside discs of one's own, where the other may get moves.
        """
        if square == PASS:
            return 0
        own, other = placed(state.own, state.other, square)
        empty = U64(~(own | other) & U64(full))
        if popcount(empty) >= LOOK_AHEAD:
            return -best_promise(other, own)
        replies = moves(other, own)
        rank = 2 * popcount(moves(own, other)) - 8 * popcount(replies) - 16 * popcount(U64(replies & U64(corners)))
        held = 4 * popcount(anchored(own)) + (12 if U64(corners) >> square & U64(1) else 0)
        return rank + held - 4 * popcount(U64(near(own) & empty))

    return with_keys(ProofHints(settled=settled, order=order), _make_both_keys(board))


def _make_both_keys(board: Board) -> Callable[[State], tuple[int, int]]:
    """Return two keys, equal for all eight images of a position."""
    full, least_image = board.full, make_least_image(board.size)

    def both_keys(state: State) -> tuple[int, int]:
        own, other = state.own, state.other
        empty = popcount(U64(~(own | other) & U64(full)))
        if empty < UNREMEMBERED:
            return U64(0), U64(0)
        if empty >= MIRRORED:
            own, other = least_image(own, other)
        return (
            mixed(U64(mixed(own) + other & MASK)),
            otherwise_mixed(U64(otherwise_mixed(own) + other * ODD & MASK)),
        )

    return both_keys
