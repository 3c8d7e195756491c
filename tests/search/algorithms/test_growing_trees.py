"""Best-first minimax, unbounded minimax and descent against a tree that is evaluated again after every step."""

import random
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irregular import IRREGULAR, Node
from spielbaum import Game, Limits, Searcher, games, record_tree, search
from spielbaum.errors import UnsupportedGameError
from spielbaum.game import NONE
from spielbaum.search.core.progress import Stop
from spielbaum.search.core.tree_memory import NODE_WORDS
from tiers import examples

BEST_FIRST, UNBOUNDED, DESCENT = ALGORITHMS = ("best-first", "unbounded-minimax", "descent")
GAMES = {
    "irregular": IRREGULAR,
    "random-tree": games.load("random-tree:branching=3,depth=5,low=-3,high=3"),
    "tic-tac-toe": games.load("tic-tac-toe"),
}
interpreted = pytest.mark.interpreted


@dataclass
class Grown:
    """A node of the reference, whose value, end and exactness follow from those below it."""

    game: Game
    state: Any
    player: int
    depth: int
    most: float
    action: int | None = None
    children: list["Grown"] = field(default_factory=list)

    @property
    def maximises(self) -> bool:
        return self.game.to_move(self.state) == self.player

    @property
    def over(self) -> bool:
        return self.game.is_terminal(self.state)

    @property
    def value(self) -> float:
        if self.children:
            return self.choose().value
        evaluation = self.game.evaluation()
        assert evaluation is not None
        if self.over:
            return self.game.utility(self.state)[self.player] * evaluation.utility_weight
        return evaluation.function(self.state)[self.player]

    def own(self, value: float) -> float:
        return value if self.maximises else -value

    def choose(self, *, unfinished: bool = False) -> "Grown":
        decisive = [child for child in self.children if child.closed(True) and self.own(child.value) >= self.most]
        able = [child for child in self.children if not (unfinished and child.closed(True))]
        if decisive and not unfinished:
            able = [child for child in decisive if child.exact][:1] or decisive
        return max(able, key=lambda child: self.own(child.value))

    def first_best(self) -> "Grown":
        return max(self.children, key=lambda child: self.own(child.value))

    def closed(self, completes: bool) -> bool:
        if not self.children:
            return self.over or self.depth == 0
        if not completes:
            return self.first_best().closed(False)
        sure = any(child.closed(True) and self.own(child.value) >= self.most for child in self.children)
        return sure or all(child.closed(True) for child in self.children)

    @property
    def exact(self) -> bool:
        if not self.children:
            return self.over
        sure = any(child.exact and self.own(child.value) >= self.most for child in self.children)
        return sure or all(child.exact for child in self.children)


def grow(root: Grown, algorithm: str, nodes: int) -> None:
    """Take steps as the papers have them, until the nodes are spent."""
    completes = algorithm != BEST_FIRST
    spent = 1
    while not root.closed(completes):
        node = root
        while True:
            if not node.children:
                made = []
                for action in node.game.actions(node.state):
                    spent += 1
                    if spent > nodes:
                        return
                    state = node.game.result(node.state, action)
                    made.append(Grown(node.game, state, node.player, node.depth - 1, node.most, action))
                node.children = made
                if algorithm != DESCENT or node.closed(completes):
                    break
            if node.closed(completes):
                break
            node = node.choose(unfinished=True) if completes else node.first_best()


def some_state(name: str, seed: int) -> Any:
    game, generator = GAMES[name], random.Random(seed)
    state = Node(seed, 0) if name == "irregular" else game.initial()
    for _ in range(seed % 3):
        following = [game.result(state, action) for action in game.actions(state)]
        following = [child for child in following if not game.is_terminal(child)]
        state = generator.choice(following) if following else state
    return state


