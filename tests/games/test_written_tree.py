"""Trees written down: the figures of textbooks, and what is said of a tree that is no tree."""

import json
from pathlib import Path
from typing import Any

import pytest

from spielbaum import registry
from spielbaum.errors import InputError
from spielbaum.games.tree import FIGURE, from_data
from spielbaum.search.choosing import search

WINSTON = [
    [[8, 7, 2], [9, 1, 6], [2, 4, 1]],
    [[1, 3, 5], [3, 9, 2], [6, 5, 2]],
    [[1, 2, 3], [9, 7, 2], [16, 6, 4]],
]
TWO_PLAYERS: tuple[tuple[Any, str, int, str, int], ...] = (
    # tree, algorithm, value, choice, leaves evaluated
    ([3, [-2, "?"]], "alpha-beta", 3, "0", 2),
    ([[[2, 4], [5, 8]], [[0, 1], ["?", "?"]]], "alpha-beta", 4, "0", 5),
    (WINSTON, "alpha-beta", 5, "1", 16),
    (WINSTON, "minimax", 5, "1", 27),
    ([[6, 12, 8], [2, "?", "?"], [5, "?", "?"]], "alpha-beta", 6, "0", 5),
    ([[3, 5], [2, 9]], "negamax", 3, "0", 4),
    (FIGURE, "minimax", 3, "0", 9),
    (FIGURE, "alpha-beta", 3, "0", 7),
)
THREE_PLAYERS: tuple[tuple[Any, list[int], str], ...] = (
    # tree, value of Max^n, choice
    ([[3, 3, 1], [[2, 2, 1], [[3, 1, 3], [2, 2, 2]]]], [3, 3, 1], "0"),
    ([[5, 3, 2], [[[1, 3, 6], [3, 0, 7]], [7, 2, 1]]], [7, 2, 1], "1"),
    ([[2, -3, 1], [[3, -2, -1], [[1, -3, 2], [-2, -1, 3]]]], [2, -3, 1], "0"),
)


def write(directory: Path, text: str) -> str:
    file = directory / "figure.json"
    file.write_text(text, encoding="utf-8")
    return f"tree:file={file}"


@pytest.mark.parametrize(("tree", "algorithm", "value", "choice", "leaves"), TWO_PLAYERS)
def test_figures_for_two_players(tree: Any, algorithm: str, value: int, choice: str, leaves: int) -> None:
    result = search(from_data(tree), algorithm=algorithm)
    assert (result.value, result.certainty.kind, result.action_text, result.leaves) == (value, "exact", choice, leaves)


@pytest.mark.parametrize(("tree", "algorithm", "value", "choice", "leaves"), TWO_PLAYERS)
def test_unknown_leaves_that_are_pruned_may_have_any_value(
    tree: Any, algorithm: str, value: int, choice: str, leaves: int
) -> None:
    for number in (-1000, 1000):
        other = json.loads(json.dumps(tree).replace('"?"', str(number)))
        result = search(from_data(other), algorithm=algorithm)
        assert (result.value, result.action_text, result.leaves) == (value, choice, leaves)


@pytest.mark.parametrize("tree", [case[0] for case in THREE_PLAYERS], ids=str)
def test_utilities_of_three_players_are_read_from_the_leaves(tree: Any) -> None:
    game = from_data(tree, 3)

    def walk(branch: Any, state: Any, ply: int) -> None:
        assert game.to_move(state) == ply % 3
        if isinstance(branch[0], int):
            assert game.is_terminal(state)
            assert list(game.utility(state)) == branch
            return
        assert not game.is_terminal(state)
        assert list(game.actions(state)) == list(range(len(branch)))
        for action, child in enumerate(branch):
            walk(child, game.result(state, action), ply + 1)

    walk(tree, game.initial(), 0)


def test_facts_of_a_tree_are_read_from_its_leaves() -> None:
    game = from_data([[5, 3, 2], [[3, 6, 1], "?"]], 3)
    assert (game.players, game.zero_sum, game.max_utility) == (3, False, 6)
    game = from_data([[2, -3, 1], [[3, -2, -1], [1, -3, 2]]], 3)
    assert game.utility_sum == 0
    game = from_data([3, [-12, 4]])
    assert (game.players, game.zero_sum, game.utility_sum, game.max_utility) == (2, True, 0, 12)


def test_vectors_may_be_written_for_two_players() -> None:
    game = from_data([[1, 2], [3, 4]], vectors=True)
    state = game.result(game.initial(), 1)
    assert game.utility(state) == (3, 4)
    assert not game.zero_sum


