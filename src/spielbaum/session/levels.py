"""The levels of an opponent, from novice to expert."""

from collections.abc import Mapping
from types import MappingProxyType

from spielbaum.players import PlayerSpec
from spielbaum.search.algorithms.choice import BEST
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
"""The limits of each level. All search with the strongest known setting of the game."""

DEFAULT_LEVEL, EXPERT = "medium", "expert"


def level_player(level: str, evaluation: str | None = None) -> PlayerSpec:
    """Return the player of a level.

    Parameters
    ----------
    level
        One of ``LEVELS``.
    evaluation
        One of the game's evaluations; if None, the first.

    Examples
    --------
    >>> str(level_player("medium"))
    'best(depth=4, seconds=1)'
    """
    return PlayerSpec(BEST, LEVELS[level], evaluation)


def level_of(spec: PlayerSpec) -> str | None:
    """Return the level of a player; None if it has none."""
    return next((level for level in LEVELS if spec == level_player(level, spec.evaluation)), None)
