"""Plots: positions of numbers, no overlapping texts, shapes besides colours."""

import re
from collections.abc import Sequence
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.pictures.plot.axes import SIZE, Axis
from spielbaum.pictures.plot.looks import DASHES
from spielbaum.pictures.plot.plots import WIDTH, Point, Series, bars, lines, whiskers
from spielbaum.pictures.svg.blocks import text_width
from spielbaum.pictures.svg.theme import PLAYERS
from tiers import examples

SVG = "{http://www.w3.org/2000/svg}"
SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
LONG = "max-n-is(depth=4, evaluation=count-pawns-100-roles, transform=normalised, table=1GB, more=<&>)"
numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))


def assert_nothing_overlaps(svg: str) -> None:
    root, boxes = ElementTree.fromstring(svg), []
    for text in root.iter(f"{SVG}text"):
        x, y, width = float(text.attrib["x"]), float(text.attrib["y"]), text_width(text.text or "", SIZE)
        left = x - SHIFTS[text.attrib["text-anchor"]] * width
        boxes.append((text.text, left, y - 0.8 * SIZE, left + width, y + 0.22 * SIZE))
    for one, other in combinations(boxes, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, f"{one[0]!r} lies over {other[0]!r}"
    for text, left, top, right, bottom in boxes:
        assert left >= -0.1, text
        assert top >= -0.5, text
        assert right <= WIDTH + 0.1, text
        assert bottom <= float(root.attrib["height"]), text


def series(count: int, points: Sequence[Point]) -> list[Series]:
    return [Series(f"{LONG} {i}", points) for i in range(count)]


@examples(60)
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=8), st.integers(1, 7), st.booleans())
def test_no_text_overlaps_another(pairs: list[tuple[float, float]], count: int, logarithmic: bool) -> None:
    xs = [abs(x) + 0.001 if logarithmic else x for x, _ in pairs]
    points = [Point(x, y, y - 1, y + 1) for x, (_, y) in zip(xs, pairs, strict=True)]
    x = Axis.over("nodes of a move", xs, logarithmic=logarithmic)
    y = Axis.over("points of Elo", [end for p in points for end in (p.y - 1, p.y + 1)])
    assert_nothing_overlaps(lines(series(count, points), x, y, title="Strength"))
    assert_nothing_overlaps(whiskers([(LONG, point) for point in points], y, title="Ratings", mark=0))


def test_a_plot_is_named_by_its_title() -> None:
    points, x, y = [Point(1, 2, 1, 3)], Axis("depth, plies", 0, 2), Axis("nodes", 0, 4)
    for svg in (lines(series(2, points), x, y, title="A & B"), bars(series(2, points), x, y, title="A & B")):
        root = ElementTree.fromstring(svg)
        assert [root.attrib["aria-label"], root.findtext(f"{SVG}title")] == ["A & B"] * 2


def test_labels_of_bars_do_not_overlap() -> None:
    points = [Point(depth, depth / 60) for depth in range(1, 61)]
    x, y = Axis("depth, plies", 0.5, 60.5, whole=True), Axis("part of the moves", 0, 1.1)
    svg = bars(series(6, points), x, y, title="Depths")
    assert_nothing_overlaps(svg)
    assert len(list(ElementTree.fromstring(svg).iter(f"{SVG}rect"))) == 360


def test_the_height_of_a_bar_is_its_number() -> None:
    points = [Point(1, 0.25), Point(2, 0.5)]
    svg = bars([Series("a", points)], Axis("depth", 0.5, 2.5), Axis("part", 0, 1), title="Depths")
    one, two = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    assert float(two.attrib["height"]) == pytest.approx(2 * float(one.attrib["height"]))


def test_whiskers_span_the_interval() -> None:
    svg = whiskers([("a", Point(0.5, 0.5, 0.25, 0.75))], Axis("share", 0, 1), title="Shares")
    path = next(e.attrib["d"] for e in ElementTree.fromstring(svg).iter() if "whisker" in e.get("class", ""))
    low, high = (float(x) for x in re.findall(r"M([\d.]+) 34H([\d.]+)", path)[0])
    wide = WIDTH - 36
    assert (low, high) == (pytest.approx(18 + wide / 4), pytest.approx(18 + 3 * wide / 4))


def test_series_differ_in_more_than_colour() -> None:
    svg = lines(series(6, [Point(1, 1), Point(2, 3)]), Axis("x", 0, 3), Axis("y", 0, 3), title="Lines")
    root = ElementTree.fromstring(svg)
    marks = {e.attrib["d"] for e in root.iter(f"{SVG}path") if "transform" in e.attrib}
    dashes = {e.get("stroke-dasharray") for e in root.iter(f"{SVG}path") if "line" in e.get("class", "")}
    assert len(marks) == len(PLAYERS)
    assert dashes == set(DASHES)
