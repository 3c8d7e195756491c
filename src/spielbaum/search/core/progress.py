"""The progress of a running search, and stopping it from another thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from spielbaum.game import Action
from spielbaum.search.core.result import Number, Result


@dataclass(frozen=True)
class Progress:
    """The progress of a running search.

    Attributes
    ----------
    depth
        The depth of the present iteration.
    nodes, seconds
        Spent so far.
    actions_done, actions
        The root actions searched at this depth, and all of them.
    simulations
        Of Monte-Carlo tree search, else None.
    value, pv, pv_text
        Value and principal variation of the last complete iteration, as in a result; None and empty until then.
    """

    depth: int
    nodes: int
    seconds: float
    actions_done: int
    actions: int
    value: Number | None = None
    pv: tuple[Action, ...] = ()
    pv_text: tuple[str, ...] = ()
    simulations: int | None = None

    @classmethod
    def of(cls, result: Result) -> "Progress":
        """Return the progress at the end of a search."""
        actions = len(result.action_values)
        return cls(
            depth=result.depth,
            nodes=result.nodes,
            seconds=result.seconds,
            actions_done=actions,
            actions=actions,
            value=result.value,
            pv=result.pv,
            pv_text=result.pv_text,
            simulations=result.simulations,
        )


class Stop:
    """Stops searches from another thread; they return the best result so far, as when their time is up.

    Examples
    --------
    >>> import spielbaum
    >>> stop = Stop()
    >>> threading.Timer(0.1, stop.set).start()
    >>> result = spielbaum.search("connect-four", seconds=60, stop=stop)
    >>> result.seconds < 60, result.action is not None
    (True, True)
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []
        self._is_set = False

    @property
    def is_set(self) -> bool:
        """Whether searches are to stop."""
        return self._is_set

    def set(self) -> None:
        """Stop all searches with this object, including later ones."""
        with self._lock:
            self._is_set = True
            for callback in self._callbacks:
                callback()

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call ``callback`` when this is set while the block runs, or at once if it is set already."""
        with self._lock:
            self._callbacks.append(callback)
            if self._is_set:
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)
