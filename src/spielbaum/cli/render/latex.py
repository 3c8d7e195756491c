"""The tables of the terminal for LaTeX, with the rules of booktabs."""

from collections.abc import Iterable
from pathlib import Path

from rich.table import Table
from rich.text import Text

from spielbaum.pictures.latex.document import fitted
from spielbaum.pictures.latex.table import latex_table
from spielbaum.pictures.latex.text import escaped
from spielbaum.pictures.svg.files import write_text

PACKAGES = "% \\usepackage{booktabs, graphicx}\n"


def write_tables(path: Path, tables: Iterable[tuple[str, Table]]) -> None:
    """Write tables, those wider than the line scaled down; each of several has its title above it."""
    found = list(tables)
    above = "\\noindent {}\\par\\medskip\n" if len(found) > 1 else "% {}\n"
    parts = (above.format(escaped(Text.from_markup(title).plain)) + fitted(_latex(shown)) for title, shown in found)
    write_text(path, PACKAGES + "\n\\bigskip\n\n".join(parts))


def _latex(shown: Table) -> str:
    sides = [">" if column.justify == "right" else "" for column in shown.columns]
    heads = [side + escaped(str(column.header)) for side, column in zip(sides, shown.columns, strict=True)]
    columns = [[_cell(str(cell)) for cell in column.cells] for column in shown.columns]
    return latex_table(heads, list(zip(*columns, strict=True)))


def _cell(markup: str) -> str:
    """Return the text of a cell; what is marked as the best is bold."""
    text = Text.from_markup(markup)
    if any("bold" in str(span.style) for span in text.spans):
        return rf"\textbf{{{escaped(text.plain.removeprefix('*'))}}}"
    return escaped(text.plain)
