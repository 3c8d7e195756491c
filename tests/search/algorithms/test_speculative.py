"""Max^n with last-branch and speculative pruning against Max^n, by definition."""

import random
from dataclasses import replace
from typing import Any

import pytest

from obvious import IRREGULAR, count_nodes, max_n, mixed, random_state, worth_in
from spielbaum import Game, Limits, Searcher, SearchHints, games
from spielbaum.errors import UnsupportedGameError
from spielbaum.game import State
from spielbaum.games.tree import from_data
from tiers import at_night

pytestmark = pytest.mark.interpreted

RANKED = SearchHints(order=lambda state, action: mixed(state.key + action) % 3)
GAMES = {
    "irregular": replace(IRREGULAR, hints=RANKED),
    "three": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=3,total=6"),
    "ties": games.load("random-tree:players=3,branching=4,depth=4,low=0,high=1,total=6"),
}
SWITCHES = ["", "last_branch", "order=static", "last_branch,order=static"]


def sorted_game(game: Game) -> Game:
    """The same with the actions in the order of their ranks below the root."""
    rank = game.hints.order
    assert rank is not None
    return replace(
        game,
        actions=lambda state: sorted(game.actions(state), key=lambda action: -rank(state, action)),
        compiled=False,
    )


def whole_shares(generator: random.Random, players: int, depth: int, least: int = 1) -> Any:
    """Nested lists; the leaves are whole numbers that sum to six, so that there are many ties."""
    if depth == 0 or (depth < 3 and generator.random() < 0.1):
        vector = [0] * players
        for _ in range(6):
            vector[generator.randrange(players)] += 1
        return vector
    return [whole_shares(generator, players, depth - 1) for _ in range(generator.randint(least, 4))]


@pytest.mark.slow
@pytest.mark.parametrize("switches", SWITCHES[:2])
@pytest.mark.parametrize(("players", "depth"), [(2, 4), (3, 5), (4, 5)])
def test_value_action_and_line_equal_max_n(players: int, depth: int, switches: str) -> None:
    generator, nodes, whole, again = random.Random(players), 0, 0, 0
    for _ in range(25 if at_night() else 12):
        game = from_data(whole_shares(generator, players, depth, 2), players, vectors=True)
        start, worth = game.initial(), worth_in(game)
        values = [max_n(game, game.result(start, a), depth, worth) for a in game.actions(start)]
        best = max(range(len(values)), key=lambda i: values[i][0])
        searcher = Searcher(game, f"speculative:{switches}{',' * bool(switches)}transform=none")
        found = searcher.search()
        assert (found.value, found.action, found.certainty.kind) == (values[best], best, "exact")
        assert worth(play(game, found.pv)) == found.value
        for row, value in zip(found.action_values, values, strict=True):
            assert value[0] <= row.value[0] if row.bound == "upper" else row.value == value  # type: ignore[index]
        assert set(found.cutoffs_by_reason) <= {"shallow", "last-branch" if switches else "speculative"}
        tree = count_nodes(game, start, depth)
        nodes, whole, again = nodes + found.nodes, whole + tree, again + (found.nodes > tree)
        by_nodes = searcher.search(limits=Limits(nodes=100_000))
        assert (by_nodes.value, by_nodes.action) == (found.value, found.action)
    assert nodes < whole
    assert not (again and switches)  # nothing is searched twice in last-branch pruning


def play(game: Game, line: tuple[int, ...]) -> State:
    state = game.initial()
    for action in line:
        state = game.result(state, action)
    return state


@pytest.mark.parametrize("switches", SWITCHES)
def test_players_who_drop_out_or_move_twice(switches: str) -> None:
    game = GAMES["irregular"]
    defined = sorted_game(game) if "order" in switches else game
    searcher = Searcher(game, f"speculative:{switches}{',' * bool(switches)}transform=none")
    worth = worth_in(game)
    for seed in range(25):
        state = random_state(game, seed, seed % 4)
        player = game.to_move(state)
        values = [max_n(defined, game.result(state, action), 5, worth) for action in game.actions(state)]
        best = max(range(len(values)), key=lambda i: values[i][player])
        found = searcher.search(state, depth=6)
        assert found.action == list(game.actions(state))[best]
        unit = searcher.unit if found.is_proven else 1
        assert tuple(number * unit for number in found.value) == pytest.approx(values[best])  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["three", "ties"])
def test_speculative_pruning_prunes_more_than_shallow_pruning(name: str) -> None:
    nodes = dict.fromkeys(("max-n:shallow", "speculative:last_branch", "speculative"), 0)
    for seed in range(4):
        state = random_state(GAMES[name], seed, 0)
        found = {algorithm: Searcher(GAMES[name], algorithm).search(state) for algorithm in nodes}
        assert len({(one.value, one.action) for one in found.values()}) == 1
        nodes = {algorithm: nodes[algorithm] + one.nodes for algorithm, one in found.items()}
    shallow, last_branch, speculative = nodes.values()
    assert max(speculative, last_branch) < shallow


def test_speculative_pruning_needs_a_largest_sum() -> None:
    with pytest.raises(UnsupportedGameError, match="largest sum"):
        Searcher(games.load("random-tree:players=3"), "speculative")
