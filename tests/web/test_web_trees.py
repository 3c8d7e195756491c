"""The tree of a small search, as pages show it."""

from spielbaum import games
from spielbaum.web.texts import texts_of
from spielbaum.web.trees import tree_document


def test_boards_are_drawn_but_where_the_game_is_a_tree_itself() -> None:
    names = ("tic-tac-toe", "random-tree:branching=900,depth=2", "figure:alpha-beta")
    drawn = {}
    for name in names:
        game = games.load(name)
        document = tree_document(texts_of("en"), game, game.initial(), names=["alpha-beta"], depth=1)
        assert len(document["trees"][0]["parent"]) > 2
        drawn[name] = len(document["boards"])
    assert list(drawn.values()) == [10, 0, 0]
