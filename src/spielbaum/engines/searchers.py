"""Searches that are ready: one for each game, algorithm and evaluation, as many as there is room for."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from spielbaum.engines.compiling import Compiler
from spielbaum.errors import BusyError
from spielbaum.game import Game
from spielbaum.players import PlayerSpec
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search.table.allocation import TableMemory


@dataclass(frozen=True)
class Need:
    """What has to be compiled before a search begins; ``name`` is how the game is found by another process."""

    game: Game
    algorithm: str
    evaluation: str | None
    name: str | None

    @classmethod
    def of(cls, game: Game, spec: PlayerSpec, name: str | None) -> "Need":
        """Return what a player needs to search a game."""
        return cls(game, spec.algorithm, spec.evaluation, name)

    @property
    def key(self) -> tuple[int, str, str | None]:
        """What tells it from others; of a game the record itself counts, which is kept as long as the searcher."""
        return id(self.game), self.algorithm, self.evaluation


class Searchers:
    """The searchers that were used last, compiled.

    Their tables share one memory for each thread that searches.

    Parameters
    ----------
    most
        So many are kept.
    table_bytes
        Of the memory of each thread.
    kernels
        So many different ones are compiled at most, for machine code stays as long as the process.
    """

    def __init__(self, most: int, table_bytes: int, *, kernels: int) -> None:
        self._most, self._kernels = most, kernels
        self._compiled: set[tuple[str, str, str | None]] = set()
        self._memory = TableMemory(table_bytes)
        self._compiler = Compiler()
        self._kept: OrderedDict[tuple[int, str, str | None], Searcher] = OrderedDict()
        self._lock = threading.Lock()

    def ready(self, need: Need) -> Searcher | None:
        """Return a searcher if it is kept."""
        with self._lock:
            found = self._kept.get(need.key)
            if found is not None:
                self._kept.move_to_end(need.key)
            return found

    def prepare(self, need: Need) -> Searcher:
        """Return a searcher, made and compiled if need be.

        Raises
        ------
        BusyError
            If it would have to be compiled, and too many have been.
        SpielbaumError
            If the algorithm cannot search the game.
        """
        found = self.ready(need)
        if found is None:
            self._count(need)
            found = Searcher(need.game, need.algorithm, evaluation=need.evaluation)
            found.share_table(self._memory)
            if found.compiled and need.name is not None:
                self._compiler.compile(need.name, need.algorithm, need.evaluation)
            found.compile()
            with self._lock:
                self._kept[need.key] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found

    def close(self) -> None:
        """End what is being compiled by another process."""
        self._compiler.close()

    def _count(self, need: Need) -> None:
        kernel = (need.game.spec, need.algorithm, need.evaluation)
        with self._lock:
            if kernel not in self._compiled and len(self._compiled) >= self._kernels:
                raise BusyError(
                    f"{self._kernels} different searches have been compiled here, and no more will be: choose a game, "
                    "an algorithm and an evaluation that were played before"
                )
            self._compiled.add(kernel)
