"""One game while somebody looks at it: what is shown besides its moves, and who is to be told of changes."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from spielbaum.engines import JobStatus, SearchJob
from spielbaum.players import PlayerSpec
from spielbaum.session import Session
from spielbaum.store import PlayRecord

GRACE = 20
"""Seconds for which a game goes on after somebody asked for a move, or looked, without a window that stays open."""

RELOAD = 2
"""Seconds for which it goes on when the last window is closed."""


@dataclass(frozen=True)
class Hint:
    """An advice: for which revision, and the move; None while it is being worked out."""

    revision: int
    move: str | None = None


@dataclass
class Running:
    """A game in memory.

    Attributes
    ----------
    record, session
        What is in the store, and the same as a session. Both change only while ``lock`` is held, and only together.
    paused
        Whether the engines wait until somebody lets them go on.
    job, job_player, job_status
        What an engine thinks about, for which player, and how far it was when it was last asked.
    hint
        The last advice.
    trouble
        Why an engine cannot go on, as a sentence of the library.
    seated
        The revision since which the same players sit there, as far as is known.
    """

    record: PlayRecord
    session: Session
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    paused: bool = False
    job: SearchJob | None = None
    job_player: int | None = None
    job_status: JobStatus | None = None
    hint: Hint | None = None
    trouble: str | None = None
    engine: asyncio.Task[None] | None = None
    closed: bool = False
    seated: int = field(init=False)
    _epoch: int = 0
    _wanted_until: float = 0.0
    _watchers: set[asyncio.Event] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Take it that players were seated just before."""
        self.seated = self.record.revision

    @property
    def revision(self) -> int:
        """The number of the stored state; a move says which one it was made in."""
        return self.record.revision

    @property
    def version(self) -> str:
        """Changes with everything that makes the page another one."""
        return f"{self.record.revision}.{self._epoch}"

    @property
    def to_think(self) -> PlayerSpec | None:
        """Who is to move, if that is no human and nothing holds it up."""
        if self.session.is_over or self.session.human_to_move or self.paused or self.trouble or self.closed:
            return None
        return self.session.seats[self.session.mover]

    @property
    def wanted(self) -> bool:
        """Whether somebody looks at the game, or has just asked for a move."""
        return bool(self._watchers) or time.monotonic() < self._wanted_until

    @property
    def idle(self) -> bool:
        """Whether it may be forgotten."""
        return not (self._watchers or self.lock.locked() or (self.engine and not self.engine.done()))

    def want(self) -> None:
        """Take notice that somebody asked for the game."""
        self._wanted_until = time.monotonic() + GRACE

    def renew(self) -> None:
        """Let every window draw the game anew."""
        self._epoch += 1
        self.tell()

    def tell(self) -> None:
        """Wake all who watch."""
        for watcher in self._watchers:
            watcher.set()

    def stop_thinking(self) -> None:
        """Stop the engine; what it thought is not needed any more."""
        if self.job:
            self.job.stop()

    async def watch(self, patience: float) -> AsyncGenerator[bool]:
        """Yield at once and then whenever something has changed: True; or False after so many seconds without news."""
        news = asyncio.Event()
        self._watchers.add(news)
        try:
            yield True
            while not self.closed:
                try:
                    await asyncio.wait_for(news.wait(), patience)
                except TimeoutError:
                    yield False
                    continue
                news.clear()
                yield True
        finally:
            self._watchers.discard(news)
            if not self._watchers:  # whoever reloads the page is back before this
                self._wanted_until = time.monotonic() + RELOAD
