"""The default depth of a comparison: the deepest that is affordable."""

from spielbaum.game import Game, State
from spielbaum.search.algorithms.choice import AlgorithmLike
from spielbaum.search.core.limits import Limits
from spielbaum.search.searcher import Searcher

AFFORDABLE_NODES = 50_000_000
SLOWER_INTERPRETED = 100


def affordable_depth(game: Game, state: State, algorithm: AlgorithmLike, evaluation: str | None) -> int | None:
    """Return the deepest depth that iterative deepening completes within 50 million nodes.

    Interpreted games get a hundredth of that.

    Returns
    -------
    int or None
        None if that suffices for the whole game.
    """
    searcher = Searcher(game, algorithm, evaluation=evaluation)
    nodes = AFFORDABLE_NODES if searcher.compiled else AFFORDABLE_NODES // SLOWER_INTERPRETED
    found = searcher.search(state, Limits(nodes=nodes))
    return None if found.is_proven else found.depth