def test_positions_are_branches_from_the_root() -> None:
    game = from_data([[3, 12], [2, [4, 6]]])
    state = game.notation.parse_state("1.1.0")
    assert game.utility(state) == (4, -4)
    assert game.to_move(state) == 1
    assert game.notation.format_state(state) == "1.1.0"
    assert game.notation.parse_state("root") == game.initial()
    with pytest.raises(ValueError, match="joined by dots"):
        game.notation.parse_state("1.2")


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", 2),
        ('{"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}', 2),
        ('{"tree": [[5, 3, 2], [[3, 6, 1], [0, 0, 10]]], "players": 3, "vector_leaves": true}', 3),
    ],
)
def test_tree_is_read_from_a_file(tmp_path: Path, text: str, players: int) -> None:
    game = registry.load(write(tmp_path, text))
    assert game.players == players
    assert list(game.actions(game.initial())) == list(range(3 if players == 2 else 2))
    if players == 2:
        assert search(game).value == 3


def test_players_may_be_given_as_an_option(tmp_path: Path) -> None:
    game = registry.load(write(tmp_path, "[[1, 2, 3], [4, 5, 6]]") + ",players=3")
    assert game.utility(game.result(game.initial(), 1)) == (4, 5, 6)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1, 2", r"is no tree: it is not JSON: line 1"),
        ("[1,\n2,\n}", r"is not JSON: line 3"),
        ("", r"is no tree: it is not JSON"),
        ("[]", r"node root has no children"),
        ("[1, [2, []]]", r"node 1\.1 has no children"),
        ('[1, [2, "x!"]]', r'leaf 1\.1 must be a number, not "x!"'),
        ("[1, null]", r"leaf 1 must be a number, not null"),
        ("[true, 1]", r"leaf 0 must be a number, not true"),
        ('[1, {"a": 2}]', r"leaf 1 must be a number"),
        ('{"root": [1, 2]}', r"an object with a key 'tree'"),
        ('{"tree": [[1, 2, 3], [4, 5]], "players": 3}', r"leaf 1 must be a list of 3 numbers, not \[4, 5\]"),
        ('{"tree": [[1, 2, 3], 4], "players": 3}', r"leaf 1 must be a list of 3 numbers, not 4"),
    ],
)
def test_a_file_without_a_tree_is_refused_with_a_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        registry.load(write(tmp_path, text))
    assert "figure.json" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"tree": [1, 2], "players": "2"}',
        '{"tree": [1, 2], "players": 0}',
        "[NaN, 1]",
        "[1, Infinity]",
        "[" * 100_000 + "1" + "]" * 100_000,
    ],
    ids=["players as text", "no players", "not a number", "infinite", "too deep"],
)
def test_file_with_odd_numbers_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"figure\.json"):
        registry.load(write(tmp_path, text))


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*absent\.json"):
        registry.load(f"tree:file={tmp_path / 'absent.json'}")


@pytest.mark.parametrize("name", ["?", "a", "b2"])
def test_values_that_depend_on_an_unknown_leaf_are_not_exact(name: str) -> None:
    tree = [[3, 5], [2, name], [name, 1]]
    game = from_data(tree)
    for algorithm in ("minimax", "alpha-beta"):  # the last branch begins with it, and is worth at most 1 all the same
        found = search(game, algorithm=algorithm)
        assert (found.value, found.certainty.kind) == (3, "exact")
    assert [row.bound for row in search(game, algorithm="minimax").action_values] == ["exact", "upper", "upper"]
    found = search(from_data([[3, name], [2, 1]]), algorithm="minimax")
    assert (found.certainty.kind, found.certainty.bound, found.certainty.interval) == ("bound", "lower", (1, 3))
    three = from_data([[[5, 3, 2], [1, 1, 8]], [[3, 6, 1], name]], 3)
    assert search(three, algorithm="max-n").certainty.kind == "heuristic"
    assert search(three, algorithm="max-n:shallow").is_proven
    assert game.view.places is not None
    assert name in [place.cell.text for place in game.view.places(game.result(game.initial(), 1))]


@pytest.mark.parametrize("leaf", ["", "two words", "1a", "?!"])
def test_other_texts_are_no_leaves(leaf: str) -> None:
    with pytest.raises(ValueError, match="leaf 1 must be a number"):
        from_data([3, leaf])
