"""Node counts, which are exact: the course exercise, Connect Four, and the minimal tree of Knuth and Moore."""

import pytest

from spielbaum import Limits, games, search
from spielbaum.game.notation import parse_state
from spielbaum.games.tree import from_data


@pytest.mark.parametrize(
    ("spec", "position", "algorithm", "nodes"),
    [
        ("tic-tac-toe", None, "minimax", 549_946),
        pytest.param("tic-tac-toe", None, "negamax", 549_946, marks=pytest.mark.long),
        pytest.param("tic-tac-toe:order=centre", None, "minimax", 549_946, marks=pytest.mark.long),
        *(
            pytest.param(*known, marks=pytest.mark.interpreted)
            for known in (
                ("tic-tac-toe", None, "alpha-beta", 18_297),
                ("tic-tac-toe", None, "alpha-beta-negamax", 18_297),
                ("tic-tac-toe:order=centre", None, "alpha-beta", 7_275),
                ("tic-tac-toe", "XOX.X.O..", "minimax", 40),
                ("tic-tac-toe", "XOX.X.O..", "negamax", 40),
                ("tic-tac-toe", "XOX.X.O..", "alpha-beta", 21),
                ("tic-tac-toe:order=centre", "XOX.X.O..", "alpha-beta", 18),
            )
        ),
    ],
)
def test_the_course_exercise(spec: str, position: str | None, algorithm: str, nodes: int) -> None:
    game = games.load(spec)
    state = parse_state(game, position, "X") if position else game.initial()
    result = search(game, state, algorithm=algorithm)
    assert result.nodes == result.max_nodes + result.min_nodes == nodes
    assert result.value == (1 if position else 0)
    assert result.is_proven


@pytest.mark.long
def test_minimax_visits_the_whole_tree_of_small_connect_four() -> None:
    result = search(games.load("connect-four:width=4,height=4"), algorithm="minimax")
    assert (result.nodes, result.leaves, result.cutoffs, result.value) == (131_060_741, 47_982_540, 0, 0)


@pytest.mark.interpreted
@pytest.mark.parametrize(("branching", "depth"), [(5, 9), (5, 6), (2, 10), (3, 1)])
@pytest.mark.parametrize("algorithm", ["alpha-beta", "alpha-beta-negamax", "alpha-beta:fail=hard"])
def test_alpha_beta_visits_the_minimal_tree_with_a_perfect_order(branching: int, depth: int, algorithm: str) -> None:
    game = games.load(f"random-tree:branching={branching},depth={depth},low=0,high=0")
    minimal = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    assert search(game, algorithm=algorithm).leaves == minimal


@pytest.mark.long
def test_nodes_with_a_random_order_are_between_the_minimal_tree_and_minimax() -> None:
    leaves = []
    for seed in range(5):
        game = games.load(f"random-tree:branching=5,depth=9,low=-1000000,high=1000000,seed={seed}")
        leaves.append(search(game).leaves)
    assert 60_000 < sum(leaves) / len(leaves) < 120_000  # about 85,600 in the literature
    assert search(game, algorithm="minimax").leaves == 1_953_125


@pytest.mark.interpreted
def test_cutoffs_count_nodes_left_before_their_last_action() -> None:
    # 3 at the first branch; the second is refuted by its first leaf, the third only by its last.
    game = from_data([[3, 4], [2, 9], [5, 1]])
    result = search(game)
    assert (result.value, result.leaves, result.cutoffs) == (3, 5, 1)


@pytest.mark.interpreted
def test_the_static_order_is_used_below_the_root_only() -> None:
    game = games.load("connect-four")
    ordered, plain = (
        search(game, algorithm=f"alpha-beta:order={o}", limits=Limits(depth=5)) for o in ("static", "none")
    )
    assert ordered.nodes < plain.nodes
    assert [row.action_text for row in ordered.action_values] == list("1234567")
    assert (ordered.action_text, ordered.value) == (plain.action_text, plain.value)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("tree", "value", "choice", "evaluated", "cutoffs"),
    [
        ([3, [-2, "?"]], 3, "0", 2, 1),
        ([[[2, 4], [5, 8]], [[0, 1], ["?", "?"]]], 4, "0", 5, 2),
        ([[6, 12, 8], [2, "?", "?"], [5, "?", "?"]], 6, "0", 5, 2),
        (
            [
                [[8, 7, 2], [9, 1, 6], [2, 4, 1]],
                [[1, 3, 5], [3, 9, 2], [6, 5, 2]],
                [[1, 2, 3], [9, 7, 2], [16, 6, 4]],
            ],
            5,
            "1",
            16,
            4,
        ),
    ],
)
def test_figures_of_textbooks(tree: list[object], value: int, choice: str, evaluated: int, cutoffs: int) -> None:
    result = search(from_data(tree))
    assert (result.value, result.action_text, result.leaves, result.cutoffs) == (value, choice, evaluated, cutoffs)
