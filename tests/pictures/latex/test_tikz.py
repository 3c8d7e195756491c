"""Searched trees for LaTeX."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from latex import compiled
from spielbaum import games, record_tree
from spielbaum.pictures.tree.tikz import tree_tikz
from spielbaum.pictures.tree.tree import tree
from spielbaum.pictures.tree.unvisited import with_unvisited


def nodes_of(text: str) -> list[tuple[int, str]]:
    """Return the depth and the text of the nodes of a forest."""
    return [(len(found[1]) // 2 - 1, found[2]) for found in re.finditer(r"^( +)\[\{(.*)\}, spielbaum", text, re.M)]


def test_a_forest_has_the_nodes_of_the_tree_at_their_depths() -> None:
    game = games.load("figure:alpha-beta-twenty-seven")
    record = record_tree(game)
    found = nodes_of(tree_tikz(record, game))
    assert len(found) == len(record.nodes) == 34
    children = record.children()
    waiting, expected = [(record.nodes[0], 0)], []
    while waiting:
        node, depth = waiting.pop()
        expected.append((depth, node.value))
        waiting += [(child, depth + 1) for child in reversed(children.get(node.id, []))]
    for (depth, text), (right, value) in zip(found, expected, strict=True):
        assert depth == right
        assert value is None or f"{value:g}$" in text
    assert all(after - before <= 1 for (before, _), (after, _) in pairwise(found))


def test_brackets_close_where_branches_end() -> None:
    game = games.load("figure:alpha-beta-twenty-seven")
    _, _, text = tree_tikz(record_tree(game), game).partition("spielbaum tree\n")
    text = text.partition("\\end")[0]
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", "", text)
    assert text.count("[") == text.count("]") == 34


def test_a_cut_shows_the_ends_of_the_window_and_is_struck_once() -> None:
    game = games.load("figure:alpha-beta")
    text = tree_tikz(record_tree(game), game)
    assert r"$\beta=-2\leq\alpha=3$" in text
    assert r"$[3, \infty ]$" in text
    assert text.count(r"node[spielbaum strike]") == 1
    assert text.count(", spielbaum line") == 2


def test_only_the_first_of_pruned_branches_is_struck_through() -> None:
    game = games.load("figure:alpha-beta-twenty-seven")
    record = record_tree(game)
    whole = with_unvisited(record, game, game.initial())
    assert len(whole.nodes) > len(record.nodes)
    cut = sum(node.end == "pruned" for node in record.nodes)
    assert tree_tikz(whole, game).count("node[spielbaum strike]") == cut


def test_entries_that_a_cut_leaves_open_are_marked() -> None:
    game = games.load("figure:shallow-pruning")
    record = next(iter(tree(game).records.values()))
    assert r"\geq" in tree_tikz(record, game)


def test_a_large_tree_is_folded() -> None:
    found = tree("tic-tac-toe", depth=3).latex(most=20)
    assert len(nodes_of(found)) == 20
    assert re.search(r"\d folded", found)


def test_a_tree_is_saved_by_the_suffix_of_its_file(tmp_path: Path) -> None:
    found = tree("figure:hypermax")
    found.save(tmp_path / "tree.tex")
    assert (tmp_path / "tree.tex").read_text(encoding="utf-8") == found.latex()
    assert r"\textbf{figure:hypermax: max-n}" in found.latex()


@pytest.mark.long
@pytest.mark.parametrize(("game", "limits"), [
    *(("figure:" + name, {}) for name in ("alpha-beta-twenty-seven", "hypermax", "shallow-pruning", "negamax")),
    ("tic-tac-toe", {"depth": 2}), ("chess", {"depth": 1}), ("chameleon-chess", {"depth": 1}),
])  # fmt: skip
def test_trees_compile(game: str, limits: dict[str, int], tmp_path: Path) -> None:
    assert "Overfull" not in compiled(tmp_path, tree(game, **limits).latex())
