"""How deep a whole experiment can afford to search, where nobody says."""

from spielbaum.game import Game, State
from spielbaum.search.algorithms.choice import AlgorithmLike
from spielbaum.search.core.limits import Limits
from spielbaum.search.searcher import Searcher

AFFORDABLE_NODES = 50_000_000
SLOWER_INTERPRETED = 100


def affordable_depth(game: Game, state: State, algorithm: AlgorithmLike, evaluation: str | None) -> int | None:
    """Return the deepest depth that is searched with 50 million nodes, all depths before it included.

    Games that run interpreted get a hundredth of them.

    Returns
    -------
    int or None
        None if that is enough for the whole game.
    """
    searcher = Searcher(game, algorithm, evaluation=evaluation)
    nodes = AFFORDABLE_NODES if searcher.compiled else AFFORDABLE_NODES // SLOWER_INTERPRETED
    found = searcher.search(state, Limits(nodes=nodes))
    return None if found.kind == "exact" else found.depth
