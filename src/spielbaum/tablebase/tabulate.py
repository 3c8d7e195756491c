"""Making a table: explore all positions, back up what every coalition can force, and write it."""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum import __version__
from spielbaum.book.facts import variant_of
from spielbaum.errors import Message, PositionError
from spielbaum.game import Game, State, Vector
from spielbaum.game.notation import format_state
from spielbaum.game.repetition import draw_utility
from spielbaum.kernel import array_of
from spielbaum.registry import as_game
from spielbaum.tablebase.backup import DIGITS, Backup
from spielbaum.tablebase.explore import Graph, explore
from spielbaum.tablebase.facts import TableFacts, fingerprint_of
from spielbaum.tablebase.file import PLIES, TableFile, kind_of, write_file
from spielbaum.tablebase.tables import Entry, Tables, forced_by

DEFAULT_MEMORY = 1 << 30
"""The most bytes of the positions, unless another limit is given."""

MOST_PLIES = (1 << 16) - 1


@dataclass(frozen=True)
class Progress:
    """The progress of a table: the stage, and the positions met or looked at so far."""

    stage: str
    positions: int


class Longest(NamedTuple):
    """The longest decided game with best play, and the position in which it begins."""

    plies: int
    position: str


@dataclass(frozen=True)
class Tabulation:
    """A table that was made, and its counts.

    Attributes
    ----------
    tables, root
        The table, and what it says of the position from which all others are reached.
    counts
        For each coalition the number of positions, finished ones included, in which it can force each sum.
    own_counts
        In a zero-sum game of two players the number of positions with each value for the player to move, in a finished
        one the player who would move.
    sets
        For each set of outcomes of all equilibria the number of positions, finished ones included.
    longest
        The longest win that a player can force alone; None without one.
    """

    tables: Tables
    root: Entry
    counts: dict[int, dict[float, int]]
    own_counts: dict[float, int]
    sets: dict[tuple[Vector, ...], int]
    longest: Longest | None


def tabulate(
    game: Game | str | PathLike[str],
    path: Path | str,
    state: State | None = None,
    *,
    memory: int = DEFAULT_MEMORY,
    progress: Callable[[Progress], None] | None = None,
) -> Tabulation:
    """Make a table of all positions that can be reached from a state.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    path
        The file; an existing one is replaced when the table is complete.
    state
        By default the initial state.
    memory
        The most bytes that positions may take.
    progress
        Called about ten times a second.

    Raises
    ------
    PositionError
        If the game is over at the state.
    UnsupportedGameError
        If states are not NamedTuples of whole numbers.
    InputError
        If the positions need more memory, or the file cannot be written.
    KeyboardInterrupt
        At Ctrl-C.
    """
    game, tell = as_game(game), progress or _no_progress
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        raise PositionError(Message("the game is over at {}", format_state(game, state)))
    graph = explore(game, state, memory=memory, progress=lambda number: tell(Progress("positions", number)))
    backup = Backup(graph, draw_utility(game), lambda number: tell(Progress("values", number)))
    return _Making(graph, backup).made(Path(path))


