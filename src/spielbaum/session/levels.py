"""The levels of an opponent, from novice to expert."""

from collections.abc import Mapping
from types import MappingProxyType

from spielbaum.game import Game
from spielbaum.players import PlayerSpec
from spielbaum.search.algorithms.choice import default_algorithm, strongest
from spielbaum.search.core.limits import Limits

LEVELS: Mapping[str, Limits] = MappingProxyType(
    {
        "novice": Limits(depth=1),
        "easy": Limits(depth=2),
        "medium": Limits(depth=4, seconds=1),
        "hard": Limits(seconds=1),
        "expert": Limits(seconds=5),
    }
)
"""The limits of each level. Expert also uses the strongest setting for the game."""

DEFAULT_LEVEL, EXPERT = "medium", "expert"


def level_player(game: Game, level: str, evaluation: str | None = None) -> PlayerSpec:
    """Return the player of a level.

    Parameters
    ----------
    game
        The game.
    level
        One of ``LEVELS``.
    evaluation
        One of the game's; None for the first.

    Examples
    --------
    >>> from spielbaum import games
    >>> str(level_player(games.load("tic-tac-toe"), "medium"))
    'alpha-beta(depth=4, seconds=1)'
    """
    choose = strongest if level == EXPERT else default_algorithm
    return PlayerSpec.of(choose(game, evaluation), LEVELS[level], evaluation)


def level_of(game: Game, spec: PlayerSpec) -> str | None:
    """Return the level of a player; None if it is none of them."""
    for level, limits in LEVELS.items():
        if spec.limits == limits and spec == level_player(game, level, spec.evaluation):
            return level
    return None
