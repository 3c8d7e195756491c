"""The tree of a small search, as pages show it."""

import json
import re

import pytest

from spielbaum import games
from spielbaum.language import translations_for
from spielbaum.web.views.trees import tree_json
from visiting import Begin


def test_nodes_have_boards_unless_the_game_is_a_tree() -> None:
    names = ("tic-tac-toe", "random-tree:branching=900,depth=2", "figure:alpha-beta")
    drawn = {}
    for name in names:
        game = games.load(name)
        document = json.loads(tree_json(translations_for("en"), game, [game.initial()], names=["alpha-beta"], depth=1))
        assert len(document["trees"][0]["parent"]) > 2
        drawn[name] = len(document["boards"])
    assert list(drawn.values()) == [10, 0, 0]


@pytest.mark.parametrize("page", ["why", "tree"])
def test_forms_keep_language_ply_and_side(begin: Begin, page: str) -> None:
    visitor = begin("nim", "human", "human")
    shown = visitor.client.get(f"{visitor.path}/{page}?lang=de&ply=0&flip=1").text
    kept = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', shown)
    assert dict(kept) == {"lang": "de", "ply": "0", "flip": "1"}


def test_three_algorithms_start_at_the_first_step(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    address = f"{visitor.path}/tree.json?depth=2&algorithm=alpha-beta&beside=minimax&third=pvs"
    document = visitor.client.get(address).json()
    assert [tree["title"] for tree in document["trees"]] == ["alpha-beta", "minimax", "pvs"]
    assert document["start"] == "begin"
    assert visitor.client.get(f"{visitor.path}/tree.json?depth=2&third=").json()["start"] == "end"
    page = visitor.client.get(f"{visitor.path}/tree?depth=2&beside=minimax&third=pvs").text
    assert re.findall(r'name="(algorithm|beside|third)"', page) == ["algorithm", "beside", "third"]
