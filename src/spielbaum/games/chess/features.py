"""What counts in a position of chess besides the squares of single pieces, for one side at a time."""

from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.chess.attacks import (
    FILE_A,
    FILE_H,
    ROW_1,
    WHOLE,
    bishop_attacks,
    enemy_pawn_attacks,
    king_attacks,
    knight_attacks,
    pawn_attacks,
    rook_attacks,
)
from spielbaum.games.chess.state import WHITE, State, turned
from spielbaum.kernel import clear_lowest, lowest_index, popcount

DARK = 0xAA55AA55AA55AA55
ROWS_4_TO_6 = 0xFFFFFF << 24
OWN_HALF = 0xFFFFFFFF
TRAPPED = 2
"""A piece with no more squares than that is trapped."""


class SideFeatures(NamedTuple):
    """Counts for one side, whose pawns move upwards."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    bishop_pair: int  # 1 for two bishops or more
    knight_mobility: int  # attacked squares without own pieces that no enemy pawn attacks
    bishop_mobility: int
    rook_mobility: int
    queen_mobility: int
    trapped_pieces: int  # with two squares at most
    outposts: int  # knights and bishops that a pawn protects on rows 4 to 6 and no enemy pawn can ever attack
    bishop_pawns: int  # on squares of the colour of an own bishop
    rooks_on_fully_open_files: int  # without any pawns
    rooks_on_open_files: int  # without own pawns
    doubled_pawns: int  # with an own pawn before them on their file
    isolated_pawns: int  # without own pawns on the files beside
    backward_pawns: int  # that an enemy pawn keeps from advancing and no own pawn can ever protect there
    connected_pawns: int  # protected by an own pawn, or beside one
    passed_pawns: int  # without enemy pawns before them, on their own file and those beside
    passed_rows: int  # squared rows that passed pawns have come from their start
    blocked_rows: int  # the same of those with a piece right before them
    escort: int  # how much nearer to the squares before passed pawns the own king is, times those rows
    pawn_threats: int  # enemy pieces that own pawns attack
    minor_threats: int  # enemy rooks and queens that own knights and bishops attack
    rook_threats: int  # enemy queens that own rooks attack
    loose_pieces: int  # enemy pieces and pawns that own pieces attack and no enemy pawn protects
    shelter: int  # own pawns next to the king
    far_shelter: int  # and one row further
    bare_files: int  # of the king's file and those beside, without own pawns
    storm: int  # enemy pawns on these files in the own half
    attackers: int  # pieces that attack squares around the enemy king
    siege: int  # those squares, counted once for each piece
    siege_squared: int
    knight_checks: int  # squares where a knight could give check and no pawn, nor the king, take it
    line_checks: int  # the same for bishops, rooks and queens


FEATURE_NAMES = tuple(name.replace("_", "-") for name in SideFeatures._fields)


def features(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the features of White and of Black."""
    mine, others = features_of(state), features_of(turned(state))
    return (mine, others) if state.to_move == WHITE else (others, mine)


class _Aims(NamedTuple):
    """What pieces aim at: squares that count for mobility, those around the enemy king, and all pieces in the way."""

    area: U64
    ring: U64
    occupied: U64


class _Reach(NamedTuple):
    """What pieces of one kind do: attacked squares, mobility, trapped pieces, attackers of the king, their siege."""

    attacks: U64
    mobility: int
    trapped: int
    attackers: int
    siege: int


