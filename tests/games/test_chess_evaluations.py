"""Evaluations and features of chess: the same for both sides, and worth what they say."""

import chess
import pytest

from chess_play import played, state_of
from spielbaum import Limits, games, search
from spielbaum.game import Evaluation
from spielbaum.games.chess.evaluations import end_of, material, middle_of, positional
from spielbaum.games.chess.features import FEATURE_NAMES, SideFeatures, features
from spielbaum.games.chess.fen import parse_state
from spielbaum.games.chess.rules import initial
from spielbaum.games.chess.weights import both

CHESS = games.load("chess")
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def counted(position: str) -> tuple[SideFeatures, SideFeatures]:
    white, black = features(state_of(position))
    return SideFeatures(*white), SideFeatures(*black)


def test_colours_exchanged_negate_every_evaluation() -> None:
    for state, theirs, _ in played(500, seed=4):
        mirrored = parse_state(theirs.mirror().fen())
        assert features(mirrored) == features(state)[::-1]
        for evaluate in (material, positional):
            white, black = evaluate(state)
            assert white + black == 0
            assert evaluate(mirrored) == (black, white)


def test_material_is_the_sum_of_the_pieces() -> None:
    for state, theirs, _ in played(500, seed=5):
        pieces = theirs.piece_map().values()
        assert material(state)[0] == sum(WORTH[p.piece_type] * (1 if p.color else -1) for p in pieces)


@pytest.mark.parametrize("numbers", [(0, 0), (-3, 5), (7, -2), (-900, -1200), (2500, 3000)])
def test_two_numbers_in_one(numbers: tuple[int, int]) -> None:
    middle, end = numbers
    assert (middle_of(both(middle, end)), end_of(both(middle, end))) == numbers
    assert middle_of(-both(middle, end)) == -middle


def test_features_of_pawns() -> None:
    white, black = counted("4k3/p1p2p2/p7/8/3P2P1/8/P2P3P/4K3 w - - 0 1")
    assert (white.pawns, white.doubled_pawns, white.isolated_pawns, white.passed_pawns) == (5, 1, 3, 1)
    assert (black.pawns, black.doubled_pawns, black.isolated_pawns, black.passed_pawns) == (4, 1, 4, 0)
    assert white.passed_rows == 0


def test_features_of_pieces() -> None:
    white, black = counted("4k3/8/8/8/8/8/1P6/RN1QKB1B w - - 0 1")
    assert white[:6] == (1, 1, 2, 1, 1, 1)
    assert black.bare_files == 3
    assert black._replace(bare_files=0) == (0,) * len(FEATURE_NAMES)
    assert white.knight_mobility == 3
    assert white.rook_mobility == 7
    assert white.rooks_on_open_files == 1
    corner, _ = counted("7k/8/8/8/8/8/5PPP/6KR w - - 0 1")
    assert corner.shelter == 3
    siege, _ = counted("7k/8/8/8/8/8/8/K5R1 w - - 0 1")
    assert siege.siege == 2  # g8 and g7


