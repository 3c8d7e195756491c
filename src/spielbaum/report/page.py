"""The report as one page that asks no other host, for light and dark screens and for paper."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files

from spielbaum.pictures.plot.plots import style
from spielbaum.pictures.svg.theme import DARK, LIGHT
from spielbaum.report.cell import Cell, Curve, Place, Report
from spielbaum.report.design import experiment
from spielbaum.report.sections import place_text, tournament
from spielbaum.report.strength import strength


def report_html(report: Report) -> str:
    """Return the page.

    Examples
    --------
    >>> report_html(Report("results.db", (), ())).splitlines()[0]
    '<!DOCTYPE html>'
    """
    shelves = _shelves(report)
    inside = {cell.id for cells in shelves for cell in cells.values()}
    alone = [cell for cell in report.cells if cell.id not in inside]
    curves = strength([curve for curve in report.curves if not _shown(curve, inside)])
    name = report.database.replace(chr(92), "/").rpartition("/")[2]
    title = f"Report of {name if alone or len(shelves) != 1 else report.experiments[0].title}"
    contents = _contents(report, shelves, alone, curves)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{escape(title)}</title><style>{_sheet()}</style></head><body><main><h1>{escape(title)}</h1>",
            "<p>Every figure about strength stands beside its 95 % interval: of a hundred such intervals about ",
            "ninety-five hold the truth. Players whose intervals overlap widely have not been told apart. ",
            "A win that several seats share is divided equally among them.</p>",
            contents,
            *(experiment(*one, number=i + 1) for i, one in enumerate(zip(report.experiments, shelves, strict=True))),
            *map(tournament, alone),
            curves,
            "</main></body></html>\n",
        ]
    )


def _shelves(report: Report) -> list[dict[int, Cell]]:
    """Return the tournaments that stand in the section of each experiment: in that of the first they belong to."""
    left, shelves = {cell.id: cell for cell in report.cells}, []
    for one in report.experiments:
        own = {number: left.pop(number) for number in one.tournaments if number in left}
        shelves.append({number: replace(cell, places=_first(cell.places, one.title)) for number, cell in own.items()})
    return shelves


def _first(places: Sequence[Place], title: str) -> tuple[Place, ...]:
    """Return the places of a tournament, the one in an experiment first: there its players have their names."""
    return tuple(sorted(places, key=lambda place: place.experiment != title))


def _shown(curve: Curve, inside: Collection[int]) -> bool:
    """Return whether the section of an experiment shows the shares of a curve."""
    return curve.scale == "share" and all(point.tournament in inside for point in curve.points)


def _contents(report: Report, shelves: Sequence[Mapping[int, Cell]], alone: Sequence[Cell], curves: str) -> str:
    entries = []
    for i, (one, cells) in enumerate(zip(report.experiments, shelves, strict=True)):
        inner = "".join(_entry(f"tournament-{cell.id}", place_text(cell)) for cell in cells.values())
        folded = f"<details><summary>{len(cells)} cells</summary><ul>{inner}</ul></details>" if cells else ""
        entries.append(_entry(f"experiment-{i + 1}", one.title, folded))
    entries += [_entry(f"tournament-{cell.id}", cell.title) for cell in alone]
    entries += [_entry("strength", "Strength against limits")] if curves else []
    many = len(entries) > 1 or shelves
    return f'<nav aria-label="Contents"><ul>{"".join(entries)}</ul></nav>' if many else ""


def _entry(place: str, text: str, below: str = "") -> str:
    return f'<li><a href="#{place}">{escape(text)}</a>{below}</li>'


def _sheet() -> str:
    def colours(theme: Mapping[str, str]) -> str:
        return f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in theme.items())} }}"

    own = files("spielbaum.report").joinpath("page.css").read_text(encoding="utf-8")
    dark = f"@media (prefers-color-scheme: dark) {{ @media not print {{ {colours(DARK)} }} }}"
    return "\n".join([":root { color-scheme: light dark; }", colours(LIGHT), dark, own, style()])
