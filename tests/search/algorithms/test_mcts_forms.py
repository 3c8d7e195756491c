"""The forms of Monte-Carlo tree search grow the same trees as an obvious implementation of theirs."""

import random
from dataclasses import asdict
from typing import Any

import pytest

from obvious import max_n, worth_in
from sampled import Node, ObviousMcts, Options, bush
from spielbaum import Game, Limits, Searcher, games
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.search.core.limits import FULL_WINDOW
from spielbaum.search.core.progress import Stop
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.prepared import PreparedSearch
from spielbaum.search.simulation.nodes import ROOT
from spielbaum.search.simulation.own_actions import TIMES
from spielbaum.search.simulation.workspace import OWN_PLACES

POLICIES, PLAYOUTS = ["max-n", "paranoid", "brs"], ["random", "order", "max-n", "paranoid", "brs", "none"]
SIMULATIONS = 60


def drawn(generator: random.Random, *, ordered: bool) -> Options:
    """Random options: each of them is on in a third of all cases."""
    return Options(
        policy=generator.choice(POLICIES),
        exploration=generator.choice([0.3, 1, 2]),
        history=generator.choice([0, 0, 3]),
        cutoff=generator.choice([0, 0, 2]),
        playout=generator.choice(PLAYOUTS if ordered else [one for one in PLAYOUTS if one != "order"]),
        plies=generator.choice([1, 2, 3]),
        breadth=generator.choice([0, 0, 2]) if ordered else 0,
        epsilon=generator.choice([0, 0.05, 0.5]),
        oma=generator.choice([0, 0, 10]),
        widening=generator.choice([0, 0, 0.5]),
        implicit=generator.choice([0, 0, 0.4]),
        seed=generator.randrange(1000),
    )


def text(options: Options) -> str:
    return "mcts:" + ",".join(f"{name}={value}" for name, value in asdict(options).items())


def tree_of(game: Game, algorithm: str, simulations: int) -> TreeView:
    running = PreparedSearch(game, algorithm).begin(game.initial(), Limits(simulations=simulations), (), None)
    running.kernel(*FULL_WINDOW, 0, running.ws)
    assert running.tree is not None
    return running.tree


def same(view: TreeView, place: int, node: Node) -> int:
    """Check a subtree; return its nodes."""
    assert view.visits(place) == node.visits
    assert view.sums(place) == tuple(node.value or [0.0] * view.width)
    below = view.children(place)
    assert [view.action(child) for child in below] == [child.action for child in node.children]
    return 1 + sum(same(view, *pair) for pair in zip(below, node.children, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("trees", [12, pytest.param(250, marks=pytest.mark.long)])
def test_the_tree_is_that_of_an_obvious_search(trees: int, players: int) -> None:
    generator, nodes = random.Random(players), 0
    for seed in range(trees):
        ordered = seed % 4 > 0
        game = bush(players, 1000 * players + seed, ordered=ordered)
        options = drawn(generator, ordered=ordered)
        obvious = ObviousMcts(game, game.initial(), SIMULATIONS, options)
        view = tree_of(game, text(options) + ",solver=false,reuse=false", SIMULATIONS)
        nodes += same(view, ROOT, obvious.root)
    assert nodes > 60 * 12


@pytest.mark.parametrize(
    "options",
    [
        "oma=10,widening=0.5,implicit=0.4,history=3,playout=paranoid,plies=3",
        pytest.param("policy=brs,playout=brs,plies=3,cutoff=4", marks=pytest.mark.long),
        pytest.param("playout=max-n,epsilon=0.3,oma=10", marks=pytest.mark.long),
    ],
)
def test_compiled_equals_interpreted(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("random-tree:players=3,depth=7")

    def found() -> tuple[Any, ...]:
        result = Searcher(game, f"mcts:{options}").search(limits=Limits(simulations=60))
        rows = [(row.action, row.value, row.visits) for row in result.action_values]
        return result.value, result.nodes, result.pv, rows

    compiled = found()
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    assert found() == compiled


@pytest.mark.interpreted
@pytest.mark.parametrize("options", ["oma=10,widening=0.5", "implicit=0.5,widening=1", "playout=max-n,history=5"])
def test_proofs_are_correct(options: str) -> None:
    proven = 0
    for seed in range(8):
        game = games.load(f"random-tree:branching=2,depth=4,players=3,seed={seed}")
        result = Searcher(game, f"mcts:exploration=8,{options}").search(limits=Limits(simulations=500))
        if result.is_proven:
            proven += 1
            assert result.value == max_n(game, game.initial(), 4, worth_in(game))
    assert proven > 4


@pytest.mark.interpreted
def test_abstraction_goes_on_in_the_tree_of_the_last_search() -> None:
    game = games.load("random-tree:players=3,branching=2,depth=9")
    root = game.initial()
    search, limits = PreparedSearch(game, "mcts:oma=30,solver=false"), Limits(simulations=400)
    first = search.begin(root, limits, (), None)
    first.kernel(*FULL_WINDOW, 0, first.ws)
    history, state = [root], root
    assert first.tree is not None
    for action in first.tree.line()[:3]:
        state = game.result(state, action)
        history.append(state)
    me = game.to_move(state)
    second = search.begin(state, Limits(simulations=50), history[:-1], None)
    second.kernel(*FULL_WINDOW, 0, second.ws)
    view = second.tree
    assert view is not None

    def chosen(node: int) -> int:
        """The visits of all nodes to which an action of the root player leads."""
        children = view.children(node)
        own = sum(map(view.visits, children)) if children and view.player(node) == me else 0
        return own + sum(map(chosen, children))

    assert view.visits(ROOT) > 60
    own: Any = second.ws.own  # type: ignore[attr-defined]
    assert sum(own[place, TIMES] for place in range(OWN_PLACES)) == chosen(ROOT)


@pytest.mark.parametrize("playout", ["max-n", "paranoid", "brs"])
def test_limits_end_searches_in_playouts(playout: str) -> None:
    """What is left of a search is estimated, and the rest of a playout is random."""
    for seed in range(4):
        searcher = Searcher(bush(4, seed), f"mcts:playout={playout},plies=4,epsilon=0")
        assert 50 <= searcher.search(limits=Limits(nodes=50)).nodes < 50 + 30
        stop = Stop()
        stop.set()
        assert searcher.search(limits=Limits(nodes=10**6), stop=stop).nodes < 30


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("oma=-1", "oma of mcts is a number, 0 or more, not -1"),
        ("implicit=1.5", "implicit of mcts is a number from 0 to 1, not 1.5"),
        ("epsilon=2", "epsilon of mcts is a number from 0 to 1, not 2"),
        ("plies=9", "plies of mcts is a number from 1 to 4, not 9"),
        ("playout=order", "playouts by the order of actions need one, and nim has none"),
    ],
)
def test_impossible_options_are_refused(options: str, sentence: str) -> None:
    with pytest.raises((InputError, UnsupportedGameError), match=sentence):
        Searcher(games.load("nim"), f"mcts:{options}").search(limits=Limits(simulations=5))
