"""An LRU cache of compiled searchers, one per game, algorithm and evaluation."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from spielbaum.errors import BusyError, Message
from spielbaum.game import Game
from spielbaum.players import PlayerSpec
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.searcher import Searcher
from spielbaum.search.table.allocation import TableMemory
from spielbaum.search_pool.compiler import Compiler, Report


@dataclass(frozen=True)
class SearcherSpec:
    """The searcher that a job needs; ``name`` is the game as on the command line, for the compiler's process."""

    game: Game
    algorithm: AlgorithmChoice
    evaluation: str | None
    name: str | None

    @classmethod
    def of(cls, game: Game, spec: PlayerSpec, name: str | None) -> "SearcherSpec":
        """Return the specification of a player's searcher."""
        return cls(game, spec.for_game(game).algorithm, spec.evaluation, name)

    @property
    def key(self) -> tuple[int, AlgorithmChoice, str | None]:
        """The cache key. Games compare by identity: the searcher keeps the record alive, so its id is not reused."""
        return id(self.game), self.algorithm, self.evaluation


class SearcherCache:
    """The most recently used compiled searchers. Its methods may be called from any thread.

    The transposition tables of a thread's searchers share one block of memory.

    Parameters
    ----------
    size
        The most searchers that are kept.
    table_bytes
        Memory for the transposition table of each thread.
    kernels
        The most different searches that may be compiled: machine code is never freed while the process lives.
    """

    def __init__(self, size: int, table_bytes: int, *, kernels: int) -> None:
        self._size, self._kernels = size, kernels
        self._compiled: set[tuple[str, AlgorithmChoice, str | None]] = set()
        self._memory = TableMemory(table_bytes)
        self._compiler = Compiler()
        self._searchers: OrderedDict[tuple[int, AlgorithmChoice, str | None], Searcher] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, spec: SearcherSpec) -> Searcher | None:
        """Return a cached searcher; None if there is none."""
        with self._lock:
            found = self._searchers.get(spec.key)
            if found is not None:
                self._searchers.move_to_end(spec.key)
            return found

    def get_or_compile(self, spec: SearcherSpec, report: Report | None = None) -> Searcher:
        """Return a searcher, compiling it unless it is cached.

        Parameters
        ----------
        spec
            The searcher.
        report
            Called at every step of the compilation.

        Raises
        ------
        BusyError
            If it is not cached, and the number of kernels is used up.
        SpielbaumError
            If the algorithm cannot search the game.
        """
        found = self.get(spec)
        if found is None:
            self._count_kernel(spec)
            found = Searcher(spec.game, spec.algorithm, evaluation=spec.evaluation)
            found.share_table(self._memory)
            if spec.name is not None and not _is_on_disk(found):
                self._compiler.compile(spec.name, spec.algorithm, spec.evaluation, report)
            found.compile()
            with self._lock:
                self._searchers[spec.key] = found
                while len(self._searchers) > self._size:
                    self._searchers.popitem(last=False)
        return found

    def close(self) -> None:
        """End the compiler's process, if there is one."""
        self._compiler.close()

    def _count_kernel(self, spec: SearcherSpec) -> None:
        kernel = (spec.game.spec, spec.algorithm, spec.evaluation)
        with self._lock:
            if kernel not in self._compiled and len(self._compiled) >= self._kernels:
                raise BusyError(
                    Message(
                        "{} different searches have been compiled here, and no more will be: choose a game, "
                        "an algorithm and an evaluation that were played before",
                        self._kernels,
                    )
                )
            self._compiled.add(kernel)


def _is_on_disk(searcher: Searcher) -> bool:
    """Return whether nothing needs to be compiled; a fault of the game is reported when the search is compiled."""
    try:
        return searcher.is_compiled
    except Exception:
        return False
