"""Hints for searches and proofs: immediate wins and losses, forced replies, threats, symmetry."""

from collections.abc import Callable, Iterator

from spielbaum import U64, ProofHints, SearchHints
from spielbaum.game.hashes import MASK, ODD, STEP, otherwise_mixed
from spielbaum.games._bitboards import make_folds, make_mirror
from spielbaum.games.connect_four.rules import Board, State, make_winning_squares
from spielbaum.games.connect_four.strategy import make_claimeven, make_latest_win, make_odd_threats
from spielbaum.kernel import clear_lowest, lowest_index, popcount, scrambled

UNREMEMBERED = 10
"""Positions with fewer empty squares are not stored: solving them is faster than a lookup."""

PARRIED = 4
"""The malus of a move with an immediate threat: the reply is forced, and the square is lost."""

MIRRORED = 26
"""Below this number of empty squares, positions rarely meet their mirror images."""


def make_hints(size: Board) -> SearchHints:
    """Return the hints for a board."""
    width = size.width
    sound = _make_sound(size)
    live, idle_columns = _make_live(size)
    candidates, settled, order = _make_moves(size, sound, live, idle_columns)
    key, second_key = _make_keys(size, live, idle_columns)

    def nearness(_state: State, column: int) -> int:
        """Return the nearness of a column to the centre."""
        return -abs(2 * column - width + 1)

    return SearchHints(
        order=nearness,
        extends=_make_threatened(size),
        bounds=_make_bounds(size, sound),
        proof=ProofHints(
            candidates=candidates, settled=settled, order=order, key=key, key_kind="hash", second_key=second_key
        ),
    )


def _make_sound(size: Board) -> Callable[[State], int]:
    full, foot = size.full, size.foot
    winning_squares = make_winning_squares(size)

    def sound(state: State) -> int:
        """Return the squares on which the player to move does not lose on the next ply."""
        threats = winning_squares(state.own ^ state.occupied) & (full ^ state.occupied)
        free = state.occupied + foot & full
        forced = free & threats
        if forced:
            free = 0 if forced & forced - 1 else forced
        return free & ~(threats >> 1)

    return sound


def _make_threatened(size: Board) -> Callable[[State], bool]:
    full, foot, winning_squares = size.full, size.foot, make_winning_squares(size)

    def threatened(state: State) -> bool:
        """Return whether the opponent threatens to win on the next ply."""
        return winning_squares(state.own ^ state.occupied) & (state.occupied + foot) & full != 0

    return threatened


