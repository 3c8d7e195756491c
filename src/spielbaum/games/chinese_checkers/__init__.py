"""Chinese Checkers: pegs step and hop across a star; the first player to fill the opposite arm wins."""

from typing import Literal

from spielbaum import Features, Game, Repetition, SearchHints, View
from spielbaum.errors import Message
from spielbaum.games.chinese_checkers.evaluations import make_evaluations, make_order, make_scores
from spielbaum.games.chinese_checkers.features import FEATURE_NAMES, make_features
from spielbaum.games.chinese_checkers.moves import CELL_BITS
from spielbaum.games.chinese_checkers.notation import NAMES, make_board, make_notation
from spielbaum.games.chinese_checkers.picture import COLOURS, from_cells, make_places, make_standing, make_trail
from spielbaum.games.chinese_checkers.remarks import make_ending
from spielbaum.games.chinese_checkers.rules import make_repetition_key, make_rules
from spielbaum.games.chinese_checkers.star import SEATS, Race

LARGEST_ARM = 4


def game(
    players: int = 2,
    *,
    arm: int = 4,
    pegs: int = 0,
    filled: Literal["any", "majority", "all"] = "any",
    turns: int = 100,
) -> Game:
    """Return Chinese Checkers for two to six players on a star of any size up to 121 cells.

    Parameters
    ----------
    players
        The number of players; three have every second arm, four have two pairs of opposite arms.
    arm
        The rows of an arm, 1 to 4: 13, 37, 73 or 121 cells.
    pegs
        The pegs of each player, in rows from the tip of the arm: 1, 3, 6 or 10; 0 fills the arm.
    filled
        How many of the pegs in a full goal must be the player's own: any one, the majority, or all.
    turns
        The turns of each player after which the game is a draw; 0 for no limit, with states that do not count turns.
    """
    if players not in SEATS:
        raise ValueError(Message("2 to {} players can play, not {}", 6, players))
    if not 1 <= arm <= LARGEST_ARM:
        raise ValueError(Message("an arm has 1 to {} rows, not {}", LARGEST_ARM, arm))
    if turns < 0:
        raise ValueError(Message("a game has at least 1 turn of each player, or 0 for no limit, not {}", turns))
    rows = {count * (count + 1) // 2: count for count in range(1, arm + 1)} | {0: arm}
    if pegs not in rows:
        counts = ", ".join(map(str, sorted(set(rows) - {0})))
        raise ValueError(
            Message("on arms of {} rows a player has {} pegs, or 0 for a full arm, not {}", arm, counts, pegs)
        )
    race = Race(arm, players, rows[pegs])
    needed = {"any": 1, "majority": race.pegs // 2 + 1, "all": race.pegs}[filled]
    longest = turns * players
    rules = make_rules(race, needed, longest)
    return Game(
        name="chinese-checkers",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        scores=make_scores(race),
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        distinct_actions=1 << 2 * CELL_BITS,
        evaluations=make_evaluations(race, needed, longest),
        hints=SearchHints(order=make_order(race), null_move=rules.null_move),
        repetition=Repetition(key=make_repetition_key(players)),
        notation=make_notation(race, needed, longest),
        view=View(
            board=make_board(race),
            places=make_places(race),
            ending=make_ending(race, needed, turns),
            from_cells=from_cells,
            player_names=tuple(NAMES[:players]),
            player_colours=COLOURS[:players],
            trail=make_trail(race),
            standing=make_standing(race),
            standing_name="in the goal",
        ),
        features=Features(names=FEATURE_NAMES, function=make_features(race)),
        doc=__doc__ or "",
    )
