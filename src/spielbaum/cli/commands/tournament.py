"""Tournaments: players in all seatings."""

from spielbaum.cli.commands.series import SeriesOptions
from spielbaum.cli.render.tournament import print_facts, show_report
from spielbaum.cli.shared.options import GameArgument


def tournament(game: GameArgument, options: SeriesOptions) -> None:
    """Play a game in all seatings, from each opening if there are any, and show who won how often.

    Every game is stored, and the same command resumes an interrupted tournament. Limits and evaluation apply to the
    players that have none of their own.
    """
    found = options.fetch(options.setup(game))
    if show_report(found, options.run_options):
        print_facts(found)
