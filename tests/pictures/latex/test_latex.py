"""Texts, tables and pictures for LaTeX, compiled together."""

from pathlib import Path

from latex import compiled
from spielbaum.pictures.latex import escaped, latex_table, math
from spielbaum.pictures.latex.text import _MATHEMATICS, _SPECIAL
from spielbaum.pictures.tree.tree import tree


def test_signs_of_numbers_and_hyphens() -> None:
    assert escaped("max-n -1 +0.5 1-2") == r"max-n \ensuremath{-}1 +0.5 1-2"
    assert math("(1, -2, >= 3)") == r"$(1, -2, \geq 3)$"


def test_everything_compiles(tmp_path: Path) -> None:
    signs = " ".join(escaped(sign) for sign in (*_SPECIAL, *_MATHEMATICS))
    rows = [[escaped("max-n-is(depth=4)"), escaped("50 %"), math("[-inf, 3]")], ["Gröbner", "--", r"\textbf{3}"]]
    table = latex_table(["player", ">share", ">window"], rows)
    assert "Overfull" not in compiled(tmp_path, "\n\n".join([signs, table, tree("figure:alpha-beta").latex()]))
    assert (tmp_path / "page.pdf").stat().st_size > 10_000
