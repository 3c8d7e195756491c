"""What a proof may know of a position: wins and losses that are plain to see, forced replies, threats, symmetry."""

from collections.abc import Iterator
from typing import Any

from spielbaum import U64, Insight
from spielbaum.games._symmetry import make_mirror
from spielbaum.games.connect_four.rules import Board, State, make_winning_squares
from spielbaum.kernel import clear_lowest, lowest_index, popcount, scrambled


def make_insight(size: Board) -> dict[str, Any]:
    """Return the hooks on a board of one size."""
    width, stride, full, foot = size.width, size.height + 1, size.full, size.foot
    squares = size.width * size.height
    winning_squares = make_winning_squares(size)
    mirror = make_mirror(lambda bit: (width - 1 - bit // stride) * stride + bit % stride, range(width * stride))
    left_half = sum(((1 << stride) - 1) << column * stride for column in range((width + 1) // 2))

    def playable(occupied: int) -> int:
        return occupied + foot & full

    def sound(state: State) -> int:
        """Return where the player to move can play without losing at once, nothing if there is no such square."""
        threats = winning_squares(state.own ^ state.occupied) & (full ^ state.occupied)
        free = playable(state.occupied)
        forced = free & threats
        if forced:
            free = 0 if forced & forced - 1 else forced
        return free & ~(threats >> 1)

    def bounds(state: State) -> tuple[int, int]:
        """Return the score of wins and losses within two plies, or what can be won and lost after that."""
        left = squares - popcount(state.occupied)
        if winning_squares(state.own) & playable(state.occupied):
            return (left + 1) // 2, (left + 1) // 2
        if left > 0 and sound(state) == 0:
            return -(left // 2), -(left // 2)
        return -(max(0, left - 2) // 2), max(0, left - 1) // 2

    def candidates(state: State) -> Iterator[int]:
        free = playable(state.occupied)
        wins = winning_squares(state.own) & free
        chosen = wins if wins else sound(state)
        if chosen == 0:
            chosen = free
        code = state.own + state.occupied
        if mirror(U64(code)) == U64(code):
            chosen &= left_half
        while chosen:
            yield lowest_index(chosen) // stride
            chosen = clear_lowest(chosen)

    def settled(state: State) -> State:
        """Play replies while there is only one that does not lose at once."""
        own, occupied = state.own, state.occupied
        while winning_squares(own) & playable(occupied) == 0:
            only = sound(State(own, occupied))
            if only == 0 or only & only - 1:
                break
            own, occupied = own ^ occupied, occupied | only
        return State(own, occupied)

    def order(state: State, column: int) -> int:
        """Return how many squares win after the move, and then how near it is to the centre."""
        bit = state.occupied + (1 << column * stride) & ~state.occupied & full
        bit &= ((1 << stride) - 1) << column * stride
        wins = winning_squares(state.own | bit) & (full ^ state.occupied)
        return 16 * popcount(wins) - abs(2 * column - width + 1)

    def key(state: State) -> int:
        """Return the same for both mirror images."""
        code = U64(state.own + state.occupied + foot)
        return scrambled(min(code, mirror(code)))

    insight = Insight(candidates=candidates, settled=settled, order=order, key=key)
    return {"bounds": bounds, "insight": insight}
