"""The record of a search as a tree: the figures of papers and textbooks, and that it agrees with the search's counters.

``tree_figures.json`` holds what is known of the figures; a node is named by the actions that lead to it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
from spielbaum.games.figure import figures
from spielbaum.search.core.result import value_text
from spielbaum.search.trace.leaf_count import LeafCount
from spielbaum.search.trace.record import TreeRecord
from spielbaum.search.trace.recorder import record_tree
from tiers import all_but

KNOWN = json.loads(Path(__file__).with_name("tree_figures.json").read_text(encoding="utf-8"))["figures"]
TWO = [
    "minimax", "negamax", "alpha-beta", "alpha-beta:fail=hard", "alpha-beta-negamax", "pvs", "pvs:replacement=two-deep",
    "mtdf",
]  # fmt: skip
MORE = [
    "max-n",
    "max-n:immediate",
    "max-n:shallow",
    "max-n:deep",
    "max-n-is",
    "max-n-is:replacement=deep",
    "paranoid",
    "hypermax",
]


def paths(record: TreeRecord) -> dict[str, Any]:
    """Return the nodes by the actions that lead to them."""
    found: dict[str, Any] = {}
    texts: list[str] = []
    for node in record.nodes:
        above = "" if node.parent is None else texts[node.parent]
        texts.append(f"{above} {node.action or ''}".strip())
        found[texts[-1]] = node
    return found


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_all_figures_have_expected_records() -> None:
    assert {known["name"] for known in KNOWN} == set(figures())
    for name, figure in figures().items():
        assert [known["algorithm"] for known in KNOWN if known["name"] == name] in (
            figure["algorithms"], figure["algorithms"][::-1],
        )  # fmt: skip


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['name']}, {known['algorithm']}")
def test_the_record_of_a_figure(known: dict[str, Any]) -> None:
    record = record_tree(games.load(f"figure:{known['name']}"), algorithm=known["algorithm"])
    assert (plain(record.value), record.action) == (known["value"], known["action"])
    assert (record.evaluated_leaves, record.pruned_leaves) == (known["evaluated"], known["pruned"])
    nodes = paths(record)
    assert plain(nodes[""].value) == known["value"]
    assert {path: plain(nodes[path].value) for path in known.get("node_values", {})} == known.get("node_values", {})
    if "cuts" in known:
        assert {path: node.reason for path, node in nodes.items() if node.end == "cut"} == known["cuts"]
    if "never" in known:
        assert [path for path, node in nodes.items() if node.end == "pruned"] == known["never"]
    if "told" in known:
        assert len(record.steps) == known["steps"]
        assert {number: record.steps[int(number) - 1] for number in known["told"]} == known["told"]


TO_THE_END, TO_A_DEPTH, FOR_NODES = Limits(), Limits(depth=3), Limits(nodes=60)
GENERATIONS = [
    *((algorithm, limits) for algorithm in TWO for limits in (TO_THE_END, TO_A_DEPTH, FOR_NODES)),
    *((algorithm, TO_THE_END) for algorithm in MORE),
]


@pytest.mark.parametrize(("algorithm", "limits"), GENERATIONS, ids=str)
@pytest.mark.parametrize("seed", all_but([0], range(3)))
def test_the_record_agrees_with_the_counters(
    algorithm: str, seed: int, limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    players = 2 if algorithm in TWO else 3
    total = "" if players == 2 else ",low=0,high=9,total=9"
    game = games.load(f"random-tree:players={players},branching=3,depth=5,seed={seed}{total}")
    result = Searcher(game, algorithm).search(limits=limits)
    record = record_tree(game, algorithm=algorithm, limits=limits)
    ends = Counter(node.end for node in record.nodes)
    roots = [node for node in record.nodes if node.parent is None]
    visited = sum(ends.values()) - ends["pruned"]
    again = len(roots) - 1 if limits.deepens and "mtdf" not in algorithm else 0  # parts of a root count as one visit
    assert 0 <= visited - result.nodes <= again
    assert ends["terminal"] + ends["leaf"] + ends["known"] == record.evaluated_leaves == result.leaves
    assert ends["cut"] == result.cutoffs
    assert (record.value, record.action) == (result.value, result.action_text)
    assert limits.deepens or roots[-1].value == result.value or "mtdf" in algorithm
    assert limits.deepens or ends["stopped"] == 0
    assert TreeRecord.from_dict(json.loads(json.dumps(record.to_dict(), allow_nan=False))) == record


def test_evaluated_and_pruned_leaves_are_all_leaves() -> None:
    game = games.load("random-tree:branching=3,depth=5,seed=4")
    record = record_tree(game, algorithm="alpha-beta")
    assert record.pruned_leaves is not None
    assert record.evaluated_leaves + record.pruned_leaves == 3**5


def test_max_nodes_limits_the_record_and_the_rest_is_counted() -> None:
    game = games.load("random-tree:branching=3,depth=5,seed=4")
    whole, part = record_tree(game), record_tree(game, max_nodes=20)
    folded = [node for node in part.nodes if node.end == "folded"]
    assert len(part.nodes) - len(folded) == 20
    assert [(n.parent, n.action, n.value) for n in part.nodes[:2]] == [
        (n.parent, n.action, n.value) for n in whole.nodes[:2]
    ]
    assert all(" folded" in str(node.reason) for node in folded)
    assert (part.evaluated_leaves, part.pruned_leaves) == (whole.evaluated_leaves, whole.pruned_leaves)
    assert (part.value, part.action) == (whole.value, whole.action)
    assert len(part.steps) < len(whole.steps)


def test_values_and_windows_of_negamax_forms_are_the_root_players() -> None:
    game = games.load("figure:alpha-beta-three-by-two")
    plain_form, negamax_form = (record_tree(game, algorithm=name) for name in ("alpha-beta", "alpha-beta-negamax"))
    assert negamax_form.nodes == plain_form.nodes
    assert negamax_form.steps == plain_form.steps


def test_bounds_differ_from_exact_values() -> None:
    nodes = paths(record_tree(games.load("figure:alpha-beta-three-by-two")))
    assert {path: nodes[path].bound for path in ("", "0", "0 1", "1", "1 1")} == {
        "": "exact", "0": "exact", "0 1": "lower", "1": "upper", "1 1": None,
    }  # fmt: skip


def test_too_many_pruned_leaves_are_not_counted() -> None:
    game = games.load("tic-tac-toe")
    assert LeafCount(game)(game.initial(), None) == 255168
    assert LeafCount(game)(game.initial(), 2) == 72
    assert LeafCount(game, 100)(game.initial(), None) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.pop("steps"), "has exactly the keys value, action"),
        (lambda d: d["nodes"][1].pop("end"), "node 1 of the tree must have exactly the keys id, parent"),
        (lambda d: d["nodes"][1].update(parent=1), "a parent before it"),
        (lambda d: d["nodes"][1].update(end="lost"), "node 1 of the tree ended by 'lost'"),
    ],
)
def test_invalid_records_are_refused(change: Any, sentence: str) -> None:
    document = record_tree(games.load("figure:alpha-beta")).to_dict()
    change(document)
    with pytest.raises(InputError, match=sentence):
        TreeRecord.from_dict(document)


@pytest.mark.parametrize("name", ["shallow-pruning", "deep-pruning-upper", "deep-pruning-lower"])
def test_pruned_vectors_are_bounds_in_nodes_and_steps(name: str) -> None:
    record = record_tree(games.load(f"figure:{name}"), algorithm="max-n:deep")
    left = [node for node in record.nodes if node.end == "cut"]
    assert left
    for node in record.nodes:
        assert node.bound == ("upper" if node in left else None)
    for node in left:
        assert isinstance(node.value, tuple)
        (event,) = [event for event in record.events if event.node == node.id]
        assert (event.kind, event.value) == ("cut", node.value)
        reported = [step for step in record.steps if ", cut" in step]
        assert any(value_text(node.value) in step and step.startswith("<= ") for step in reported)
