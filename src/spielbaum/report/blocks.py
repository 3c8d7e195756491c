"""The blocks of the page as plain values: tables and figures with their data, and the format of their numbers."""

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from spielbaum.language import tr
from spielbaum.statistics import Share

Head = Sequence[str]
Rows = Sequence[Sequence[object]]
Facts = Sequence[tuple[str, str]]
"""Names and texts, shown as a description list."""


class Data(NamedTuple):
    """The full data of a table or a figure: the name of its file without the suffix, the head and the rows."""

    name: str
    head: Head
    rows: Rows

    @property
    def address(self) -> str:
        """The data as a ``data:`` URL of CSV."""
        return f"data:text/csv;charset=utf-8,{quote(csv_text(self.head, self.rows))}"


class Table(NamedTuple):
    """A table for readers, and its data for programs; the first cell of each row is its header."""

    caption: str
    head: Head
    rows: Rows
    data: Data


class Figure(NamedTuple):
    """A picture as SVG, its caption, its data, and the same picture for LaTeX."""

    svg: str
    caption: str
    data: Data
    latex: str


def is_numeric(value: object) -> bool:
    """Return whether a cell begins with a number, or is the dash of a missing one.

    Examples
    --------
    >>> [is_numeric(value) for value in (0.5, None, "−12 to 0", "±30", "alpha-beta", "mcts(history=5)")]
    [True, True, True, True, False, False]
    """
    text = figure_text(value)
    return text == "–" or text.lstrip("+-−±")[:1].isdigit()


def figure_text(value: object) -> str:
    """Return a figure for readers; a dash if it is missing.

    Examples
    --------
    >>> figure_text(None), figure_text(12345), figure_text(0.33333), figure_text("a")
    ('–', '12,345', '0.333', 'a')
    """
    if value is None:
        return "–"
    if isinstance(value, int | float):
        return tr("{:,}" if isinstance(value, int) else "{:,.3f}", value)
    return str(value)


def interval_text(low: float, high: float, digits: int = 3) -> str:
    """Return an interval for readers.

    Examples
    --------
    >>> interval_text(0.25, 0.5), interval_text(-12.4, -0.3, 0)
    ('0.250 to 0.500', '−12 to 0')
    """
    return tr("{:z.{}f} to {:z.{}f}", low, digits, high, digits).replace("-", "−")


def share_text(row: Share | None) -> str:
    """Return a share with its interval and the number of games; a dash without games.

    Examples
    --------
    >>> share_text(Share("a", 0.5, 0.25, 0.75, 1200, "round", 600)), share_text(None)
    ('0.500 (0.250 to 0.750), 1,200', '–')
    """
    if row is None or not row.games:
        return "–"
    return tr("{:.3f} ({}), {:,}", row.share, interval_text(row.low, row.high), row.games)


def csv_text(head: Head, rows: Rows) -> str:
    r"""Return a table as CSV; missing values are empty.

    Examples
    --------
    >>> csv_text(["player", "depth"], [["max-n(depth=2, nodes=5)", None]])
    'player,depth\n"max-n(depth=2, nodes=5)",\n'
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([head, *rows])
    return file.getvalue()
