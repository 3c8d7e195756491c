"""Othello: place a disc to outflank discs of the opponent, and flip them; most discs win."""

from typing import Literal

from spielbaum import Features, Game, SearchHints, Unit
from spielbaum.games.othello.evaluations import FEATURE_NAMES, make_evaluations, make_features, make_order
from spielbaum.games.othello.hints import make_bounds, make_proof
from spielbaum.games.othello.notation import make_notation, make_view
from spielbaum.games.othello.rules import PASS, Board, make_count, make_rules


def game(size: Literal[8, 6, 4] = 8, score: Literal["win", "margin"] = "win") -> Game:
    """Return Othello on a board of 8, 6 or 4 squares a side; ``margin`` counts the difference of discs."""
    board = Board(size)
    rules, notation = make_rules(board, score == "margin"), make_notation(board)
    assert notation.parse_state is not None
    return Game(
        name="othello",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=True,
        max_utility=size * size if score == "margin" else 1,
        utility_sum=0,
        distinct_actions=PASS + 1,
        evaluations=make_evaluations(board),
        hints=SearchHints(
            order=make_order(board),
            count=make_count(board),
            bounds=make_bounds(board, score == "margin"),
            proof=make_proof(board),
        ),
        notation=notation,
        view=make_view(board, notation.parse_state, Unit("disc", "discs") if score == "margin" else None),
        features=Features(names=FEATURE_NAMES, function=make_features(board)),
    )
