"""Othello: place a disc so that it encloses discs of the other, and turn these over; most discs win."""

from typing import Literal

from spielbaum import Game
from spielbaum.games.othello.evaluations import FEATURE_NAMES, make_evaluations, make_features, make_order
from spielbaum.games.othello.notation import COLOURS, NAMES, make_notation
from spielbaum.games.othello.rules import Board, make_count, make_rules


def game(size: Literal[8, 6, 4] = 8, score: Literal["win", "margin"] = "win") -> Game:
    """Return Othello on a board of 8, 6 or 4 squares a side; ``margin`` counts the difference of discs."""
    board = Board(size)
    return Game(
        name="othello",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=size * size if score == "margin" else 1,
        evaluations=make_evaluations(board),
        features=make_features(board),
        feature_names=FEATURE_NAMES,
        order=make_order(board),
        count=make_count(board),
        player_names=NAMES,
        player_colours=COLOURS,
        **make_rules(board, score == "margin"),
        **make_notation(board),
    )
