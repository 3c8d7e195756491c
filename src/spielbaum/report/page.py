"""The report as one page that asks no other host, for light and dark screens and for paper."""

from collections.abc import Mapping
from html import escape
from importlib.resources import files

from spielbaum.pictures.plots import style
from spielbaum.pictures.theme import DARK, LIGHT
from spielbaum.report.cell import Report
from spielbaum.report.sections import strength, tournament


def report_html(report: Report) -> str:
    """Return the page.

    Examples
    --------
    >>> report_html(Report("results.db", (), ())).splitlines()[0]
    '<!DOCTYPE html>'
    """
    curves = strength(report.curves)
    entries = [f'<li><a href="#tournament-{cell.id}">{escape(cell.title)}</a></li>' for cell in report.cells]
    entries += ['<li><a href="#strength">Strength against limits</a></li>'] if curves else []
    title = f"Report of {report.database.replace(chr(92), '/').rpartition('/')[2]}"
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{escape(title)}</title><style>{_sheet()}</style></head><body><main><h1>{escape(title)}</h1>",
            "<p>Every figure about strength stands beside its 95 % interval: of a hundred such intervals about ",
            "ninety-five hold the truth. Players whose intervals overlap widely have not been told apart. ",
            "A win that several seats share is divided equally among them.</p>",
            f'<nav aria-label="Contents"><ul>{"".join(entries)}</ul></nav>' if len(entries) > 1 else "",
            *map(tournament, report.cells),
            curves,
            "</main></body></html>\n",
        ]
    )


def _sheet() -> str:
    def colours(theme: Mapping[str, str]) -> str:
        return f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in theme.items())} }}"

    own = files("spielbaum.report").joinpath("page.css").read_text(encoding="utf-8")
    dark = f"@media (prefers-color-scheme: dark) {{ @media not print {{ {colours(DARK)} }} }}"
    return "\n".join([":root { color-scheme: light dark; }", colours(LIGHT), dark, own, style()])
