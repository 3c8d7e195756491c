"""Verdicts on answers to exercises, compared with a simple minimax and alpha-beta."""

from itertools import permutations, product
from math import inf
from random import Random
from typing import Any

import pytest

from spielbaum.errors import InputError
from spielbaum.exercises.cuts import check_cuts
from spielbaum.exercises.exercise import Exercise
from spielbaum.exercises.order import (
    best_order,
    check_order,
    least_leaves,
    moved,
    read_orders,
    written_orders,
)
from spielbaum.exercises.query import read_exercise
from spielbaum.exercises.values import check_values, read_value
from spielbaum.exercises.worksheet import make_worksheet
from spielbaum.exercises.written import Node, read_tree, reordered, text_of

pytestmark = pytest.mark.interpreted

SMALL = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
SEEDS = range(30)


def exercise(kind: str, tree: str = SMALL, algorithm: str = "", **fields: str) -> Exercise:
    return read_exercise({"kind": kind, "tree": tree, "algorithm": algorithm, **fields})


def drawn(random: Random, depth: int, leaf: Any = lambda random: random.randint(-9, 9)) -> Any:
    if depth == 0:
        return leaf(random)
    return [drawn(random, depth - 1 if random.random() < 0.8 else 0, leaf) for _ in range(random.randint(1, 3))]


def trees(leaf: Any = lambda random: random.randint(-9, 9)) -> list[str]:
    return [str([drawn(Random(seed), 2, leaf), drawn(Random(-1 - seed), 2, leaf)]) for seed in SEEDS]


def minimax(node: Node, first: bool, found: dict[str, str]) -> float:
    if not node.children:
        assert isinstance(node.value, float)
        return node.value
    value = (max if first else min)([minimax(child, not first, found) for child in node.children])
    found[node.name] = f"{value:g}"
    return value


def max_n(node: Node, player: int, players: int, found: dict[str, str]) -> Any:
    if not node.children:
        return node.value
    below = [max_n(child, (player + 1) % players, players, found) for child in node.children]
    value = max(below, key=lambda vector: vector[player])
    found[node.name] = " ".join(f"{number:g}" for number in value)
    return value


def alpha_beta(
    node: Node, alpha: float, beta: float, first: bool, found: dict[str, str], cut: set[str], leaves: list[str]
) -> float:
    """Fail-soft alpha-beta as in textbooks, with separate MAX and MIN."""
    if not node.children:
        leaves.append(node.name)
        assert isinstance(node.value, float)
        return node.value
    best, window = (-inf if first else inf), (alpha, beta)
    for number, child in enumerate(node.children):
        value = alpha_beta(child, alpha, beta, not first, found, cut, leaves)
        best = max(best, value) if first else min(best, value)
        alpha, beta = (max(alpha, best), beta) if first else (alpha, min(beta, best))
        if alpha >= beta:
            cut |= {left.name for left in node.children[number + 1 :]}
            break
    sign = "" if window[0] < best < window[1] else "≤ " if best <= window[0] else "≥ "
    found[node.name] = f"{sign}{best:g}"
    return best


def searched(root: Node) -> tuple[dict[str, str], set[str], list[str]]:
    found: dict[str, str] = {}
    cut: set[str] = set()
    leaves: list[str] = []
    alpha_beta(root, -inf, inf, True, found, cut, leaves)
    return found, cut, leaves


@pytest.mark.parametrize("tree", trees())
def test_the_values_of_minimax_are_right_and_no_other_value_is(tree: str) -> None:
    asked, found = exercise("values", tree), {}
    minimax(asked.root, True, found)
    assert check_values(asked, found).done
    for name, value in found.items():
        wrong = check_values(asked, {**found, name: f"{float(value) + 1:g}"})
        assert (wrong.wrong, wrong.right) == (name, frozenset(found) - {name})
        assert wrong.key in ("value-max", "value-min")
        assert check_values(asked, {**found, name: ""}).missing == 1


