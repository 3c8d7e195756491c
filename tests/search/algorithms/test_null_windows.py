"""The drivers of null windows against the algorithms that they stand for, leaf by leaf, on random trees.

The references keep to their papers: SSS* with its list OPEN, SCOUT with EVAL and a TEST that says yes or no.
"""

import random
from math import inf
from typing import Any

import pytest

from spielbaum import Game, Searcher
from spielbaum.games.tree import from_data
from tiers import at_night

Tree = Any
Path = tuple[int, ...]

TREES = 400 if at_night() else 40


def random_tree(generator: random.Random, depth: int) -> Tree:
    """A tree of any shape, with many equal leaves."""
    if depth == 0 or generator.random() < 0.15:
        return generator.randint(-4, 4)
    return [random_tree(generator, depth - 1) for _ in range(generator.randint(1, 3))]


def some_trees() -> list[Tree]:
    generator = random.Random(1996)
    return [[random_tree(generator, generator.randint(1, 5)) for _ in range(3)] for _ in range(TREES)]


def at(tree: Tree, path: Path) -> Tree:
    for action in path:
        tree = tree[action]
    return tree


def negated(tree: Tree) -> Tree:
    return [negated(child) for child in tree] if isinstance(tree, list) else -tree


def sss_star(tree: Tree, *, max_moves: bool = True) -> tuple[float, list[Path]]:
    """Stockman's SSS*: the value, and the leaves in the order in which they are evaluated.

    OPEN has triples of a node, whether it is solved, and its merit; the largest merit comes first, then the leftmost.
    """
    leaves: list[Path] = []
    opened: dict[Path, tuple[bool, float]] = {(): (False, inf)}
    while True:
        node = min(opened, key=lambda path: (-opened[path][1], path))
        solved, merit = opened.pop(node)
        if solved and node == ():
            return merit, leaves
        maximises = (len(node) % 2 == 0) == max_moves
        if not solved:
            below = at(tree, node)
            if not isinstance(below, list):
                leaves.append(node)
                opened[node] = (True, min(merit, below))
            elif maximises:
                opened |= {(*node, action): (False, merit) for action in range(len(below))}
            else:
                opened[*node, 0] = (False, merit)
        elif maximises:  # a child of a min node: the next one, or the min node is solved
            above, action = node[:-1], node[-1] + 1
            if action < len(at(tree, above)):
                opened[*above, action] = (False, merit)
            else:
                opened[above] = (True, merit)
        else:  # a max node is solved by its first solved child
            above = node[:-1]
            opened = {path: entry for path, entry in opened.items() if path[: len(above)] != above}
            opened[above] = (True, merit)


def dual_star(tree: Tree) -> tuple[float, list[Path]]:
    """SSS* with MAX and MIN exchanged."""
    value, leaves = sss_star(negated(tree), max_moves=False)
    return -value, leaves


def scout(tree: Tree) -> tuple[float, list[Path]]:
    """Pearl's SCOUT."""
    leaves: list[Path] = []

    def of_leaf(path: Path) -> float:
        leaves.append(path)
        return at(tree, path)

    def evaluate(path: Path) -> float:
        below, maximises = at(tree, path), len(path) % 2 == 0
        if not isinstance(below, list):
            return of_leaf(path)
        value = evaluate((*path, 0))
        for action in range(1, len(below)):
            if is_more((*path, action), value) if maximises else is_less((*path, action), value):
                value = evaluate((*path, action))
        return value

    def is_more(path: Path, value: float) -> bool:
        below, maximises = at(tree, path), len(path) % 2 == 0
        if not isinstance(below, list):
            return of_leaf(path) > value
        found = (is_more((*path, action), value) for action in range(len(below)))
        return any(found) if maximises else all(found)

    def is_less(path: Path, value: float) -> bool:
        below, maximises = at(tree, path), len(path) % 2 == 0
        if not isinstance(below, list):
            return of_leaf(path) < value
        found = (is_less((*path, action), value) for action in range(len(below)))
        return all(found) if maximises else any(found)

    return evaluate(()), leaves


class Leaves:
    """A tracer that notes the paths to the leaves that are evaluated; what the table knows is no leaf here."""

    def __init__(self, game: Game) -> None:
        self.game, self.stack, self.found = game, [], []  # type: ignore[var-annotated]

    def enter(self, state: Any, player: int, alpha: float, beta: float) -> None:
        self.stack.append(state)

    def leaf(self, value: float, *, terminal: bool) -> None:
        state = self.stack.pop()
        if terminal:
            self.found.append(state)

    def leave(self, value: float) -> None:
        self.stack.pop()

    def bound(self, *_: Any) -> None:
        pass

    def cutoff(self, *_: Any) -> None:
        pass


def paths_to_leaves(game: Game, state: Any, path: Path = ()) -> dict[Any, Path]:
    if game.is_terminal(state):
        return {state: path}
    found: dict[Any, Path] = {}
    for action in game.actions(state):
        found |= paths_to_leaves(game, game.result(state, action), (*path, action))
    return found


def leaves_of(tree: Tree, algorithm: str) -> tuple[float, list[Path]]:
    """Return the value that our algorithm finds, and the leaves that it evaluates."""
    game = from_data(tree)
    tracer = Leaves(game)
    result = Searcher(game, algorithm, tracer=tracer).search()
    paths = paths_to_leaves(game, game.initial())
    return result.value, [paths[state] for state in tracer.found]  # type: ignore[return-value]


def first_visits(leaves: list[Path]) -> list[Path]:
    """The table keeps inner nodes, so a leaf may be visited again."""
    return list(dict.fromkeys(leaves))


@pytest.mark.slow
@pytest.mark.parametrize(("algorithm", "reference"), [("sss-star", sss_star), ("dual-star", dual_star)])
def test_sss_and_dual_evaluate_the_leaves_of_the_paper_in_its_order_and_no_leaf_that_alpha_beta_does_not(
    algorithm: str, reference: Any
) -> None:
    fewer = 0
    for tree in some_trees():
        value, leaves = leaves_of(tree, f"{algorithm}:order=none")
        assert (value, first_visits(leaves)) == reference(tree)
        of_alpha_beta = set(leaves_of(tree, "alpha-beta:order=none")[1])
        assert set(leaves) <= of_alpha_beta
        fewer += len(set(leaves)) < len(of_alpha_beta)
    assert fewer > TREES // 20  # the algorithms differ on these trees


def test_scout_without_a_table_evaluates_the_leaves_of_the_paper_in_its_order() -> None:
    for tree in some_trees():
        assert leaves_of(tree, "scout:replacement=none,order=none") == scout(tree)
        assert leaves_of(tree, "scout:order=none")[0] == scout(tree)[0]


@pytest.mark.interpreted
def test_mtdf_finds_the_first_best_action_and_proves_its_value() -> None:
    for tree in some_trees():
        game = from_data(tree)
        found, plain = (Searcher(game, f"{name}:order=none").search() for name in ("mtdf", "alpha-beta"))
        assert (found.value, found.action) == (plain.value, plain.action)
        best = next(row for row in found.action_values if row.action == found.action)
        assert (best.value, best.bound) == (found.value, "exact")
