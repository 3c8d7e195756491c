"""The rules of chess except for the legal moves: the result of a move, and the end of the game."""

from spielbaum import U64
from spielbaum.game.hashes import STEP
from spielbaum.games.chess.attacks import ROW_1, WHOLE, attacks_left, attacks_right
from spielbaum.games.chess.moves import (
    BISHOP,
    KNIGHT,
    QUEEN,
    ROOK,
    actions,
    captors_in_passing,
    guard_of,
    in_check,
)
from spielbaum.games.chess.state import START, WHITE, State, turned
from spielbaum.kernel import popcount, scrambled

FIFTY_MOVES = 100
"""The half-moves without a capture or a pawn move that end the game."""

MOST_NUMBER = 1_000_000
"""The largest move number, larger than in any game."""

DARK = 0xAA55AA55AA55AA55
"""The squares of the colour of a1; the colours swap when the board is flipped."""

SAFE_CLOCK = 50
"""Up to this clock no search reaches the end by the fifty-move rule, so the table need not distinguish clocks."""


def initial() -> State:
    """Return the initial position."""
    return START


def to_move(state: State) -> int:
    """Return the side to move."""
    return state.to_move


def result(state: State, action: int) -> State:
    """Return the state after a move, as the opponent sees it."""
    source, target, promoted = action & 63, action >> 6 & 63, action >> 12
    origin, goal = U64(1 << source), U64(1 << target)
    is_pawn, is_king = state.pawns & origin, state.kings & origin
    # 1. The piece moves, and captures.
    taken = U64(goal | goal >> 8) if is_pawn and goal == state.en_passant else goal
    kept = U64(WHOLE ^ (origin | taken))
    own = U64(state.own & kept | goal)
    pawns = U64(state.pawns & kept | (state.pawns >> source & 1) << target)
    knights = U64(state.knights & kept | (state.knights >> source & 1) << target)
    diagonals = U64(state.diagonals & kept | (state.diagonals >> source & 1) << target)
    straights = U64(state.straights & kept | (state.straights >> source & 1) << target)
    castling = U64(state.castling & kept)
    # 2. A pawn is promoted; a king loses castling rights, and castling moves the rook, too.
    if promoted:
        pawns = U64(pawns ^ goal)
        knights = U64(knights | (promoted == KNIGHT) << target)
        diagonals = U64(diagonals | (promoted in (BISHOP, QUEEN)) << target)
        straights = U64(straights | (promoted >= ROOK) << target)
    if is_king:
        castling = U64(castling & ~ROW_1)
        if target - source == 2 or source - target == 2:
            jump = U64(0xA0 if target > source else 0x09)
            own, straights = U64(own ^ jump), U64(straights ^ jump)
    # 3. The board is flipped for the opponent.
    after = turned(
        State(
            own,
            U64(state.enemy & kept),
            pawns,
            knights,
            diagonals,
            straights,
            U64(state.kings & kept | (state.kings >> source & 1) << target),
            castling,
            U64(0),
            0 if is_pawn or state.enemy & taken else state.clock + 1,
            min(state.number + state.to_move, MOST_NUMBER),
            state.to_move,
        )
    )
    # 4. A pawn that advanced two squares may be captured en passant.
    return _with_passing(after, target) if is_pawn and target - source == 16 else after


def _with_passing(state: State, target: int) -> State:
    """Return the state after a double pawn push to a square, as its player sees it, with the capture that it allows."""
    landed = U64(1 << (target ^ 56))
    if not (attacks_left(landed) >> 8 | attacks_right(landed) >> 8) & state.own & state.pawns:
        return state
    possible = with_en_passant(state, U64(landed << 8))
    return possible if captors_in_passing(possible) else state


def with_en_passant(state: State, square: U64) -> State:
    """Return the state with another en passant square."""
    return State(*state[:8], square, *state[9:])


def can_move(state: State) -> bool:
    """Return whether there is a legal move."""
    guard = guard_of(state)
    free = U64(state.own & state.pawns & ~guard.pinned)
    if not guard.checkers and free << 8 & (WHOLE ^ guard.occupied):
        return True
    for _ in actions(state):
        return True
    return False


def is_insufficient(state: State) -> bool:
    """Return whether no mate is possible: at most one minor piece, or only bishops on squares of one colour."""
    if state.pawns or state.straights:
        return False
    if state.knights:
        return popcount(U64(state.own | state.enemy)) <= 3
    return not state.diagonals & DARK or not state.diagonals & ~DARK


def is_terminal(state: State) -> bool:
    """Return whether the game is over: no legal move, the fifty-move rule, or insufficient material."""
    return state.clock >= FIFTY_MOVES or is_insufficient(state) or not can_move(state)


def unclaimed(state: State) -> State | None:
    """Return a terminal state for a search where play goes on: the next quiet move is a draw."""
    return state._replace(clock=min(state.clock, FIFTY_MOVES - 1)) if can_move(state) else None


def utility(state: State) -> tuple[int, int]:
    """Return 1 for the winner and -1 for the loser, or 0 for both after a draw."""
    if not in_check(state) or can_move(state):
        return 0, 0
    return (-1, 1) if state.to_move == WHITE else (1, -1)


def position_key(state: State) -> int:
    """Return a hash of pieces, castling rights, legal en passant captures and side to move, for the rule of repetition.

    Zobrist keys are updated by each move, with ``keys=zobrist``. This one hashes seven boards when it is needed, which
    takes about as long.
    """
    rights = U64(state.castling | state.en_passant >> 8 | state.to_move << 24)
    return U64(
        scrambled(U64(state.own ^ STEP))
        ^ scrambled(U64(state.pawns ^ 0x3C6EF372FE94F82A))
        ^ scrambled(U64(state.knights ^ 0xDAA66D2C7DDF743F))
        ^ scrambled(U64(state.diagonals ^ 0x78DDE6E5FD29F054))
        ^ scrambled(U64(state.straights ^ 0x1715609F7C746C69))
        ^ scrambled(U64(state.kings ^ 0xB54CDA58FBBEE87E))
        ^ scrambled(U64(rights ^ 0x538454127B096493))
    )


def reversible(state: State) -> int:
    """Return the number of last half-moves without captures and pawn moves."""
    return state.clock


def key(state: State) -> int:
    """Return the key of the transposition table: the position, and the half-move clock if it may soon end the game."""
    late = U64(max(0, state.clock - SAFE_CLOCK))
    return U64(position_key(state) ^ scrambled(late) if late else position_key(state))
