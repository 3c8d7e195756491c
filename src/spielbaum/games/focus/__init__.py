"""Focus: stacks move as far as they are high and take what they land on; the last player who can move wins."""

from typing import Literal

from spielbaum import Features, Game, SearchHints, View
from spielbaum.errors import Message
from spielbaum.games.focus.board import LETTERS, SETUPS, SIZE
from spielbaum.games.focus.evaluations import make_evaluations, make_scores
from spielbaum.games.focus.features import FEATURE_NAMES, make_features
from spielbaum.games.focus.notation import make_notation
from spielbaum.games.focus.picture import COLOUR_NAMES, COLOURS, board, places, standing, trail
from spielbaum.games.focus.remarks import make_ending, reasons
from spielbaum.games.focus.rules import make_rules, noisy, order


def game(players: int = 2, *, ending: Literal["last", "captures"] = "last", turns: int = 100) -> Game:
    """Return Focus for two to four players.

    Parameters
    ----------
    players
        The number of players.
    ending
        The end of the game: when only one player can move, or in the short game also by captures: six pieces of two
        players; of three players three pieces of both opponents, or ten in all; of four players two pieces of all
        opponents, or ten in all.
    turns
        The turns of each player after which the game is a draw.
    """
    if players not in SETUPS:
        raise ValueError(Message("2 to {} players can play, not {}", 4, players))
    if turns < 1:
        raise ValueError(Message("a game has at least 1 turn of each player, not {}", turns))
    longest, short = turns * players, ending == "captures"
    rules = make_rules(players, short, longest)
    return Game(
        name="focus",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        scores=make_scores(players),
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        distinct_actions=SIZE**4,
        evaluations=make_evaluations(players, short=short),
        hints=SearchHints(order=order, noisy=noisy, null_move=rules.null_move),
        notation=make_notation(players, rules.initial(), longest, short=short),
        view=View(
            board=board,
            places=places,
            ending=make_ending(players, turns, short=short),
            reasons=reasons,
            player_names=tuple(LETTERS[:players]),
            shown_names=COLOUR_NAMES[:players],
            player_colours=COLOURS[:players],
            trail=trail,
            standing=standing,
            standing_name="captured",
        ),
        features=Features(names=FEATURE_NAMES, function=make_features(players)),
        doc=__doc__ or "",
    )
