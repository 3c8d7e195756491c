"""Showing the tree that a search went through, and why branches were cut."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielbaum.cli.options import (
    AlgorithmOption,
    Depth,
    EvaluationOption,
    GameArgument,
    Json,
    Moves,
    Nodes,
    Position,
    Seconds,
    ToMove,
    Verbose,
    load_state,
)
from spielbaum.cli.output import print_json, status

if TYPE_CHECKING:
    from spielbaum.game import Game

MaxNodes = Annotated[
    int, typer.Option("--max-nodes", metavar="N", help="Keep so many nodes; the others are folded and counted.")
]
Steps = Annotated[bool, typer.Option("--steps", help="List what happened, step by step, instead of the tree.")]
Dot = Annotated[
    Path | None, typer.Option("--dot", metavar="FILE", help="Write the tree for Graphviz as well; - for stdout alone.")
]


def tree(
    game: GameArgument,
    position: Position = None,
    moves: Moves = None,
    to_move: ToMove = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    max_nodes: MaxNodes = 10_000,
    steps: Steps = False,
    dot: Dot = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state and show the tree: values, windows, and why each branch was cut."""
    from spielbaum.cli import tree_output
    from spielbaum.errors import InputError
    from spielbaum.search.limits import Limits
    from spielbaum.search.recorder import record_tree

    if json and str(dot) == "-":
        raise InputError("--json and --dot - both want stdout: give --dot a file")
    record, state = load_state(game, position, moves, to_move)
    names = _algorithms(record, algorithm, evaluation, several=not (json or dot))
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    for name in names:
        with status(f"{record.spec}: {name}, interpreted"):
            found = record_tree(
                record, state, algorithm=name, evaluation=evaluation, limits=limits, max_nodes=max_nodes
            )
        if dot:
            tree_output.write_dot(found, record, dot)
        if json:
            print_json(found.to_dict())
        elif str(dot) != "-":
            title = f"{record.spec}: {name}"
            (tree_output.print_steps if steps else tree_output.print_tree)(found, record, title)


def _algorithms(record: "Game", asked: str | None, evaluation: str | None, *, several: bool) -> list[str]:
    """Return what is asked for, else what the game is an example of, else what fits it."""
    from spielbaum.errors import InputError
    from spielbaum.search.algorithm import default_algorithm
    from spielbaum.spec import split_specs

    names = split_specs(asked) if asked is not None else list(record.algorithms)
    if not names and asked is None:
        names = [default_algorithm(record, evaluation)]
    if not names:
        raise InputError("--algorithm names one algorithm or several, joined by commas")
    if asked is not None and len(names) > 1 and not several:
        raise InputError(f"--json and --dot hold the tree of one algorithm, not of {asked!r}")
    return names if several else names[:1]
