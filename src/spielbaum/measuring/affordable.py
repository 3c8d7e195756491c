"""How deep a whole experiment can afford to search, where nobody says."""

from spielbaum.game import Game, State
from spielbaum.search.limits import Limits
from spielbaum.search.searcher import Searcher

AFFORDABLE_NODES = 50_000_000


def affordable_depth(game: Game, state: State, algorithm: str, evaluation: str | None) -> int | None:
    """Return the deepest depth that is searched with 50 million nodes, all depths before it included.

    Returns
    -------
    int or None
        None if that is enough for the whole game.
    """
    found = Searcher(game, algorithm, evaluation=evaluation).search(state, Limits(nodes=AFFORDABLE_NODES))
    return None if found.kind == "exact" else found.depth
