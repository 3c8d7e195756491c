"""The program and its commands."""

from typing import Annotated

import typer

from spielbaum import __version__
from spielbaum.cli import (
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


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    pass


app.command("games")(inspect.games)
app.command("algorithms")(inspect.algorithms)
app.command("show")(inspect.show)
app.command("perft")(inspect.perft)
app.command("analyze")(analyze.analyze)
app.command("compare")(compare.compare)
app.command("evaluate")(evaluate.evaluate)
app.command("learn")(learn.learn)
app.command("solve")(solve.solve)
app.command("suite")(suite.suite)
app.command("tree")(tree.tree)
app.command("tournament")(tournament.tournament)
app.command("match")(match.match)
app.command("report")(report.report)
app.command("experiment")(experiment.experiment)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("uci")(uci.uci)
app.command("check")(check.check)
app.command("bench")(bench.bench)
