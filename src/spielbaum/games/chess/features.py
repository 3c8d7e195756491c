"""The features of chess apart from piece-square tables, for one side at a time."""

from collections.abc import Callable
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
    pawn_pushes,
    queen_attacks,
    rook_attacks,
)
from spielbaum.games.chess.state import WHITE, Pieces, State, pieces_of, turned
from spielbaum.kernel import always_inline, clear_lowest, lowest_index, popcount, reversed_bytes

DARK = 0xAA55AA55AA55AA55
ROWS_4_TO_6 = 0xFFFFFF << 24
OWN_HALF = 0xFFFFFFFF
TRAPPED = 2
"""A piece with at most this mobility is trapped."""


class SideFeatures(NamedTuple):
    """Counts for one side, whose pawns move upwards."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    bishop_pair: int  # 1 for two bishops or more
    knights_by_pawns: int  # knights, times the pawns of both sides: the value of a piece depends on them
    bishops_by_pawns: int
    rooks_by_pawns: int
    queens_by_pawns: int
    pawnless_knights: int  # knights of a side without pawns, which finds it hard to win
    pawnless_bishops: int
    pawnless_rooks: int
    pawnless_queens: int
    knight_mobility: int  # attacked squares without own pieces that no enemy pawn attacks
    bishop_mobility: int
    rook_mobility: int
    queen_mobility: int
    trapped_pieces: int  # with two squares at most
    outposts: int  # knights and bishops that a pawn protects on rows 4 to 6 and no enemy pawn can ever attack
    bishop_pawns: int  # on squares of the colour of an own bishop
    rooks_on_open_files: int  # without own pawns
    doubled_pawns: int  # with an own pawn before them on their file
    isolated_pawns: int  # without own pawns on the files beside
    backward_pawns: int  # that an enemy pawn keeps from advancing and no own pawn can ever protect there
    connected_pawns: int  # protected by an own pawn, or beside one
    passed_pawns: int  # without enemy pawns before them, on their own file and those beside
    passed_rows: int  # squared rows that passed pawns have come from their start
    blocked_rows: int  # the same of those with a piece right before them
    clear_rows: int  # and of those whose whole way is empty, and no enemy piece attacks it
    escort: int  # how much nearer to the squares before passed pawns the own king is, times those rows
    rooks_behind: int  # passed pawns with an own rook behind them
    pawn_threats: int  # enemy pieces that own pawns attack
    push_threats: int  # and those that they would attack after a move that does not lose them
    minor_threats: int  # enemy rooks and queens that own knights and bishops attack
    rook_threats: int  # enemy queens that own rooks attack
    hanging_pieces: int  # enemy pieces that are attacked, and nothing protects them
    hanging_pawns: int  # and pawns
    shelter: int  # own pawns next to the king
    bare_files: int  # of the king's file and those beside, without own pawns
    storm: int  # enemy pawns on these files in the own half
    attackers: int  # pieces that attack squares around the enemy king
    siege: int  # those squares, counted once for each piece
    siege_squared: int
    knight_checks: int  # squares where a knight can give check and nothing takes it
    bishop_checks: int
    rook_checks: int
    queen_checks: int


FEATURE_NAMES = tuple(name.replace("_", "-") for name in SideFeatures._fields)


def features(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the features of White and of Black."""
    mine, others = features_of_both(state, turned(state))
    return (mine, others) if state.to_move == WHITE else (others, mine)


class _Aims(NamedTuple):
    """The squares that count for mobility, those around the enemy king, and the occupied ones."""

    area: U64
    ring: U64
    occupied: U64


class _Reach(NamedTuple):
    """The reach of pieces of one kind: attacks, mobility, trapped pieces, attackers of the king, and their siege."""

    attacks: U64
    mobility: int
    trapped: int
    attackers: int
    siege: int


class _Army(NamedTuple):
    """The pieces of a side, the reach of each kind, and all attacked squares."""

    pieces: Pieces
    knight: _Reach
    bishop: _Reach
    rook: _Reach
    queen: _Reach
    attacks: U64


def features_of_both(state: State, other: State) -> tuple[SideFeatures, SideFeatures]:
    """Return the features of the side to move and of the opponent, who sees the flipped state."""
    mine, theirs = _army_of(state), _army_of(other)
    return (
        _features_of(state, mine, reversed_bytes(theirs.attacks)),
        _features_of(other, theirs, reversed_bytes(mine.attacks)),
    )


