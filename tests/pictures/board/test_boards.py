"""The boards of all games, checked along random play; marks, names and a game's own picture."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from changing import changed
from spielbaum import Cell, Game, Place, View, check_game
from spielbaum.errors import GameError
from spielbaum.game.click_path import after_clicks, click_paths, drawn_names
from spielbaum.game.notation import parse_action
from spielbaum.pictures import Look, draw_board
from spielbaum.pictures.svg.markup import centred
from spielbaum.position_text import parse_position
from spielbaum.registry import load, names
from tiers import all_but, at_night

VARIANTS = (
    "chameleon-chess:players=RB",
    "chinese-checkers:players=6",
    "connect-four:width=12,height=4",
    "domineering:rows=2,columns=30",
    "dots-and-boxes:rows=1,columns=4",
    "figure:hypermax",
    "mnk:width=4,height=4,line=3,players=4",
    "mnk:width=30,height=2,line=3",
    "nim:heaps=3-40-0",
    "random-tree:players=3,depth=2,low=0,total=100",
    "random-tree:branching=30,depth=2",
)
LETTER = 0.65
"""The width of the widest letter, relative to its size."""


@dataclass(frozen=True)
class Box:
    """The bounding box of an element."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def played(spec: str) -> Iterator[tuple[Game, Any, Any]]:
    """Yield the states of a random game, at night of four and further on, each with the one before."""
    game, generator = load(spec), random.Random(5)
    for _ in range(4 if at_night() else 1):
        before, state = None, game.initial()
        for _ in range(24 if at_night() else 5):
            yield game, before, state
            if game.is_terminal(state):
                break
            before, state = state, game.result(state, generator.choice(list(game.actions(state))))


def tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def boxes(element: ElementTree.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Box]:
    """Yield the boxes of all texts, rectangles and circles, with the transforms of the groups around them."""
    for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        values = [float(number) for number in numbers.split()]
        if kind == "translate":
            x, y = x + scale * values[0], y + scale * values[1]
        else:
            assert kind == "scale"
            scale *= values[0]
    number = {key: float(value) for key, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    left, top = number.get("x", 0), number.get("y", 0)
    found: tuple[float, float, float, float] | None = None
    if tag(element) == "text":
        size, text = number.get("font-size", 16), element.text or ""
        width = LETTER * size * len(text)
        left -= width / 2 if element.get("text-anchor") == "middle" else 0
        found = left, top - 0.75 * size, left + width, top + 0.1 * size
    elif tag(element) == "rect":
        found = left, top, left + number["width"], top + number["height"]
    elif tag(element) in ("circle", "ellipse"):
        rx, ry = number.get("r", number.get("rx", 0)), number.get("r", number.get("ry", 0))
        found = -rx, -ry, rx, ry
    if found:
        corners = (x + scale * found[0], y + scale * found[1], x + scale * found[2], y + scale * found[3])
        yield Box(*corners, text=(element.text or "") if tag(element) == "text" else "")
    for child in element:
        yield from boxes(child, x, y, scale)


def looks(before: Any, targets: tuple[str, ...]) -> Iterator[Look]:
    yield Look()
    yield Look(thumbnail=True)
    yield Look(before=before, targets=targets, chosen=targets[:1], flipped=True)
    yield Look(targets=targets, attributes=lambda name: {"tabindex": "0", "role": "button", "data-to": f'"{name}"&<'})


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*names(), *VARIANTS])
def test_every_state_is_drawn_well(spec: str) -> None:
    for game, before, state in played(spec):
        for look in looks(before, after_clicks(game, state, ()).targets):
            svg = draw_board(game, state, look=look)
            assert svg == draw_board(game, state, look=look)
            root = ElementTree.fromstring(svg)
            for element in root.iter():
                assert tag(element) not in ("style", "script", "foreignObject")
                assert not [key for key in element.attrib if key in ("style", "id") or key.startswith("on")]
            _, _, width, height = map(float, root.attrib["viewBox"].split())
            found = list(boxes(root))
            for box in found:
                assert -0.1 <= box.left <= box.right <= width + 0.1, box
                assert -0.1 <= box.top <= box.bottom <= height + 0.1, box
            for one, other in combinations([box for box in found if box.text], 2):
                assert not one.overlaps(other), (one, other)
            assert not re.search(r"\d\.\d{3,}", svg)


