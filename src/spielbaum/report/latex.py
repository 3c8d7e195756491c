"""The tables and plots of a report for LaTeX, by name."""

from collections.abc import Iterator

from spielbaum.language import current_texts
from spielbaum.pictures.latex import escaped, latex_table
from spielbaum.pictures.latex.document import fitted
from spielbaum.report.blocks import Figure, Table, figure_text, is_numeric
from spielbaum.report.page import sections
from spielbaum.report.results import Report
from spielbaum.report.tournament import TournamentSection


def report_latex(report: Report) -> dict[str, str]:
    r"""Return tables and plots, each to be included by ``\input``; tables need booktabs, plots PGFPlots.

    Names are those of the data on the page, such as ``results-1``, with a number if they repeat.
    """
    found: dict[str, str] = {}
    for block in _blocks(report):
        kind = "table" if isinstance(block, Table) else "plot"
        name = stem = f"{block.data.name}-{kind}"
        number = 1
        while name in found:
            number += 1
            name = f"{stem}-{number}"
        found[name] = f"% {block.caption}\n{_table(block) if isinstance(block, Table) else block.latex}"
    return found


def _blocks(report: Report) -> Iterator[Table | Figure]:
    experiments, tournaments, strength = sections(report)
    yield from strength
    for one in experiments:
        yield from one.figures
        yield one.table
        if one.ranks is not None:
            yield one.ranks
        for inner in one.tournaments:
            yield from _blocks_of(inner)
    for tournament in tournaments:
        yield from _blocks_of(tournament)


def _blocks_of(section: TournamentSection) -> Iterator[Table | Figure]:
    for part in section.parts:
        yield from part.blocks


def _table(table: Table) -> str:
    rows = [[escaped(figure_text(cell)) for cell in row] for row in table.rows]
    right = [i > 0 and all(is_numeric(row[i]) for row in table.rows) for i in range(len(table.head))]
    names = map(current_texts().text, table.head)
    head = [(">" if numeric else "") + escaped(name) for numeric, name in zip(right, names, strict=True)]
    return fitted(latex_table(head, rows))
