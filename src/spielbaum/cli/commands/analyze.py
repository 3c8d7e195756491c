"""Searching a state."""

from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.shared.options import (
    AlgorithmOption,
    BookOption,
    EvaluationOption,
    GameArgument,
    Json,
    LimitOptions,
    StateOptions,
    TableSize,
    TablesOption,
    Threads,
    Verbose,
    Window,
    parse_window,
)
from spielbaum.cli.shared.output import BEST, QUIET, console, plain, print_facts, print_json, status, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from pathlib import Path

    from spielbaum.game import Action, Game, State
    from spielbaum.search.core.result import Result


Actions = Annotated[str | None, Option("--actions", metavar="A,B", help="Search only these actions.")]


def analyze(
    game: GameArgument,
    *,
    state: StateOptions,
    actions: Actions = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    window: Window = None,
    table_size: TableSize = None,
    threads: Threads = 1,
    book: BookOption = None,
    tables: TablesOption = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state: the value of every action, the best line, and the cost of the search."""
    from spielbaum.errors import SearchInterruptedError
    from spielbaum.game.repetition import RepetitionRule, ended_by_repetition
    from spielbaum.search.choosing import choose_algorithm, make_searcher
    from spielbaum.search.core.progress import Progress

    record, states = state.load(game)
    known = {
        name: _look_up(path, record, states[-1])
        for name, path in (("book", book), ("tables", tables))
        if path is not None
    }
    if RepetitionRule(record).is_draw(states):
        record, threads = ended_by_repetition(record, states), 1
    root_moves = _actions_of(record, states[-1], actions)
    limits, bounds = limiting.limits, parse_window(window)
    choice, usable = choose_algorithm(
        record, algorithm, evaluation=evaluation, limits=limits, table=table_size is not None, threads=threads
    )
    searcher = make_searcher(record, choice, evaluation=evaluation, limits=limits, table=table_size, threads=usable)
    interrupted = False
    with status(tr("{}: preparing {}", record.spec, searcher.choice)) as tell:

        def report(progress: Progress) -> None:
            speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
            depth_text = (
                tr("to the end") if limits.depth is None and not limits.deepens else tr("depth {}", progress.depth)
            )
            done = tr("{}/{} actions", progress.actions_done, progress.actions)
            if progress.simulations is not None:
                depth_text, done = tr("depth {}", progress.depth), tr("{:,} simulations", progress.simulations)
            tell(
                tr("{}, {}: {}, {:,} nodes, {:.1f} million/s", searcher.choice, depth_text, done, progress.nodes, speed)
            )

        try:
            result = searcher.search(
                states[-1], limits, history=states[:-1], root_moves=root_moves, window=bounds, progress=report
            )
        except SearchInterruptedError as stop:
            if stop.result is None:
                raise
            result, interrupted = stop.result, True
    if json:
        print_json(result.to_dict() | known)
    else:
        _print_result(result, searcher.win, meaning="" if record.is_duel else searcher.algorithm.meaning)
        for name, entry in known.items():
            shown = tr("book") if name == "book" else tr("table")
            console().print(f"[{QUIET}]{shown:<8}[/]{plain(_book_text(entry))}")
            if entry.get("coalitions") and record.players > 2:
                _print_coalitions(entry)
        if usable < threads:
            console().print(
                tr("[{}]threads [/]1: {} cannot use more on this game", QUIET, plain(searcher.algorithm.name))
            )
    if interrupted:
        raise KeyboardInterrupt


def _look_up(path: "Path", record: "Game", state: "State") -> dict[str, Any]:
    """Return the entry of a book or a table for a state."""
    from spielbaum.tablebase import read_known

    return read_known(path, record).to_dict(state)


def _book_text(known: dict[str, Any]) -> str:
    """Return the entry of a book or a table in a line."""
    if known["value"] is None:
        return tr("does not know this position")
    actions = ", ".join(f"{row['action']} {round(row['value'], 3)}" for row in known["actions"] or ())
    kind = tr("exact") if known["kind"] == "exact" else tr("deep")
    return f"{round(known['value'], 3)} ({kind})" + (f": {actions}" if actions else "")


def _print_coalitions(known: dict[str, Any]) -> None:
    """Print what a table says of coalitions and equilibria."""
    forced = (f"{' '.join(row['players'])} {row['value']:.3g}" for row in known["coalitions"])
    equilibria = (f"({', '.join(f'{number:.3g}' for number in one)})" for one in known["equilibria"] or ())
    print_facts((("forced", plain(", ".join(forced))), ("equilibria", plain(" ".join(equilibria)) or "–")))


def _actions_of(record: "Game", state: "State", text: str | None) -> "list[Action] | None":
    """Return the actions that an option names; None if all."""
    from spielbaum.game.notation import parse_action, split_line

    return None if text is None else [parse_action(record, state, word) for word in split_line(record, text)]


def _print_result(result: "Result", win: float, *, meaning: str) -> None:
    from spielbaum.search.core.result import value_text

    out = console()
    out.print(f"[bold]{plain(result.game)}[/]: {plain(result.algorithm)}, {_depth(result)}", "")
    sampled = result.simulations is not None
    shown = table("action", ">value", *([">visits"] if sampled else []), "")
    for row in result.action_values:
        best = row.action == result.action
        style = BEST if best else QUIET if row.bound != "exact" else ""
        visits = [f"{row.visits:,}"] if row.visits is not None else []
        shown.add_row(
            plain(row.action_text), value_text(row.value, row.bound), *visits, tr("best") if best else "", style=style
        )
    out.print(shown, "")
    note = _note(result, win, meaning)
    unfinished = "" if result.certainty.complete else tr(", not finished")
    value = value_text(result.value, result.certainty.bound)
    facts = (
        ("value", tr("{} ({}{}){}", value, tr(_kind(result, win)), unfinished, note)),
        ("line", plain(" ".join(result.pv_text)) or "–"),
        *([("only", plain(" ".join(result.root_moves_text)))] if result.root_moves_text else []),
        *([("sampled", tr("{:,} simulations", result.simulations))] if sampled else []),
        ("nodes", tr("{:,} ({:,} max, {:,} min)", result.nodes, result.max_nodes, result.min_nodes)),
        ("leaves", f"{result.leaves:,}"),
        *_minimal_tree(result),
        ("cutoffs", _cutoffs_text(result)),
        ("time", tr("{:.3f} s, {:.2f} million nodes/s", result.seconds, result.nodes_per_second / 1e6)),
    )
    print_facts(facts)


def _depth(result: "Result") -> str:
    """Return the depth of a search, or how many actions it searched if it completed no depth."""
    if result.certainty.complete or result.depth:
        return tr("depth {}", result.depth)
    known = sum(row.value is not None for row in result.action_values)
    return tr("{} of {} actions searched", known, len(result.action_values))


def _minimal_tree(result: "Result") -> list[tuple[str, str]]:
    """Return a line about the minimal tree, if the tree is uniform."""
    if result.minimal_leaves is None or result.minimal_nodes is None:
        return []
    nodes, leaves = result.nodes / result.minimal_nodes, result.leaves / result.minimal_leaves
    least = tr("{:,} leaves, {:,} nodes", result.minimal_leaves, result.minimal_nodes)
    return [("minimal", tr("{} (visited {:.2f} times the leaves, {:.2f} times the nodes)", least, leaves, nodes))]


def _is_proven(result: "Result", win: float) -> bool:
    """Return whether a value proves a win or a loss; a bound may be on the wrong side of it."""
    if isinstance(result.value, tuple) or abs(result.value) < win:
        return False
    return result.certainty.bound in ("exact", "lower" if result.value > 0 else "upper")


def _kind(result: "Result", win: float) -> str:
    """Return the kind of a value; estimates are smaller than ``win``."""
    if result.is_proven or not _is_proven(result, win):
        return result.certainty.kind
    return "a proven win" if result.value > 0 else "a proven loss"  # type: ignore[operator]


def _note(result: "Result", win: float, meaning: str) -> str:
    """Return what a value means, or why it is not exact, if that is not obvious."""
    notes = [tr(meaning)] if meaning else []
    if result.certainty.interval is not None:
        low, high = result.certainty.interval
        between = tr(", between {:.6g} and {:.6g}", low, high) if low is not None and high is not None else ""
        notes.append(tr("rests on leaves that are not known{}", between))
    elif result.certainty.kind == "heuristic" and not result.evaluation and not _is_proven(result, win):
        if result.cutoffs and not result.certainty.sound:
            notes.append(tr("the cuts of this algorithm may change a value"))
        elif result.simulations is not None:
            notes.append(tr("the mean of the simulations"))
        else:
            notes.append(tr("no evaluation: undecided positions count as 0"))
    if result.memory_full:
        notes.append(tr("the tree fills its memory: --table gives it more"))
    return f" ({'; '.join(notes)})" if notes else ""


def _cutoffs_text(result: "Result") -> str:
    reasons = ", ".join(tr("{:,} {}", number, reason) for reason, number in result.cutoffs_by_reason.items())
    has_others = reasons and set(result.cutoffs_by_reason) != {"alpha-beta"}
    return tr("{:,} ({})", result.cutoffs, reasons) if has_others else f"{result.cutoffs:,}"
