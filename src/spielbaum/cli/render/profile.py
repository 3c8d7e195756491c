"""The output of profiles: keys of the JSON of a check, and a table for people."""

from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import BEST, QUIET, console, or_dash, plain, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.profiling.profile import Profile


def as_document(found: "Profile") -> dict[str, Any]:
    """Return the keys of a profile."""
    return {
        "functions": [
            {
                "name": cost.name,
                "calls": cost.calls,
                "ns": cost.compiled_ns,
                "interpreted_ns": cost.interpreted_ns,
                "share": cost.share,
                "lists": cost.lists,
                "bytes": cost.bytes,
            }
            for cost in found.costs
        ],
        "nodes_per_second": {"interpreted": found.interpreted, "compiled": found.compiled},
        "advice": list(found.advice),
        "compile_seconds": found.compile_seconds,
        "algorithm": found.algorithm,
    }


def show(found: "Profile") -> None:
    """Print a profile."""
    out = console()
    out.print(f"\n{plain(found.algorithm)}: {_speeds(found)}\n")
    shown = table("function", ">calls/node", ">interpreted ns", ">compiled ns", ">share", ">lists", ">bytes")
    for cost in found.costs:
        shown.add_row(
            cost.name,
            f"{cost.calls:.2f}",
            or_dash(cost.interpreted_ns, ",.0f"),
            or_dash(cost.compiled_ns, ",.1f"),
            f"{cost.share:.0%}",
            f"{cost.lists:.1f}",
            or_dash(cost.bytes, ",d"),
        )
    rest = max(0.0, 1 - sum(cost.share for cost in found.costs))
    shown.add_row(tr("[{}]the search[/]", QUIET), "", "", "", f"{rest:.0%}", "", "")
    out.print(shown)
    if found.advice:
        out.print()
    for sentence in found.advice:
        out.print(f"[{BEST}]{tr('advice')}[/]  {plain(tr(sentence))}", soft_wrap=True)


def _speeds(found: "Profile") -> str:
    if found.compiled is None:
        return tr("{:,.0f} nodes/s interpreted; this game is not compiled", found.interpreted)
    times = tr("{:,.0f} times as fast", found.compiled / found.interpreted)
    compiled = "" if found.compile_seconds is None else tr(", compiled in {:.1f} s", found.compile_seconds)
    return tr("{:,.0f} nodes/s interpreted, {:,.0f} compiled, {}{}", found.interpreted, found.compiled, times, compiled)
