"""The program and its commands."""

import warnings
from typing import Any

import click

from spielbaum import __version__
from spielbaum.cli.shared.completion import install_completion, show_completion
from spielbaum.cli.shared.parameters import TranslatedOption, language_option
from spielbaum.cli.shared.program import Program

PANELS = {
    "Search": {
        "analyze": "Search a state: the value of every action, the best line, and the cost of the search.",
        "solve": "Prove who wins with perfect play, by null-window searches to the end of the game.",
        "oracle": "Answer each position on standard input with the exact value of every action, as a line of JSON.",
        "tabulate": "Value all positions of a small game that a state leads to, and write them to a file.",
        "perft": "Count the sequences of exactly 1, 2, ... D actions; terminal states have no successors.",
    },
    "See": {
        "show": "Show a state: the board, the player to move, the legal actions; or a stored game and its moves.",
        "tree": "Search a state and show the tree: values, windows, and why each branch was cut.",
        "games": "List the games with their options and evaluations.",
        "algorithms": "List the algorithms with their options.",
    },
    "Play": {
        "play": "Play a game against searches or other humans, or watch searches play each other.",
        "serve": "Play in the browser, against algorithms or other people, or watch; ask why, and explore the tree.",
        "site": "Write a folder of static files in which the program runs in the visitor's browser, without a server.",
        "uci": "Speak UCI, so that chess programs can play and analyse, or UGI for any two-player game.",
        "nboard": "Speak the NBoard protocol, so that Othello programs can play and analyse.",
        "gtp": "Speak the Go Text Protocol, for Go and any other two-player game, to programs such as GoGui.",
    },
    "Compare": {
        "compare": "Search a state with several algorithms and compare the nodes they visit.",
        "suite": "Search the positions of a file, or random ones, with several players, and compare moves, values "
        "and costs.",
        "truth": "Count how often players choose actions that a table proves right.",
        "regret": "Measure by depth how often algorithms choose another action than Max^n, and what that costs.",
        "match": "Play a match, each opening in every seating, and show each player's share of the points.",
        "tournament": "Play a game in all seatings, from each opening if there are any, and show who won how often.",
        "experiment": "Play the games of a design that are missing, and show each player's share in each cell.",
        "ladder": "Rate players in many games and budgets; games go where the order of players is most open.",
        "import": "Import the games of a PGN, SGF or PDN file into a database.",
        "report": "Report what stored games show, with intervals: shares, ratings, seats, depths, times, branching, "
        "and more.",
    },
    "Learn": {
        "learn": "Learn an evaluation from a game's features, by playing games.",
        "evaluate": "Explain the value of a state: each feature with its weight and contribution, or the counts "
        "behind a category.",
        "probcut": "Fit ProbCut: search positions of played games shallow and deep, and write how well one value "
        "predicts the other.",
    },
    "Teach": {
        "sheet": "Make worksheets: trees to be searched by hand, or positions to be valued; with a key.",
        "grade": "Grade submissions: run the tests of an assignment on each, and say in words what is wrong.",
    },
    "Tools": {
        "book": "Build, verify or describe a book: the values of all positions of a game up to a ply.",
        "prepare": "Compile the searches that the levels of games use, ahead of time.",
        "new": "Write a game that runs, with rules to fill in, and a test; or an assignment, or a thesis with figures.",
        "check": "Check a game against the contract: play it at random, interpreted and compiled side by side.",
        "bench": "Search fixed positions of each game, to the first depth with a million nodes, and add up the nodes.",
    },
}
"""The commands by the panels of the help, each with the first paragraph of its own help."""


def _set_up() -> None:
    warnings.showwarning = _show_warning  # type: ignore[assignment]


def _show_warning(message: Warning | str, category: type[Warning], *_where: Any) -> None:
    """Print a warning without the line of source that caused it."""
    click.echo(f"warning: {message}", err=True)


def _switch(name: str, line: str, callback: Any) -> click.Option:
    """Return an option that acts in place of a command."""
    return TranslatedOption([name], is_flag=True, expose_value=False, is_eager=True, help=line, callback=callback)


app = Program(
    PANELS,
    name="spielbaum",
    callback=_set_up,
    help="Adversarial search in games of perfect information: write a game in plain Python, search it at the speed of "
    "C++.",
    params=[
        language_option(),
        _switch("--install-completion", "Install completion for your shell.", install_completion),
        _switch("--show-completion", "Print the completion script, to install it yourself.", show_completion),
    ],
)
click.version_option(__version__, message="%(prog)s %(version)s", help="Show the version.", cls=TranslatedOption)(app)
