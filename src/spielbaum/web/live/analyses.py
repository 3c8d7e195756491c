"""One analysis for each position: everyone sees the deepest that is known, and it deepens while someone looks.

A position is searched in slices, each longer than the one before. What someone waits for is searched like a move of an
engine; all else in the background, where it delays no other search.
"""

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path

from spielbaum import __version__
from spielbaum.errors import SearchInterruptedError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.game.repetition import RepetitionRule
from spielbaum.players import PlayerSpec
from spielbaum.registry import parse_game, raised_by_game
from spielbaum.search.algorithms.choice import BEST, default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search_pool import ANSWER, BACKGROUND, JobPool, JobStatus, SearchJob, analyst
from spielbaum.session.analysis import PositionAnalysis, analysis_of_book, lacks_distances, with_distances
from spielbaum.store import Analyses as Kept
from spielbaum.tablebase import Known
from spielbaum.web.http.threads import run_in_threadpool

SLICES = (0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds of the searches of a position, which end early if all is proven."""

ENOUGH = 0.8
"""The part of a slice after which it counts as done: searches end a little early."""

EARLY = 0.5
"""A search that ends by itself within this part of its time has nothing left to find."""

LOOKED = 4.0
"""Seconds for which a position counts as looked at after a request."""

TICK = 0.1
"""Seconds between two looks at whether a search is still needed."""

FORM = 4
"""Increased when the form of stored analyses changes, so that older ones are not read."""

CACHE_SIZE = 500
"""The most analyses in memory."""

DISTANCE_SECONDS = 1.0
"""The most seconds of a search for the distances of wins and losses."""

WORTH_KEEPING = 0.9
"""Seconds of a search from which on its analysis is stored."""

MAX_DEEPENING = 200
"""The most positions that deepen at once."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Position:
    """A position to analyse: the last of some states of a game.

    Attributes
    ----------
    text
        The game, as on the command line.
    game
        The game.
    states
        The first state of the game, and all that follow.
    algorithm
        The algorithm; by default the strongest setting, which is the analysis that everyone shares.
    """

    text: str
    game: Game
    states: tuple[State, ...]
    algorithm: str = BEST

    @property
    def state(self) -> State:
        """The state that is analysed."""
        return self.states[-1]

    @cached_property
    def key(self) -> str:
        """A hash of everything that the analysis depends on: of the states before, only those that may recur."""
        nearly = sorted(_repetition(self.game).nearly(self.states))
        digest, state = _source_digest(self.text), format_state(self.game, self.state)
        rests_on = [__version__, FORM, self.text, digest, self.algorithm, state, nearly]
        return hashlib.sha256(json.dumps(rests_on).encode()).hexdigest()


@lru_cache(64)
def _repetition(game: Game) -> RepetitionRule:
    return RepetitionRule(game)


def _source_digest(text: str) -> str:
    """Return the hash of the file of a game, as it was loaded; empty without one."""
    source = parse_game(text).path
    return _digest_of(source) if source else ""


@cache
def _digest_of(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


@dataclass
class Deepening:
    """A position that is being searched.

    Attributes
    ----------
    position
        The position.
    waiting
        The seconds of search that visitors wait for.
    looked_until
        The time until which the position counts as looked at.
    job
        The running search.
    learned
        Set, and replaced, when more is known, or the search has failed.
    failure
        The error that ended the search.
    """

    position: Position
    waiting: list[float] = field(default_factory=list)
    looked_until: float = 0.0
    job: SearchJob | None = None
    learned: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    failure: SpielbaumError | None = None


@dataclass(frozen=True)
class _Search:
    """What a search found, what it cost, and whether a longer one would find nothing new."""

    rows: tuple[ActionLine, ...]
    nodes: int
    seconds: float
    ended: bool


def _is_enough(found: PositionAnalysis | None, seconds: float) -> bool:
    return found is not None and (found.final or found.seconds >= ENOUGH * seconds)


class Analyses:
    """The analyses of positions: in memory, in the database, and those that are deepening.

    The object belongs to the event loop.

    Parameters
    ----------
    kept
        The stored analyses.
    pool
        The search pool.
    book
        Returns the book of a game; None if it has none.
    """

    def __init__(self, kept: Kept, pool: JobPool, book: Callable[[Game], Known | None] = lambda _game: None) -> None:
        self.kept = kept
        self._pool, self._book = pool, book
        self._known: OrderedDict[str, PositionAnalysis] = OrderedDict()
        self._deepening: dict[str, Deepening] = {}

    async def find(self, position: Position) -> PositionAnalysis | None:
        """Return the deepest analysis of a position that is known; None if there is none."""
        key = position.key
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        found = await run_in_threadpool(self._read, position)
        if found is not None:
            self._learn(key, found)
        return self._known.get(key)

    async def seconds(self, positions: Sequence[Position]) -> dict[str, float]:
        """Return the seconds of the deepest known analyses of some positions, by their keys."""
        keys = [position.key for position in positions]
        stored = await run_in_threadpool(self.kept.seconds, keys)
        return {**stored, **{key: self._known[key].seconds for key in keys if key in self._known}}

    def may_deepen(self, found: PositionAnalysis | None) -> bool:
        """Return whether a longer search than all so far would still be made."""
        return found is None or self._next_slice(found) is not None

    def look(self, position: Position) -> Deepening | None:
        """Let a position deepen for a while; None if too many do, or nothing is left to find."""
        if not self.may_deepen(self._known.get(position.key)):
            return None
        work = self._work(position)
        if work is not None:
            work.looked_until = time.monotonic() + LOOKED
        return work

    def is_deepening(self, position: Position) -> bool:
        """Return whether a position is being searched."""
        return position.key in self._deepening

    def status(self, position: Position) -> JobStatus | None:
        """Return the status of the running search of a position; None without one."""
        work = self._deepening.get(position.key)
        return work.job.status() if work and work.job else None

    async def has(self, position: Position, seconds: float) -> bool:
        """Return whether an analysis with some seconds of search is known, or one that is final."""
        return _is_enough(await self.find(position), seconds)

    async def first(self, position: Position, patience: float) -> PositionAnalysis | None:
        """Return the first analysis of a position that is looked at; None if there is none within some seconds.

        Raises
        ------
        SpielbaumError
            If the search fails.
        """
        work = self._deepening.get(position.key)
        if work is not None and position.key not in self._known:
            with suppress(TimeoutError):
                await asyncio.wait_for(work.learned.wait(), patience)
            if work.failure is not None:
                raise work.failure
        return self._known.get(position.key)

    async def at_least(
        self, position: Position, seconds: float, wanted: Callable[[], Awaitable[bool]]
    ) -> PositionAnalysis | None:
        """Return an analysis with at least some seconds of search, or one that is final.

        None once it is no longer ``wanted``.

        Raises
        ------
        BusyError
            If too many searches are waiting.
        SpielbaumError
            If the search fails.
        """
        seconds = min(seconds, self._pool.limits.seconds)
        while True:
            found = await self.find(position)
            if _is_enough(found, seconds):
                return found
            work = self._work(position, for_waiting=True)
            assert work is not None
            work.waiting.append(seconds)
            learned = work.learned
            try:
                self._hurry(work)
                while not learned.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(learned.wait(), TICK)
                    if not await wanted():
                        return None
            finally:
                work.waiting.remove(seconds)
            if work.failure is not None:
                raise work.failure

    def close(self) -> None:
        """End all searches."""
        for work in self._deepening.values():
            if work.task:
                work.task.cancel()

    def _read(self, position: Position) -> PositionAnalysis | None:
        book = self._book(position.game) if position.algorithm == BEST else None
        if book is not None and (known := analysis_of_book(book, position.state)):
            return known
        try:
            stored = self.kept.find(position.key)
        except SpielbaumError as error:  # without the database it is searched again
            log.warning("analyses cannot be read: %s", error)
            return None
        return None if stored is None else PositionAnalysis.from_dict(stored)

    def _learn(self, key: str, found: PositionAnalysis) -> bool:
        """Remember an analysis if it is the deepest."""
        known = self._known.get(key)
        if not found.is_deeper_than(known):
            return False
        self._known[key] = found.after(known)
        self._known.move_to_end(key)
        while len(self._known) > CACHE_SIZE:
            self._known.popitem(last=False)
        return True

    def _work(self, position: Position, *, for_waiting: bool = False) -> Deepening | None:
        key = position.key
        work = self._deepening.get(key)
        if work is None and (for_waiting or len(self._deepening) < MAX_DEEPENING):
            work = self._deepening[key] = Deepening(position)
            work.task = asyncio.create_task(self._deepen(work))
        return work

    def _next_slice(self, found: PositionAnalysis) -> float | None:
        if found.final:
            return None
        longest = self._pool.limits.seconds
        return next((one for one in SLICES if one <= longest and ENOUGH * one > found.seconds), None)

    def _budget(self, work: Deepening) -> tuple[float, int] | None:
        """Return the seconds of the next search, and its rank; None if none is needed."""
        found = self._known.get(work.position.key)
        done = found.seconds if found else 0.0
        waiting = [seconds for seconds in work.waiting if ENOUGH * seconds > done]
        if found is not None and found.final:
            return None
        if waiting:
            return min(waiting), ANSWER
        if time.monotonic() > work.looked_until:
            return None
        if found is None:
            return SLICES[0], ANSWER
        budget = self._next_slice(found)
        return None if budget is None else (budget, BACKGROUND)

    def _hurry(self, work: Deepening) -> None:
        """End a search in the background, since someone waits for a shorter one."""
        if work.job and work.job.rank == BACKGROUND:
            work.job.stop(play_now=work.job.stage == "searching")

    async def _deepen(self, work: Deepening) -> None:
        """Search a position again and again until no one needs more."""
        position = work.position
        await asyncio.sleep(0)  # so that whoever asked counts
        try:
            await self.find(position)
            while asked := self._budget(work):
                found = await self._search(work, *asked)
                if found is not None and self._learn(position.key, found) and found.seconds >= WORTH_KEEPING:
                    await self._keep(position.key, self._known[position.key])
                if found is None:  # ended before it had a value
                    await asyncio.sleep(TICK)
                    continue
                work.learned.set()
                work.learned = asyncio.Event()
        except SpielbaumError as error:
            work.failure = error
        except Exception as error:  # the code of a game may raise anything
            log.error("a position of %s cannot be analysed: %r", position.text, error)
            work.failure = SpielbaumError(raised_by_game(error) or repr(error))
        finally:
            del self._deepening[position.key]
            work.learned.set()

    async def _search(self, work: Deepening, seconds: float, rank: int) -> PositionAnalysis | None:
        """Return the analysis of some seconds of search; None if it ended before it had a value.

        The strongest settings have a table, with which a win has no distance, so a search without one follows a win.
        """
        game, state = work.position.game, work.position.state
        spec = PlayerSpec(work.position.algorithm, Limits(seconds=seconds))
        searched = await self._rows(work, spec, rank)
        if searched is None:
            return None
        rows, searches = searched.rows, [searched]
        if work.position.algorithm == BEST and lacks_distances(game, rows):
            plain = PlayerSpec.of(default_algorithm(game), Limits(seconds=min(seconds, DISTANCE_SECONDS)))
            if timed := await self._rows(work, plain, rank):
                rows, searches = with_distances(rows, timed.rows), [*searches, timed]
        return await run_in_threadpool(
            PositionAnalysis.of,
            game,
            state,
            rows,
            algorithm=analyst(game, spec).for_game(game).name,
            nodes=sum(one.nodes for one in searches),
            seconds=min(seconds, sum(one.seconds for one in searches)),
            final=all(one.ended for one in searches),
        )

    async def _rows(self, work: Deepening, spec: PlayerSpec, rank: int) -> "_Search | None":
        position = work.position
        job = work.job = self._pool.analyse(
            f"analysis {position.key}",
            position.game,
            spec=spec,
            state=position.state,
            history=position.states[:-1],
            name=position.text,
            rank=rank,
        )
        answer = asyncio.wrap_future(job.future)
        try:
            while not job.future.done():
                await asyncio.wait([answer], timeout=TICK)
                if not work.waiting and time.monotonic() > work.looked_until:
                    job.stop(play_now=job.stage == "searching")
            rows = job.future.result()
        except (CancelledError, SearchInterruptedError):
            return None
        finally:
            work.job = None
            job.stop()
            answer.cancel()
        spent, budget = job.status().progress, spec.limits.seconds or 0.0
        ended = not job.hurried and spent.seconds < EARLY * budget
        took = spent.seconds if ended or job.hurried else max(spent.seconds, budget)
        return _Search(rows, spent.nodes, took, ended)

    async def _keep(self, key: str, found: PositionAnalysis) -> None:
        try:
            await run_in_threadpool(lambda: self.kept.keep(key, found.to_dict(), found.seconds))
        except TypeError:  # actions that have no form in JSON
            return
        except SpielbaumError as error:
            log.warning("an analysis is not kept: %s", error)