@pytest.mark.parametrize("tree", trees())
def test_the_values_of_alpha_beta_are_right_and_no_other_value_is(tree: str) -> None:
    asked = exercise("values", tree, "alpha-beta")
    found, _cut, _leaves = searched(asked.root)
    assert check_values(asked, found).done, check_values(asked, found)
    for node in asked.root.below():
        if node.name in found:
            sign, value = found[node.name].rpartition(" ")[::2]
            wrong = check_values(asked, {**found, node.name: f"{sign} {float(value) + 1:g}"})
            assert wrong.wrong == node.name
        elif node.children:
            wrong = check_values(asked, {**found, node.name: "1"})
            assert wrong.wrong == node.name
            assert wrong.key.startswith("pruned-cut")


@pytest.mark.parametrize("tree", trees(lambda random: [random.randint(0, 9) for _ in range(3)]))
def test_the_vectors_of_max_n_are_right_and_no_other_is(tree: str) -> None:
    asked, found = exercise("values", tree, "max-n"), {}
    max_n(asked.root, 0, 3, found)
    assert check_values(asked, found).done
    for name, value in found.items():
        first, *rest = value.split()
        wrong = check_values(asked, {**found, name: " ".join([f"{float(first) + 1:g}", *rest])})
        assert (wrong.wrong, wrong.key) == (name, "value-own")


@pytest.mark.parametrize("tree", trees())
def test_the_cuts_of_alpha_beta_are_right_and_no_others_are(tree: str) -> None:
    asked = exercise("cuts", tree)
    found, cut, _leaves = searched(asked.root)
    assert check_cuts(asked, cut).done
    for above in asked.root.below():
        for node in above.children if above.name in found else ():
            wrong = check_cuts(asked, cut ^ {node.name})
            assert wrong.wrong == node.name
            assert wrong.key.startswith("branch-cut") == (node.name in cut)


def test_the_first_wrong_value_is_the_first_in_search_order() -> None:
    wrong = check_values(exercise("values"), {"A": "7", "B": "8", "C": "2", "D": "2"})
    assert (wrong.wrong, wrong.key, wrong.right) == ("B", "value-min", {"C", "D"})
    assert wrong.values["values"] == "3; 12; 8"
    assert (wrong.values["right"], wrong.values["given"]) == ("3", "8")
    still = check_values(exercise("values"), {"B": "3"})
    assert (still.wrong, still.missing, still.key) == ("", 3, "open")


def test_bounds_need_a_sign() -> None:
    asked = exercise("values", algorithm="alpha-beta")
    good = {"A": "3", "B": "= 3", "C": "<=2", "D": "≤ 2"}
    assert check_values(asked, good).done
    assert check_values(asked, {**good, "D": "2"}).done  # all branches were searched
    cut = check_values(asked, {**good, "C": "2"})
    assert (cut.wrong, cut.key, cut.values["best"], cut.values["bound"]) == ("C", "value-cut-min", 2, 3)
    assert cut.values["rival"] == "A"
    assert check_values(asked, {**good, "B": "≥ 3"}).key == "sign-exact"
    assert check_values(asked, {**good, "D": "≥ 2"}).key == "sign-bound"
    assert check_values(asked, {**good, "B": "three"}).key == "no-value"
    assert check_values(exercise("values", "[[[1, 2, 3]]]", "max-n"), {"A": "1 2"}).key == "no-vector"


def test_formats_of_numbers() -> None:
    assert read_value(" −2,5 ") == (-2.5, "exact")
    assert read_value("(1, 2.5, 3)", 3) == ((1, 2.5, 3), "exact")
    assert read_value("1 2", 3) is None
    assert read_value("") is None


def test_branches_below_a_cut_branch_are_cut_with_it() -> None:
    asked = exercise("cuts", "[[3, 5], [2, [9, 8]]]")
    assert check_cuts(asked, {"D"}).done
    assert check_cuts(asked, {"D", "d1"}).done
    missing = check_cuts(asked, set())
    assert (missing.wrong, missing.key, missing.values["rival"]) == ("D", "branch-cut-min", "A")
    assert check_cuts(asked, {"b1", "D"}).key == "branch-first"
    still_open = check_cuts(asked, {"b2", "D"})
    assert (still_open.key, still_open.values["alpha"], still_open.values["beta"]) == ("branch-open", -inf, 3)


