"""Games between players: matches, tournaments over all seatings, experiments, and their results."""

from spielbaum.arena.branching import Complexity, complexity
from spielbaum.arena.comparisons import Comparison, comparisons
from spielbaum.arena.executors import played
from spielbaum.arena.experiment import Experiment, ExperimentCell, read_experiment
from spielbaum.arena.openings import Opening, random_openings, read_openings
from spielbaum.arena.outcomes import outcomes, pair_scores, repeats
from spielbaum.arena.play import play
from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.arena.seatings import seatings
from spielbaum.arena.standings import Standing, standings
from spielbaum.arena.stopping import Stopping, parse_sprt, parse_until
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.arena.worker_pool import PoolFactory, WorkerPool, cluster, given, here

__all__ = [
    "Comparison",
    "Complexity",
    "Experiment",
    "ExperimentCell",
    "GameRecord",
    "MoveRecord",
    "Opening",
    "PoolFactory",
    "Setup",
    "Standing",
    "Stopping",
    "Tournament",
    "WorkerPool",
    "cluster",
    "comparisons",
    "complexity",
    "given",
    "here",
    "outcomes",
    "pair_scores",
    "parse_sprt",
    "parse_until",
    "play",
    "played",
    "random_openings",
    "read_experiment",
    "read_openings",
    "repeats",
    "seatings",
    "standings",
]