def _make_bounds(size: Board, sound: Callable[[State], int]) -> Callable[[State], tuple[int, int]]:
    squares, full, foot, strategic = size.width * size.height, size.full, size.foot, size.height % 2 == 0
    odd_rows, even_rows = size.rows_of_parity(1), size.rows_of_parity(0)
    winning_squares, latest_win = make_winning_squares(size), make_latest_win(size)
    claimeven, odd_threats = make_claimeven(size), make_odd_threats(size)

    def bounds(state: State) -> tuple[int, int]:
        """Return the score of wins and losses within two plies, or the bounds of strategies after that."""
        own, theirs, empty = state.own, state.own ^ state.occupied, full ^ state.occupied
        free, stones = state.occupied + foot & full, popcount(state.occupied)
        left = squares - stones
        own_wins, their_wins = winning_squares(own) & empty, winning_squares(theirs) & empty
        if own_wins & free:
            return (left + 1) // 2, (left + 1) // 2
        if left > 0 and sound(state) == 0:
            return -(left // 2), -(left // 2)
        low, high = -(max(0, left - 2) // 2), max(0, left - 1) // 2
        if their_wins & free:
            return low, high
        high = min(high, latest_win(own, empty, own_wins, 1 - (stones & 1)))
        low = max(low, -latest_win(theirs, empty, their_wins, stones & 1))
        if not strategic:
            return low, high
        if stones & 1 == 0:
            high = min(high, claimeven(own, theirs, empty, free, their_wins & even_rows))
            if own_wins & odd_rows:
                promised = odd_threats(theirs, empty, free, own_wins & odd_rows, own_wins & even_rows, True)
                low = max(low, promised) if promised else low
        elif their_wins & odd_rows:
            promised = odd_threats(own, empty, free, their_wins & odd_rows, their_wins & even_rows, False)
            high = min(high, -promised) if promised else high
        return low, high

    return bounds


def _make_live(size: Board) -> tuple[Callable[[int], int], Callable[[int], int]]:
    """Return ``live(squares)``, those on a line of four among them, and ``idle_columns(squares)``, feet of the rest."""
    full, foot, heights = size.full, size.foot, size.height - 1
    steps = size.steps

    def live(squares: int) -> int:
        on_lines = 0
        for step in steps:
            starts = squares & squares >> step
            starts &= starts >> 2 * step
            pairs = starts | starts << step
            on_lines |= pairs | pairs << 2 * step
        return on_lines

    def idle_columns(squares: int) -> int:
        for _ in range(heights):
            squares |= squares >> 1 & full
        return foot & ~squares

    return live, idle_columns


def _make_moves(
    size: Board, sound: Callable[[State], int], live: Callable[[int], int], idle_columns: Callable[[int], int]
) -> tuple[Callable[[State], Iterator[int]], Callable[[State], State], Callable[[State, int], int]]:
    width, stride, full, foot = size.width, size.height + 1, size.full, size.foot
    column, word, made = (1 << size.height) - 1, size.word, size.state
    left_half = full & (1 << (size.width + 1) // 2 * (size.height + 1)) - 1
    useful = size.rows_of_parity(1), size.rows_of_parity(0)
    winning_squares, mirror, steps = make_winning_squares(size), make_board_mirror(size), size.steps

    def chosen(state: State) -> int:
        """Return squares with a best move among them: winning ones, else sound ones, else all."""
        free = state.occupied + foot & full
        wins = winning_squares(state.own) & free
        if wins:
            return wins
        squares = sound(state)
        return squares if squares else free

    def candidates(state: State) -> Iterator[int]:
        squares = chosen(state)
        empty = full ^ state.occupied
        # Columns without possible lines are equivalent.
        idle = idle_columns(empty & (live(state.own | empty) | live(state.own ^ state.occupied | empty)))
        spare = squares & idle * column
        squares &= ~clear_lowest(spare)
        code = word(state.own + state.occupied + foot)
        if mirror(code) == code:
            squares &= left_half
        while squares:
            yield lowest_index(squares) // stride
            squares = clear_lowest(squares)

    def settled(state: State) -> State:
        """Play forced replies."""
        own, occupied = state.own, state.occupied
        while winning_squares(own) & occupied + foot & full == 0:
            only = sound(made(own, occupied))
            if only == 0 or only & only - 1:
                break
            own, occupied = own ^ occupied, occupied | only
        return made(own, occupied)

    def order(state: State, move: int) -> int:
        """Return the score of a move: winning squares after it, open lines through it, nearness to the centre."""
        square = state.occupied + (word(1) << move * stride) & word(column) << move * stride
        occupied = state.occupied | square
        wins = winning_squares(state.own | square) & (full ^ occupied)
        late = useful[popcount(state.occupied) & 1]
        parried = PARRIED if wins & occupied + foot else 0
        lines = open_lines(state.own | full ^ state.occupied, square)
        return 16 * popcount(wins) + 8 * popcount(wins & late) + lines - abs(2 * move - width + 1) - parried

    def open_lines(squares: int, square: int) -> int:
        """Return the number of lines of four among some squares that run through one of them."""
        lines = 0
        for step in steps:
            starts = squares & squares >> step
            starts &= starts >> 2 * step
            through = square | square >> step
            lines += popcount(starts & (through | through >> 2 * step))
        return lines

    return candidates, settled, order


def make_board_mirror(size: Board) -> Callable[[U64], U64]:
    """Return the function that mirrors a board left to right."""
    stride, last = size.height + 1, size.width - 1
    bits = range(size.width * stride)
    return make_mirror(lambda bit: (last - bit // stride) * stride + bit % stride, bits, size.word)


def _make_keys(
    size: Board, live: Callable[[int], int], idle_columns: Callable[[int], int]
) -> tuple[Callable[[State], int], Callable[[State], int]]:
    """Return two keys, equal for mirror images and for positions that differ only in what no longer matters.

    A disc matters while it is on a line of four that its player can still fill. For columns without such lines only
    the number of empty squares matters, which follows from the number of stones.
    """
    full, foot, height = size.full, size.foot, size.height
    squares = size.width * size.height
    mirror, word = make_board_mirror(size), size.word
    folded, otherwise_folded = make_folds(size.wide)

    def hashed(first: U64, second: U64, stones: int) -> U64:
        return scrambled(U64(scrambled(folded(first)) + folded(second) + stones * STEP & MASK))

    def what_matters(state: State, stones: int) -> tuple[U64, U64]:
        own, theirs, empty = state.own, state.own ^ state.occupied, full ^ state.occupied
        own_lines, their_lines = live(own | empty), live(theirs | empty)
        idle = idle_columns(empty & (own_lines | their_lines))
        # The bit above the discs of each column encodes its height; an idle column counts as full.
        tops = idle << height
        heights = word(state.occupied + foot & ~(tops - idle) | tops)
        first, second = word(own & own_lines | heights), word(theirs & their_lines)
        if squares - stones >= MIRRORED:
            other_first, other_second = word(mirror(first)), word(mirror(second))
            if hashed(other_first, other_second, stones) < hashed(first, second, stones):
                return other_first, other_second
        return first, second

    def key(state: State) -> int:
        stones = popcount(state.occupied)
        if squares - stones < UNREMEMBERED:
            return U64(0)
        first, second = what_matters(state, stones)
        return hashed(first, second, stones)

    def second_key(state: State) -> int:
        stones = popcount(state.occupied)
        if squares - stones < UNREMEMBERED:
            return U64(0)
        first, second = what_matters(state, stones)
        one, other = otherwise_folded(first), otherwise_folded(second)
        return otherwise_mixed(U64(otherwise_mixed(one) + other * ODD + stones & MASK))

    return key, second_key
