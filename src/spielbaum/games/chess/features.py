"""What counts in a position of chess besides the squares of single pieces, for one side at a time."""

from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.chess.attacks import (
    FILE_A,
    FILE_H,
    WHOLE,
    bishop_attacks,
    enemy_pawn_attacks,
    king_attacks,
    knight_attacks,
    rook_attacks,
)
from spielbaum.games.chess.state import WHITE, State, turned
from spielbaum.kernel import clear_lowest, lowest_index, popcount


class SideFeatures(NamedTuple):
    """Counts for one side.

    Mobility is how many squares pieces of a kind attack that hold no own piece and that no enemy pawn attacks. Doubled
    pawns have an own pawn before them on their file, isolated ones none on a file beside; before a passed one there is
    no enemy pawn on its own file and those beside. The shelter are the pawns next to the king; the siege are the
    squares around the enemy king that own pieces attack, counted once for each piece.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    bishop_pair: int  # 1 for two bishops or more
    knight_mobility: int
    bishop_mobility: int
    rook_mobility: int
    queen_mobility: int
    rooks_on_open_files: int  # without own pawns
    doubled_pawns: int
    isolated_pawns: int
    passed_pawns: int
    passed_rows: int  # squared rows that passed pawns have come from their start
    shelter: int
    siege: int


FEATURE_NAMES = tuple(name.replace("_", "-") for name in SideFeatures._fields)


def features(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the features of White and of Black."""
    mine, others = features_of(state), features_of(turned(state))
    return (mine, others) if state.to_move == WHITE else (others, mine)


def features_of(state: State) -> SideFeatures:
    """Return the features of the side that is to move, whoever's turn it is."""
    own, pawns = state.own, U64(state.own & state.pawns)
    queens = U64(own & state.diagonals & state.straights)
    bishops, rooks = U64(own & state.diagonals & ~queens), U64(own & state.straights & ~queens)
    knights, king = U64(own & state.knights), lowest_index(own & state.kings)
    enemy_pawns = U64(state.enemy & state.pawns)
    area, ring = _aims(state)
    knight_moves, knight_siege = _leapers(knights, area, ring)
    bishop_moves, bishop_siege = _sliders(state, bishops, area, ring)
    rook_moves, rook_siege = _sliders(state, rooks, area, ring)
    queen_moves, queen_siege = _sliders(state, queens, area, ring)
    files = filled_down(filled_up(pawns))
    passed = passed_pawns(pawns, enemy_pawns)
    return SideFeatures(
        popcount(pawns),
        popcount(knights),
        popcount(bishops),
        popcount(rooks),
        popcount(queens),
        1 if clear_lowest(bishops) else 0,
        knight_moves,
        bishop_moves,
        rook_moves,
        queen_moves,
        popcount(U64(rooks & ~files)),
        popcount(U64(pawns & filled_down(U64(pawns >> 8)))),
        popcount(U64(pawns & ~beside(files))),
        popcount(passed),
        _squared_rows(passed),
        popcount(U64(king_attacks(king) & pawns)),
        knight_siege + bishop_siege + rook_siege + queen_siege,
    )


def _aims(state: State) -> tuple[U64, U64]:
    """Return the squares that count for mobility, and those around the enemy king."""
    guarded = enemy_pawn_attacks(U64(state.enemy & state.pawns))
    return U64(WHOLE ^ (state.own | guarded)), king_attacks(lowest_index(state.enemy & state.kings))


def _leapers(pieces: U64, area: U64, ring: U64) -> tuple[int, int]:
    """Return the mobility of knights, and their part of the siege."""
    moves, siege = 0, 0
    while pieces:
        attacks = knight_attacks(lowest_index(pieces))
        moves, siege = moves + popcount(U64(attacks & area)), siege + popcount(U64(attacks & ring))
        pieces = U64(clear_lowest(pieces))
    return moves, siege


def _sliders(state: State, pieces: U64, area: U64, ring: U64) -> tuple[int, int]:
    """Return the mobility of bishops, rooks or queens, and their part of the siege."""
    moves, siege, occupied = 0, 0, U64(state.own | state.enemy)
    while pieces:
        square, attacks = lowest_index(pieces), U64(0)
        if state.diagonals >> square & 1:
            attacks = bishop_attacks(square, occupied)
        if state.straights >> square & 1:
            attacks = U64(attacks | rook_attacks(square, occupied))
        moves, siege = moves + popcount(U64(attacks & area)), siege + popcount(U64(attacks & ring))
        pieces = U64(clear_lowest(pieces))
    return moves, siege


def filled_up(board: U64) -> U64:
    """Return a board with all squares above those that are set."""
    board = U64(board | board << 8 & WHOLE)
    board = U64(board | board << 16 & WHOLE)
    return U64(board | board << 32 & WHOLE)


def filled_down(board: U64) -> U64:
    """Return a board with all squares below those that are set."""
    board = U64(board | board >> 8)
    board = U64(board | board >> 16)
    return U64(board | board >> 32)


def beside(board: U64) -> U64:
    """Return the squares to the left and right of those that are set."""
    return U64(U64(board & ~FILE_A) >> 1 | (board & ~FILE_H) << 1)


def passed_pawns(pawns: U64, enemy_pawns: U64) -> U64:
    """Return the pawns of the side that plays upwards that no enemy pawn can stop or take."""
    held = filled_down(U64(enemy_pawns >> 8))
    return U64(pawns & ~(held | beside(held)))


def _squared_rows(pawns: U64) -> int:
    total = 0
    while pawns:
        row = (lowest_index(pawns) >> 3) - 1
        total += row * row
        pawns = U64(clear_lowest(pawns))
    return total
