"""The games of visitors: loaded from the store when somebody looks, changed one deed at a time, continued by engines.

Every change is in the store before anybody is told of it.
"""

import asyncio
import logging
import re
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool

from spielbaum.engines import EnginePool, SearchJob
from spielbaum.errors import BusyError, InputError, SpielbaumError
from spielbaum.game.notation import format_action
from spielbaum.players import Choice, PlayerSpec
from spielbaum.registry import raised_by_game
from spielbaum.session import Session, default_player
from spielbaum.session.records import new_record, next_record, restore_session
from spielbaum.store import PlayRecord, Plays
from spielbaum.web.http.errors import WebError, store_faults
from spielbaum.web.live.catalogue import Shelf
from spielbaum.web.live.running import Hint, Running
from spielbaum.web.live.waiting import until_done

KEPT = 1_000
"""So many games are kept in memory, and more only while somebody looks at them."""

PACE = 0.7
"""Seconds that an engine takes at least for a move, so that people can follow."""

UNSTORED = "games cannot be kept at the moment"
Deed = Callable[[Session], object]
log = logging.getLogger(__name__)

_ID = re.compile(r"[\w-]{22}", re.ASCII)


class StaleError(Exception):
    """The game is not any more as it was when the deed was asked for."""


class Games:
    """All games of the server.

    Parameters
    ----------
    plays
        Where they are kept.
    shelf
        Which games there are.
    pool
        Where engines think.
    """

    def __init__(self, plays: Plays, shelf: Shelf, pool: EnginePool) -> None:
        self.pool = pool
        self._plays = plays
        self._shelf = shelf
        self._running: dict[str, Running] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, text: str, seats: Sequence[PlayerSpec], start: str | None) -> str:
        """Begin a game and return its id."""

        def make() -> PlayRecord:
            record = new_record(self._shelf.game(text), text, seats=seats, start=start, seed=time.time_ns() % 2**31)
            with store_faults():
                self._plays.add(record)
            return record

        record = await run_in_threadpool(make)
        return record.id

    async def find(self, id: str) -> Running:  # noqa: A002
        """Return a game.

        Raises
        ------
        WebError
            404 if there is none of that id; 410 if its rules are not offered any more.
        """
        found = self._running.get(id)
        if found is None:
            record, session = await run_in_threadpool(self._load, id)
            found = self._running.setdefault(id, Running(record, session))
            self._forget_some()
        found.want()
        return found

    async def act(self, running: Running, revision: int, deed: Deed, *, seating: bool = False) -> None:
        """Change a game, keep it, tell all who look, and let the engines go on.

        Parameters
        ----------
        running
            The game.
        revision
            For which the deed was meant. Moves since then do not matter to a deed that only seats players anew.
        deed
            What is done to the session.
        seating
            Whether it seats players anew.

        Raises
        ------
        StaleError
            If the game, or who sits there, has changed since that revision.
        SpielbaumError
            If the deed cannot be done; nothing has changed then.
        """
        async with running.lock:
            if not (running.seated if seating else running.revision) <= revision <= running.revision:
                raise StaleError
            # A client that goes away must not stop this half-way.
            try:
                await asyncio.shield(asyncio.ensure_future(run_in_threadpool(self._do, running, deed)))
            finally:
                running.tell()  # also of what another process has done
            if seating:
                running.seated = running.revision
        running.stop_thinking()
        running.trouble = None
        self.wake(running)

    def wake(self, running: Running) -> None:
        """Let an engine think, if it is its turn and somebody wants to see it."""
        if running.to_think and running.wanted and (running.engine is None or running.engine.done()):
            running.engine = self._spawn(self._engines(running))

    def pause(self, running: Running, paused: bool) -> None:
        """Hold the engines up, or let them go on."""
        running.paused, running.trouble = paused, None
        if paused:
            running.stop_thinking()
        running.renew()
        self.wake(running)

    def advise(self, running: Running) -> None:
        """Work out a hint; all windows are told when it is there.

        Raises
        ------
        BusyError
            If too many searches wait already.
        """
        if running.session.is_over or (running.hint and running.hint == Hint(running.revision)):
            return
        game, state, revision = running.session.game, running.session.state, running.revision
        job = self.pool.choose(
            running.record.id,
            game,
            spec=default_player(game),
            state=state,
            history=running.session.states[:-1],
            name=running.record.game,
        )
        running.hint = Hint(revision)
        running.renew()

        async def note() -> None:
            await self._follow(running, job, shown=False)
            done = not job.future.cancelled() and job.future.exception() is None
            if running.revision == revision:
                move = format_action(game, state, job.future.result().action) if done else None
                running.hint = Hint(revision, move) if move else None
                running.renew()

        self._spawn(note())

    def end_streams(self) -> None:
        """Stop all engines and end all streams."""
        for running in self._running.values():
            running.closed = True
            running.stop_thinking()
            running.tell()

    def close(self) -> None:
        """End everything; what is being compiled is not waited for."""
        self.end_streams()
        for task in self._tasks:
            task.cancel()
        threading.Thread(target=self.pool.close, name="spielbaum-closing", daemon=True).start()

    def _load(self, id: str) -> tuple[PlayRecord, Session]:  # noqa: A002
        if not _ID.fullmatch(id):
            raise WebError(404, "no-game")
        with store_faults():
            record = self._plays.find(id)
        if record is None:
            raise WebError(404, "no-game")
        try:
            game = self._shelf.game(record.game)
        except InputError:
            raise WebError(410, "not-offered") from None
        return record, restore_session(record, game)

    def _do(self, running: Running, deed: Deed) -> None:
        try:
            deed(running.session)
            record = next_record(running.session, running.record)
            with store_faults():
                saved = self._plays.save(record)
            if not saved:
                raise StaleError
        except BaseException as error:
            running.session = restore_session(running.record, running.session.game)  # what was done to it is not stored
            if isinstance(error, StaleError):  # another process was quicker
                running.record, running.session = self._load(running.record.id)
                running.seated = running.revision
            raise
        running.record = record

    async def _engines(self, running: Running) -> None:
        """Let engines move until it is a human's turn, or nobody looks."""
        while running.to_think and running.wanted:
            async with running.lock:
                revision, began = running.revision, time.monotonic()
                try:
                    job = self._let_think(running)
                except Exception as error:
                    self._give_up(running, error)
                    return
            if job is None:
                await asyncio.sleep(1)
                continue
            await self._follow(running, job, shown=True)
            running.job = running.job_player = running.job_status = None
            if job.future.cancelled():
                continue
            if failure := job.future.exception():
                self._give_up(running, failure)
                return
            await self._answer(running, revision, job.future.result(), PACE - (time.monotonic() - began))

    def _let_think(self, running: Running) -> SearchJob | None:
        """Return what the player to move begins to think; None if it must wait."""
        spec, session = running.to_think, running.session
        if spec is None:
            return None
        try:
            job = self.pool.choose(
                running.record.id,
                session.game,
                spec=spec,
                state=session.state,
                history=session.states[:-1],
                seed=session.random_seed,
                name=running.record.game,
            )
        except BusyError:
            return None
        running.job, running.job_player = job, session.mover
        return job

    async def _answer(self, running: Running, revision: int, choice: Choice, rest: float) -> None:
        if not running.session.humans and rest > 0:
            await asyncio.sleep(rest)
            if running.paused or not running.wanted:
                return
        try:
            await self.act(running, revision, lambda session: session.make(choice))
        except StaleError:
            return
        except Exception as error:
            self._give_up(running, error)

    async def _follow(self, running: Running, job: SearchJob, *, shown: bool) -> None:
        """Wait until a thought is done, and tell how far it is; stop it when nobody looks any more."""

        async def look() -> None:
            if shown and (status := job.status()) != running.job_status:
                running.job_status = status
                running.tell()
            if not running.wanted:
                job.stop()

        await until_done(job, look)

    def _give_up(self, running: Running, error: BaseException) -> None:
        told = UNSTORED if isinstance(error, WebError) else str(error)
        if not isinstance(error, SpielbaumError | WebError):
            told = raised_by_game(error) or repr(error)
            log.error("an engine failed in a game of %s: %s", running.record.game, told)
        running.trouble = told
        running.renew()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _forget_some(self) -> None:
        for id, running in list(self._running.items()):  # noqa: A001
            if len(self._running) > KEPT and running.idle:
                del self._running[id]
