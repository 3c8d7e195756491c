"""Tables of all positions of a small game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.shared.options import GameArgument, Json, StateOptions, Verbose
from spielbaum.cli.shared.output import console, plain, print_facts, print_json, status, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.errors import Message
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Vector
    from spielbaum.tablebase import Tabulation
    from spielbaum.tablebase.tabulate import Longest

Out = Annotated[Path, Option("--out", metavar="FILE", help="The table to write; an existing one is replaced.")]
Memory = Annotated[
    str | None,
    Option("--memory", metavar="SIZE", help="The most memory for positions, such as 4GB; by default 1GB."),
]
SHOWN_SETS = 12
MOST_COLUMNS = 12
"""The most sums for which positions are counted on the screen."""


def tabulate(
    game: GameArgument,
    *,
    state: StateOptions,
    out: Out,
    memory: Memory = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Value all positions of a small game that a state leads to, and write them to a file.

    For two players the value of every position; for more what each coalition can force against the others, and the
    results of all equilibria, among which Max^n finds one.
    """
    from spielbaum.pictures.svg.files import refuse_unfit_path
    from spielbaum.tablebase import Progress
    from spielbaum.tablebase import tabulate as make_table

    limit = memory_of(memory)
    refuse_unfit_path(out)
    record, states = state.load(game)
    with status(tr("{}: preparing", record.spec)) as tell:

        def report(now: Progress) -> None:
            met = Message("{}: {:,} positions", record.spec, now.positions)
            valued = Message("{}: {:,} values", record.spec, now.positions)
            tell(tr(met if now.stage == "positions" else valued))

        made = make_table(record, out, states[-1], memory=limit, progress=report)
    if json:
        print_json(document(made, out))
    else:
        _show(made, out)


def memory_of(text: str | None) -> int:
    """Return the most bytes of positions."""
    from spielbaum.search.table.scalar import checked_size, parse_size
    from spielbaum.tablebase.tabulate import DEFAULT_MEMORY

    return DEFAULT_MEMORY if text is None else checked_size(parse_size(text))


def document(made: "Tabulation", path: Path) -> dict[str, Any]:
    """Return the document of ``spielbaum tabulate --json``."""
    facts = made.tables.facts
    longest = made.longest
    return {
        "game": facts.game,
        "position": facts.position,
        "positions": facts.positions,
        "finished": facts.finished,
        "cycles": facts.cycles,
        **(_values(made) if made.tables.game.is_duel else _of_more(made)),
        "longest": None if longest is None else {"plies": longest.plies, "position": longest.position},
        "seconds": facts.seconds,
        "bytes": path.stat().st_size,
    }


def _values(made: "Tabulation") -> dict[str, Any]:
    """Return the counts for two players, by who wins and by utility."""
    signs = {"1": 0, "0": 0, "-1": 0}
    for value, number in made.own_counts.items():
        signs[str((value > 0) - (value < 0))] += number
    root, player = made.root, made.tables.game.to_move(made.tables.root)
    return {
        "value": _tidy(root.value(player)),
        "values": signs,
        "utilities": {f"{value:g}": number for value, number in made.own_counts.items()},
    }


def _of_more(made: "Tabulation") -> dict[str, Any]:
    """Return the counts of coalitions and equilibria."""
    root = made.root
    return {
        "coalitions": [
            {
                "players": made.tables.members(coalition),
                "value": _tidy(root.forced[coalition]),
                "positions": {f"{value:g}": number for value, number in counts.items()},
            }
            for coalition, counts in made.counts.items()
        ],
        "equilibria": None if root.equilibria is None else [_vector(one) for one in root.equilibria],
        "outcomes": [
            {"equilibria": [_vector(one) for one in outcomes], "positions": number}
            for outcomes, number in made.sets.items()
        ],
    }


def _vector(utilities: "Vector") -> list[float]:
    return [_tidy(number) for number in utilities]


def _tidy(number: float) -> float:
    from spielbaum.search.core.result import tidy

    return tidy(number)


def _show(made: "Tabulation", path: Path) -> None:
    facts, out = made.tables.facts, console()
    out.print(
        tr(
            "[bold]{}[/]: {:,} positions, {:,} of them finished, in {:.1f} s",
            plain(facts.game),
            facts.positions,
            facts.finished,
            facts.seconds,
        ),
        "",
    )
    (_show_values if made.tables.game.is_duel else _show_coalitions)(made)
    print_facts(
        (
            *([] if made.longest is None else [("longest win", _longest(made.longest))]),
            ("size", tr("{:,} bytes", path.stat().st_size)),
            *([("cycles", tr("play can go on forever, which counts as a draw"))] if facts.cycles else []),
        )
    )


def _longest(win: "Longest") -> str:
    position = plain(win.position)
    return tr("1 ply, from {}", position) if win.plies == 1 else tr("{} plies, from {}", win.plies, position)


def _show_values(made: "Tabulation") -> None:
    shown, signs = table("for the player to move", ">positions", ">share"), _values(made)["values"]
    for name, sign in ((tr("won"), "1"), (tr("drawn"), "0"), (tr("lost"), "-1")):
        shown.add_row(name, f"{signs[sign]:,}", f"{signs[sign] / made.tables.facts.positions:.1%}")
    console().print(shown, "")


def _show_coalitions(made: "Tabulation") -> None:
    values = sorted({value for counts in made.counts.values() for value in counts})
    if len(values) > MOST_COLUMNS:
        values = []
    shown = table("coalition", ">forces at first", *(f">{value:.3g}" for value in values))
    for coalition, counts in made.counts.items():
        cells = (f"{counts.get(value, 0):,}" for value in values)
        shown.add_row(plain(" ".join(made.tables.members(coalition))), f"{made.root.forced[coalition]:.3g}", *cells)
    console().print(shown, "")
    if made.sets:
        listed = table("results of all equilibria", ">positions")
        for outcomes, number in list(made.sets.items())[:SHOWN_SETS]:
            listed.add_row(plain(" ".join(_text(one) for one in outcomes)), f"{number:,}")
        console().print(listed, "")
        if len(made.sets) > SHOWN_SETS:
            console().print(tr("and {:,} other sets of results", len(made.sets) - SHOWN_SETS), "")


def _text(utilities: "Vector") -> str:
    return f"({', '.join(f'{number:.3g}' for number in utilities)})"
