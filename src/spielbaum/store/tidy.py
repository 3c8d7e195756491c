"""The tidy table of an experiment: a row for each game and each occupied seat.

==========  ======================================================================================
column      content
==========  ======================================================================================
cell        number of the cell, from 0
variant     the game with its options
limits      limits of the cell: ``depth=3``, ``nodes=5000``, or ``none``
openings    openings of the cell: ``plies=4``, ``file=lines.txt``, or ``none``
game        number of the game in its cell, from 0
seed        seed of the game, which all games of a round share
start       the position before the first move
opening     actions of the opening, joined by spaces
seating     labels of the players by seat, joined by ``"; "``; ``-`` for an empty seat
end         how the game ended: ``finished`` or ``plies``
plies       number of actions, with the opening
seat        the seat, from 0
player      label of its player
spec        the player with all limits
part        the seat's part of the win: 1, 0.5 if two seats share it, 0
utility     utility of the seat; empty if the game did not end by its rules
moves       number of moves of the seat
depth_mean  mean completed depth of its moves; empty if the player does not search
nodes       positions visited, over all moves of the seat
leaves      positions whose value was not backed up
seconds     wall time of the seat's moves
==========  ======================================================================================

Rows are in order of cells, games and seats. With depth or node limits everything except ``seconds`` is reproducible, to
the bit.
"""

from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any

from spielbaum.arena.records import GameRecord
from spielbaum.store.database import understood
from spielbaum.store.records import CellRecord, StoredExperiment
from spielbaum.store.store import Store

COLUMNS: dict[str, Any] = {
    "cell": int,
    "variant": str,
    "limits": str,
    "openings": str,
    "game": int,
    "seed": int,
    "start": str,
    "opening": str,
    "seating": str,
    "end": str,
    "plies": int,
    "seat": int,
    "player": str,
    "spec": str,
    "part": float,
    "utility": float,
    "moves": int,
    "depth_mean": float,
    "nodes": int,
    "leaves": int,
    "seconds": float,
}
"""The columns in order, and their types."""

TIMES = ("seconds",)
"""The columns that differ from run to run."""


def experiment_rows(experiment: StoredExperiment, store: Store) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of all games of an experiment that are stored."""
    with understood(store.name):
        for cell in experiment.cells:
            yield from seat_rows(cell, store.games(cell.tournament.id, len(cell.labels)))


def seat_rows(cell: CellRecord, games: Iterable[GameRecord]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a cell's games.

    Parameters
    ----------
    cell
        The cell, stored or not.
    games
        The games of its tournament.
    """
    specs = cell.tournament.setup["players"]
    for game in games:
        labels = ["-" if number is None else cell.labels[number] for number in game.seating]
        plies = len(game.opening) + len(game.moves)
        for seat in game.seats:
            own = [move for move in game.moves if move.seat == seat]
            depths = [move.depth for move in own if move.depth is not None]
            yield (
                *(cell.number, game.game, cell.factors["limits"], cell.factors["openings"]),
                *(game.number, game.seed, game.start, " ".join(game.opening), "; ".join(labels), game.end, plies),
                *(seat, labels[seat], specs[game.seating[seat]]),
                *((seat in game.survivors) / len(game.survivors), game.utility[seat] if game.utility else None),
                *(len(own), fmean(depths) if depths else None),
                *(sum(move.nodes for move in own), sum(move.leaves for move in own)),
                sum(move.seconds for move in own),
            )
