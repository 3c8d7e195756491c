"""The program and its commands."""

import warnings
from typing import Any

import click

from spielbaum import __version__
from spielbaum.cli.shared.completion import install_completion, show_completion
from spielbaum.cli.shared.program import Program

PANELS = {
    "Search": {
        "analyze": "Search a state: the value of every action, the best line, and what it cost.",
        "solve": "Prove who wins a state if nobody errs, by nothing but null windows to the end of the game.",
        "oracle": "Answer each position on standard input with the exact value of every action, as a line of JSON.",
        "perft": "Count the sequences of exactly 1, 2, ... D plies; terminal states have no successors.",
    },
    "See": {
        "show": "Show a state: the board, who moves, the legal actions; or a stored game: its moves, "
        "and the board at a ply.",
        "tree": "Search a state and show the tree: values, windows, and why each branch was cut.",
        "games": "List the registered games with their options and evaluations.",
        "algorithms": "List the algorithms with their options.",
    },
    "Play": {
        "play": "Play a game against searches, against other humans, or watch searches play.",
        "serve": "Play in the browser: against algorithms, against others, or watch; ask why, and see the tree.",
        "uci": "Speak UCI, so that chess programs can play and analyse, or UGI for any game of two players.",
        "nboard": "Speak the NBoard protocol, so that programs for Othello can play and analyse.",
        "gtp": "Speak the Go Text Protocol, for Go and any game of two players, so that GoGui and others can play.",
    },
    "Compare": {
        "compare": "Search a state with several algorithms and compare what they visit.",
        "suite": "Let players search the positions of a file, or random ones, and compare moves, values, nodes, "
        "depth and time.",
        "match": "Play a number of games, each opening in every seating, and show each player's share of the points.",
        "tournament": "Play all seatings of a game, from each opening if there are some, keep every game, "
        "and show who won how often.",
        "experiment": "Play every game of a design that is not played yet, and show each player's share in each cell.",
        "import": "Keep the games of a file, PGN, SGF or PDN, in a database, as those that are played here.",
        "report": "Say what games show, with intervals: shares, ratings, seats, depths, times, branching, "
        "strength by limits.",
    },
    "Learn": {
        "learn": "Learn an evaluation from the game's features, by games that are played, kept, "
        "and gone on with after any stop.",
        "evaluate": "Explain a value: each feature with its weight and what it contributes, "
        "or the counts behind a category.",
        "probcut": "Fit ProbCut: play games, search their positions shallow and deep, "
        "and write how well the one predicts the other.",
    },
    "Tools": {
        "book": "Build, verify or describe a book: the values of all positions of a game to a ply.",
        "prepare": "Compile what the levels of games search with, so that nobody waits for it; what is ready costs "
        "nothing.",
        "new": "Write a game that runs, with its rules to fill in, and a test beside it.",
        "check": "Play a game at random, interpreted and compiled side by side, and try the laws of the contract.",
        "bench": "Search fixed positions of each game, to the first depth with a million nodes, and add up the nodes.",
    },
}
"""The commands as the help shows them, each with the first paragraph of its help; the modules have the rest."""


def _set_up() -> None:
    warnings.showwarning = _show_warning  # type: ignore[assignment]


def _show_warning(message: Warning | str, category: type[Warning], *_where: Any) -> None:
    """Print a warning as a sentence: who types a command has no use for a line of ours."""
    click.echo(f"warning: {message}", err=True)


def _switch(name: str, line: str, callback: Any) -> click.Option:
    """Return an option that does something else than run a command."""
    return click.Option([name], is_flag=True, expose_value=False, is_eager=True, help=line, callback=callback)


app = Program(
    PANELS,
    name="spielbaum",
    callback=_set_up,
    help="Adversarial search in games of perfect information: write a game in plain Python, search it at the speed of "
    "C++.",
    params=[
        _switch("--install-completion", "Install completion for your shell.", install_completion),
        _switch("--show-completion", "Print the completion script, to install it yourself.", show_completion),
    ],
)
click.version_option(__version__, message="%(prog)s %(version)s", help="Show the version.")(app)
