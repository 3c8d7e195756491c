"""Rolit: Othello for two to four players, with balls that roll to the colour of those who enclose them."""

from typing import Literal

from spielbaum import Features, Game, SearchHints
from spielbaum.errors import Message
from spielbaum.games.othello.evaluations import FEATURE_NAMES, make_order
from spielbaum.games.othello.rules import Board
from spielbaum.games.rolit.evaluations import make_evaluations, make_features
from spielbaum.games.rolit.notation import make_notation, make_view
from spielbaum.games.rolit.rules import SEATS, make_rules, make_scores


def game(players: int = 4, size: Literal[8, 6, 4] = 8) -> Game:
    """Return Rolit for two to four players on a board of 8, 6 or 4 squares a side."""
    if players not in SEATS:
        raise ValueError(Message("2 to {} players can play, not {}", 4, players))
    board = Board(size)
    rules = make_rules(board, players)
    return Game(
        name="rolit",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        scores=make_scores(players),
        distinct_actions=size * size,
        evaluations=make_evaluations(board, players),
        hints=SearchHints(order=make_order(board), count=rules.count, null_move=rules.null_move),
        notation=make_notation(board, players),
        view=make_view(board, players),
        features=Features(names=FEATURE_NAMES, function=make_features(board, players)),
        doc=__doc__ or "",
    )
