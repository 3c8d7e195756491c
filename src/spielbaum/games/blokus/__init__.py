"""Blokus: place pieces that touch your own at corners only; whoever covers most squares wins."""

from typing import Literal

from spielbaum import Features, Game, SearchHints, View
from spielbaum.errors import Message
from spielbaum.games._vectors import for_each, win_by_score
from spielbaum.games.blokus.board import CLASSIC, DUO, Board
from spielbaum.games.blokus.evaluations import make_evaluations, make_order
from spielbaum.games.blokus.features import FEATURE_NAMES, make_features
from spielbaum.games.blokus.notation import make_board, make_notation
from spielbaum.games.blokus.picture import (
    COLOURS,
    make_click_path,
    make_ending,
    make_from_cells,
    make_places,
    make_standing,
)
from spielbaum.games.blokus.rules import make_rules
from spielbaum.games.blokus.scores import make_score

MOST, SMALLEST, LARGEST_PIECE = 4, 5, 5


def game(
    players: int = 4, *, board: Literal["classic", "duo"] = "classic", size: int = 0, largest: int = LARGEST_PIECE
) -> Game:
    """Return Blokus for two to four players with four colours, or Duo for two.

    Parameters
    ----------
    players
        The number of players: four have a colour each, two have two each, and three share the fourth.
    board
        ``duo`` for the board on which two players have a colour each.
    size
        The rows and columns of the board, 5 to 20; 0 for those of the box, 20, or 14 in Duo.
    largest
        The squares of the largest pieces, 1 to 5.
    """
    if not 2 <= players <= MOST:
        raise ValueError(Message("2 to {} players can play, not {}", MOST, players))
    duo = board == "duo"
    if duo and players != 2:
        raise ValueError(Message("Duo is for two players: blokus:players=2,board=duo"))
    if size and not SMALLEST <= size <= CLASSIC:
        raise ValueError(
            Message("a board has {} to {} rows, or 0 for those of the box, not {}", SMALLEST, CLASSIC, size)
        )
    if not 1 <= largest <= LARGEST_PIECE:
        raise ValueError(Message("the largest pieces have 1 to {} squares, not {}", LARGEST_PIECE, largest))
    kind = Board(size or (DUO if duo else CLASSIC), 2 if duo else MOST, players, largest)
    score = make_score(kind)
    scores = for_each(range(players), score)
    rules = make_rules(kind, win_by_score(players, score))
    owned = players == kind.colours
    return Game(
        name="blokus",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        scores=scores,
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        distinct_actions=kind.pass_action + 1,
        evaluations=make_evaluations(kind, score),
        hints=SearchHints(order=make_order(kind), null_move=rules.null_move if owned else None),
        notation=make_notation(kind),
        view=View(
            board=make_board(kind),
            places=make_places(kind),
            click_path=make_click_path(kind),
            ending=make_ending(kind, score),
            from_cells=make_from_cells(kind) if owned else None,
            player_names=kind.player_names,
            player_colours=[COLOURS[letter] for letter in kind.letters[:players]],
            standing=make_standing(kind, score),
            standing_name="points",
        ),
        features=Features(names=FEATURE_NAMES, function=make_features(kind, score)),
        doc=__doc__ or "",
    )