def by_hand(board: chess.Board) -> SideFeatures:
    """Count the features of White, from sets of squares."""
    pawns, knights, bishops, rooks, queens, _ = (set(board.pieces(kind, chess.WHITE)) for kind in chess.PIECE_TYPES)
    enemy = {kind: set(board.pieces(kind, chess.BLACK)) for kind in chess.PIECE_TYPES}
    king, enemy_king = board.king(chess.WHITE), board.king(chess.BLACK)
    assert king is not None
    assert enemy_king is not None
    guarded = {goal for pawn in enemy[chess.PAWN] for goal in board.attacks(pawn)}
    covered = {goal for pawn in pawns for goal in board.attacks(pawn)}
    own = set(chess.SquareSet(board.occupied_co[chess.WHITE]))
    attacked = {goal for square in chess.SquareSet(board.occupied_co[chess.BLACK]) for goal in board.attacks(square)}
    ring = set(chess.SquareSet(chess.BB_KING_ATTACKS[enemy_king]))
    attacks = {square: set(board.attacks(square)) for square in knights | bishops | rooks | queens}
    moves = {square: len(found - own - guarded) for square, found in attacks.items()}

    def of(pieces: set[int]) -> set[int]:
        return {goal for square in pieces for goal in attacks[square]}

    def row(square: int) -> int:
        return square >> 3

    def file(square: int) -> int:
        return square & 7

    def ahead(square: int, others: set[int], width: int) -> set[int]:
        return {s for s in others if row(s) > row(square) and abs(file(s) - file(square)) <= width}

    passed = {pawn for pawn in pawns if not ahead(pawn, enemy[chess.PAWN], 1)}
    come = {pawn: row(pawn) - 1 for pawn in passed}
    kept = {
        s
        for s in covered
        if 3 <= row(s) <= 5 and not ({file(s) - 1, file(s) + 1} & {file(e) for e in ahead(s, enemy[chess.PAWN], 1)})
    }
    backward = {
        pawn
        for pawn in pawns
        if pawn + 8 in guarded and not [s for s in pawns if abs(file(s) - file(pawn)) == 1 and row(s) <= row(pawn)]
    }
    connected = {
        pawn
        for pawn in pawns
        if pawn in covered or [s for s in pawns if row(s) == row(pawn) and abs(file(s) - file(pawn)) == 1]
    }
    pieces = enemy[chess.KNIGHT] | enemy[chess.BISHOP] | enemy[chess.ROOK] | enemy[chess.QUEEN]
    mine = covered | of(set(attacks)) | set(board.attacks(king))
    hanging = {square for square in mine - attacked if board.color_at(square) == chess.BLACK}
    all_pawns, pawnless = len(pawns) + len(enemy[chess.PAWN]), int(not pawns)
    ways = {pawn: set(range(pawn + 8, 64, 8)) for pawn in pawns}
    steps = {pawn + 8 for pawn in pawns if not board.piece_at(pawn + 8)}
    steps |= {goal + 8 for goal in steps if row(goal) == 2 and not board.piece_at(goal + 8)}
    safe_steps = {goal for goal in steps - guarded if goal in mine or goal not in attacked}
    near = {file(king) - 1, file(king), file(king) + 1} & set(range(8))
    around, free = set(chess.SquareSet(chess.BB_KING_ATTACKS[king])), set(chess.SQUARES) - own - attacked
    seen = {
        kind: set(chess.BaseBoard.attacks(_with(board, kind, enemy_king), enemy_king))
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK)
    }
    files = {file(pawn) for pawn in pawns}
    besieging = {square: len(found & ring) for square, found in attacks.items()}
    siege = sum(besieging.values())
    return SideFeatures(
        pawns=len(pawns),
        knights=len(knights),
        bishops=len(bishops),
        rooks=len(rooks),
        queens=len(queens),
        bishop_pair=int(len(bishops) > 1),
        knights_by_pawns=len(knights) * all_pawns,
        bishops_by_pawns=len(bishops) * all_pawns,
        rooks_by_pawns=len(rooks) * all_pawns,
        queens_by_pawns=len(queens) * all_pawns,
        pawnless_knights=len(knights) * pawnless,
        pawnless_bishops=len(bishops) * pawnless,
        pawnless_rooks=len(rooks) * pawnless,
        pawnless_queens=len(queens) * pawnless,
        knight_mobility=sum(moves[square] for square in knights),
        bishop_mobility=sum(moves[square] for square in bishops),
        rook_mobility=sum(moves[square] for square in rooks),
        queen_mobility=sum(moves[square] for square in queens),
        trapped_pieces=sum(count <= 2 for count in moves.values()),
        outposts=len((knights | bishops) & kept),
        bishop_pawns=len({pawn for pawn in pawns if {_colour(pawn)} & {_colour(bishop) for bishop in bishops}}),
        rooks_on_open_files=len({s for s in rooks if file(s) not in files}),
        doubled_pawns=len({pawn for pawn in pawns if ahead(pawn, pawns, 0)}),
        isolated_pawns=len({pawn for pawn in pawns if not {file(pawn) - 1, file(pawn) + 1} & files}),
        backward_pawns=len(backward),
        connected_pawns=len(connected),
        passed_pawns=len(passed),
        passed_rows=sum(rows**2 for rows in come.values()),
        blocked_rows=sum(rows**2 for pawn, rows in come.items() if board.piece_at(pawn + 8)),
        clear_rows=sum(
            rows**2 for pawn, rows in come.items() if not [s for s in ways[pawn] if s in attacked or board.piece_at(s)]
        ),
        escort=sum(
            rows * (chess.square_distance(enemy_king, pawn + 8) - chess.square_distance(king, pawn + 8))
            for pawn, rows in come.items()
        ),
        rooks_behind=len({pawn for pawn in passed if [s for s in rooks if file(s) == file(pawn) and s < pawn]}),
        pawn_threats=len(covered & pieces),
        push_threats=len(
            {s + step for s in safe_steps for step in (7, 9) if abs(file(s + step) - file(s)) == 1} & pieces
        ),
        minor_threats=len(of(knights | bishops) & (enemy[chess.ROOK] | enemy[chess.QUEEN])),
        rook_threats=len(of(rooks) & enemy[chess.QUEEN]),
        hanging_pieces=len(hanging & pieces),
        hanging_pawns=len(hanging & enemy[chess.PAWN]),
        shelter=len(around & pawns),
        bare_files=len(near - files),
        storm=len({square for square in enemy[chess.PAWN] if file(square) in near and row(square) < 4}),
        attackers=sum(count > 0 for count in besieging.values()),
        siege=siege,
        siege_squared=siege**2,
        knight_checks=len(seen[chess.KNIGHT] & of(knights) & free),
        bishop_checks=len(seen[chess.BISHOP] & of(bishops) & free),
        rook_checks=len(seen[chess.ROOK] & of(rooks) & free),
        queen_checks=len((seen[chess.BISHOP] | seen[chess.ROOK]) & of(queens) & free),
    )