def test_least_leaves_is_the_minimum_over_all_orders() -> None:
    for seed in range(12):
        random = Random(seed)
        tree = [[[random.randint(0, 4) for _ in range(2)] for _ in range(random.randint(1, 2))] for _ in range(2)]
        root = read_tree(str(tree))
        inner = [node for node in root.below() if node.children]
        every = product(*(permutations(range(len(node.children))) for node in inner))
        orders = [dict(zip([node.name for node in inner], order, strict=True)) for order in every]
        counts = [len(searched(reordered(root, order))[2]) for order in orders]
        assert min(counts) == least_leaves(root) == len(searched(best_order(root))[2]), tree


@pytest.mark.parametrize("tree", trees())
def test_the_best_order_has_the_least_leaves(tree: str) -> None:
    asked = exercise("order", tree)
    best = best_order(asked.root)
    assert len(searched(best)[2]) == least_leaves(asked.root)
    assert check_order(exercise("order", text_of(best)), {}).done
    found = check_order(asked, {})
    assert found.now == len(searched(asked.root)[2])
    assert found.done == (found.now == found.least)
    assert found.done or found.wrong in {node.name for node in asked.root.below()}


def test_branches_move_by_one_place_and_keep_their_names() -> None:
    asked = exercise("order", "[[2, 4, 6], [14, 5, 2], [12, 3, 8]]")
    orders = moved({}, asked.root, "D-left")
    assert written_orders(orders) == "A132"
    orders = moved(moved(orders, asked.root, "D-left"), asked.root, "c1-left")
    assert written_orders(orders) == "A312.C231"
    assert read_orders("A312.C231", asked.root) == orders
    found = check_order(asked, orders)
    assert [child.name for child in found.tree.children] == ["D", "B", "C"]
    assert (found.before, found.now, found.least) == (9, 6, 5)
    assert check_order(exercise("order", asked.source, target="6"), orders).done
    for wrong in ("A31", "A122", "Z12", "b21", "nonsense"):
        with pytest.raises(InputError, match="an order is written as"):
            read_orders(wrong, asked.root)
    with pytest.raises(InputError, match="a branch is moved as"):
        moved({}, asked.root, "A-left")


def test_a_seed_is_the_tree_of_the_worksheet() -> None:
    sheet = make_worksheet(5)
    asked = read_exercise({"kind": "cuts", "seed": "5"})
    assert asked.search.record.evaluated_leaves == sheet.search.record.evaluated_leaves
    assert read_exercise(asked.fields) == asked
    assert asked.next_fields["seed"] == "6"
    assert len({len(str(node.value)) for node in read_exercise({"algorithm": "max-n"}).root.below()}) > 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "riddles"}, "the kind of an exercise must be one of values, cuts, order"),
        ({"kind": "cuts", "algorithm": "minimax"}, "the algorithm of an exercise on cuts must be one of alpha-beta"),
        ({"seed": "-1"}, "the seed of an exercise must be a whole number from 1"),
        ({"tree": "3"}, "the tree of an exercise is nested lists, or one of figure, random-tree"),
        ({"tree": "[[3, 12], [2,"}, "a tree is written as nested lists"),
        ({"tree": "[[3, '?']]"}, "a tree is written as nested lists"),
        ({"tree": '[[3, "?"]]'}, "in an exercise every leaf is a number"),
        ({"tree": "[[3], []]"}, "1 to 9 branches, not 0"),
        ({"tree": str([[1] * 9] * 6)}, "at most 52 nodes"),
        ({"tree": "[[[1, 2], [1, 2, 3]]]", "algorithm": "max-n"}, "for several players a leaf has a number for each"),
        ({"tree": "figure:max-n"}, "minimax needs a tree of two players"),
        ({"tree": "figure:alpha-beta"}, "every leaf has a number, and one of figure:alpha-beta is unknown"),
        ({"tree": "random-tree:depth=9"}, "at most 52 nodes, and random-tree:depth=9 has more"),
        ({"tree": "chess"}, "the tree of an exercise is nested lists, or one of"),
        ({"tree": "[" * 3000}, "a tree is written as nested lists"),
    ],
)  # fmt: skip
def test_invalid_exercises_are_refused(fields: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_exercise(fields)
