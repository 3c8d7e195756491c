"""The output of comparisons: rows for scripts, tables for people, and curves."""

import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import BEST, QUIET, console, filled, fitting_table, or_dash, plain, print_json, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from spielbaum.game import Game, State
    from spielbaum.measuring import Base, Growth, Row
    from spielbaum.pictures.plot import Axis, Panel, Series
    from spielbaum.search.core.result import Result

COUNTERS = ("nodes", "max", "min", "leaves", "cutoffs")
EXPENDABLE = ("min", "max", "cutoffs", "leaves", "seconds", "action", "value")
"""The columns that are dropped if a line is too narrow, in this order."""

THEORY = ((1.0, "b^d"), (0.75, "b^(3d/4)"), (0.5, "b^(d/2)"))


@dataclass(frozen=True)
class Comparison:
    """A measurement: by table size, by depth if there is a base, or a row for each algorithm."""

    game: "Game"
    rows: "list[Row]"
    states: "list[State]"
    by_size: bool
    base: "Base | None"
    disagreements: list[str]

    def against(self, row: "Row") -> "Row | None":
        """Return the row that a row is compared with: its algorithm without a table, or the first of that depth."""
        if self.by_size:
            own = [other for other in self.rows if other.setting.family == row.setting.family]
            return next((other for other in own if other.setting.scheme == "none"), None)
        return next(other for other in self.rows if other.setting.depth == row.setting.depth)

    @property
    def notes(self) -> list[str]:
        """Sentences about what makes the counts less meaningful."""
        rows = (row for row in self.rows if row.setting.depth is not None)
        return without_estimates(self.game.spec, (result for row in rows for result in row.results))

    @property
    def growths(self) -> "list[Growth]":
        """The growth of each algorithm, if depths were varied."""
        from spielbaum.measuring import growths

        return growths(self.rows, self.base) if self.base else []

    @property
    def title(self) -> str:
        """The game, the depth and the number of positions in a line."""
        depth = self.rows[0].setting.depth
        plies = "" if self.base else tr(", to the end of the game") if depth is None else tr(", depth {}", depth)
        return f"{self.game.spec}{plies}" + (
            tr(", mean of {} positions", len(self.states)) if len(self.states) > 1 else ""
        )


def without_estimates(game: str, results: "Iterable[Result]") -> list[str]:
    """Return a sentence about positions without estimates, if any, which make counts less meaningful."""
    if all(result.evaluation is not None or result.is_proven for result in results):
        return []
    return [
        tr(
            "unfinished positions of {} have no estimate and all count the same, so that prunings "
            "find little there: give an evaluation, such as --evaluation mobility",
            game,
        )
    ]


def show(found: Comparison, *, as_json: bool, quiet: bool = False) -> None:
    """Print a comparison, unless it is to be quiet, and report differing values on stderr."""
    if as_json:
        print_json(_document(found))
    elif not quiet and found.by_size:
        _print_sizes(found)
    elif not quiet and found.base:
        _print_depths(found)
    elif not quiet:
        out = console()
        out.print(fitting_table(*_rows(found), out.width, EXPENDABLE))
    for sentence in (*found.disagreements, *found.notes):
        sys.stderr.write(f"spielbaum: {sentence}\n")


def _document(found: Comparison) -> dict[str, Any]:
    from spielbaum.game.notation import format_state

    document: dict[str, Any] = {
        "rows": [row.to_dict(found.against(row)) for row in found.rows],
        "agree": not found.disagreements,
        "notes": found.notes,
    }
    if found.base:
        document["branching"] = [growth.to_dict() for growth in found.growths]
    if len(found.states) > 1:
        document["positions"] = [format_state(found.game, state) for state in found.states]
    return document


def tables(found: Comparison) -> "list[tuple[str, Table]]":
    """Return all tables of a comparison by their titles, with all columns."""
    if found.by_size:
        return [(found.title, _sizes_table(found))]
    if found.base:
        return _depth_tables(found, found.base)
    columns, rows = _rows(found)
    return [(found.title, filled(table(*columns), rows))]


