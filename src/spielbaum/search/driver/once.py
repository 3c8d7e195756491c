"""Searching one state, once."""

from spielbaum.game import Game, State
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Result
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search.driver.validation import FULL_WINDOW


def search(
    game: Game,
    state: State | None = None,
    *,
    algorithm: str | None = None,
    evaluation: str | None = None,
    limits: Limits | None = None,
    window: tuple[float, float] = FULL_WINDOW,
) -> Result:
    """Search a state of a game and return what was found.

    Parameters
    ----------
    game
        The game.
    state
        The root; the start of the game without it.
    algorithm
        Name with options, such as ``"alpha-beta:fail=hard"``; without it ``default_algorithm`` of the game.
    evaluation
        Name of one of the game's evaluations; without it the first.
    limits
        How far; to the end of the game without them.
    window
        Only values strictly between these two are wanted; others come back as bounds.

    Examples
    --------
    >>> from spielbaum import Limits, games, search
    >>> result = search(games.load("tic-tac-toe"), limits=Limits(depth=9))
    >>> result.value, result.kind, result.nodes
    (0, 'exact', 18297)
    """
    return Searcher(game, algorithm, evaluation=evaluation).search(state, limits, window=window)
