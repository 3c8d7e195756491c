"""The games in memory: loaded from the store on demand, changed one at a time, continued by engines.

A change is stored before any window shows it.
"""

import asyncio
import logging
import re
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from spielbaum.errors import BusyError, InputError, Message, SpielbaumError
from spielbaum.players import Choice, PlayerSpec
from spielbaum.registry import raised_by_game
from spielbaum.search_pool import JobPool, JobStatus, SearchJob
from spielbaum.session import Session
from spielbaum.session.clock import Clock
from spielbaum.session.levels import EXPERT, level_of
from spielbaum.session.records import new_record, next_record, restore_session
from spielbaum.store import PlayRecord, Plays
from spielbaum.watchdog import HAS_THREADS
from spielbaum.web.http.errors import WebError, store_errors
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.analyses import Analyses, Position
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.live_game import PACES, Hint, LiveGame

CACHE_SIZE = 1_000
"""The most games that are kept in memory, apart from those that are watched."""

HINT_SECONDS = 1.0
"""The least time that is searched for a hint."""

TICK = 0.2
"""Seconds between two checks of a running search."""

Change = Callable[[Session], object]
"""A change to a session, such as ``Session.undo``."""

log = logging.getLogger(__name__)

_ID = re.compile(r"[\w-]{22}", re.ASCII)


class StaleRevisionError(Exception):
    """The game has changed since the revision of a request."""


