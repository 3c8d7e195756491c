"""The tree of a small search, as pages show it."""

import re

import pytest

from spielbaum import games
from spielbaum.web.http.translations import translations_for
from spielbaum.web.views.trees import tree_document
from visiting import Begin


def test_nodes_have_boards_unless_the_game_is_a_tree_itself() -> None:
    names = ("tic-tac-toe", "random-tree:branching=900,depth=2", "figure:alpha-beta")
    drawn = {}
    for name in names:
        game = games.load(name)
        document = tree_document(translations_for("en"), game, [game.initial()], names=["alpha-beta"], depth=1)
        assert len(document["trees"][0]["parent"]) > 2
        drawn[name] = len(document["boards"])
    assert list(drawn.values()) == [10, 0, 0]


@pytest.mark.parametrize("page", ["why", "tree"])
def test_forms_keep_language_ply_and_side(begin: Begin, page: str) -> None:
    visitor = begin("nim", "human", "human")
    shown = visitor.client.get(f"{visitor.path}/{page}?lang=de&ply=0&flip=1").text
    kept = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', shown)
    assert dict(kept) == {"lang": "de", "ply": "0", "flip": "1"}
