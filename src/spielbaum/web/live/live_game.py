"""A game in memory: its session, its engine, and the windows that watch it."""

import asyncio
import copy
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Self, TypeVar

from spielbaum.errors import SpielbaumError
from spielbaum.players import PlayerSpec
from spielbaum.search_pool import JobStatus, SearchJob
from spielbaum.session import Session
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.store import PlayRecord
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.watchers import Watchers

REQUEST_GRACE = 20
"""Seconds for which a game counts as watched after a request, for browsers without event streams."""

PACES = {"slow": 2.5, "normal": 0.7, "fast": 0.0}
"""The minimum seconds per move while engines play each other."""

CLOSE_GRACE = 2
"""Seconds for which it counts as watched after its last event stream ends, as when a page is reloaded."""


Rendered = TypeVar("Rendered")


@dataclass(frozen=True)
class Hint:
    """A hint: the revision it is for, and the analysis of its position; None during the search."""

    revision: int
    found: PositionAnalysis | None = None

    @property
    def move(self) -> str | None:
        """The best move; None during the search."""
        return self.found.best.action_text if self.found and self.found.best else None


@dataclass
class LiveGame:
    """A game in memory.

    State: the game itself is in ``record``, as it is stored, and in ``session``, which was made from it. Everything
    else, such as a pause, a hint or a running search, is lost with the process.

    Threads and locks: the object belongs to the event loop. ``record`` and ``session`` change together, in a thread of
    the thread pool, and only while ``lock`` is held. All other attributes change on the event loop only, with or
    without the lock. Pages are rendered by the same threads, from a ``snapshot`` and with the lock held. Only the
    engine panel is rendered without the lock, and may be one turn ahead or behind.

    Attributes
    ----------
    paused
        Whether the engines are paused.
    pace
        The speed at which engines play each other, one of ``PACES``.
    job, job_player, job_status
        The running search, its player, and its last known status.
    hint
        The last hint.
    failure
        Why an engine cannot go on.
    engine
        The task that makes engines move.
    flag
        The task that ends the game when the time of the player to move is up.
    prepared
        The players whose engines have been compiled, or are being compiled.
    preparing
        The running compilations, with their players.
    preparation
        The progress of the first of them.
    closed
        Whether the server is shutting down.
    rematch
        The id of the next game, if one has been begun.
    began
        When the current position came up, by the monotonic clock.
    seats_revision
        The revision of the last known change of seats.
    """

    record: PlayRecord
    session: Session
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    paused: bool = False
    pace: str = "normal"
    job: SearchJob | None = None
    job_player: int | None = None
    job_status: JobStatus | None = None
    hint: Hint | None = None
    failure: SpielbaumError | None = None
    engine: asyncio.Task[None] | None = None
    prepared: tuple[PlayerSpec, ...] = ()
    preparing: list[tuple[int, SearchJob]] = field(default_factory=list)
    preparation: tuple[int, JobStatus] | None = None
    closed: bool = False
    rematch: str = ""
    began: float = field(default_factory=time.monotonic)
    flag: asyncio.Task[None] | None = None
    seats_revision: int = field(init=False)
    _epoch: int = 0
    _watched_until: float = 0.0
    _watchers: Watchers = field(default_factory=Watchers)

    def __post_init__(self) -> None:
        """Set the revision of the seats to the current one."""
        self.seats_revision = self.record.revision

    @property
    def revision(self) -> int:
        """The number of the stored state, which every request repeats."""
        return self.record.revision

    @property
    def version(self) -> str:
        """A text that changes whenever the page must be redrawn."""
        return f"{self.record.revision}.{self._epoch}"

    @property
    def ticking(self) -> bool:
        """Whether the clock of the player to move runs: from the first move on; a pause stops only engines."""
        session = self.session
        return bool(session.turns) and not session.is_over and (session.human_to_move or not self.paused)

    @property
    def thought(self) -> float:
        """The seconds that the player to move has taken so far."""
        return time.monotonic() - self.began if self.ticking else 0.0

    def left(self, seat: int) -> float | None:
        """Return the seconds on a player's clock; None without clocks."""
        session = self.session
        if (clock := session.notes.clock) is None:
            return None
        left = clock.left([turn.seconds for turn in session.turns if turn.seat == seat])
        return max(0.0, left - self.thought if self.ticking and seat == session.mover else left)

    @property
    def engine_to_move(self) -> PlayerSpec | None:
        """The player to move if it is an engine that may move now; else None."""
        if self.session.is_over or self.session.human_to_move or self.paused or self.failure or self.closed:
            return None
        return self.session.seats[self.session.mover]

    def snapshot(self) -> Self:
        """Return a copy for a thread to render, which the event loop does not change."""
        return copy.copy(self)

    async def rendered(self, page: Callable[[Self], Rendered]) -> Rendered:
        """Return what a function of the game returns; it runs in a thread with the lock held."""
        async with self.lock:
            return await run_in_threadpool(page, self.snapshot())

    @property
    def watched(self) -> bool:
        """Whether a window shows the game, or did a moment ago."""
        return bool(self._watchers) or time.monotonic() < self._watched_until

    @property
    def idle(self) -> bool:
        """Whether the game can be dropped from memory."""
        return not (self._watchers or self.lock.locked() or (self.engine and not self.engine.done()))

    def keep_alive(self) -> None:
        """Count the game as watched for ``REQUEST_GRACE`` seconds."""
        self._watched_until = time.monotonic() + REQUEST_GRACE

    def redraw(self) -> None:
        """Make every window redraw the game."""
        self._epoch += 1
        self.notify()

    def notify(self) -> None:
        """Wake all event streams."""
        self._watchers.wake()

    def stop_engine(self) -> None:
        """Cancel the running search."""
        if self.job:
            self.job.stop()

    async def watch(self, timeout: float) -> AsyncGenerator[bool]:
        """Yield True at once and after every change, and False after ``timeout`` seconds without one."""
        watching = self._watchers.watch(timeout, lambda: self.closed)
        try:
            async for changed in watching:
                yield changed
        finally:
            await watching.aclose()
            if not self._watchers:
                self._watched_until = time.monotonic() + CLOSE_GRACE
