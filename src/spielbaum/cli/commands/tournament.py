"""Tournaments: all seatings of some players."""

from spielbaum.cli.commands.series import SeriesOptions
from spielbaum.cli.render.tournament import print_facts, show_report
from spielbaum.cli.shared.options import GameArgument


def tournament(game: GameArgument, options: SeriesOptions) -> None:
    """Play all seatings of a game, from each opening if there are some, keep every game, and show who won how often.

    The same command goes on where it was stopped, at whatever moment. Limits and evaluation hold for all players that
    have none of their own.
    """
    found = options.fetch(options.setup(game))
    if show_report(found, options.wishes) and not options.json:
        print_facts(found)
