"""Go on small boards: stones without liberties are taken off; who has more area wins."""

from typing import Literal

from spielbaum import Game
from spielbaum.games.go.evaluations import FEATURE_NAMES, make_evaluations, make_features, make_noisy, make_order
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.key import make_key, repetition
from spielbaum.games.go.notation import NAMES, make_notation
from spielbaum.games.go.picture import COLOURS, make_places
from spielbaum.games.go.rules import Rules, make_rules

Size = Literal[7, 2, 3, 4, 5, 6, 8, 9]

KOMI = {2: 0.5, 3: 8.5, 4: 1.5, 5: 24.5, 6: 3.5, 7: 8.5}
"""Half a point less than what Black is known, on 6 and 7 believed, to win by; 7.5 where nobody knows."""

USUAL_KOMI = 7.5
MOST_PLIES = 10_000


def game(size: Size = 7, *, komi: str = "auto", score: Literal["win", "points"] = "win", plies: int = 0) -> Game:
    """Return Go on a small board.

    Parameters
    ----------
    size
        Points a side, 2 to 9.
    komi
        The points that White gets, whole or half; ``auto`` for those that suit the board.
    score
        What the game is worth: a win, or the points a player has more.
    plies
        After so many the game ends as it stands; 0 for twice the points of the board.
    """
    goban = Goban(size)
    rules = Rules(goban, _double_komi(komi, goban), score == "points", plies or 2 * goban.points)
    if not 0 <= plies <= MOST_PLIES:
        raise ValueError(f"a game has at least 1 ply and at most {MOST_PLIES}, not {plies}")
    return Game(
        name="go",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=goban.points + rules.double_komi / 2 if rules.points else 1,
        evaluations=make_evaluations(rules),
        features=make_features(goban),
        feature_names=FEATURE_NAMES,
        order=make_order(rules),
        noisy=make_noisy(goban),
        key=make_key(goban),
        key_kind="hash",
        repetition=repetition,
        repetitions=2,
        player_names=NAMES,
        player_colours=COLOURS,
        places=make_places(goban),
        **make_rules(rules),
        **make_notation(rules),
    )


def _double_komi(text: str, goban: Goban) -> int:
    """Return the half points that White gets."""
    if text == "auto":
        return int(2 * KOMI.get(goban.size, USUAL_KOMI))
    try:
        doubled = 2 * float(text)
    except ValueError:
        doubled = -1
    if not 0 <= doubled <= 2 * goban.points or doubled != int(doubled):
        raise ValueError(f"komi is a number of whole or half points from 0 to {goban.points}, or auto, not {text!r}")
    return int(doubled)