def features_of(state: State) -> SideFeatures:
    """Return the features of the side that is to move, whoever's turn it is."""
    own, enemy, pawns = state.own, state.enemy, U64(state.own & state.pawns)
    queens = U64(own & state.diagonals & state.straights)
    bishops, rooks = U64(own & state.diagonals & ~queens), U64(own & state.straights & ~queens)
    knights, king = U64(own & state.knights), lowest_index(own & state.kings)
    enemy_pawns, enemy_king = U64(enemy & state.pawns), lowest_index(enemy & state.kings)
    guarded, covered = enemy_pawn_attacks(enemy_pawns), pawn_attacks(pawns)
    aims = _Aims(U64(WHOLE ^ (own | guarded)), king_attacks(enemy_king), U64(own | enemy))
    knight, bishop = _leapers(knights, aims), _sliders(bishops, True, False, aims)
    rook, queen = _sliders(rooks, False, True, aims), _sliders(queens, True, True, aims)
    siege = knight.siege + bishop.siege + rook.siege + queen.siege
    # Pawns and files.
    files, enemy_files = filled_down(filled_up(pawns)), filled_down(filled_up(enemy_pawns))
    stopped = U64(guarded & ~filled_up(covered)) >> 8
    kept = U64(ROWS_4_TO_6 & covered & ~filled_down(guarded))
    passed = passed_pawns(pawns, enemy_pawns)
    rows, blocked, escort = _way_of(passed, aims.occupied, king, enemy_king)
    # What is attacked.
    minors, big = U64(knight.attacks | bishop.attacks), U64(enemy & state.straights)
    pieces = U64(enemy & ~state.pawns & ~state.kings)
    attacks = U64(minors | rook.attacks | queen.attacks)
    # The kings.
    file = U64(FILE_A << (king & 7))
    near, around = U64(file | beside(file)), king_attacks(king)
    free = U64(aims.area & ~aims.ring)
    diagonal = U64(bishop_attacks(enemy_king, aims.occupied) & (bishop.attacks | queen.attacks))
    straight = U64(rook_attacks(enemy_king, aims.occupied) & (rook.attacks | queen.attacks))
    pair, bishop_pawns = 1 if clear_lowest(bishops) else 0, 0
    for squares in (U64(DARK), U64(WHOLE ^ DARK)):
        bishop_pawns += popcount(U64(pawns & squares)) if bishops & squares else 0
    return SideFeatures(
        popcount(pawns),
        popcount(knights),
        popcount(bishops),
        popcount(rooks),
        popcount(queens),
        pair,
        knight.mobility,
        bishop.mobility,
        rook.mobility,
        queen.mobility,
        knight.trapped + bishop.trapped + rook.trapped + queen.trapped,
        popcount(U64((knights | bishops) & kept)),
        bishop_pawns,
        popcount(U64(rooks & ~files & ~enemy_files)),
        popcount(U64(rooks & ~files)),
        popcount(U64(pawns & filled_down(U64(pawns >> 8)))),
        popcount(U64(pawns & ~beside(files))),
        popcount(U64(pawns & stopped)),
        popcount(U64(pawns & (covered | beside(pawns)))),
        popcount(passed),
        rows,
        blocked,
        escort,
        popcount(U64(covered & pieces)),
        popcount(U64(minors & big)),
        popcount(U64(rook.attacks & big & state.diagonals)),
        popcount(U64(attacks & (pieces | enemy_pawns) & ~guarded)),
        popcount(U64(around & pawns)),
        popcount(U64(around << 8 & ~around & pawns)),
        popcount(U64(near & ROW_1 & ~files)),
        popcount(U64(near & enemy_pawns & OWN_HALF)),
        knight.attackers + bishop.attackers + rook.attackers + queen.attackers,
        siege,
        siege * siege,
        popcount(U64(knight_attacks(enemy_king) & knight.attacks & free)),
        popcount(U64((diagonal | straight) & free)),
    )


def _leapers(pieces: U64, aims: _Aims) -> _Reach:
    """Return what knights do."""
    reach = _Reach(U64(0), 0, 0, 0, 0)
    while pieces:
        reach = _with(reach, knight_attacks(lowest_index(pieces)), aims)
        pieces = U64(clear_lowest(pieces))
    return reach


def _sliders(pieces: U64, diagonal: bool, straight: bool, aims: _Aims) -> _Reach:
    """Return what bishops, rooks or queens do."""
    reach = _Reach(U64(0), 0, 0, 0, 0)
    while pieces:
        square, attacks = lowest_index(pieces), U64(0)
        if diagonal:
            attacks = bishop_attacks(square, aims.occupied)
        if straight:
            attacks = U64(attacks | rook_attacks(square, aims.occupied))
        reach = _with(reach, attacks, aims)
        pieces = U64(clear_lowest(pieces))
    return reach


def _with(reach: _Reach, attacks: U64, aims: _Aims) -> _Reach:
    """Return the same with one piece more."""
    moves, besieged = popcount(U64(attacks & aims.area)), popcount(U64(attacks & aims.ring))
    return _Reach(
        U64(reach.attacks | attacks),
        reach.mobility + moves,
        reach.trapped + (1 if moves <= TRAPPED else 0),
        reach.attackers + (1 if besieged else 0),
        reach.siege + besieged,
    )


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


def _way_of(passed: U64, occupied: U64, king: int, enemy_king: int) -> tuple[int, int, int]:
    """Return the squared rows that passed pawns have come, those of blocked ones, and how kings escort them."""
    total, blocked, escort = 0, 0, 0
    while passed:
        square = lowest_index(passed)
        row, goal = (square >> 3) - 1, square + 8
        total += row * row
        blocked += row * row if occupied >> goal & 1 else 0
        escort += row * (_distance(enemy_king, goal) - _distance(king, goal))
        passed = U64(clear_lowest(passed))
    return total, blocked, escort


def _distance(one: int, other: int) -> int:
    """Return how many moves a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