def _colour(square: int) -> int:
    return (square + (square >> 3)) & 1


def _with(board: chess.Board, kind: int, square: int) -> chess.Board:
    """Return the same pieces with another kind on a square."""
    other = board.copy(stack=False)
    other.set_piece_at(square, chess.Piece(kind, chess.BLACK))
    return other


def test_features_are_what_their_names_say() -> None:
    met: set[str] = set()
    for state, theirs, _ in played(1000, seed=6):
        white, black = features(state)
        assert by_hand(theirs) == white
        assert by_hand(theirs.mirror()) == black
        met |= {name for name, *counts in zip(FEATURE_NAMES, white, black, strict=True) if any(counts)}
    assert met == set(FEATURE_NAMES)


def test_names_are_as_many_as_features() -> None:
    assert len(FEATURE_NAMES) == len(features(initial())[0])
    assert FEATURE_NAMES[0] == "pawns"


def test_nothing_outweighs_a_mate() -> None:
    nine_queens = state_of("QQQQ4/QQQQ4/Q7/RR6/BB6/NN6/7k/K7 b - - 0 1")
    for evaluation in CHESS.evaluations.values():
        assert isinstance(evaluation, Evaluation)
        assert max(evaluation.function(nine_queens)) < evaluation.utility_weight / 2


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),
    ],
)
def test_search_finds_the_move(position: str, best: str) -> None:
    state = state_of(position)
    found = search(CHESS, state, algorithm="pvs", limits=Limits(depth=2))
    assert CHESS.notation.format_action is not None
    assert found.action_text == best