@interpreted
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", GAMES)
@examples(16)
@given(seed=st.integers(0, 10**5), nodes=st.integers(1, 80), depth=st.sampled_from([1, 2, 3, 9]))
def test_trees_grow_as_in_the_papers(name: str, algorithm: str, seed: int, nodes: int, depth: int) -> None:
    game, state = GAMES[name], some_state(name, seed)
    if game.is_terminal(state):
        return
    searcher = Searcher(game, algorithm)
    most = inf if searcher._rules.maximum is None else searcher._rules.maximum
    assert (name == "irregular") == (most == inf)
    root = Grown(game, state, game.to_move(state), depth, most)
    grow(root, algorithm, nodes)
    found = searcher.search(state, Limits(depth=depth, nodes=nodes))
    if not root.children:
        assert found.certainty.kind == "heuristic"
        return
    unit = searcher.unit if found.is_proven else 1
    assert found.certainty.kind == ("exact" if root.exact else "heuristic")
    assert found.certainty.complete
    assert found.value * unit == pytest.approx(root.value)  # type: ignore[operator]
    rows = {row.action: row.value for row in found.action_values if row.value is not None}
    known = [child for child in root.children if algorithm == BEST_FIRST or not root.closed(True) or child.closed(True)]
    assert {action: value * unit for action, value in rows.items()} == pytest.approx(
        {child.action: child.value for child in known}
    )
    assert found.action == (root.first_best() if algorithm == BEST_FIRST else root.choose()).action


@interpreted
@pytest.mark.parametrize("algorithm", [UNBOUNDED, DESCENT])
@pytest.mark.parametrize("name", GAMES)
def test_completion_ends_with_the_minimax_value(name: str, algorithm: str) -> None:
    searcher, minimax = Searcher(GAMES[name], algorithm), Searcher(GAMES[name], "minimax")
    for seed in range(6):
        state = some_state(name, seed)
        limits = Limits(depth=3) if name == "tic-tac-toe" or seed % 2 else Limits()
        found, true = (one.search(state, limits) for one in (searcher, minimax))
        assert (found.value, found.certainty.kind, found.action) == (true.value, true.certainty.kind, true.action)


@interpreted
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_full_memory_ends_the_search_and_is_reported(algorithm: str) -> None:
    game = GAMES["tic-tac-toe"]
    small = Searcher(game, algorithm, table=64 * 8 * NODE_WORDS)
    full = small.search()
    assert full.memory_full
    assert full.to_dict()["memory_full"]
    assert (full.certainty.kind, full.certainty.complete) == ("heuristic", True)
    assert full.action is not None
    enough = Searcher(game, algorithm).search(limits=Limits(nodes=full.nodes))
    assert not enough.memory_full
    assert "memory_full" not in enough.to_dict()
    assert (enough.value, enough.pv, enough.action_values) == (full.value, full.pv, full.action_values)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1, 5, 1000, 20_000])
def test_compiled_and_interpreted_trees_are_the_same(nodes: int) -> None:
    game = GAMES["tic-tac-toe"]
    documents = []
    for each in (game, replace(game, compiled=False)):
        document = Searcher(each, DESCENT).search(limits=Limits(nodes=nodes)).to_dict()
        documents.append({**document, "seconds": 0})
    assert documents[0] == documents[1]


@interpreted
def test_a_stopped_search_returns_its_best_result() -> None:
    stop = Stop()
    seen = []

    def after_a_while(progress: Any) -> None:
        seen.append(progress)
        stop.set()

    found = search("connect-four", algorithm=BEST_FIRST, seconds=30, stop=stop, progress=after_a_while)
    assert found.certainty.complete
    assert found.certainty.kind == "heuristic"
    assert found.action == found.pv[0]
    assert all(row.value is not None for row in found.action_values)
    assert 0 < seen[0].depth <= found.depth < 50


@interpreted
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_records_show_every_step_and_known_values(algorithm: str) -> None:
    record = record_tree(GAMES["random-tree"], algorithm=algorithm, limits=Limits(nodes=19))
    found = Searcher(GAMES["random-tree"], algorithm).search(limits=Limits(nodes=19))
    trees = record.trees()
    assert trees[-1][0].value == record.value == found.value
    new = [node for node in record.nodes if node.end in ("leaf", "terminal")]
    assert len(new) == (14 if algorithm == DESCENT else found.nodes - 1)  # of a descent only the last ones are leaves
    assert len(trees) == (2 if algorithm == DESCENT else 6)
    assert {node.end for node in record.nodes} <= {"done", "leaf", "known", "terminal"}


def test_growing_searches_need_an_evaluation() -> None:
    for algorithm in ALGORITHMS:
        with pytest.raises(
            UnsupportedGameError, match="needs an evaluation, and tic-tac-toe has none or is searched without one"
        ):
            Searcher(GAMES["tic-tac-toe"], algorithm, evaluation=NONE)
