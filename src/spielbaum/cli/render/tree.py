"""The tree of a search in the terminal: branches, steps, counts."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.tree import Tree

from spielbaum.cli.shared.output import BEST, QUIET, console, plain
from spielbaum.language import current_texts, tr

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.search.trace.record import TreeNode, TreeRecord

CUT = "yellow"


def print_tree(record: "TreeRecord", game: "Game", title: str) -> None:
    """Print a tree, with cuts in another colour, and its counts."""
    out = console()
    out.print(f"[bold]{plain(title)}[/]")
    branches: dict[int, Tree] = {}
    roots = []
    for node in record.nodes:
        text = _branch_text(node, record, game)
        if node.parent is None:
            roots.append(Tree(text))
            branches[node.id] = roots[-1]
        else:
            branches[node.id] = branches[node.parent].add(text)
    for root in roots:
        out.print(root, soft_wrap=True)
    _print_counts(record)


def print_steps(record: "TreeRecord", game: "Game", title: str) -> None:
    """Print the steps of a search as a numbered list."""
    out = console()
    out.print(f"[bold]{plain(title)}[/]")
    width = len(str(len(record.steps)))
    for number, step in enumerate(record.steps, 1):
        style = CUT if ", cut" in step else BEST if step.startswith("=") else ""
        text = plain(tr(step))
        out.print(f"[{QUIET}]{number:>{width}}[/]  " + (f"[{style}]{text}[/]" if style else text), soft_wrap=True)
    _print_counts(record)


def print_written(record: "TreeRecord", title: str, paths: Sequence[Path]) -> None:
    """Print the counts of a tree that was written to files."""
    console().print(f"[bold]{plain(title)}[/]")
    _print_counts(record)
    console().print(f"[{QUIET}]{tr('in'):<6}[/] {plain(', '.join(map(str, paths)))}", soft_wrap=True)


def _print_counts(record: "TreeRecord") -> None:
    out = console()
    pruned = tr("too many to count") if record.pruned_leaves is None else f"{record.pruned_leaves:,}"
    out.print(tr("[{}]value [/] {}, action {}", QUIET, record.value_text, plain(record.action or "–")))
    out.print(tr("[{}]leaves[/] {:,} evaluated, {} pruned", QUIET, record.evaluated_leaves, pruned))
    if record.steps:
        out.print(f"[{QUIET}]{tr('steps'):<6}[/] " + tr("{:,}", len(record.steps)))
    if record.folded:
        out.print(tr("[{}]folded[/] nodes are counted where they hang; --max-nodes makes room for more", QUIET))


def _branch_text(node: "TreeNode", record: "TreeRecord", game: "Game") -> str:
    action = plain(node.action or (tr("root") if node.parent is None else ""))
    if node.end == "folded":
        return f"[{QUIET}]{plain(tr(node.reason or ''))}[/]"
    if node.end == "pruned":
        return f"[{CUT}]{action}  ✂ {plain(tr(node.reason or ''))}[/]"
    best = node.parent is not None and record.nodes[node.parent].parent is None and node.action == record.action
    head = f"[{BEST}]{action}[/]" if best else f"[bold]{action}[/]"
    player = "" if node.to_move is None else f"  [{QUIET}]{plain(game.player_name(node.to_move))}[/]"
    value = node.value_text
    if node.visits is not None:
        return f"{head}{player}  {value}  [{QUIET}]{plain(tr(node.reason or ''))}[/]"
    window = f"  [{QUIET}]{plain(node.window_text)}[/]" if node.end in ("done", "cut", "known") else ""
    tail = tr("  [{}]cut: {}[/]", CUT, plain(tr(node.reason or ""))) if node.end == "cut" else ""
    note = f"  [{QUIET}]{current_texts()(f'viewer.ends.{node.end}')}[/]" if node.end in ("known", "stopped") else ""
    return f"{head}{player}  {value}{window}{note}{tail}"
