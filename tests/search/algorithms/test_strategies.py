"""MP-Mix, the offensive strategy, Soft-Max^n and Prob-Max^n against what they are by definition."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from obvious import IRREGULAR, Vector, Worth, fractions_of, max_n, paranoid, random_state, worth_in
from spielbaum import Evaluation, Game, Limits, Searcher, SearchHints, games
from spielbaum.errors import SpielbaumError
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms.registry import find_algorithm, fitting_algorithms
from spielbaum.search.trace.recorder import record_tree

pytestmark = pytest.mark.interpreted

Wish = Callable[[Any, int], float]

GAMES = {
    "irregular": IRREGULAR,
    "ties": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=2"),
    "four": games.load("random-tree:players=4,branching=2,depth=6,low=-3,high=3"),
}


def offensive(game: Game, state: Any, depth: int, worth: Worth, root: int, target: int) -> Vector:
    """Max^n, but the root player takes the child in which the target has least."""
    if game.is_terminal(state) or depth == 0:
        return worth(state)
    player = game.to_move(state)
    children = [offensive(game, game.result(state, a), depth - 1, worth, root, target) for a in game.actions(state)]
    return max(children, key=lambda vector: -vector[target] if player == root else vector[player])


def soft(game: Game, state: Any, depth: int, worth: Worth) -> frozenset[Vector]:
    """The vectors of all children that are not strictly dominated."""
    if game.is_terminal(state) or depth == 0:
        return frozenset([worth(state)])
    player = game.to_move(state)
    children = [soft(game, game.result(state, action), depth - 1, worth) for action in game.actions(state)]
    least = max(min(vector[player] for vector in child) for child in children)
    return frozenset().union(*(child for child in children if max(v[player] for v in child) >= least))


def expected(
    game: Game, state: Any, depth: int, wishes: dict[str, Wish], chances: dict[str, float], root: int
) -> dict[tuple[int, str], float]:
    """What each player may expect, being of each type; the root player is of the first type for certain."""
    if game.is_terminal(state) or depth == 0:
        return {(player, kind): wishes[kind](state, player) for player in range(game.players) for kind in wishes}
    player, first = game.to_move(state), next(iter(wishes))
    children = [expected(game, game.result(state, a), depth - 1, wishes, chances, root) for a in game.actions(state)]
    chosen = {kind: max(children, key=lambda child: child[player, kind]) for kind in wishes}
    mixture = {first: Fraction(1)} if player == root else chances
    return {
        (other, kind): chosen[kind][player, kind]
        if other == player
        else sum(chance * chosen[mover][other, kind] for mover, chance in mixture.items())
        for other, kind in children[0]
    }


def wishes_in(game: Game, root: int) -> dict[str, Wish]:
    worth, other = fractions_of(worth_in(game)), fractions_of(worth_in(game, "other"))
    return {
        "own": lambda state, player: worth(state)[player],
        "spite": lambda state, player: -worth(state)[root],
        "margin": lambda state, player: (
            worth(state)[player] - max(v for p, v in enumerate(worth(state)) if p != player)
        ),
        "other": lambda state, player: other(state)[player],
    }


@pytest.mark.parametrize(
    ("name", "chances"),
    [
        ("irregular", {"own": 1.0}),
        ("irregular", {"own": 0.25, "spite": 0.5, "margin": 0.25}),
        ("ties", {"spite": 1.0}),
        ("ties", {"own": 0.5, "other": 0.5}),
        ("ties", {"own": 0.7, "spite": 0.3}),
        ("four", {"own": 0.1, "spite": 0.2, "margin": 0.7}),
        ("four", {"margin": 0.75, "other": 0.25}),
    ],
)
def test_prob_max_n_expects_the_mean_over_all_types(name: str, chances: dict[str, float]) -> None:
    game = GAMES[name]
    first = game.evaluation(None)
    assert first is not None
    turned = Evaluation(lambda state: (*first.function(state)[1:], first.function(state)[0]))
    game = replace(game, evaluations={**game.evaluations, "other": turned})
    searcher = Searcher(game, f"prob-max-n:opponents={'+'.join(f'{part}{kind}' for kind, part in chances.items())}")
    plain = Searcher(game, "max-n:transform=none")
    for seed in range(20):
        state, depth = random_state(game, seed, seed % 4), 1 + seed % 4
        root, actions = game.to_move(state), list(game.actions(state))
        wishes = {kind: wish for kind, wish in wishes_in(game, root).items() if kind in {"own", *chances}}
        children = [game.result(state, action) for action in actions]
        parts = {kind: Fraction(str(chance)) for kind, chance in chances.items()}  # as they are written
        found = [expected(game, child, depth - 1, wishes, parts, root) for child in children]
        holds(searcher, state, depth, [tuple(one[p, "own"] for p in range(game.players)) for one in found], root)
        if chances == {"own": 1.0}:
            same, result = plain.search(state, depth=depth), searcher.search(state, depth=depth)
            assert (result.value, result.action, result.nodes) == (same.value, same.action, same.nodes)


@pytest.mark.parametrize(
    ("opponents", "sentence"),
    [
        ("0.7own", "sum to 0.7, not to 1"),
        ("0.5own+0.5own", "different types"),
        ("own", "such as 0.7own"),
        ("0.5own+0.5wish", "wish"),
    ],
)
def test_invalid_opponents_are_refused(opponents: str, sentence: str) -> None:
    with pytest.raises(SpielbaumError, match=sentence):
        Searcher(IRREGULAR, f"prob-max-n:opponents={opponents}")


def against(game: Game, state: Any, depth: int, worth: Worth, leader: int) -> float:
    """What the leader has more than all others together, who play together."""
    if game.is_terminal(state) or depth == 0:
        return 2 * worth(state)[leader] - sum(worth(state))
    children = [against(game, game.result(state, action), depth - 1, worth, leader) for action in game.actions(state)]
    return max(children) if game.to_move(state) == leader else min(children)


@pytest.mark.parametrize("name", GAMES)
def test_a_coalition_plays_against_the_leader(name: str) -> None:
    game = GAMES[name]
    worth, searcher, plain = worth_in(game), Searcher(game, "coalition"), Searcher(game, "max-n:transform=none")
    leads = nodes = most = 0
    for seed in range(30):
        state, depth = random_state(game, seed, seed % 4), 1 + seed % 5
        root, standing = game.to_move(state), list(game.evaluation(None).function(state))  # type: ignore[union-attr]
        leader = standing.index(max(standing))
        values = [against(game, game.result(state, action), depth - 1, worth, leader) for action in game.actions(state)]
        sides = [tuple(value if p == leader else -value for p in range(game.players)) for value in values]
        holds(searcher, state, depth, sides, root)
        leads, nodes = leads + (leader == root), nodes + searcher.search(state, depth=depth).nodes
        most += plain.search(state, depth=depth).nodes
    assert nodes < most
    assert 0 < leads < 30 or name == "ties"


def first_best(values: list[float]) -> int:
    return max(range(len(values)), key=lambda i: values[i])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_strategies_follow_their_definitions(name: str) -> None:
    game = GAMES[name]
    worth = worth_in(game)
    chosen = dict.fromkeys(("paranoid", "offensive", "max-n"), 0)
    searchers = {
        algorithm: Searcher(game, f"{algorithm}{',' if ':' in algorithm else ':'}transform=none")
        for algorithm in ("offensive", "soft-max-n", "mp-mix:defence=2,offence=3")
    }
    for seed in range(30):
        state = random_state(game, seed, seed % 4)
        root, depth, actions = game.to_move(state), 1 + seed % 5, list(game.actions(state))
        children = [game.result(state, action) for action in actions]
        standing = game.evaluation(None).function(state)  # type: ignore[union-attr]
        others = [player for player in range(game.players) if player != root]
        target = max(others, key=lambda player: standing[player])

        values = [offensive(game, child, depth - 1, worth, root, target) for child in children]
        attack = [(*vector[:root], -vector[target], *vector[root + 1 :]) for vector in values]
        holds(searchers["offensive"], state, depth, attack, root)

        sets = [soft(game, child, depth - 1, worth) for child in children]
        holds(searchers["soft-max-n"], state, depth, [tuple(map(min, zip(*one, strict=True))) for one in sets], root)

        first, second = sorted(standing, reverse=True)[:2]
        leader = list(standing).index(first)
        if leader == root and first - second >= 2:
            defence = [paranoid(game, child, depth - 1, worth, root) for child in children]
            expected = [tuple(v if p == root else -v for p in range(game.players)) for v in defence]
            chosen["paranoid"] += 1
        elif leader != root and first - second >= 3:
            expected = attack
            chosen["offensive"] += 1
        else:
            expected = [max_n(game, child, depth - 1, worth) for child in children]
            chosen["max-n"] += 1
        holds(searchers["mp-mix:defence=2,offence=3"], state, depth, expected, root)
    assert all(chosen.values()) or name == "ties", chosen


def holds(searcher: Searcher, state: Any, depth: int, values: list[Vector], root: int) -> None:
    """Value and action are those of the best, the first among equals, however the search is limited."""
    best = first_best([vector[root] for vector in values])
    found = searcher.search(state, depth=depth)
    unit = searcher.unit if found.is_proven else 1
    assert found.action == found.action_values[best].action
    assert tuple(number * unit for number in found.value) == pytest.approx(values[best])  # type: ignore[union-attr]
    for row, value in zip(found.action_values, values, strict=True):
        own = row.value[root] * unit  # type: ignore[index]
        assert value[root] <= own + 1e-9 if row.bound == "upper" else own == pytest.approx(value[root])
    deepened = searcher.search(state, limits=Limits(depth=depth, nodes=10**6))
    assert (deepened.action, deepened.value) == (found.action, found.value)


def test_soft_max_n_keeps_both_of_equal_choices() -> None:
    game = from_data([[[4, 3, 3], [1, 3, 6]], [[2, 4, 4], [9, 1, 0]]], 3)
    assert Searcher(game, "max-n").search().value == (4, 3, 3)
    careful = Searcher(game, "soft-max-n").search()
    assert (careful.value, careful.action) == ((2, 4, 4), 1)
    assert careful.action_values[0].value == (1, 3, 3)


@pytest.mark.parametrize(
    "algorithm", ["mp-mix:defence=0,offence=0", "soft-max-n", "prob-max-n", "coalition", "speculative"]
)
def test_trees_of_strategies_are_recorded(algorithm: str) -> None:
    for seed in range(4):
        game = games.load(f"random-tree:players=3,branching=2,depth=4,low=0,high=9,total=20,seed={seed}")
        assert len(record_tree(game, algorithm=algorithm).nodes) > 10


def test_algorithms_for_a_game_depend_on_its_facts() -> None:
    more = ["brs", "brs-plus", "opps", "mp-mix", "offensive", "soft-max-n", "prob-max-n", "coalition", "mcts"]
    known = ["max-n", "max-n-is", "paranoid", "hypermax", "speculative", *more]
    for spec, unfit in (("mnk:players=3", set()), ("random-tree:players=3", {"max-n-is", "speculative"})):
        fitting = fitting_algorithms(games.load(spec))
        assert [name for name in fitting if name in known] == [name for name in known if name not in unfit]
        assert all(find_algorithm(name).players != "two" for name in fitting)


@pytest.mark.parametrize("algorithm", ["paranoid", "brs", "brs-plus", "opps", "coalition", "hypermax", "max-n"])
def test_equal_means_are_equal_despite_rounding(algorithm: str) -> None:
    game = from_data([[14, 3, 3], [7, 1, 2], [21, 6, 3]], 3)  # 0.7 + 0.15 + 0.15 is 1, and 0.7 + 0.1 + 0.2 is less
    game = replace(game, hints=SearchHints(null_move=lambda state: state))
    result = Searcher(game, f"{algorithm}:transform=normalised").search()
    assert result.action == 0
    assert len({row.value[0] if isinstance(row.value, tuple) else row.value for row in result.action_values}) == 1


def test_a_leading_edge_equal_to_the_threshold_counts() -> None:
    def standing(_state: Any) -> Vector:
        return (0.3, 0.2, 0.1)  # 0.3 - 0.2 is less than 0.1

    game = replace(from_data([[1, 2, 3], [3, 4, 5]], 3), evaluations={"standing": Evaluation(standing)})
    assert Searcher(game, "mp-mix:transform=none").search().value == (-4, 4, 4)
