"""Texts, tables and pictures for LaTeX, compiled together."""

from pathlib import Path

from latex import compiled
from spielbaum.pictures.latex import escaped, latex_table, math
from spielbaum.pictures.latex.text import _MATHEMATICS, _SPECIAL
from spielbaum.pictures.plot import Axis, Point, Series, bars_latex, lines_latex, whiskers_latex
from spielbaum.pictures.tree.tree import tree


def test_signs_of_numbers_and_hyphens() -> None:
    assert escaped("max-n -1 +0.5 1-2") == r"max-n \ensuremath{-}1 +0.5 1-2"
    assert math("(1, -2, >= 3)") == r"$(1, -2, \geq 3)$"


def test_everything_compiles(tmp_path: Path) -> None:
    signs = " ".join(escaped(sign) for sign in (*_SPECIAL, *_MATHEMATICS))
    rows = [
        ["[1, 2] *", "*", "a"],
        ["* 2", "b", "[3]"],
        [escaped("max-n-is(depth=4)"), escaped("50 %"), math("[-inf, 3]")],
        ["Gröbner", "--", r"\textbf{3}"],
    ]
    table = latex_table(["player", ">share", ">window"], rows)
    points = [Point(1, 8, 7, 9), Point(2, 300)]
    x, y = Axis("depth, plies", 1, 2, whole=True), Axis("nodes", 1, 1000, logarithmic=True)
    series = [Series(f"player {number}", points, quiet=number == 6) for number in range(7)]
    plots = [lines_latex(series, x, y), bars_latex(series[:2], x, Axis("part", 0, 300))]
    whiskers = whiskers_latex([("max-n-is(depth=4, evaluation=none)", point) for point in points], y, mark=10)
    parts = [signs, table, tree("figure:alpha-beta").latex(), *plots, whiskers]
    assert "Overfull" not in compiled(tmp_path, "\n\n".join(parts))
    assert (tmp_path / "page.pdf").stat().st_size > 10_000
