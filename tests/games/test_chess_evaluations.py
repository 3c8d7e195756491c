"""Evaluations and features of chess: the same for both sides, and worth what they say."""

import chess
import pytest

from chess_play import played, state_of
from spielbaum import Limits, games, search
from spielbaum.game import Evaluation
from spielbaum.games.chess.evaluations import both, end_of, material, middle_of, positional
from spielbaum.games.chess.features import FEATURE_NAMES, SideFeatures, features
from spielbaum.games.chess.fen import parse_state
from spielbaum.games.chess.rules import initial

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
    assert black == (0,) * len(FEATURE_NAMES)
    assert white.knight_mobility == 3
    assert white.rook_mobility == 7
    assert white.rooks_on_open_files == 1
    corner, _ = counted("7k/8/8/8/8/8/5PPP/6KR w - - 0 1")
    assert corner.shelter == 3
    siege, _ = counted("7k/8/8/8/8/8/8/K5R1 w - - 0 1")
    assert siege.siege == 2  # g8 and g7


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