@always_inline
def _army_of(state: State) -> _Army:
    """Return the pieces of the side to move, and their reach."""
    pieces = pieces_of(state)
    guarded = enemy_pawn_attacks(U64(state.enemy & state.pawns))
    ring = king_attacks(lowest_index(state.enemy & state.kings))
    aims = _Aims(U64(WHOLE ^ (state.own | guarded)), ring, U64(state.own | state.enemy))
    knight, bishop = _reach_of_knights(pieces.knights, aims), _reach_of_bishops(pieces.bishops, aims)
    rook, queen = _reach_of_rooks(pieces.rooks, aims), _reach_of_queens(pieces.queens, aims)
    near = U64(pawn_attacks(pieces.pawns) | king_attacks(lowest_index(pieces.kings)))
    attacks = U64(near | knight.attacks | bishop.attacks | rook.attacks | queen.attacks)
    return _Army(pieces, knight, bishop, rook, queen, attacks)


@always_inline
def _features_of(state: State, army: _Army, attacked: U64) -> SideFeatures:
    """Return the features of the side to move; ``attacked`` are the squares that the enemy attacks."""
    (pawns, knights, bishops, rooks, queens, kings), knight, bishop, rook, queen, attacks = army
    own, enemy, occupied = state.own, state.enemy, U64(state.own | state.enemy)
    king, enemy_king = lowest_index(kings), lowest_index(enemy & state.kings)
    enemy_pawns = U64(enemy & state.pawns)
    guarded, covered = enemy_pawn_attacks(enemy_pawns), pawn_attacks(pawns)
    # Pawns and files.
    files, all_pawns = filled_down(filled_up(pawns)), popcount(state.pawns)
    stopped = U64(guarded & ~filled_up(covered)) >> 8
    kept = U64(ROWS_4_TO_6 & covered & ~filled_down(guarded))
    passed = passed_pawns(pawns, enemy_pawns)
    way = _way_of(passed, occupied, U64(occupied | attacked), king, enemy_king)
    pushes = U64(pawn_pushes(pawns, U64(WHOLE ^ occupied)) & ~guarded & (attacks | ~attacked))
    # Threats.
    minors, big = U64(knight.attacks | bishop.attacks), U64(enemy & state.straights)
    pieces, hanging = U64(enemy & ~state.pawns & ~state.kings), U64(enemy & attacks & ~attacked)
    # The kings.
    file, free = U64(FILE_A << (king & 7)), U64(WHOLE ^ (own | attacked))
    near, around = U64(file | beside(file)), king_attacks(king)
    diagonal, straight = bishop_attacks(enemy_king, occupied), rook_attacks(enemy_king, occupied)
    siege = knight.siege + bishop.siege + rook.siege + queen.siege
    pair, pawnless = 1 if clear_lowest(bishops) else 0, 0 if pawns else 1
    return SideFeatures(
        pawns=popcount(pawns),
        knights=popcount(knights),
        bishops=popcount(bishops),
        rooks=popcount(rooks),
        queens=popcount(queens),
        bishop_pair=pair,
        knights_by_pawns=popcount(knights) * all_pawns,
        bishops_by_pawns=popcount(bishops) * all_pawns,
        rooks_by_pawns=popcount(rooks) * all_pawns,
        queens_by_pawns=popcount(queens) * all_pawns,
        pawnless_knights=popcount(knights) * pawnless,
        pawnless_bishops=popcount(bishops) * pawnless,
        pawnless_rooks=popcount(rooks) * pawnless,
        pawnless_queens=popcount(queens) * pawnless,
        knight_mobility=knight.mobility,
        bishop_mobility=bishop.mobility,
        rook_mobility=rook.mobility,
        queen_mobility=queen.mobility,
        trapped_pieces=knight.trapped + bishop.trapped + rook.trapped + queen.trapped,
        outposts=popcount(U64((knights | bishops) & kept)),
        bishop_pawns=_on_colours_of(bishops, pawns),
        rooks_on_open_files=popcount(U64(rooks & ~files)),
        doubled_pawns=popcount(U64(pawns & filled_down(U64(pawns >> 8)))),
        isolated_pawns=popcount(U64(pawns & ~beside(files))),
        backward_pawns=popcount(U64(pawns & stopped)),
        connected_pawns=popcount(U64(pawns & (covered | beside(pawns)))),
        passed_pawns=popcount(passed),
        passed_rows=way.rows,
        blocked_rows=way.blocked,
        clear_rows=way.clear,
        escort=way.escort,
        rooks_behind=popcount(U64(passed & filled_up(rooks))),
        pawn_threats=popcount(U64(covered & pieces)),
        push_threats=popcount(U64(pawn_attacks(pushes) & pieces)),
        minor_threats=popcount(U64(minors & big)),
        rook_threats=popcount(U64(rook.attacks & big & state.diagonals)),
        hanging_pieces=popcount(U64(hanging & pieces)),
        hanging_pawns=popcount(U64(hanging & enemy_pawns)),
        shelter=popcount(U64(around & pawns)),
        bare_files=popcount(U64(near & ROW_1 & ~files)),
        storm=popcount(U64(near & enemy_pawns & OWN_HALF)),
        attackers=knight.attackers + bishop.attackers + rook.attackers + queen.attackers,
        siege=siege,
        siege_squared=siege * siege,
        knight_checks=popcount(U64(knight_attacks(enemy_king) & knight.attacks & free)),
        bishop_checks=popcount(U64(diagonal & bishop.attacks & free)),
        rook_checks=popcount(U64(straight & rook.attacks & free)),
        queen_checks=popcount(U64((diagonal | straight) & queen.attacks & free)),
    )


