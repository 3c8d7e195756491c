"""``spielbaum.tree``: a tree that displays itself in notebooks and saves itself."""

from pathlib import Path

import pytest

import spielbaum
from cyclic import KINGS, Kings
from spielbaum import Limits, games, record_tree
from spielbaum.errors import InputError


def test_a_tree_is_what_is_recorded() -> None:
    game = games.load("tic-tac-toe")
    state = game.result(game.initial(), 4)
    made = spielbaum.tree(game, state, algorithm="alpha-beta", limits=Limits(depth=2))
    assert made.records == {"alpha-beta": record_tree(game, state, algorithm="alpha-beta", limits=Limits(depth=2))}
    assert made._repr_svg_() == made.svg()
    assert repr(made) == "<tree of tic-tac-toe by alpha-beta>"


def test_several_algorithms_by_one_text_or_a_list() -> None:
    by_text = spielbaum.tree("figure:max-n", algorithm="max-n,paranoid")
    by_list = spielbaum.tree("figure:max-n", algorithm=["max-n", "paranoid"])
    assert list(by_text.records) == ["max-n", "paranoid"]
    assert by_text.records == by_list.records


def test_the_history_counts_for_repetition() -> None:
    state, away = Kings(0, 8, 0, 0), Kings(2, 8, 0, 0)
    child = KINGS.result(state, 2)
    asked = {"algorithm": "alpha-beta", "limits": Limits(depth=2)}
    made = spielbaum.tree(KINGS, state, history=[child, state, child, away], **asked)
    drawn = [node.action for node in made.records["alpha-beta"].nodes if node.reason == "draw by repetition"]
    assert drawn == ["2"]
    without = spielbaum.tree(KINGS, state, **asked)
    assert all(node.reason != "draw by repetition" for node in without.records["alpha-beta"].nodes)
    assert made.svg() != without.svg()
    over = spielbaum.tree(KINGS, state, history=[state, away, state, away], **asked)
    assert [(node.end, node.value) for node in over.records["alpha-beta"].nodes] == [("terminal", 0)]


def test_a_tree_is_saved_in_the_format_of_its_suffix(tmp_path: Path) -> None:
    made = spielbaum.tree("figure:negamax")
    made.save(tmp_path / "tree.svg")
    made.save(str(tmp_path / "tree.HTML"))
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == made.svg()
    assert (tmp_path / "tree.HTML").read_text(encoding="utf-8") == made.html()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("tree.png", r"ends in \.svg, \.html or \.tex, not to"), ("none/tree.svg", "cannot be written: No such file")],
)
def test_save_errors_are_one_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        spielbaum.tree("figure:negamax").save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
