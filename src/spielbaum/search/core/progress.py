"""Watching a search while it runs, and ending it from another thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from spielbaum.search.core.result import Number, Result


@dataclass(frozen=True)
class Progress:
    """How far a running search has come.

    Attributes
    ----------
    depth
        That is being searched.
    nodes, seconds
        Spent so far.
    actions_done, actions
        Root actions that are known at this depth, and how many there are.
    value, line
        Value and principal variation of the last finished iteration, as a result has them; None and empty before.
    """

    depth: int
    nodes: int
    seconds: float
    actions_done: int
    actions: int
    value: Number | None = None
    line: tuple[str, ...] = ()

    @classmethod
    def of(cls, result: Result) -> "Progress":
        """Return where a search stood when it was done."""
        actions = len(result.actions)
        line = result.principal_variation
        return cls(result.depth, result.nodes, result.seconds, actions, actions, result.value, line)


class Stop:
    """Ends a search from another thread; it then answers as if its time were up.

    Examples
    --------
    >>> from spielbaum import Limits, Searcher, games
    >>> stop = Stop()
    >>> threading.Timer(0.1, stop.set).start()
    >>> result = Searcher(games.load("connect-four")).search(limits=Limits(seconds=60), stop=stop)
    >>> result.seconds < 60, result.action is not None
    (True, True)
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._halts: list[Callable[[], None]] = []
        self._asked = False

    @property
    def asked(self) -> bool:
        """Whether somebody wants the search to end."""
        return self._asked

    def set(self) -> None:
        """End the searches that this was given to, also those that begin later."""
        with self._lock:
            self._asked = True
            for halt in self._halts:
                halt()

    @contextmanager
    def reaching(self, halt: Callable[[], None]) -> Iterator[None]:
        """Let ``halt`` be called when the search is to end, while the block lasts."""
        with self._lock:
            self._halts.append(halt)
            if self._asked:
                halt()
        try:
            yield
        finally:
            with self._lock:
                self._halts.remove(halt)