@pytest.mark.parametrize("spec", [*names(), *all_but([], VARIANTS, pytest.mark.slow)])
def test_every_action_has_its_own_clicks(spec: str) -> None:
    for game, _, state in played(spec):
        table, drawn = click_paths(game, state), drawn_names(game, state)
        assert set(table) == (set() if game.is_terminal(state) else set(game.actions(state)))
        for action, touches in list(table.items())[:: 1 + len(table) // 12]:
            assert touches
            assert set(touches) <= set(drawn)
            for i, name in enumerate(touches):
                assert name in after_clicks(game, state, touches[:i]).targets
            assert after_clicks(game, state, [name.upper() for name in touches]).actions == (action,)
        assert after_clicks(game, state, ["nothing of that name"]) == after_clicks(game, state, ["", "x"])


def elements(svg: str) -> dict[str, ElementTree.Element]:
    return {element.get("data-place", ""): element for element in ElementTree.fromstring(svg).iter()}


def test_texts_in_pictures_are_escaped() -> None:
    assert ElementTree.fromstring(centred("a < b & c", 12, {})).text == "a < b & c"


def test_names_and_marks_of_chess() -> None:
    game = load("chameleon-chess")
    start = game.initial()
    action = next(iter(game.actions(start)))
    after = game.result(start, action)
    found = elements(draw_board(game, after, look=Look(before=start, targets=("a8",), chosen=("a8",))))
    assert found["b3"].get("aria-label") == "b3, queen of red"
    assert found["b3"].get("class") == "place changed"
    assert found["a1"].get("class") == "place changed"
    assert found["a8"].get("class") == "place target chosen"
    assert found["e4"].get("class") == "place"


def test_cells_of_one_name_are_one_element_and_the_lowest_free_one_is_marked() -> None:
    game = load("connect-four")
    svg = draw_board(game, game.result(game.initial(), 3), look=Look(targets=("4",)))
    column = elements(svg)["4"]
    assert column.get("aria-label") == "4, disc of yellow"
    assert [len(cell) for cell in column] == [1, 1, 1, 1, 3, 2]
    assert column[4][2].get("class") == "ghost"  # after ground and dot
    assert column[5][1].get("class") == "piece"


def test_discs_are_behind_the_lattice_and_marks_above_it() -> None:
    game = load("connect-four")
    before = parse_position(game, "121314")
    won = game.result(before, 0)
    root = ElementTree.fromstring(draw_board(game, won, look=Look(before=before, ringed=[(5, 0)])))
    classes = [element.get("class") for element in root if element.get("class")]
    assert classes[-2:] == ["lattice", "marks"]
    assert [element.get("class") for element in root[-1].iter() if element.get("class")] == ["marks", "last", "ring"]


LAST = {
    "chess": ("e2e4", 2, "rect"),
    "draughts": ("11-15", 2, "rect"),
    "othello": ("d3", 1, "circle"),
    "go": ("D4", 1, "circle"),
    "tic-tac-toe": ("4", 1, "rect"),
    "chameleon-chess": ("a1b3", 2, "g"),
    "blokus": ("a20b20", 2, "g"),
    "blokus:players=3": ("a20b20", 2, "g"),
}
"""For games: a first move, and how many marks of which kind it has."""


@pytest.mark.parametrize("name", LAST)
def test_the_last_move_has_one_kind_of_mark(name: str) -> None:
    game = load(name)
    text, count, kind = LAST[name]
    before = game.initial()
    after = game.result(before, parse_action(game, before, text))
    root = ElementTree.fromstring(draw_board(game, after, look=Look(before=before)))
    found = [tag(one) for one in root.iter() if one.get("class") == "last"]
    assert found == [kind] * count


@pytest.mark.parametrize(
    ("name", "position"),
    [("othello", ""), ("rolit", "8/8/8/3RY3/3YR3/8/8/8 R"), ("blokus:players=2,board=duo,size=5", "5/1P3/5/3O1/5 P -")],
)
def test_pieces_have_a_sign_that_is_hidden_until_a_page_shows_it(name: str, position: str) -> None:
    game = load(name)
    state = parse_position(game, position) if position else game.initial()
    signs = [one for one in ElementTree.fromstring(draw_board(game, state)).iter() if one.get("class") == "sign"]
    assert {(one.get("display"), one.get("d")) for one in signs} == {
        ("none", "M-11-11L11 11M11-11L-11 11"),
        ("none", "M0-12A12 12 0 0 1 0 12A12 12 0 0 1 0-12Z"),
    }


def test_a_flipped_board_shows_the_same_from_the_other_side() -> None:
    game = load("chameleon-chess")
    plain, turned = (
        elements(draw_board(game, game.initial(), look=Look(flipped=flipped))) for flipped in (False, True)
    )
    assert plain["a1"][0].get("transform") == "translate(51.2 368)"
    assert turned["h8"][0].get("transform") == "translate(32 387.2)"
    assert ElementTree.tostring(plain["a1"][0][1]) == ElementTree.tostring(turned["a1"][0][1])


def test_thumbnails_are_short_and_hidden_from_screen_readers() -> None:
    game = load("chameleon-chess")
    svg = draw_board(game, game.initial(), look=Look(thumbnail=True))
    assert len(svg) < 10_000
    assert "<title>" not in svg
    assert "aria-label" not in svg
    assert "<text" not in svg


def test_attributes_apply_to_targets_and_take_precedence() -> None:
    game = load("tic-tac-toe")
    look = Look(targets=("4",), attributes=lambda name: {"role": "button", "aria-label": f"play {name}"})
    svg = draw_board(game, game.initial(), look=look)
    found = elements(svg)
    assert (found["4"].get("role"), found["4"].get("aria-label")) == ("button", "play 4")
    assert (found["5"].get("role"), found["5"].get("aria-label")) == ("img", "5")
    assert ElementTree.fromstring(svg).get("role") == "group"


def test_squares_of_a_shared_colour_are_labelled_by_its_name() -> None:
    game = load("blokus:players=3,size=5")
    found = elements(draw_board(game, parse_position(game, "B4/5/5/5/G4 B -")))
    assert [found[name].get("aria-label") for name in ("a5", "a1", "b1")] == ["a5, blue", "a1, green", "b1"]
    assert [one.text for one in found["a1"].iter() if tag(one) == "text"] == ["G"]


def test_labels_for_screen_readers_are_translated() -> None:
    german = {
        "knight": "Springer",
        "{piece} of {player}": "{piece} von {player}",
        "{player} to move": "{player} am Zug",
        "player {number}": "Spieler {number}",
        "finished": "beendet",
    }
    look = Look(say=lambda text: german.get(text, text))
    game = load("chameleon-chess")
    svg = draw_board(game, game.initial(), look=look)
    assert "<title>chameleon-chess: red am Zug</title>" in svg
    assert elements(svg)["a1"].get("aria-label") == "a1, Springer von red"
    nim = load("nim")
    assert "<title>nim: Spieler 0 am Zug</title>" in draw_board(nim, nim.initial(), look=look)
    assert "<title>nim: beendet</title>" in draw_board(nim, nim.notation.parse_state("0-0-0"), look=look)  # type: ignore[misc]


SUBTRACT = replace(load("nim:heaps=3"), name="mine", view=View())


def test_a_game_without_a_board_shows_its_notation_without_places() -> None:
    svg = draw_board(SUBTRACT, SUBTRACT.initial())
    assert "3\u00a00</text>" in svg
    assert after_clicks(SUBTRACT, SUBTRACT.initial(), ()).targets == ()
    assert set(click_paths(SUBTRACT, SUBTRACT.initial()).values()) == {()}
    with_text = replace(SUBTRACT, view=View(board=lambda state: "a < b\n&"))
    assert "a\u00a0&lt;\u00a0b</text>" in draw_board(with_text, SUBTRACT.initial())


def test_cells_with_texts_only() -> None:
    game = replace(
        SUBTRACT, view=View(cells=lambda state: [[Cell("ab", "#ffffff", owner=1), Cell("x"), Cell("y", "#000000")]])
    )
    svg = draw_board(game, game.initial())
    assert ">ab</text>" in svg
    assert ">x</text>" in svg
    assert "translate" in draw_board(game, game.initial(), look=Look(thumbnail=True))
    labels = replace(SUBTRACT, view=View(places=lambda state: [Place(Cell("x"), 0, 0)]))
    assert ">x</text>" in draw_board(labels, game.initial(), look=Look(thumbnail=True))


def block(page: str, word: str) -> str:
    """Return the first block of Python with a word in it."""
    text = (Path(__file__).parents[3] / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return next(found for found in blocks if word in found)


def test_board_of_the_tutorial(tmp_path: Path) -> None:
    rules, board = block("README.md", "Game("), block("docs/tutorial.md", "Cell(")
    (tmp_path / "mygame.py").write_text(
        board + rules.replace("game = Game(", "game = Game(view=View(cells=cells), "), "utf-8"
    )
    game = load(str(tmp_path / "mygame.py"))
    assert after_clicks(game, game.initial(), ()).targets == ("1", "4", "9", "16", "25", "36")
    assert draw_board(game, game.initial()).count("data-place") == 40
    assert "data-place" not in draw_board(game, game.result(game.result(game.initial(), 36), 4))
    assert check_game(game, games=5).ok


def test_place_that_cannot_be_drawn() -> None:
    game = replace(SUBTRACT, view=View(cells=lambda state: [[Cell("x", "brown")]]))
    with pytest.raises(GameError, match="board of game 'mine' cannot be drawn: the ground of the cell 'x' is 'brown'"):
        draw_board(game, game.initial())


def test_clicks_follow_the_drawing() -> None:
    game = replace(
        SUBTRACT, view=View(cells=lambda state: [[Cell(name="One")]], click_path=lambda state, action: ["ONE"] * action)
    )
    assert after_clicks(game, game.initial(), []).targets == ("One",)
    assert after_clicks(game, game.initial(), ["one"]).actions == (1,)
    assert after_clicks(game, game.initial(), ["one"]).targets == ("One",)


OWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g data-place="a1" class="x"><text>{}</text></g></svg>'


def test_own_picture_is_kept_and_marked() -> None:
    game = replace(SUBTRACT, view=View(draw=lambda state: OWN.format(state.heaps)))
    after = game.result(game.initial(), 1)
    look = Look(before=game.initial(), targets=("a1",), attributes=lambda name: {"tabindex": "0"})
    svg = draw_board(game, after, look=look)
    place = elements(svg)["a1"]
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g ')
    assert place.get("class") == "x place target changed"
    assert (place.get("tabindex"), place.get("stroke-dasharray")) == ("0", "6 4")
    assert elements(draw_board(game, after))["a1"].get("stroke") is None
    assert after_clicks(game, game.initial(), ()).targets == ("a1",)
    assert after_clicks(game, game.initial(), ["A1"]).actions == (1,)


def test_actions_with_the_same_clicks_are_all_offered() -> None:
    game = changed(load("nim:heaps=2"), {"view.click_path": lambda state, action: ["a1", "a2"]})
    assert after_clicks(game, game.initial(), ["a1"]).targets == ("a2",)
    assert after_clicks(game, game.initial(), ["a1", "a2"]).actions == (1, 2)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("<svg>", "no well-formed SVG"), ("<p/>", "an <svg> element, not <p>"), (None, "no well-formed")],
)
def test_a_game_whose_picture_is_not_svg_is_refused(text: Any, wrong: str) -> None:
    game = replace(SUBTRACT, view=View(draw=lambda state: text))
    with pytest.raises(GameError, match=wrong):
        draw_board(game, game.initial())
    with pytest.raises(GameError, match=wrong):
        drawn_names(game, game.initial())