def _rows(found: Comparison) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the columns and the rows of a comparison of algorithms."""
    from spielbaum.search.core.result import value_text

    columns = ("algorithm", "action", ">value", *(f">{name}" for name in COUNTERS), ">seconds", ">fewer nodes")
    rows = []
    for row in found.rows:
        first = row.results[0]
        counts = (row.mean(name) for name in ("nodes", "max_nodes", "min_nodes", "leaves", "cutoffs"))
        against = found.against(row)
        rows.append((
            plain(first.algorithm), plain(row.action_text or "–"), value_text(row.value, first.certainty.bound),
            *(f"{number:,.0f}" for number in counts), f"{row.mean('seconds'):.3f}",
            _fewer(row.nodes / against.nodes) if against else "–",
        ))  # fmt: skip
    return columns, rows


def _fewer(ratio: float) -> str:
    """Return a ratio of nodes as a reduction, or how many times as many they are from twice as many on.

    Examples
    --------
    >>> _fewer(0.25), _fewer(1.5), _fewer(19.199)
    ('75.0%', '-50.0%', '19.2 times')
    """
    return f"{1 - ratio:.1%}" if ratio < 2 else f"{ratio:,.1f} times"


def _print_sizes(found: Comparison) -> None:
    out = console()
    out.print(tr("[bold]{}[/]: nodes by entries of the table, * the fewest of a column\n", plain(found.title)))
    out.print(_sizes_table(found))
    if found.rows[0].value is not None:
        from spielbaum.search.core.result import value_text

        out.print(f"\n[{QUIET}]{tr('value'):<8}[/]{value_text(found.rows[0].value)}")


def _sizes_table(found: Comparison) -> "Table":
    """Return the nodes by scheme and size of the table."""
    sizes = sorted({row.setting.entries for row in found.rows if row.setting.entries})
    shown = table("algorithm", "scheme", ">no table", *(f">2^{size.bit_length() - 1}" for size in sizes))
    for family in dict.fromkeys(row.setting.family for row in found.rows):
        own = [row for row in found.rows if row.setting.family == family]
        nodes = {(row.setting.scheme, row.setting.entries): row.nodes for row in own}
        best = {size: min(n for (_, entries), n in nodes.items() if entries == size) for size in sizes
                if any(entries == size for _, entries in nodes)}  # fmt: skip
        plainly = nodes.get(("none", None))
        for scheme in dict.fromkeys(row.setting.scheme for row in own if row.setting.entries):
            texts = [_size_text(nodes.get((scheme, size)), best.get(size)) for size in sizes]
            shown.add_row(plain(family), scheme, "–" if plainly is None else short(plainly), *texts)
    return shown


def _size_text(nodes: float | None, best: float | None) -> str:
    if nodes is None:
        return "–"
    return f"[{BEST}]*{short(nodes)}[/]" if nodes == best else short(nodes)


def _print_depths(found: Comparison) -> None:
    base = found.base
    assert base is not None
    out = console()
    out.print(f"[bold]{plain(found.title)}[/]: b = {tr('{:.4g}', base.branching)} ({plain(tr(base.source))})\n")
    for number, (title, shown) in enumerate(_depth_tables(found, base)):
        if number:
            out.print()
        out.print(f"[{QUIET}]{title}[/]")
        out.print(shown)


def _depth_tables(found: Comparison, base: "Base") -> "list[tuple[str, Table]]":
    """Return the nodes by depth, how they grow, the minimal trees, and the exponents."""
    grown = found.growths
    made = []
    rows: list[tuple[str, list[Any], str]] = [("nodes", [g.nodes for g in grown], ",.0f")]
    rows.append(("nodes(d) / nodes(d - 1)", [g.factors for g in grown], ".2f"))
    rows.append(("b of the uniform tree with as many nodes", [g.equal for g in grown], ".2f"))
    for title, columns, style in rows:
        shown = table(
            ">depth", *(f">{plain(g.algorithm)}" for g in grown), *([">minimal tree"] if base.minimal else [])
        )
        for i, depth in enumerate(grown[0].depths):
            texts = [or_dash(column[i], style) for column in columns]
            least = [f"{base.minimal[i]:,}" if title == "nodes" else ""] if base.minimal else []
            shown.add_row(str(depth), *texts, *least)
        made.append((tr(title), shown))
    made += _minimal_trees(found)
    shown = table("algorithm", ">exponent e", ">±", ">c")
    for g in grown:
        numbers = (g.exponent, g.error, g.constant)
        shown.add_row(plain(g.algorithm), *(or_dash(number, ".3f") for number in numbers))
    return [*made, (tr("nodes = c * b^(e * depth), by least squares on the logarithms"), shown)]


def _minimal_trees(found: Comparison) -> "list[tuple[str, Table]]":
    """Return the minimal trees, if each algorithm has its own."""
    own = [] if found.base is None or found.base.minimal else [g for g in found.growths if g.minimal]
    if not own:
        return []
    shown = table(">depth", *(f">{plain(g.algorithm)}" for g in own))
    for i, depth in enumerate(own[0].depths):
        shown.add_row(str(depth), *(f"{g.minimal[i]:,}" for g in own))
    return [(tr("nodes of the minimal tree"), shown)]


def short(number: float) -> str:
    """Return a count in about five characters: ``950``, ``12.3k``, ``4.57M``.

    Examples
    --------
    >>> short(950), short(12345), short(4567890)
    ('950', '12.3k', '4.57M')
    """
    for unit in ("", "k", "M"):
        if number < 999.5:
            return f"{number:#.3g}".rstrip(".") + unit if unit else f"{number:.0f}"
        number /= 1000
    return f"{number:#.3g}".rstrip(".") + "G"


def draw(found: Comparison, path: Path) -> None:
    """Plot the nodes against the size of the table, or against the depth."""
    from spielbaum.pictures.plot import write_sheet

    if found.base:
        title = tr("{}: nodes by depth, b = {:.4g}", found.title, found.base.branching)
        write_sheet([_depth_panel(found.growths, found.base)], path, title=title)
    else:
        write_sheet(_size_panels(found), path, title=found.title)


def _depth_panel(grown: "list[Growth]", base: "Base") -> "Panel":
    """Return nodes against depth, with the predictions of theory."""
    from spielbaum.pictures.plot import Axis, Panel

    depths = grown[0].depths if grown else ()
    exponents = ["" if g.exponent is None else f", e = {tr('{:.2f}', g.exponent)}" for g in grown]
    series = [_series(g.algorithm + text, g.depths, g.nodes) for g, text in zip(grown, exponents, strict=True)]
    for part, name in THEORY:
        series.append(_series(name, depths, [base.branching ** (part * depth) for depth in depths], quiet=True))
    if base.minimal:
        series.append(_series(tr("minimal tree"), depths, base.minimal, quiet=True))
    else:
        own = (g for g in grown if g.minimal)
        series += [_series(tr("minimal tree, {}", g.algorithm), g.depths, g.minimal, quiet=True) for g in own]
    return Panel("", series, Axis.over(tr("depth, plies"), depths, whole=True), _node_axis(series))


def _size_panels(found: Comparison) -> "list[Panel]":
    """Return a panel for each algorithm: nodes against the size of the table, with a line for each scheme."""
    from spielbaum.pictures.plot import Axis, Panel

    sizes = sorted({row.setting.entries for row in found.rows if row.setting.entries})
    panels: dict[str, list[Series]] = {}
    for family in dict.fromkeys(row.setting.family for row in found.rows):
        own = [row for row in found.rows if row.setting.family == family and row.setting.entries]
        lines: dict[str, list[Row]] = defaultdict(list)
        for row in own:
            lines[row.setting.scheme].append(row)
        panels[str(family)] = [
            _series(scheme, [row.setting.entries or 0 for row in line], [row.nodes for row in line])
            for scheme, line in lines.items()
        ]
        if own and (plainly := found.against(own[0])):
            across = [row.setting.entries or 0 for row in own]
            panels[str(family)].append(
                _series(tr("no table"), (min(across), max(across)), [plainly.nodes] * 2, quiet=True)
            )
    x = Axis.over(tr("entries of the table"), sizes, logarithmic=True, powers=True)
    y = _node_axis([one for series in panels.values() for one in series])
    return [Panel(family, series, x, y) for family, series in panels.items()]


def _series(label: str, xs: "Iterable[float]", ys: "Iterable[float]", *, quiet: bool = False) -> "Series":
    from spielbaum.pictures.plot import Point, Series

    return Series(label, [Point(x, y) for x, y in zip(xs, ys, strict=True)], quiet)


def _node_axis(series: "list[Series]") -> "Axis":
    from spielbaum.pictures.plot import Axis

    return Axis.over(tr("nodes"), [point.y for one in series for point in one.points], logarithmic=True)
