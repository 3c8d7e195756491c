"""A family of algorithms is one module: a new one works everywhere without another change."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import pytest

from spielbaum import Limits, Searcher, games, search
from spielbaum.errors import InputError
from spielbaum.search.algorithms import registry
from spielbaum.search.algorithms.alpha_beta import make
from spielbaum.search.algorithms.registry import Algorithm, algorithm_names, find_algorithm
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Certainty
from spielbaum.search.driver.iterative_deepening import Iteration, iterate
from spielbaum.search.driver.results import Request, certainty_of
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.families.family import Family

pytestmark = pytest.mark.interpreted


class FixedDepth(Family):
    """Searches to three plies, whatever the time."""

    limits: ClassVar[frozenset[str]] = frozenset({"seconds"})

    def run(
        self, running: RunningSearch, _limits: Limits, _on_iteration: Callable[[Progress], None] | None
    ) -> Iteration:
        """Search to three plies."""
        return iterate(running.search, running.ws, running.request.root, 3)

    def lines(
        self,
        running: RunningSearch,
        limits: Limits,
        _number: int,
        _on_iteration: Callable[[Sequence[Iteration]], None],
    ) -> tuple[Sequence[Iteration], bool]:
        """Return one line."""
        return [self.run(running, limits, None)], True

    def certainty(self, request: Request, found: Iteration) -> Certainty:
        """Return the certainty of a sampled value."""
        return certainty_of(request, found, sampled=True)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register an algorithm of the family."""
    algorithm = Algorithm(name="three-plies", make=make, doc="three plies", family=FixedDepth)
    monkeypatch.setitem(registry._algorithms(), algorithm.name, algorithm)


def test_a_new_family_runs_its_searches_itself() -> None:
    game = games.load("connect-four")
    result, plain = search(game, algorithm="three-plies"), search(game, algorithm="alpha-beta", depth=3)
    assert (result.value, result.action, result.nodes, result.depth) == (plain.value, plain.action, plain.nodes, 3)
    assert str(result.certainty) == "a mean of simulations"
    assert [line.pv for line in Searcher(game, "three-plies").multipv().lines] == [plain.pv]


def test_a_new_family_says_which_limits_it_takes() -> None:
    game = games.load("connect-four")
    assert search(game, algorithm="three-plies", seconds=60).depth == 3
    with pytest.raises(InputError, match="three-plies has no depth limit"):
        search(game, algorithm="three-plies", depth=3)
    assert FixedDepth.known(Limits(depth=3, nodes=9, seconds=1)) == Limits(seconds=1)


@pytest.mark.parametrize("name", algorithm_names())
def test_every_family_ends_its_shortest_search_and_says_how_certain_it_is(name: str) -> None:
    family = find_algorithm(name).family
    game = games.load("connect-four:width=4,height=4" if find_algorithm(name).players == "two" else "mnk:players=3")
    limits = family.shortest(Limits())
    assert family.known(limits) == limits
    found = search(game, algorithm=name, limits=limits)
    assert found.certainty.complete
    assert found.certainty.sampled == (not family.ends)
    if not family.ends:
        with pytest.raises(InputError, match="limit its simulations, seconds or nodes"):
            search(game, algorithm=name)