class _Making:
    """What is counted and stored of a graph; a column is packed as soon as it is known."""

    def __init__(self, graph: Graph, backup: Backup) -> None:
        self.graph, self.backup, self.game = graph, backup, graph.game
        self.outcomes = backup.outcomes if backup.has_cycles else graph.outcomes
        self.everyone = (1 << self.game.players) - 1
        totals = {round(sum(outcome), DIGITS) for outcome in self.outcomes}
        self.total = totals.pop() if len(totals) == 1 else None
        self.coalitions = [one for one in range(1, self.everyone) if one & 1 or self.total is None]
        self.columns: list[memoryview] = []
        self.owner = array_of(graph.owner)[: graph.count]
        unfinished = (self.owner >= 0).nonzero()[0]
        self.order = unfinished[array_of(graph.keys)[unfinished].argsort(kind="stable")]
        self.finished = graph.count - len(unfinished)

    def made(self, path: Path) -> Tabulation:
        """Write the file, and return the table with its counts."""
        counts, own_counts, plies = dict[int, dict[float, int]](), dict[float, int](), dict[int, Any]()
        sums, longest = list[tuple[float, ...]](), Longest(0, "")
        for coalition in self.coalitions:
            forced, values = self.backup.forced(coalition)
            found = array_of(forced)
            sums.append(tuple(values))
            self._store(found, kind_of(len(values)))
            counts[coalition] = _counted(found, values)
            if self.game.is_duel:
                own_counts = self._own_counts(found, values)
            for player in self._alone(coalition):
                drawn = values.index(forced_by(coalition, self.backup.outcomes[self.backup.drawn]))
                distances = array_of(self.backup.distances(coalition, forced, drawn))
                won = found > drawn if coalition == 1 << player else found < drawn
                longest = max(longest, self._longest(distances * won))
                plies[player] = distances.clip(0, MOST_PLIES).astype(PLIES)[self.order]
        if self.total is not None:
            counts |= {
                self.everyone ^ one: {round(self.total - value, DIGITS): n for value, n in reversed(rows.items())}
                for one, rows in counts.items()
            }
        sets, set_counts = self._sets()
        facts = self._facts(sums, sets)
        self.columns += [memoryview(plies[player]) for player in facts.players_with_plies]
        file = TableFile(facts, memoryview(array_of(self.graph.keys)[self.order]), tuple(self.columns))
        write_file(path, file)
        tables = Tables(self.game, file, str(path))
        return Tabulation(
            tables,
            tables.known(self.graph.root),
            dict(sorted(counts.items())),
            own_counts,
            set_counts,
            longest if longest.plies else None,
        )

    def _store(self, column: Any, kind: str) -> None:
        self.columns.append(memoryview(column[self.order].astype(kind)))

    def _alone(self, coalition: int) -> list[int]:
        """Return the players whose opponents, or who, are a stored coalition."""
        sides = {coalition, coalition if self.total is None else self.everyone ^ coalition}
        return [side.bit_length() - 1 for side in sides if side.bit_count() == 1]

    def _longest(self, plies: Any) -> Longest:
        place = int(plies.argmax())
        return Longest(int(plies[place]), format_state(self.game, self.graph.state_at(place)))

    def _own_counts(self, found: Any, values: list[float]) -> dict[float, int]:
        """Return the number of positions with each value for the player to move, or who would move."""
        graph, mover = self.graph, self.owner.copy()
        first, edges = array_of(graph.first)[: graph.count + 1], array_of(graph.edges)[: graph.edge_count]
        last_movers = self.owner.repeat(first[1:] - first[:-1])
        ended = self.owner[edges] < 0
        mover[edges[ended]] = 1 - last_movers[ended]
        counts: dict[float, int] = {}
        for player, sign in enumerate((1, -1)):
            for value, number in _counted(found[mover == player], values).items():
                counts[sign * value] = counts.get(sign * value, 0) + number
        return dict(sorted(counts.items(), reverse=True))

    def _sets(self) -> tuple[tuple[int, ...] | None, dict[tuple[Vector, ...], int]]:
        found = self.backup.equilibria()
        if found is None:
            return None, {}
        bits = array_of(found)
        order = bits.argsort(kind="stable")
        ordered = bits[order]
        starts = [0, *(ordered[1:] != ordered[:-1]).nonzero()[0] + 1]
        sets = tuple(int(ordered[start]) for start in starts)
        ends = [*starts[1:], len(ordered)]
        indexes = bits.copy()
        for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
            indexes[order[start:end]] = index
        self._store(indexes, kind_of(len(sets)))
        counted = {
            tuple(outcome for number, outcome in enumerate(self.outcomes) if one >> number & 1): int(end - start)
            for one, start, end in zip(sets, starts, ends, strict=True)
        }
        return sets, dict(sorted(counted.items(), key=lambda row: -row[1]))

    def _facts(self, sums: list[tuple[float, ...]], sets: tuple[int, ...] | None) -> TableFacts:
        graph, game = self.graph, self.game
        return TableFacts(
            game=game.spec,
            position=format_state(game, graph.root),
            fields=tuple(tuple(map(int, one)) if isinstance(one, tuple) else int(one) for one in graph.root),
            positions=graph.count,
            finished=self.finished,
            cycles=self.backup.has_cycles,
            outcomes=self.outcomes,
            coalitions=tuple(self.coalitions),
            sums=tuple(sums),
            total=self.total,
            sets=sets,
            variant=variant_of(game),
            fingerprint=fingerprint_of(game),
            seconds=graph.seconds + self.backup.seconds,
            version=__version__,
        )


def _counted(found: Any, values: list[float]) -> dict[float, int]:
    """Return how often each value occurs, without those that do not."""
    counted = {value: int((found == index).sum()) for index, value in enumerate(values)}
    return {value: number for value, number in counted.items() if number}


def _no_progress(_progress: Progress) -> None:
    pass
