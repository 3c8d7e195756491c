"""Worksheets: good ones from every seed, and solutions that equal the record of the search."""

from pathlib import Path

import pytest

from spielbaum import record_tree, search
from spielbaum.errors import InputError
from spielbaum.exercises.worksheet import make_worksheet, sheet_record, solution_record, worksheet_on, worksheet_shapes
from spielbaum.search.trace.record import TreeNode
from spielbaum.search.trace.recorder import record_window
from tiers import at_night

pytestmark = pytest.mark.interpreted

WITHOUT_CUTS = ("minimax", "negamax", "max-n")


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", worksheet_shapes())
def test_every_seed_gives_a_good_worksheet(algorithm: str) -> None:
    for seed in range(300 if at_night() else 4):
        made = make_worksheet(seed, algorithm=algorithm)
        visited, pruned = made.leaves
        cuts = sum(node.end == "cut" for node in made.search.record.nodes)
        assert (cuts >= 2 and 2 <= pruned <= visited) if algorithm not in WITHOUT_CUTS else (cuts, pruned) == (0, 0)
        if "hypermax" not in algorithm:
            assert all(abs(entry) <= 20 and entry == int(entry) for node in made.root.below() for entry in leaf(node))


def leaf(node: object) -> tuple[float, ...]:
    value = getattr(node, "value", None)
    return value if isinstance(value, tuple) else () if value is None else (value,)


@pytest.mark.parametrize("seed", [2, 5])
@pytest.mark.parametrize("algorithm", worksheet_shapes())
def test_the_solution_is_the_record_of_the_search(algorithm: str, seed: int) -> None:
    made = make_worksheet(seed, algorithm=algorithm)
    game = made.search.game
    found = record_window(game, made.window) if made.window else record_tree(game, algorithm=algorithm)
    record = {node.action or "A": node for node in found.nodes}
    solution = {node.action or "A": node for node in solution_record(made).nodes}
    assert set(record) <= set(solution) == {node.name for node in made.root.below()}
    for name, node in solution.items():
        known = record.get(name)
        assert (known is None or known.end == "pruned") == (node.end == "pruned") == made.search.is_pruned(name)
        if known is not None and known.end != "pruned":
            assert_written(node, known, turned=made.search.for_mover and ply(made.root, name) % 2 == 1)
    struck = sum(node.to_move is None and node.end == "pruned" for node in solution.values())
    assert struck == made.leaves[1]


def ply(root: object, name: str) -> int:
    depth, level = 0, [root]
    while not any(node.name == name for node in level):  # type: ignore[attr-defined]
        depth, level = depth + 1, [child for node in level for child in node.children]  # type: ignore[attr-defined]
    return depth


def assert_written(node: TreeNode, known: TreeNode, *, turned: bool) -> None:
    assert node.end == known.end
    if isinstance(known.value, tuple) and known.end == "cut":
        assert known.to_move is not None
        assert (node.value, node.bound) == (known.value[known.to_move], "lower")
    elif turned:
        assert known.value is not None
        assert node.value == -known.value  # type: ignore[operator]
        assert node.bound == {"lower": "upper", "upper": "lower"}.get(known.bound or "", known.bound)
    else:
        assert (node.value, node.bound) == (known.value, known.bound)


def test_a_seed_gives_the_same_tree_for_all_algorithms_without_cuts() -> None:
    assert make_worksheet(5) == make_worksheet(5) != make_worksheet(6)
    assert make_worksheet(5, algorithm="minimax").root == make_worksheet(5).root
    assert make_worksheet(5, algorithm="max-n").root == make_worksheet(5, algorithm="max-n:shallow").root


def test_the_game_of_a_worksheet_is_searched_like_any_other() -> None:
    made = make_worksheet(5)
    assert search(made.search.game, algorithm="minimax").value == made.search.record.value


def test_values_of_negamax_are_those_of_the_player_to_move() -> None:
    made = worksheet_on("[[3, 12], [2, 9]]", "negamax")
    found = {name: node.value for name, node in made.search.nodes.items()}
    assert (found["A"], found["B"], found["C"], found["b1"]) == (3, -3, -2, 3)
    deeper = worksheet_on("[[[3, 12], [2, 9]]]", "negamax")
    assert deeper.search.nodes["c1"].value == -3


def test_given_trees_may_be_figures_and_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"tree": [[[1, 2, 3], [3, 2, 1]], [2, 2, 2]], "players": 3}')
    mine = worksheet_on(f"tree:file={path}")
    assert (mine.algorithm, mine.search.record.value) == ("max-n", (2, 2, 2))
    assert worksheet_on("figure:negamax").algorithm == "negamax"
    paranoid = worksheet_on("figure:max-n", "paranoid")
    assert [node.value for node in sheet_record(paranoid).nodes[:2]] == [None, (3, 3, 1)]
    assert paranoid.search.record.value == -1  # 3 - 3 - 1, and all others are worse for player 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"algorithm": "pvs"}, "there are worksheets on minimax, .*max-n:shallow.*, not on 'pvs'"),
        ({"depth": 9}, "branching 3 and depth 9 do not give that"),
        ({"branching": 1}, "branching 1 and depth 3 do not give that"),
    ],
)
def test_invalid_worksheets_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make_worksheet(1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tree", "algorithm", "sentence"),
    [
        ("figure:alpha-beta", None, "every leaf has a number"),
        ("[[3, 12], [2, 9]]", "null-window", "on a tree of its own"),
        ("[[[3, 12], [2, 9]], [[1, 8], [7, 4]]]", "mtdf", "no worksheet on mtdf: it visits nodes twice"),
        (
            "[[[[1, 2, 3], [3, 2, 1]], [[2, 2, 2], [0, 1, 5]]], [[[3, 0, 3], [1, 1, 1]], [[2, 1, 0], [0, 1, 2]]]]",
            "brs-plus",
            "leaves some out",
        ),
        ("figure:max-n", "alpha-beta", "alpha-beta needs a tree of two players"),
        ("chess", None, "nested lists, or one of figure, random-tree, tree"),
    ],
)
def test_invalid_trees_are_refused(tree: str, algorithm: str | None, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        worksheet_on(tree, algorithm)


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alpha-beta-negamax"])
def test_the_line_of_a_solution_has_the_value_of_the_root(algorithm: str) -> None:
    record = solution_record(make_worksheet(1, algorithm=algorithm))
    line = [record.nodes[number] for number in record.principal_variation()]
    assert [node.parent for node in line] == [None, *(node.id for node in line[:-1])]
    assert {abs(node.value) for node in line if isinstance(node.value, int | float)} == {record.value}
    assert line[-1].end == "terminal"
