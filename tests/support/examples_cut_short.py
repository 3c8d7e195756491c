"""Play a shortened example in its own process: ``examples_cut_short.py FILE DATABASE``.

Game, players, options and openings are those of the file, with depth 1 or about fifty nodes a move.
"""

import sys
from dataclasses import replace

from spielbaum.arena.experiment import Experiment, ExperimentCell, read_experiment
from spielbaum.arena.worker_pool import here
from spielbaum.players import RANDOM, PlayerSpec, parse_player
from spielbaum.search.algorithms.registry import find_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.store import Store
from spielbaum.store.running import run


def cut_short(cell: ExperimentCell) -> ExperimentCell:
    """Return a cell of two short games; players that differ only in limits still differ."""
    players = (str(hurried(parse_player(text), place)) for place, text in enumerate(cell.setup.players))
    return replace(cell, setup=replace(cell.setup, players=tuple(players), games=2, max_plies=8))


def hurried(player: PlayerSpec, place: int) -> PlayerSpec:
    """Return a player with the shortest limits it supports."""
    if player.name == RANDOM:
        return player
    limits = find_algorithm(player.name).family.known(Limits(depth=1, nodes=50 + place))
    return replace(player, limits=limits)


if __name__ == "__main__":
    asked = read_experiment(sys.argv[1])
    cells = {cut_short(cell).setup: cut_short(cell) for cell in asked.cells}  # some differ only in limits
    with Store(sys.argv[2]) as store:
        short = Experiment(title=asked.title, cells=tuple(cells.values()))
        played = [games for _, games in run(short, store, here(1))]
    print(len(cells), sum(map(len, played)), sum(len(game.moves) > 0 for games in played for game in games))
