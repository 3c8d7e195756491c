"""Pictures of trees: as in textbooks, without overlapping texts, and large trees folded with a note."""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Limits, games, record_tree, tree
from spielbaum.games.figure import figures
from spielbaum.pictures.svg.blocks import text_width
from spielbaum.pictures.svg.theme import ink_on
from spielbaum.pictures.tree.svg import tree_svg
from tiers import examples

KNOWN = json.loads((Path(__file__).parents[2] / "search" / "trace" / "tree_figures.json").read_text(encoding="utf-8"))[
    "figures"
]
SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def texts(svg: str) -> Iterator[tuple[str, Box]]:
    """Return every text of a picture with its box: left, top, right, bottom."""
    for element in ElementTree.fromstring(svg).findall(f"{SVG}text"):
        size, x, y = (float(element.attrib[name]) for name in ("font-size", "x", "y"))
        width = text_width(element.text or "", size, bold="font-weight" in element.attrib)
        left = x - width / 2 if element.attrib["text-anchor"] == "middle" else x
        yield element.text or "", (left, y - size * 0.8, left + width, y + size * 0.22)


def assert_nothing_overlaps(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    found = list(texts(svg))
    for (one, a), (other, b) in combinations(found, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one!r} lies over {other!r}"
    for text, (left, top, right, bottom) in found:
        inside = (
            left >= 0 and top >= 0 and right <= float(root.attrib["width"]) and bottom <= float(root.attrib["height"])
        )
        assert inside, f"{text!r} leaves the picture"


@pytest.mark.parametrize("name", figures())
def test_a_figure_shows_what_its_source_prints(name: str) -> None:
    svg = tree(f"figure:{name}").svg()
    words = [text for text, _box in texts(svg)]
    for known in (known for known in KNOWN if known["name"] == name):
        value = known["value"]
        shown = f"({', '.join(map(str, value))})" if isinstance(value, list) else str(value)
        counts = f"leaves: {known['evaluated']} evaluated, {known['pruned']} pruned"
        assert f"figure:{name}: {known['algorithm']}" in words
        assert f"value {shown}, action {known['action']}; {counts}" in " ".join(words)
        for reason in known.get("cuts", {}).values():
            assert reason.replace(">=", "≥").replace("<=", "≤") in " ".join(words)
        for number in known.get("node_values", {}).values():
            entries = number if isinstance(number, list) else [number]
            assert {str(entry) for entry in entries} <= {word.strip("≥≤ ") for word in words}
    if name == "alpha-beta-twenty-seven":
        assert "39 steps" in " ".join(words)
    assert_nothing_overlaps(svg)


def test_wrong_deep_pruning_beside_correct_search() -> None:
    places = {text: box for text, box in texts(tree("figure:deep-pruning-upper").svg()) if text.startswith("figure:")}
    right, wrong = places["figure:deep-pruning-upper: max-n"], places["figure:deep-pruning-upper: max-n:deep"]
    assert right[2] < wrong[0]
    assert right[1] == wrong[1]


def test_every_pruned_branch_is_struck_through_and_every_cut_says_why() -> None:
    record = record_tree(games.load("figure:alpha-beta-twenty-seven"))
    svg = tree("figure:alpha-beta-twenty-seven").svg()
    pruned = sum(node.end == "pruned" for node in record.nodes)
    assert (
        len(re.findall(r'<path d="[^"]*" stroke="#c44e00" stroke-width="2"/>', svg)) == pruned + 1
    )  # one in the legend
    words = [text for text, _box in texts(svg)]
    reasons = [node.reason for node in record.nodes if node.end == "cut"]
    assert reasons
    for reason in reasons:
        assert reason
        assert reason.replace(">=", "≥").replace("<=", "≤") in words


def test_entries_of_a_vector_have_the_colours_of_their_players() -> None:
    game = games.load("figure:max-n")
    svg = tree("figure:max-n").svg()
    chips = re.findall(r'<rect [^>]*fill="(#\w{6})" rx="3"/><text [^>]*fill="(#\w{6})"[^>]*>(-?\d)</text>', svg)
    assert [number for _ground, _ink, number in chips[:3]] == ["3", "3", "1"]
    assert len({ground for ground, _ink, _number in chips}) == game.players
    assert all(ink == ink_on(ground) for ground, ink, _number in chips)


def test_entries_that_a_cut_left_open_are_outlined() -> None:
    entry = r'<rect [^>]*fill="none"[^>]*stroke-dasharray="3 2" rx="3"/><text [^>]*>([^<]+)</text>'
    assert re.findall(entry, tree("figure:shallow-pruning").svg()) == ["≤ 4", "?"]
    assert re.findall(entry, tree("figure:hypermax").svg()) == ["1?", "-3?"]
    assert not re.findall(entry, tree("figure:immediate-pruning").svg())


GENERATIONS = [
    ("tic-tac-toe", "alpha-beta", Limits(depth=4)),
    ("tic-tac-toe", "mtdf", Limits(depth=3)),
    ("random-tree:players=3,low=0,high=9,total=9,branching=4,depth=5", "max-n:shallow", Limits()),
    ("chameleon-chess", "paranoid", Limits(depth=2)),
]


@pytest.mark.parametrize(("game", "algorithm", "limits"), GENERATIONS, ids=str)
def test_large_trees_are_folded_and_say_so(game: str, algorithm: str, limits: Limits) -> None:
    made = tree(game, algorithm=algorithm, limits=limits)
    svg = made.svg(most=80)
    words = " ".join(text for text, _box in texts(svg))
    whole = len(made.records[algorithm].nodes)
    assert re.search(rf"Shown are \d+ nodes of {whole:,} nodes: the principal variation and the first cuts", words)
    assert "folded" in words
    assert_nothing_overlaps(svg)


@examples(25)
@given(
    st.integers(0, 10_000), st.sampled_from(["alpha-beta", "minimax", "pvs", "alpha-beta-negamax"]), st.integers(2, 60)
)
def test_text_never_overlaps(seed: int, algorithm: str, most: int) -> None:
    game = games.load(f"random-tree:branching=3,depth=4,seed={seed},low=-1000000,high=1000000")
    assert_nothing_overlaps(
        tree_svg({algorithm: record_tree(game, algorithm=algorithm)}, game, game.initial(), most=most)
    )


def test_repeated_searches_are_stacked() -> None:
    words = [text for text, _box in texts(tree("tic-tac-toe", algorithm="mtdf", limits=Limits(depth=2)).svg())]
    assert any(re.fullmatch(r"search 2 of \d+, window \[.*\]", word) for word in words)


def test_text_of_a_game_cannot_break_the_picture() -> None:
    game = games.load("figure:negamax")
    svg = tree_svg({"<b>&": record_tree(game)}, game, game.initial())
    assert "<b>&" in [text for text, _box in texts(svg)]