class LiveGames:
    """The games of the server.

    Threads and locks: the object belongs to the event loop, on which all its methods are called and all tasks of
    engines run. Blocking work (rules of games, the database) runs in the thread pool, with the lock of the game held
    once it is loaded. Searches run in the threads of the search pool. The result of a search becomes a move like that
    of a human: by ``change``, for a given revision. So the move of an engine is dropped if the game has changed in the
    meantime. A search runs only while its game is watched.

    Parameters
    ----------
    plays
        The store of games.
    catalogue
        The games that are offered.
    pool
        The search pool of the engines.
    analyses
        The analyses of positions, for hints.
    """

    def __init__(self, plays: Plays, catalogue: Catalogue, pool: JobPool, analyses: Analyses) -> None:
        self.pool = pool
        self._analyses = analyses
        self._plays = plays
        self._catalogue = catalogue
        self._games: dict[str, LiveGame] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, text: str, seats: Sequence[PlayerSpec], start: str | None, clock: Clock | None = None) -> str:
        """Start a game, and return its id."""

        def make() -> PlayRecord:
            game, seed = self._catalogue.game(text), time.time_ns() % 2**31
            record = new_record(game, text, seats=seats, start=start, seed=seed, clock=clock)
            with store_errors():
                self._plays.add(record)
            return record

        record = await run_in_threadpool(make)
        return record.id

    async def rematch(self, live: LiveGame) -> str:
        """Return the id of the next game of the same players, each of whom has the seat after their own.

        Raises
        ------
        WebError
            409 if the game is not over.
        """
        async with live.lock:  # two players may ask at once
            session = live.session
            if not session.is_over:
                raise WebError(409, "not-now")
            if not live.rematch:
                seats = (*session.seats[-1:], *session.seats[:-1])
                live.rematch = await self.begin(live.record.game, seats, session.start, session.notes.clock)
                live.redraw()
            return live.rematch

    async def find(self, id: str) -> LiveGame:  # noqa: A002
        """Return the game with an id, and count it as watched for a while.

        Raises
        ------
        WebError
            404 if there is none; 410 if its game is no longer offered.
        """
        found = self._games.get(id)
        if found is None:
            record, session = await run_in_threadpool(self._load, id)
            found = self._games.setdefault(id, LiveGame(record, session))
            self._evict()
        found.keep_alive()
        return found

    async def change(self, live: LiveGame, revision: int, change: Change, *, seating: bool = False) -> None:
        """Change a game, save it, notify its windows, and let its engines continue.

        Parameters
        ----------
        live
            The game.
        revision
            The revision that the change is for.
        change
            The change of the session.
        seating
            Whether it changes only the players of seats; then moves since that revision do not matter.

        Raises
        ------
        StaleRevisionError
            If the game, or with ``seating`` its seats, has changed since that revision.
        SpielbaumError
            If the change is impossible; the game stays as it was.
        """
        async with live.lock:
            if not (live.seats_revision if seating else live.revision) <= revision <= live.revision:
                raise StaleRevisionError
            moves = len(live.session.turns)
            # A client that disconnects must not interrupt this.
            try:
                await asyncio.shield(asyncio.ensure_future(run_in_threadpool(self._change_and_save, live, change)))
            finally:
                live.notify()  # another process may have changed it, too
            if seating:
                live.seats_revision = live.revision
            if len(live.session.turns) != moves:
                live.began = time.monotonic()
        live.stop_engine()
        live.failure = None
        self.start_engine(live)

    def start_engine(self, live: LiveGame) -> None:
        """Start the search of the engine to move, if the game is watched, and compile the others ahead."""
        self._prepare(live)
        if live.engine_to_move and live.watched and (live.engine is None or live.engine.done()):
            live.began = time.monotonic()  # the clock stands still while no window shows the game
            live.engine = self._spawn(self._run_engines(live))
        self._watch_clock(live)

    def _watch_clock(self, live: LiveGame) -> None:
        """End the game when the time of the player to move is up."""
        if live.flag:
            live.flag.cancel()
        if live.session.notes.clock and live.ticking:
            live.flag = self._spawn(self._fall(live, live.revision, live.session.mover))

    async def _fall(self, live: LiveGame, revision: int, seat: int) -> None:
        await asyncio.sleep(live.left(seat) or 0.0)
        live.flag = None  # which is this task; a change would cancel it
        if live.engine_to_move and not live.watched:
            return
        with suppress(StaleRevisionError, WebError, SpielbaumError):
            await self.change(live, revision, lambda session: session.end("time", seat))

    def pause(self, live: LiveGame, paused: bool) -> None:
        """Pause the engines, or let them continue."""
        live.paused, live.failure = paused, None
        if not live.session.human_to_move:
            live.began = time.monotonic()
        if paused:
            live.stop_engine()
        live.redraw()
        self.start_engine(live)

    def start_hint(self, live: LiveGame) -> None:
        """Analyse the position for a hint; the windows are notified when it is found."""
        if live.session.is_over or (live.hint and live.hint == Hint(live.revision)):
            return
        position, revision = Position(live.record.game, live.session.game, live.session.states), live.revision
        live.hint = Hint(revision)
        live.redraw()

        async def wanted() -> bool:
            return live.watched and live.revision == revision

        async def finish() -> None:
            found = None
            with suppress(SpielbaumError):
                found = await self._analyses.at_least(position, HINT_SECONDS, wanted)
            if live.revision == revision:
                live.hint = Hint(revision, found) if found else None
                live.redraw()

        self._spawn(finish())

    def end_streams(self) -> None:
        """Stop all engines and end all event streams."""
        for live in self._games.values():
            live.closed = True
            live.stop_engine()
            live.notify()

    def close(self) -> None:
        """End everything, without waiting for a compilation."""
        self.end_streams()
        for task in self._tasks:
            task.cancel()
        if HAS_THREADS:
            threading.Thread(target=self.pool.close, name="spielbaum-closing", daemon=True).start()
        else:
            self.pool.close()

    def _load(self, id: str) -> tuple[PlayRecord, Session]:  # noqa: A002
        if not _ID.fullmatch(id):
            raise WebError(404, "no-game")
        with store_errors():
            record = self._plays.find(id)
        if record is None:
            raise WebError(404, "no-game")
        try:
            game = self._catalogue.game(record.game)
        except InputError:
            raise WebError(410, "not-offered") from None
        return record, restore_session(record, game)

    def _change_and_save(self, live: LiveGame, change: Change) -> None:
        try:
            change(live.session)
            record = next_record(live.session, live.record)
            with store_errors():
                saved = self._plays.save(record)
            if not saved:
                raise StaleRevisionError
        except BaseException as error:
            live.session = restore_session(live.record, live.session.game)
            if isinstance(error, StaleRevisionError):  # another process was faster
                live.record, live.session = self._load(live.record.id)
                live.seats_revision = live.revision
            raise
        live.record = record

    def _prepare(self, live: LiveGame) -> None:
        """Compile the searchers of a game's engines, beginning with the next to move."""
        session = live.session
        if not live.watched or live.closed or session.is_over or live.prepared == tuple(session.seats):
            return
        live.prepared, follows = tuple(session.seats), bool(live.preparing)
        players = session.game.players
        for player in sorted(range(players), key=lambda player: (player - session.mover) % players):
            if session.seats[player] in [session.seats[other] for other, _ in live.preparing]:
                continue
            with suppress(SpielbaumError):  # shown when the engine is to move
                owner, spec = f"{live.record.id} ahead", session.seats[player]
                job = self.pool.prepare(owner, session.game, spec=spec, name=live.record.game)
                if job is not None:
                    live.preparing.append((player, job))
        if live.preparing and not follows:
            self._spawn(self._follow_preparation(live))

    async def _follow_preparation(self, live: LiveGame) -> None:
        """Show the progress of the compilations, and stop them when the game is no longer watched."""
        while live.preparing:
            player, job = live.preparing[0]

            def show(status: JobStatus, player: int = player) -> None:
                live.preparation = player, status
                live.notify()

            await self._follow(live, job, show)
            if not live.watched:
                live.prepared = ()
            live.preparing = [entry for entry in live.preparing if entry[1] is not job]
            live.preparation = None
            live.notify()

    async def _run_engines(self, live: LiveGame) -> None:
        """Make engines move until a human is to move or the game is no longer watched."""

        def show(status: JobStatus) -> None:
            live.job_status = status
            live.notify()

        while live.engine_to_move and live.watched:
            async with live.lock:
                revision, began = live.revision, time.monotonic()
                try:
                    job = self._start_search(live)
                except Exception as error:
                    self._fail(live, error)
                    return
            if job is None:
                await asyncio.sleep(1)
                continue
            await self._follow(live, job, show)
            live.job = live.job_player = live.job_status = None
            if job.future.cancelled():
                continue
            if failure := job.future.exception():
                self._fail(live, failure)
                return
            await self._make_move(live, revision, job.future.result(), PACES[live.pace] - (time.monotonic() - began))

    def _start_search(self, live: LiveGame) -> SearchJob | None:
        """Return the search job of the player to move; None if the pool is busy."""
        spec, session = live.engine_to_move, live.session
        if spec is None:
            return None
        try:
            job = self.pool.choose(
                live.record.id,
                session.game,
                spec=spec,
                state=session.state,
                history=session.states[:-1],
                seed=session.random_seed,
                book=self._catalogue.book(session.game) if level_of(spec) == EXPERT else None,
                name=live.record.game,
            )
        except BusyError:
            return None
        live.job, live.job_player = job, session.mover
        return job

    async def _make_move(self, live: LiveGame, revision: int, choice: Choice, pause: float) -> None:
        if not live.session.humans and pause > 0:
            await asyncio.sleep(pause)
            if live.paused or not live.watched:
                return
        try:
            await self.change(live, revision, lambda session: session.make(choice))
        except StaleRevisionError:
            return
        except Exception as error:
            self._fail(live, error)

    async def _follow(self, live: LiveGame, job: SearchJob, show: Callable[[JobStatus], None] | None = None) -> None:
        """Wait for a job, show its progress, and stop it when the game is no longer watched."""

        async def wanted() -> bool:
            return live.watched

        await wait_for_job(job, wanted, show)

    def _fail(self, live: LiveGame, error: BaseException) -> None:
        if isinstance(error, WebError):
            error = SpielbaumError(Message("games cannot be kept at the moment"))
        elif not isinstance(error, SpielbaumError):
            error = SpielbaumError(raised_by_game(error) or repr(error))
            log.error("an engine failed in a game of %s: %s", live.record.game, error)
        live.failure = error
        live.redraw()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _evict(self) -> None:
        for id, live in list(self._games.items()):  # noqa: A001
            if len(self._games) > CACHE_SIZE and live.idle:
                del self._games[id]


async def wait_for_job(
    job: SearchJob, wanted: Callable[[], Awaitable[bool]], show: Callable[[JobStatus], None] | None = None
) -> None:
    """Wait for a job, and stop it once it is no longer wanted; cancelling the wait cancels the job.

    Every ``TICK`` seconds ``show`` is called if the status has changed.
    """
    result, shown = asyncio.wrap_future(job.future), None
    try:
        while not job.future.done():
            await asyncio.wait([result], timeout=TICK)
            if show is not None and (status := job.status()) != shown:
                show(status)
                shown = status
            if not await wanted():
                job.stop()
    finally:
        job.stop()
        result.cancel()
