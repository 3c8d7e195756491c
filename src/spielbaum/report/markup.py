"""Pieces of the page: tables with captions and scopes, figures with their data as CSV behind a link."""

import csv
import io
from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from spielbaum.statistics import Share

Head = Sequence[str]
Cells = Sequence[Sequence[object]]


class Data(NamedTuple):
    """What a table or a picture shows, in full: the name of its file without the ending, head and rows."""

    name: str
    head: Head
    rows: Cells


def table(caption: str, head: Head, rows: Cells, data: Data) -> str:
    """Return a table; the first cell of each row is its header, cells with numbers stand to the right.

    Parameters
    ----------
    caption, head, rows
        As they are shown.
    data
        The same for programs.

    Examples
    --------
    >>> table("Wins", ["player", "wins"], [["a < b", 3]], Data("wins", [], [])).splitlines()[-2]
    '<tr><th scope="row">a &lt; b</th><td class="number">3</td></tr>'
    """
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = [f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(_cell, rest))}</tr>' for first, *rest in rows]
    lines = [
        f"<table><caption>{escape(caption)} {_link(data)}</caption>",
        f"<thead><tr>{columns}</tr></thead><tbody>",
        *body,
        "</tbody></table>",
    ]
    return _scrolling(caption, "\n".join(lines))


def _cell(value: object) -> str:
    text = escape(figure_text(value))
    return f'<td class="number">{text}</td>' if any(map(str.isdigit, text)) or text == "–" else f"<td>{text}</td>"


def figure_text(value: object) -> str:
    """Return a figure for people; a dash where there is none.

    Examples
    --------
    >>> figure_text(None), figure_text(12345), figure_text(0.33333), figure_text("a")
    ('–', '12,345', '0.333', 'a')
    """
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.3f}" if isinstance(value, float) else str(value)


def interval_text(low: float, high: float, digits: int = 3) -> str:
    """Return an interval for people.

    Examples
    --------
    >>> interval_text(0.25, 0.5), interval_text(-12.4, 30, 0)
    ('0.250 to 0.500', '−12 to 30')
    """
    return f"{low:.{digits}f} to {high:.{digits}f}".replace("-", "−")


def share_text(row: Share | None) -> str:
    """Return a share with its interval and the number of games; a dash where there is no game.

    Examples
    --------
    >>> share_text(Share("a", 0.5, 0.25, 0.75, 1200, "round", 600)), share_text(None)
    ('0.500 (0.250 to 0.750), 1,200', '–')
    """
    if row is None or not row.games:
        return "–"
    return f"{row.share:.3f} ({interval_text(row.low, row.high)}), {row.games:,}"


def figure(svg: str, caption: str, data: Data) -> str:
    """Return a picture with its caption and a link to its data."""
    return f"<figure>{_scrolling(caption, svg)}<figcaption>{escape(caption)} {_link(data)}</figcaption></figure>"


def _link(data: Data) -> str:
    name, address = escape(data.name), f"data:text/csv;charset=utf-8,{quote(csv_text(data.head, data.rows))}"
    return f'<a href="{address}" download="{name}.csv">Data as CSV<span class="voice">: {name}</span></a>'


def csv_text(head: Head, rows: Cells) -> str:
    r"""Return a table as CSV; what is missing is empty.

    Examples
    --------
    >>> csv_text(["player", "depth"], [["max-n(depth=2, nodes=5)", None]])
    'player,depth\n"max-n(depth=2, nodes=5)",\n'
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([head, *rows])
    return file.getvalue()


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Return names and texts as a list of descriptions."""
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(text)}</dd>' for name, text in pairs)}</dl>"


def _scrolling(label: str, inside: str) -> str:
    """Return what may be wider than a phone, in a box that scrolls, with the keyboard too."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">{inside}</div>'
