"""Moves held against the best: shares, marks, and where a game turned."""

import random
from dataclasses import replace

import pytest

from irregular import IRREGULAR
from spielbaum import Evaluation, Game, Searcher, games
from spielbaum.game import State
from spielbaum.game.notation import parse_action
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.search.core.result import Number
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.session.review import ReviewedMove, mark_of, review_move, shares_at_end, shares_of, turning_point

THREE = games.load("mnk:width=3,height=3,line=3,players=3")


def reviewed(game: Game, actions: list[str], depth: int) -> tuple[list[ReviewedMove], State]:
    state, moves, searcher = game.initial(), [], Searcher(game, default_algorithm(game))
    for text in actions:
        rows = searcher.action_values(state, depth=depth)
        moves.append(review_move(game, state, text, rows))
        state = game.result(state, parse_action(game, state, text))
    return moves, state


def test_turning_point_of_tic_tac_toe() -> None:
    game = games.load("tic-tac-toe")
    moves, end = reviewed(game, ["0", "1", "4", "8", "3", "5", "6"], 9)  # an edge against the corner loses
    assert [move.mark for move in moves] == ["best", "blunder", "best", "best", "best", "best", "best"]
    assert all(move.proven and move.depth for move in moves)
    assert moves[0].shares == (0.5, 0.5)
    assert (moves[1].loss, moves[1].best, moves[1].text, moves[1].seat) == (0.5, "4", "1", 1)
    assert {move.shares for move in moves[2:]} == {(1.0, 0.0)}
    assert turning_point(moves) == 1
    assert shares_at_end(game, end) == (1.0, 0.0)


@pytest.mark.slow
def test_the_best_move_loses_nothing() -> None:
    for game, depth in ((games.load("tic-tac-toe"), 9), (IRREGULAR, 3), (THREE, 3)):
        generator, searcher = random.Random(3), Searcher(game, default_algorithm(game))
        for _ in range(3):
            state = game.initial()
            while not game.is_terminal(state):
                rows = searcher.action_values(state, depth=depth)
                judged = [review_move(game, state, row.action_text, rows) for row in rows]
                assert min(move.loss for move in judged) == 0
                assert all(abs(sum(move.shares) - 1) < 1e-9 and len(move.shares) == game.players for move in judged)
                assert all((move.best == move.text) == (move.mark in ("best", "forced")) for move in judged)
                assert all(move.forced == (len(rows) == 1) for move in judged)
                assert all(move == ReviewedMove.from_dict(move.to_dict()) for move in judged)
                state = game.result(state, generator.choice(list(game.actions(state))))


def test_three_players_have_a_share_each() -> None:
    moves, _ = reviewed(THREE, ["a3", "b3", "c3"], 2)
    assert all(move.shares == pytest.approx((1 / 3,) * 3, abs=0.3) for move in moves)


def line(text: str, value: Number, utility: Number | None = None) -> ActionLine:
    return ActionLine(0, text, value, 4, False, (0,), (text,), utility=utility)


@pytest.mark.parametrize("key", ["chess", "draughts"])
def test_marks_of_losses_of_material(key: str) -> None:
    game = games.load(key)  # its declared maximum lies far above all that is met
    rows = [line("even", 0), line("a unit", -100), line("nine", -900)]
    moves = [review_move(game, game.initial(), row.action_text, rows) for row in rows]
    assert [move.mark for move in moves] == ["best", "inaccuracy", "blunder"]
    assert moves[1].loss == pytest.approx(0.091, abs=0.001)


def test_scale_of_an_evaluation_without_a_unit() -> None:
    game = games.load("othello")
    rows = [line("a corner", 46), line("beside it", -100)]  # of at most 2000
    assert review_move(game, game.initial(), "beside it", rows).mark == "blunder"


def test_the_winner_of_three_has_the_whole_share() -> None:
    signed, estimate = replace(THREE, non_negative=False), Evaluation(lambda state: (0, 0, 0), maximum=200)
    assert shares_of(signed, 1, line("won", (2, -1, -1), (2, -1, -1)), estimate) == (1, 0, 0)
    assert shares_of(signed, 1, line("shared", (1, 1, -2), (1, 1, -2)), estimate) == (0.5, 0.5, 0)
    assert shares_of(signed, 1, line("even", (0, 0, 0)), estimate) == pytest.approx((1 / 3,) * 3)
    ahead, less = (shares_of(signed, 0, line("ahead", value), estimate)[0] for value in ((3, 0, 0), (3, -0.01, 0)))
    assert 1 / 3 < ahead < 1
    assert ahead == pytest.approx(less, abs=0.001)  # a sign is no other scale


def test_marks_and_a_game_that_never_turned() -> None:
    limits = {0.049: "good", 0.0999: "inaccuracy", 0.1499: "mistake", 0.15: "blunder"}
    assert {loss: mark_of(loss) for loss in limits} == limits
    assert turning_point([]) is None
    assert turning_point([ReviewedMove(0, "a", "b", (0.5, 0.5), loss, 3, False) for loss in (0.0, None, 0.04)]) is None
