"""The benchmark suite: every registered game, every algorithm that fits, fixed positions and depths.

A case is searched to the first depth that takes a million nodes, or that reaches the end of the game: about a tenth of
a second. The depth depends on node counts alone, so cases, nodes and signatures are the same on every machine, and
change only when a search or a game does. As in Stockfish's ``bench``, a signature is a sum of nodes.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from spielbaum.errors import GameError, UnsupportedGameError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state, legal_actions
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_choice, parse_algorithm
from spielbaum.search.algorithms.registry import listed_algorithms
from spielbaum.search.core.limits import Limits
from spielbaum.search.searcher import Searcher

LARGER = {
    "blokus": ("blokus:size=9,largest=3",),
    "chinese-checkers": ("chinese-checkers", "chinese-checkers:players=3"),
    "mnk": ("mnk:width=5,height=5,line=4", "mnk:width=4,height=4,players=3"),
    "nim": ("nim:heaps=4-5-6-7",),
    "random-tree": ("random-tree:branching=5,depth=40", "random-tree:players=3,branching=4,depth=10,low=0,total=100"),
}
"""Variants that replace or extend the games of the suite: larger ones, and ones for more players."""

ENOUGH_NODES = 1_000_000
DEEPEST = 40
MIDDLE_PLIES = 4
TABLE_BYTES = 1 << 22
"""So small that entries are replaced, since replacement is benchmarked too."""


@dataclass(frozen=True)
class Case:
    """One search of the suite."""

    game: str
    position: str
    algorithm: str
    depth: int
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the case as plain values."""
        return {**asdict(self), "nodes_per_second": self.nodes / max(self.seconds, 1e-9)}


def bench_games(names: Iterable[str]) -> list[str]:
    """Return the games of the suite for registered names, with options.

    Examples
    --------
    >>> bench_games(["nim", "connect-four"])
    ['nim:heaps=4-5-6-7', 'connect-four']
    """
    return [spec for name in names for spec in LARGER.get(name, (name,))]


def bench_algorithms(game: Game) -> list[AlgorithmChoice]:
    """Return the algorithms of the suite for a game; some may still be unfit."""
    others = "more" if game.is_duel else "two"
    listed = [found for found in listed_algorithms() if found.compared and found.players != others]
    return [parse_algorithm(f"{found.name}({options})") for found in listed for options in found.benchmarks]


def run_cases(game: Game, algorithms: Sequence[AlgorithmLike], *, strict: bool = False) -> Iterator[Case]:
    """Search the start of a game, and a position a few plies on, with each algorithm that fits.

    Parameters
    ----------
    game
        The game.
    algorithms
        The algorithms.
    strict
        Whether an algorithm that does not suit the game is an error; otherwise it is left out.

    Raises
    ------
    UnsupportedGameError
        If ``strict`` is set and an algorithm does not suit the game.
    """
    for choice in map(as_choice, algorithms):
        try:
            searcher = Searcher(game, choice, table=TABLE_BYTES)
            cases = [_case(searcher, state) for state in (game.initial(), middle(game))]
        except (UnsupportedGameError, GameError) as error:
            if strict or not (isinstance(error, UnsupportedGameError) or choice.algorithm.whole):
                raise
            continue  # MTD(f) finds values that are not whole only while it searches
        yield from cases


def signatures(cases: Iterable[Case]) -> dict[str, int]:
    """Return the nodes of each algorithm over all its cases."""
    found: dict[str, int] = defaultdict(int)
    for case in cases:
        found[case.algorithm] += case.nodes
    return dict(found)


def middle(game: Game) -> State:
    """Return a position after a few random plies, the same on every machine."""
    generator = random.Random(game.name)
    state = game.initial()
    for _ in range(0 if game.is_terminal(state) else MIDDLE_PLIES):
        following = game.result(state, generator.choice(legal_actions(game, state)))
        if game.is_terminal(following):
            break
        state = following
    return state


def _case(searcher: Searcher, state: State) -> Case:
    for depth in range(1, DEEPEST + 1):
        result = searcher.search(state, Limits(depth=depth))
        if result.nodes >= ENOUGH_NODES or result.is_proven:
            break
    game = searcher.game
    return Case(game.spec, format_state(game, state), str(searcher.choice), result.depth, result.nodes, result.seconds)
