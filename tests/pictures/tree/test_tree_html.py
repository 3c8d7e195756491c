"""The page of a tree: self-contained, with the whole record in columns, and each board once."""

import json
import re
from dataclasses import replace
from importlib.resources import files

import pytest

from spielbaum import Limits, View, games, record_tree, tree
from spielbaum.language import translations_for
from spielbaum.pictures.svg import theme
from spielbaum.pictures.tree.html import SCRIPTS, tree_html, viewer_data
from spielbaum.pictures.tree.states import Boards, states_of
from spielbaum.search.core.cuts import REASONS


def style() -> str:
    return files("spielbaum.pictures").joinpath("tree", "viewer", "viewer.css").read_text(encoding="utf-8")


def test_a_page_is_self_contained() -> None:
    page = tree("figure:hypermax").html()
    assert re.findall(r"https?://[^\"' ]+", page) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(link|img|iframe)|\ssrc=|\son\w+=|\sstyle=|eval\(", page)
    assert "default-src 'none'" in page


def test_the_data_is_the_record() -> None:
    made = tree("figure:alpha-beta-twenty-seven")
    (record,) = made.records.values()
    (data,) = viewer_data(made.titled, made.game, made.state)["trees"]
    texts = [*data["texts"], None]
    assert [texts[place] for place in data["action"]] == [node.action for node in record.nodes]
    assert data["value"] == [node.value for node in record.nodes]
    assert data["parent"] == [-1 if node.parent is None else node.parent for node in record.nodes]
    assert data["line"] == list(record.principal_variation())
    assert len(data["events"]["kind"]) == len(data["events"]["node"]) == 39
    assert set(data["open"]) == {node.parent for node in record.nodes} - {None}


def test_a_large_tree_is_folded_at_first() -> None:
    made = tree("random-tree:branching=4,depth=4")
    (data,) = viewer_data(made.titled, made.game, made.state, most=50)["trees"]
    assert len(data["open"]) < 50
    assert set(data["line"][:-1]) <= set(data["open"])


def test_text_of_a_game_cannot_end_the_data() -> None:
    page = tree("figure:negamax").html()
    begin = page.index('type="application/json">') + len('type="application/json">')
    assert "<" not in page[begin : page.index("</script>", begin)]
    assert json.loads(page[begin : page.index("</script>", begin)])["words"]["fit"] == "fit"


def test_titles_are_escaped() -> None:
    game = games.load("figure:alpha-beta")
    page = tree_html({"<b>bold</b>": record_tree(game)}, game, game.initial())
    assert "<title>&lt;b&gt;bold&lt;/b&gt;</title>" in page


def test_states_are_those_that_the_actions_lead_to() -> None:
    made = tree("tic-tac-toe", algorithm="alpha-beta", limits=Limits(depth=3))
    (record,) = made.records.values()
    game = made.game
    assert game.notation.format_state
    for node, state in states_of(record, game, made.state, [node.id for node in record.nodes]):
        line = []
        while node.parent is not None:
            line.append(node.action)
            node = record.nodes[node.parent]
        stones = game.notation.format_state(state)
        assert sorted(map(int, filter(None, line))) == [place for place in range(9) if stones[place] in "XO"]


def test_equal_boards_are_kept_once_and_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    made = tree("tic-tac-toe", algorithm="alpha-beta", limits=Limits(depth=3))
    count = len(made.records["alpha-beta"].nodes)

    def draw(state: object) -> str:
        return f"<svg>{state}</svg>"

    data = viewer_data(made.titled, made.game, made.state, draw=draw)
    assert len(data["trees"][0]["boards"]) == count
    assert len(set(data["boards"])) == len(data["boards"]) < count
    assert data["note"] == ""
    monkeypatch.setattr("spielbaum.pictures.tree.states.MOST_BOARDS", 10)
    short = viewer_data(made.titled, made.game, made.state, draw=draw)
    assert len(short["trees"][0]["boards"]) == 10
    assert "first 10 nodes" in short["note"]


def test_boards_are_limited_by_their_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.pictures.tree.states.MOST_LETTERS", 5)
    boards = Boards(str)
    assert (boards.place(123), boards.place(123), boards.full()) == (0, 0, False)
    assert (boards.place(45), boards.full(), boards.pictures) == (1, True, ["123", "45"])


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_the_viewer_has_the_colours_of_the_theme(colours: dict[str, str]) -> None:
    rules = re.findall(r"\{([^{}]*--paper: [^{}]*)\}", style())
    assert len(rules) == 3
    found = [dict(re.findall(r"--(\w+): (#\w{6})", rule)) for rule in rules]
    assert dict(colours) in found


def test_all_words_of_the_viewer_are_used_and_none_is_missing() -> None:
    code = "".join(
        files("spielbaum.pictures").joinpath("tree", "viewer", name).read_text(encoding="utf-8") for name in SCRIPTS
    )
    asked = set(re.findall(r"words\.(\w+)", code)) | {f"{text}_{kind}" for text in ("step", "ask") for kind in "lbcf"}
    kinds = ("alpha", "beta", "limit", *(reason.name for reason in REASONS if reason.name != "alpha-beta"))
    asked |= {f"told_{kind.replace('-', '_')}_cut" for kind in kinds} | {"told_alpha_window", "told_beta_window"}
    assert asked | {"language", "boards_note"} == set(translations_for("en").table("viewer"))


def test_games_of_two_unnamed_players_are_shown_without_names() -> None:
    game = games.load("figure:negamax")
    assert viewer_data({}, game, game.initial())["named"] is False


def test_two_trees_share_the_room_for_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.pictures.tree.states.MOST_BOARDS", 30)
    made = tree("tic-tac-toe", algorithm="alpha-beta,pvs", limits=Limits(depth=3))
    data = viewer_data(made.titled, made.game, made.state, draw=str)
    assert [len(shown["boards"]) for shown in data["trees"]] == [15, 15]
    assert "first 30 nodes" in data["note"]


def test_boards_are_shown_for_games_but_not_for_trees() -> None:
    made = tree("tic-tac-toe", algorithm="alpha-beta", limits=Limits(depth=1))
    assert made.svg().count("<svg ") == 1 + len(made.records["alpha-beta"].nodes)
    assert '"boards":["<svg' in made.html().replace("\\u003c", "<")
    assert tree("figure:negamax").svg().count("<svg ") == 1


def test_a_game_without_a_board_is_shown_without() -> None:
    game = replace(games.load("nim"), view=View())
    assert tree(game, algorithm="alpha-beta", limits=Limits(depth=1)).svg().count("<svg ") == 1


def test_cuts_are_explained_by_their_kind_and_their_bounds() -> None:
    found = {}
    for name in ("alpha-beta-twenty-seven", "shallow-pruning", "hypermax", "deep-pruning-upper"):
        made = tree(f"figure:{name}")
        for shown in viewer_data(made.titled, made.game, made.state)["trees"]:
            cut = [place for place, end in enumerate(shown["end"]) if end == "c"]
            assert [node for node, *_rest in shown["cuts"]] == cut
            found |= {kind: (best, bound) for _node, kind, best, bound in shown["cuts"]}
    assert found == {"beta": (6, 5), "alpha": (3, 5), "shallow": (6, 5), "hypermax": (2, 0), "deep": (6, 5)}
