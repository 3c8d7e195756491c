"""Plots for LaTeX."""

import re
from pathlib import Path

import pytest

from spielbaum.pictures.plot import Axis, Panel, Point, Series, bars_latex, lines_latex, whiskers_latex, write_sheet

DEPTHS = Axis("depth, plies", 1, 3, whole=True)
NODES = Axis("nodes", 1, 1000, logarithmic=True)


def rows(text: str) -> list[list[str]]:
    """Return the tables of numbers in a plot."""
    return [table.split(" \\\\\n")[:-1] for table in re.findall(r"table\[[^]]*\] \{\n(.*?)\};", text, re.DOTALL)]


def test_the_numbers_of_a_plot_are_its_tables() -> None:
    series = [Series("alpha_beta", [Point(1, 8), Point(2, 30)]), Series("b^d", [Point(1, 7)], quiet=True)]
    text = lines_latex(series, DEPTHS, NODES)
    assert rows(text) == [["x y", "1 8", "2 30"], ["x y", "1 7"]]
    assert "xmode" not in text
    assert "ymode=log" in text
    assert r"xtick={1,2,3}, xticklabels={{1}, {2}, {3}}" in text
    assert r"\addlegendentry{alpha\_beta}" in text
    assert r"\addlegendentry{b\textsuperscript{d}}" in text
    assert "mark=none" in text.partition("alpha")[2]


def test_intervals_are_how_far_whiskers_reach() -> None:
    series = [Series("pvs", [Point(1, 0.5, 0.25, 0.875), Point(2, 0.5)])]
    assert rows(lines_latex(series, DEPTHS, NODES)) == [["x y down up", "1 0.5 0.25 0.375", "2 0.5 0 0"]]
    text = whiskers_latex([("max-n", Point(3, 3, 1, 4)), ("50 %", Point(2, 2))], Axis("Elo", 0, 5), mark=0)
    assert "coordinates {(3,1) += (1,0) -= (2,0)};" in text
    assert r"yticklabels={{max-n}, {50 \%}}" in text
    assert r"\draw[dashed, gray] (axis cs:0,0.5) -- (axis cs:0,2.5);" in text


def test_bars_stand_side_by_side() -> None:
    text = bars_latex([Series(name, [Point(1, 0.5)]) for name in "ab"], DEPTHS, Axis("part", 0, 1))
    assert "ybar" in text
    assert rows(text) == [["x y", "1 0.5"]] * 2


def test_panels_are_written_by_the_suffix(tmp_path: Path) -> None:
    panel = Panel("pvs", [Series("a", [Point(1, 2)])], DEPTHS, NODES)
    write_sheet([panel, panel._replace(heading="")], tmp_path / "plot.tex", title="nothing")
    text = (tmp_path / "plot.tex").read_text(encoding="utf-8")
    assert text.count(r"\begin{axis}") == 2
    assert text.count("title={pvs}") == 1


@pytest.mark.parametrize("axis", [NODES, Axis("2^n", 256, 4096, logarithmic=True, powers=True)])
def test_ticks_are_those_of_the_axis(axis: Axis) -> None:
    text = lines_latex([Series("a", [Point(300, 2)])], axis, NODES)
    found = re.search(r"xtick=\{(.*?)\}, xticklabels=\{(.*)\},\n", text)
    assert found is not None
    assert [float(place) for place in found[1].split(",")] == [place for place, _ in axis.ticks(520)]
    assert found[2].count("{") - found[2].count("textsuperscript") == len(axis.ticks(520))
