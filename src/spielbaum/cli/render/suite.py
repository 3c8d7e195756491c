"""The output of suites: tables for people, rows for scripts, and a CSV file."""

import csv
import io
import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.cli.render.compare import without_estimates
from spielbaum.cli.shared.output import BEST, QUIET, console, plain, print_json, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.measuring import Solution

COLUMNS = ("number", "position", "player", "action", "value", "kind", "depth", "nodes", "leaves", "cutoffs", "seconds",
           "best", "right", "known_value", "right_value", "name", "avoid")  # fmt: skip


@dataclass(frozen=True)
class Findings:
    """The solutions of a suite; ``names`` are the players as on the command line."""

    game: str
    names: list[str]
    positions: int
    solutions: "list[Solution]"

    @cached_property
    def disagreements(self) -> list[str]:
        """A sentence for each value that must equal another but does not."""
        from spielbaum.measuring.suite import contradictions

        return contradictions(self.solutions)

    @property
    def notes(self) -> list[str]:
        """Sentences about what makes the counts less meaningful."""
        return without_estimates(self.game, (solution.result for solution in self.solutions))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The solutions as plain values."""
        from spielbaum.measuring.suite import row_of

        return [row_of(solution, self.names) for solution in self.solutions]


def refuse_other_files(path: Path | None) -> None:
    """Refuse a file that is not CSV or cannot be written, before anything is searched."""
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.svg.files import refuse_unfit_path

    if path is None:
        return
    if path.suffix.lower() != ".csv":
        raise InputError(Message("--export writes a file that ends in .csv; {!r} does not", str(path)))
    refuse_unfit_path(path)


def write(found: Findings, path: Path) -> None:
    """Write a row for each position and player."""
    from spielbaum.files import write_whole

    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    rows.writeheader()
    for row in found.rows:
        rows.writerow(
            {
                **row,
                **{key: " ".join(row[key]) for key in ("best", "avoid")},
                **{key: _cell(row[key]) for key in ("value", "known_value")},
            }
        )
    write_whole(path, text.getvalue())


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, tuple) else value


def show(found: Findings, *, as_json: bool) -> None:
    """Print the findings, and report values on stderr that differ but must not."""
    sums, same = _sums(found), _agreement(found)
    if as_json:
        print_json({"game": found.game, "rows": found.rows, "totals": sums, "agreement": same,
                    "agree": not found.disagreements, "notes": found.notes})  # fmt: skip
    else:
        _print_rows(found)
        _print_totals(found, sums)
        _print_depths(sums)
        _print_growth(sums)
        _print_agreement(same)
    for sentence in (*found.disagreements, *found.notes):
        sys.stderr.write(f"spielbaum: {sentence}\n")


def _sums(found: Findings) -> list[dict[str, Any]]:
    """Return a row for each player: its totals, how often it was right, and the growth of its nodes with depth."""
    from spielbaum.measuring import nodes_by_depth, totals
    from spielbaum.measuring.suite import total_row
    from spielbaum.statistics import growth_factor, part_of

    rows = []
    for player, (total, name) in enumerate(zip(totals(found.solutions, len(found.names)), found.names, strict=False)):
        own = [solution.right for solution in found.solutions if solution.player == player]
        right = part_of([flag for flag in own if flag is not None])
        factor = growth_factor(nodes_by_depth(found.solutions, player))
        more = {"right_low": right.low, "right_high": right.high, "growth": factor.to_dict() if factor else None}
        rows.append({**total_row(total, name), **more})
    return rows


def _agreement(found: Findings) -> list[dict[str, Any]]:
    from spielbaum.measuring import agreements
    from spielbaum.statistics import part_of

    rows = []
    for one, other, flags in agreements(found.solutions, len(found.names)):
        part = part_of(flags)
        names = {"player": found.names[one], "other": found.names[other]}
        rows.append({**names, "same": part.count, "positions": part.positions, "low": part.low, "high": part.high})
    return rows


def _print_rows(found: Findings) -> None:
    from spielbaum.search.core.result import value_text

    shown = table(">", "position", "player", "move", ">value", ">depth", ">nodes", ">seconds", "best", ">found at")
    before = 0
    for row in found.rows:
        new = row["number"] != before
        before = row["number"]
        mark = {True: f"[{BEST}]✓[/]", False: "✗", None: ""}[row["right"]]
        shown.add_row(
            str(row["number"]) if new else "",
            plain(row["name"] or row["position"]) if new else "",
            plain(row["player"]),
            plain(row["action"]),
            value_text(row["value"]),
            str(row["depth"]),
            f"{row['nodes']:,}",
            f"{row['seconds']:.3f}",
            f"{mark} {plain(' '.join([*row['best'], *(tr('not {}', move) for move in row['avoid'])]))}",
            tr("depth {}, {:.3f} s", row["found"]["depth"], row["found"]["seconds"]) if row["found"] else "",
        )
    console().print(shown)


def _print_totals(found: Findings, sums: list[dict[str, Any]]) -> None:
    names = (
        "positions",
        "nodes",
        "of the first",
        "nodes mean",
        "s mean",
        "depth mean",
        "best moves",
        "95 %",
        "values",
    )
    shown = table("player", *(f">{name}" for name in names))
    for row in sums:
        shown.add_row(
            plain(row["player"]),
            f"{row['positions']} of {found.positions}",
            f"{row['nodes']:,}",
            f"{row['part']:.1%}",
            f"{row['nodes_mean']:,.0f}",
            f"{row['seconds_mean']:.3f}",
            f"{row['depth_mean']:.2f}",
            f"{row['right']} of {row['asked']}" if row["asked"] else "–",
            f"{row['right_low']:.0%}–{row['right_high']:.0%}" if row["asked"] else "–",
            f"{row['values_right']} of {row['values_asked']}" if row["values_asked"] else "–",
        )
    _section(tr("all positions"), shown)


def _print_depths(sums: list[dict[str, Any]]) -> None:
    shown = table("player", ">depth", ">positions", ">nodes mean", ">s mean")
    for row in sums:
        for i, reached in enumerate(row["depths"]):
            shown.add_row(
                "" if i else plain(row["player"]),
                str(reached["depth"]),
                str(reached["positions"]),
                f"{reached['nodes_mean']:,}",
                f"{reached['seconds_mean']:.4f}",
            )
    _section(tr("nodes and time to depth, the depths before it included"), shown)


def _print_growth(sums: list[dict[str, Any]]) -> None:
    grown = [(row["player"], row["growth"]) for row in sums if row["growth"]]
    if not grown:
        return
    shown = table("player", ">b", ">95 %", ">depths", ">positions")
    for name, growth in grown:
        low, high = growth["low"], growth["high"]
        between = "–" if low is None else f"{low:.2f}–{high:.2f}"
        depths = "–".join(map(str, growth["depths"]))
        shown.add_row(plain(name), f"{growth['base']:.2f}", between, depths, str(growth["positions"]))
    _section(tr("growth: a depth alone takes about b^d nodes"), shown)


def _print_agreement(same: list[dict[str, Any]]) -> None:
    if not same:
        return
    shown = table("player", "other", ">same move", ">", ">95 %")
    for row in same:
        both = row["positions"]
        part = f"{row['same'] / both:.1%}" if both else "–"
        between = f"{row['low']:.1%}–{row['high']:.1%}" if both else "–"
        shown.add_row(plain(row["player"]), plain(row["other"]), f"{row['same']} of {both}", part, between)
    _section("agreement", shown)


def _section(title: str, shown: Any) -> None:
    console().print(f"\n[{QUIET}]{title}[/]")
    console().print(shown)
