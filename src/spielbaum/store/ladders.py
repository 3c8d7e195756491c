"""The pieces of a ladder in a database: which are complete, and playing the next ones.

A piece is a tournament, so nothing else is stored of a ladder. All pieces of a step are begun in one transaction, and
unfinished ones are completed before a new step is planned. So an interrupted ladder has the same pieces as any other.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from spielbaum.arena.executors import Jobs, played_units
from spielbaum.arena.ladder.design import Ladder, LadderCell, Piece
from spielbaum.arena.ladder.plan import Played, is_reached, next_pieces, standing
from spielbaum.arena.outcomes import by_chance
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.arena.worker_pool import PoolFactory
from spielbaum.statistics.ratings import Leads
from spielbaum.statistics.results import Result
from spielbaum.store.records import CellRecord, StoredTournament
from spielbaum.store.running import record_of
from spielbaum.store.store import Store, begin
from spielbaum.store.summary import summaries
from spielbaum.store.tidy import seat_rows


class LadderStore:
    """The pieces of a ladder in a database.

    Parameters
    ----------
    ladder
        The ladder.
    store
        The database.
    """

    def __init__(self, ladder: Ladder, store: Store) -> None:
        self.ladder, self.store = ladder, store
        self._pieces: dict[str, list[tuple[int, Piece]]] = {}
        self._results: dict[int, list[Result]] = {}
        self._ratings: dict[tuple[int, int], Leads | None] = {}
        self._places: dict[tuple[str, tuple[str, ...]], list[tuple[int, int, int]]] = defaultdict(list)
        for number, cell in enumerate(ladder.cells):
            for one, other in cell.pairs:
                self._places[cell.game, (cell.specs[one], cell.specs[other])].append((number, one, other))
        self.refresh()

    def refresh(self) -> None:
        """Read which pieces are stored."""
        self._stored: list[dict[Piece, StoredTournament]] = [{} for _ in self.ladder.cells]
        for stored in self.store.tournaments():
            if stored.key not in self._pieces:
                self._pieces[stored.key] = list(self._pieces_of(stored))
            for number, piece in self._pieces[stored.key]:
                other = self._stored[number].get(piece)
                if other is None or other.done < stored.done:
                    self._stored[number][piece] = stored

    def _pieces_of(self, stored: StoredTournament) -> Iterator[tuple[int, Piece]]:
        """Yield the cells of which a tournament is a piece, of any number of rounds."""
        setup = stored.setup
        meeting = str(setup.get("game")), tuple(setup.get("players", ()))
        for number, one, other in self._places.get(meeting, ()):
            piece = Piece(one, other, int(setup.get("seed", 0)))
            if self.ladder.cells[number].setup(piece, stored.games).key == stored.key:
                yield number, piece

    def complete(self, number: int) -> dict[Piece, StoredTournament]:
        """Return the complete pieces of a cell."""
        return {piece: stored for piece, stored in self._stored[number].items() if stored.done >= stored.games}

    @property
    def begun(self) -> int:
        """The number of games of pieces that are not complete, which do not count yet."""
        unfinished = {
            stored.id: stored.done
            for pieces in self._stored
            for stored in pieces.values()
            if stored.done < stored.games
        }
        return sum(unfinished.values())

    def played(self, number: int) -> Played:
        """Return the complete pieces of a cell with their results."""
        return Played({piece: self._read(piece, stored) for piece, stored in self.complete(number).items()})

    def ratings(self, number: int) -> Leads | None:
        """Return the ratings of a cell; None without games."""
        key = number, len(self.complete(number))
        if key not in self._ratings:
            self._ratings[key] = standing(self.ladder.cells[number], self.played(number))
        return self._ratings[key]

    def _read(self, piece: Piece, stored: StoredTournament) -> list[Result]:
        """Return the results of the games of a piece, without repeated ones, between the players of its cell."""
        if stored.id not in self._results:
            chance, own = by_chance(stored.setup["players"]), {0: piece.one, 1: piece.other, None: None}
            self._results[stored.id] = [
                Result.won(tuple(own[player] for player in game.seating), game.survivors, game.seed).settled(
                    self.ladder.ties
                )
                for game in summaries(self.store, stored.id)
                if chance or game.repeats is None
            ]
        return self._results[stored.id]

    def next_step(self, cells: Sequence[int]) -> list[Setup]:
        """Return the pieces that are to be played next in some cells: those begun before, or a new step."""
        if begun := [
            self.ladder.cells[number].setup(piece, stored.games)
            for number in cells
            for piece, stored in self._stored[number].items()
            if stored.done < stored.games
        ]:
            return begun
        planned = self.plan(cells)
        return [] if planned is None else [planned[0].setup(piece) for piece in planned[1]]

    def plan(self, cells: Sequence[int]) -> tuple[LadderCell, list[Piece]] | None:
        """Return the next step of some cells; None if all have reached their last goal."""
        for number, goal in self.ladder.order(cells):
            cell, played, ratings = self.ladder.cells[number], self.played(number), self.ratings(number)
            if not is_reached(cell, played, ratings, goal):
                return cell, next_pieces(cell, played, ratings, goal)
        return None

    def begin(self, cells: Sequence[int]) -> dict[Setup, int]:
        """Begin the next step of some cells in one transaction, and return the ids of its tournaments."""
        self.refresh()
        step = self.next_step(cells)
        records = [record_of(Tournament(setup)) for setup in step]
        with self.store.writing() as connection:
            return {setup: begin(connection, record) for setup, record in zip(step, records, strict=True)}

    def run(self, cells: Sequence[int], make_pool: PoolFactory) -> Iterator[tuple[Setup, list[GameRecord]]]:
        """Play step after step in some cells until their goals are reached; yield games once they are stored.

        Parameters
        ----------
        cells
            The numbers of the cells.
        make_pool
            The workers: `here`, `given` or `cluster` of `spielbaum.arena.worker_pool`.
        """
        ids: dict[Setup, int] = {}

        def more() -> Jobs:
            while begun := self.begin(cells):
                ids.clear()
                ids.update(begun)
                jobs = [
                    (setup, list(Tournament(setup).missing(self.store.done(number)))) for setup, number in begun.items()
                ]
                if any(games for _, games in jobs):
                    return jobs
                # another process has just completed this step
            return []

        for setup, games in played_units(more(), make_pool, more=more):
            self.store.add_all(ids[setup], games)
            yield setup, games

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of `spielbaum.store.tidy` of all games of complete pieces, cell by cell."""
        for number, cell in enumerate(self.ladder.cells):
            factors, first = {"limits": cell.budget, "openings": f"plies={cell.plies}"}, 0
            for piece, stored in sorted(self.complete(number).items()):
                labels = (cell.labels[piece.one], cell.labels[piece.other])
                record = CellRecord(number=number, factors=factors, labels=labels, tournament=stored)
                games = self.store.games(stored.id, len(labels))
                yield from seat_rows(record, (replace(game, number=first + game.number) for game in games))
                first += stored.games
