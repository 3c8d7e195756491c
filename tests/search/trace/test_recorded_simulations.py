"""How a Monte-Carlo tree grows: the record of every simulation agrees with the search itself."""

import pytest

from spielbaum import games
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.searcher import Searcher
from spielbaum.search.trace.growth import record_growth


@pytest.mark.parametrize(
    ("name", "algorithm", "simulations"),
    [
        ("tic-tac-toe", "mcts:solver=false,reuse=false", 150),
        ("tic-tac-toe", "mcts:exploration=0.3,seed=4,reuse=false", 150),
        ("random-tree:players=3,branching=3,depth=4", "mcts:reuse=false", 60),
        ("draughts", "mcts:reuse=false,cutoff=6", 40),
        ("random-tree:players=3", "mcts:reuse=false,playout=paranoid,plies=3,implicit=0.3,oma=10,widening=1", 40),
    ],
)
def test_simulations_add_up_to_the_tree_of_the_search(name: str, algorithm: str, simulations: int) -> None:
    game, choice = games.load(name), parse_algorithm(algorithm)
    growth = record_growth(game, game.initial(), choice, simulations=simulations)
    result = Searcher(game, choice).search(game.initial(), simulations=simulations)
    assert len(growth.simulations) == result.simulations
    visits = growth.visits(simulations)
    below = {node.action: visits[i] for i, node in enumerate(growth.nodes) if node.parent == 0}
    assert below == {action.action_text: action.visits or 0 for action in result.action_values}
    told = [node for one in growth.simulations for node, _value in one.proven]
    assert len(told) == len(set(told))
    values = [one.value if isinstance(one.value, tuple) else (one.value,) for one in growth.simulations]
    means = [sum(parts) / len(values) for parts in zip(*values, strict=True)]
    found = result.value if isinstance(result.value, tuple) else (result.value,)
    assert result.is_proven or list(found) == pytest.approx(means)


def test_a_simulation_is_a_line_of_the_game_to_its_end() -> None:
    game = games.load("tic-tac-toe")
    growth = record_growth(game, game.initial(), parse_algorithm("mcts:solver=false"), simulations=40)
    for simulation in growth.simulations:
        state = game.initial()
        for action in simulation.actions:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert game.utility(state)[0] == simulation.value
        random = simulation.actions[len(simulation.actions) - len(simulation.playout) :]
        assert simulation.playout == tuple(map(str, random))


def test_a_proven_root_ends_the_search() -> None:
    game = games.load("nim:heaps=1-2")
    growth = record_growth(game, game.initial(), parse_algorithm("mcts"), simulations=100)
    assert growth.complete
    assert len(growth.simulations) < 100
    assert (0, 1) in growth.simulations[-1].proven
