"""Chess as chess programs play it: python-chess speaks to the started process."""

import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from speaking import PROGRAM
from tiers import at_night

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

LIMIT = chess.engine.Limit


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=120) as opened:
        opened.ping()
        yield opened


def test_whole_games_against_itself(engine: chess.engine.SimpleEngine) -> None:
    for number in range(2 if at_night() else 1):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < (80 if at_night() else 24):
            played = engine.play(board, LIMIT(nodes=60 + 100 * number), game=number)
            assert played.move in board.legal_moves
            assert played.ponder is None or board.is_legal(played.move)
            board.push(played.move)
        assert board.ply() >= 20


def test_analysis_within_limits(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4")
    found = engine.analyse(board, LIMIT(depth=4))
    assert found["score"].white() == chess.engine.Mate(1)
    assert [move.uci() for move in found["pv"]] == ["f3f7"]
    found = engine.analyse(chess.Board(), LIMIT(depth=3))
    assert (found["depth"], len(found["pv"]) >= 3, found["nodes"] > 100) == (3, True, True)
    assert abs(found["score"].white().score(mate_score=100000)) < 300
    assert engine.analyse(chess.Board(), LIMIT(nodes=500))["nodes"] <= 500
    losing = engine.analyse(chess.Board("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"), LIMIT(depth=4))
    assert losing["score"].white() == chess.engine.Mate(1)


@pytest.fixture(scope="module")
def full_width() -> Iterator[chess.engine.SimpleEngine]:
    """An engine without forward pruning, which finds the exact value of every line."""
    command = [*PROGRAM, "--algorithm", "pvs(replacement=two-deep,history,quiescence)"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as opened:
        opened.ping()
        yield opened


def test_multipv(full_width: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    ending = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    for start, limit in ((board, LIMIT(depth=2)), (board, LIMIT(nodes=1000)), (ending, LIMIT(time=0.5))):
        found = full_width.analyse(start, limit, multipv=3)
        assert [info["multipv"] for info in found] == [1, 2, 3]
        assert len({info["pv"][0] for info in found}) == 3
        for info in found:
            line = start.copy()
            for move in info["pv"]:
                assert line.is_legal(move)
                line.push(move)
    found = full_width.analyse(board, LIMIT(depth=2), multipv=3)
    scores = [info["score"].relative for info in found]
    assert scores == sorted(scores, reverse=True)
    ordinary = full_width.analyse(board, LIMIT(depth=2))
    assert (ordinary["score"], ordinary["pv"][0]) == (found[0]["score"], found[0]["pv"][0])
    assert ordinary.get("multipv") is None


def test_multipv_with_mates(full_width: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    found = full_width.analyse(board, LIMIT(depth=3), multipv=4)
    assert [info["score"].white() for info in found] == [chess.engine.Mate(n) for n in (1, 2, 2, 2)]
    assert [len(info["pv"]) for info in found] == [1, 3, 3, 3]
    alone = chess.Board("7k/8/8/8/8/5q2/8/7K w - - 0 1")
    assert len(full_width.analyse(alone, LIMIT(depth=3), multipv=5)) == alone.legal_moves.count() == 2


def test_root_moves(engine: chess.engine.SimpleEngine) -> None:
    moves = [chess.Move.from_uci(move) for move in ("a2a3", "h2h4")]
    for limit in (LIMIT(depth=2), LIMIT(time=0.1), LIMIT(white_clock=5, black_clock=5)):
        assert engine.play(chess.Board(), limit, root_moves=moves).move in moves
    found = engine.analyse(chess.Board(), LIMIT(depth=2), root_moves=moves, multipv=5)
    assert {info["pv"][0] for info in found} == set(moves)
    assert engine.play(chess.Board(), LIMIT(depth=2), root_moves=[]).move is not None  # python-chess says 0000


def test_mate_limit(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    found = engine.analyse(board, LIMIT(mate=2))
    assert found["score"].white() == chess.engine.Mate(1)


def test_an_infinite_analysis_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        depths = []
        for info in analysis:
            depths += [info["depth"]] if "depth" in info else []
            if depths and depths[-1] >= 3:
                break
    assert depths == sorted(depths)
    assert engine.play(chess.Board(), LIMIT(depth=1)).move is not None


def test_an_infinite_analysis_of_a_mate_waits_for_stop(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")) as analysis:
        time.sleep(0.3)
        assert not analysis.would_block() or analysis.multipv
        analysis.stop()
        assert analysis.wait().move == chess.Move.from_uci("g5g7")


def test_options_are_declared_and_set(engine: chess.engine.SimpleEngine) -> None:
    assert engine.options["Hash"].default == 64
    assert engine.options["Algorithm"].default == "pvs"
    assert engine.options["Quiescence"].default is True
    assert engine.options["Evaluation"].var == ["positional", "material", "none"]
    engine.configure({"Hash": 16, "Move Overhead": 20})
    assert engine.play(chess.Board(), LIMIT(nodes=100)).move is not None


def test_earlier_moves_count_for_repetition(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/8/8/8/1r6/q7/7K w - - 0 1")
    for move in ("h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1"):
        board.push_uci(move)
    played = engine.play(board, LIMIT(depth=3), info=chess.engine.INFO_SCORE)
    assert played.move != chess.Move.from_uci("g8h8")  # for the third time, and Black is winning


def test_a_short_clock_is_respected(engine: chess.engine.SimpleEngine) -> None:
    clocks = {chess.WHITE: 3.0, chess.BLACK: 3.0}
    board = chess.Board()
    while board.ply() < 8:
        start = time.perf_counter()
        limit = LIMIT(white_clock=clocks[True], black_clock=clocks[False], white_inc=0.1, black_inc=0.1)
        board.push(engine.play(board, limit).move)
        clocks[not board.turn] += 0.1 - (time.perf_counter() - start)
        assert min(clocks.values()) > 0