def _reaching(attacks_of: Callable[[int, U64], U64]) -> Callable[[U64, _Aims], _Reach]:
    """Return the reach of pieces of one kind, given the attacks of a piece."""

    def reach_of(pieces: U64, aims: _Aims) -> _Reach:
        reach = _Reach(U64(0), 0, 0, 0, 0)
        while pieces:
            reach = _with(reach, attacks_of(lowest_index(pieces), aims.occupied), aims)
            pieces = U64(clear_lowest(pieces))
        return reach

    return reach_of


def _knight_attacks(square: int, _occupied: U64) -> U64:
    return knight_attacks(square)


def _with(reach: _Reach, attacks: U64, aims: _Aims) -> _Reach:
    """Return the reach with one more piece."""
    moves, besieged = popcount(U64(attacks & aims.area)), popcount(U64(attacks & aims.ring))
    return _Reach(
        U64(reach.attacks | attacks),
        reach.mobility + moves,
        reach.trapped + (1 if moves <= TRAPPED else 0),
        reach.attackers + (1 if besieged else 0),
        reach.siege + besieged,
    )


_reach_of_knights, _reach_of_bishops, _reach_of_rooks, _reach_of_queens = map(
    _reaching, (_knight_attacks, bishop_attacks, rook_attacks, queen_attacks)
)


def filled_up(board: U64) -> U64:
    """Return a board filled upwards."""
    board = U64(board | board << 8 & WHOLE)
    board = U64(board | board << 16 & WHOLE)
    return U64(board | board << 32 & WHOLE)


def filled_down(board: U64) -> U64:
    """Return a board filled downwards."""
    board = U64(board | board >> 8)
    board = U64(board | board >> 16)
    return U64(board | board >> 32)


def beside(board: U64) -> U64:
    """Return the squares to the left and right of a board's."""
    return U64(U64(board & ~FILE_A) >> 1 | (board & ~FILE_H) << 1)


def passed_pawns(pawns: U64, enemy_pawns: U64) -> U64:
    """Return the passed pawns of the side that plays upwards."""
    held = filled_down(U64(enemy_pawns >> 8))
    return U64(pawns & ~(held | beside(held)))


class _Way(NamedTuple):
    """The squared advance of passed pawns, of blocked ones, of those with a clear way, and the escort of kings."""

    rows: int
    blocked: int
    clear: int
    escort: int


def _way_of(passed: U64, occupied: U64, barred: U64, king: int, enemy_king: int) -> _Way:
    """Return the advance of passed pawns; a way is clear if it has no barred square."""
    total, blocked, clear, escort = 0, 0, 0, 0
    while passed:
        square = lowest_index(passed)
        row, goal = (square >> 3) - 1, square + 8
        total += row * row
        blocked += row * row if occupied >> goal & 1 else 0
        clear += 0 if barred & (FILE_A << goal & WHOLE) else row * row
        escort += row * (_distance(enemy_king, goal) - _distance(king, goal))
        passed = U64(clear_lowest(passed))
    return _Way(total, blocked, clear, escort)


def _on_colours_of(bishops: U64, pawns: U64) -> int:
    """Return the number of pawns on squares of the colour of a bishop."""
    count = 0
    for squares in (U64(DARK), U64(WHOLE ^ DARK)):
        count += popcount(U64(pawns & squares)) if bishops & squares else 0
    return count


def _distance(one: int, other: int) -> int:
    """Return the distance between two squares in king moves."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
