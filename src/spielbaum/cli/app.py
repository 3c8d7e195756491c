"""The program and its commands."""

import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

from spielbaum import __version__
from spielbaum.cli.commands import (
    analyze,
    bench,
    check,
    compare,
    evaluate,
    experiment,
    inspect,
    learn,
    match,
    play,
    report,
    serve,
    solve,
    suite,
    tournament,
    tree,
    uci,
)

app = typer.Typer(
    name="spielbaum",
    help="Adversarial search in games of perfect information: "
    "write a game in plain Python, search it at the speed of C++.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spielbaum {__version__}")
        raise typer.Exit


def _show_warning(message: Warning | str, category: type[Warning], *_where: Any) -> None:
    """Print a warning as a sentence: who types a command has no use for a line of ours."""
    typer.echo(f"warning: {message}", err=True)


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    warnings.showwarning = _show_warning  # type: ignore[assignment]


GROUPS: dict[str, dict[str, Callable[..., Any]]] = {
    "Search": {
        "analyze": analyze.analyze,
        "solve": solve.solve,
        "perft": inspect.perft,
    },
    "See": {
        "show": inspect.show,
        "tree": tree.tree,
        "games": inspect.games,
        "algorithms": inspect.algorithms,
    },
    "Play": {
        "play": play.play,
        "serve": serve.serve,
        "uci": uci.uci,
    },
    "Compare": {
        "compare": compare.compare,
        "suite": suite.suite,
        "match": match.match,
        "tournament": tournament.tournament,
        "experiment": experiment.experiment,
        "report": report.report,
    },
    "Learn": {
        "learn": learn.learn,
        "evaluate": evaluate.evaluate,
    },
    "Tools": {
        "check": check.check,
        "bench": bench.bench,
    },
}
"""The commands as the help shows them."""

for group, commands in GROUPS.items():
    for name, function in commands.items():
        app.command(name, rich_help_panel=group)(function)
