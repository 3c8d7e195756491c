"""The output of regrets: rows for scripts, tables for people, and curves."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spielbaum.cli.shared.output import console, plain, print_json, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from rich.table import Table

    from spielbaum.pictures.plot import Panel, Point
    from spielbaum.statistics.regrets import Mean, Regret


@dataclass(frozen=True)
class Found:
    """The regrets that were measured in a game."""

    game: str
    rows: "list[Regret]"

    @property
    def title(self) -> str:
        """The game and the number of positions."""
        return tr("{}, {} positions", self.game, max(row.positions for row in self.rows))


def show(found: list[Found], *, as_json: bool, quiet: bool = False) -> None:
    """Print the regrets of all games, unless it is to be quiet."""
    if as_json:
        print_json({"games": [{"game": one.game, "rows": [row.to_dict() for row in one.rows]} for one in found]})
    elif not quiet:
        for number, (title, shown) in enumerate(tables(found)):
            console().print(*([""] if number else []), f"[bold]{plain(title)}[/]", shown, sep="\n")


def tables(found: list[Found]) -> "list[tuple[str, Table]]":
    """Return a table for each game by its title."""
    return [(one.title, _table(one.rows)) for one in found]


def _table(rows: "list[Regret]") -> "Table":
    names = ("depth", "another action", "95 %", "a worse one", "regret", "more than Max^n", "95 %", "nodes")
    shown = table("algorithm", *(f">{name}" for name in names))
    first, last = rows[0].algorithm, ""
    for row in rows:
        differs, worse, price = row.differs, row.worse, None if row.algorithm == first else row.price
        shown.add_row(
            "" if row.algorithm == last else plain(row.algorithm),
            str(row.depth),
            "–" if row.algorithm == first else f"{differs.part:.1%}",
            "–" if row.algorithm == first else f"{differs.low:.1%}–{differs.high:.1%}",
            "–" if row.algorithm == first else f"{worse.part:.1%}",
            "–" if row.regret is None else f"{row.regret.mean:.4f}",
            "–" if price is None else f"{price.mean:+z.4f}",
            "–" if price is None else f"{price.low:+z.4f} to {price.high:+z.4f}",
            f"{row.nodes:,.0f}",
        )
        last = row.algorithm
    return shown


def draw(found: list[Found], path: Path) -> None:
    """Draw three panels for each game, by depth: how often another action is chosen, regret, and more than Max^n.

    Without regrets and without algorithms beside Max^n there is nothing to draw.
    """
    from spielbaum.pictures.plot import Point, write_sheet

    def differs(row: "Regret") -> "Point | None":
        return Point(row.depth, *(100 * part for part in (row.differs.part, row.differs.low, row.differs.high)))

    def regret(row: "Regret") -> "Point | None":
        return _point(row.depth, row.regret)

    def price(row: "Regret") -> "Point | None":
        return _point(row.depth, row.price)

    panels = []
    for one in found:
        panels.append(_panel(one, tr("another action than Max^n, %"), differs, beside=False))
        panels.append(_panel(one, tr("regret, by Max^n to twice the depth"), regret, beside=True))
        panels.append(_panel(one, tr("regret, more than that of Max^n"), price, beside=False))
    if shown := [panel for panel in panels if panel.series]:
        write_sheet(shown, path, title=tr("What models of the opponents cost"))


def _point(depth: int, found: "Mean | None") -> "Point | None":
    from spielbaum.pictures.plot import Point

    return None if found is None else Point(depth, found.mean, found.low, found.high)


def _panel(found: Found, label: str, point_of: "Callable[[Regret], Point | None]", *, beside: bool) -> "Panel":
    """Return the curves of a figure of the algorithms, with that of Max^n beside them or without."""
    from spielbaum.pictures.plot import Axis, Panel, Series

    first = found.rows[0].algorithm
    curves: dict[str, list[Point]] = {}
    for row in found.rows:
        if (beside or row.algorithm != first) and (point := point_of(row)):
            curves.setdefault(row.algorithm, []).append(point)
    every = [point for points in curves.values() for point in points]
    heights = [end for point in every for end in (point.low or 0.0, point.high or 0.0)]
    return Panel(
        found.title,
        [Series(algorithm, points, quiet=algorithm == first) for algorithm, points in curves.items()],
        Axis.over(tr("depth, plies"), [point.x for point in every], whole=True),
        Axis.over(label, [0.0, *heights]),
    )
