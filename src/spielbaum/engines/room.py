"""A room in which searches run for many people, on a few threads."""

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from spielbaum.engines.bounds import RoomBounds
from spielbaum.engines.queue import FairQueue, Job
from spielbaum.engines.searchers import Need, Searchers
from spielbaum.engines.thought import Thought
from spielbaum.errors import BusyError, InputError
from spielbaum.game import Game, State
from spielbaum.players import Choice, PlayerSpec, RandomPlayer, refuse_unfit
from spielbaum.search.algorithms.registry import default_algorithm, find_algorithm
from spielbaum.search.core.progress import Progress
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.driver.searcher import Searcher

HAND_OVER = 0.0005
"""After so many seconds a thread that runs Python lets another one run; Python's own 5 ms, several times over, would
be seen in the time that a search takes to notice its end."""


OVERHEAD = 0.02
"""A search is told to end so many seconds before its limit, for noticing and answering take time too."""


class EngineRoom:
    """Threads that search for many people, fairly, and within bounds.

    Who asks gets a ``Thought`` at once. A search that was not used lately is compiled first, by a thread of its own, so
    that it holds up nobody else; then it waits for one of the workers. Owners take turns. Time counts from the moment a
    search begins.

    Memory: each worker has one table, and each running search a workspace of 4 MiB, most of it never touched:
    ``workers * (table_bytes + 4 MiB)``. Machine code comes to that: 2 MiB for
    each kernel that another process has compiled, about 10 MiB for one compiled here.

    Parameters
    ----------
    bounds
        What may be asked for.
    workers
        How many searches run at once; as many as there are processors without it.

    Examples
    --------
    >>> from spielbaum import games
    >>> from spielbaum.players import parse_player
    >>> game = games.load("tic-tac-toe")
    >>> with EngineRoom(workers=1) as room:
    ...     thought = room.think("anna", game, spec=parse_player("alpha-beta:depth=9"), state=game.initial())
    ...     choice = thought.future.result()
    >>> choice.action, choice.value, thought.live().stage
    (0, 0, 'done')
    """

    def __init__(self, bounds: RoomBounds | None = None, *, workers: int | None = None) -> None:
        self.bounds = bounds or RoomBounds()
        self.workers = max(1, workers or os.cpu_count() or 1)
        self._searchers = Searchers(self.bounds.searchers, self.bounds.table_bytes, kernels=self.bounds.kernels)
        self._to_compile, self._to_search = FairQueue(), FairQueue()
        self._thoughts: dict[str, set[Thought]] = {}
        self._lock = threading.Lock()
        queues = [self._to_compile, *[self._to_search] * self.workers]
        self._threads = [
            threading.Thread(target=self._serve, args=(queue,), name=f"spielbaum-engine-{number}", daemon=True)
            for number, queue in enumerate(queues)
        ]
        self._hand_over = sys.getswitchinterval()
        sys.setswitchinterval(HAND_OVER)
        for thread in self._threads:
            thread.start()

    def think(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        seed: object = 0,
        name: str | None = None,
    ) -> Thought:
        """Let a player choose an action; the answer is a ``Choice``.

        Parameters
        ----------
        owner
            Who asks.
        game
            The game; the same record for the same game, for what is compiled belongs to it.
        spec
            Who thinks; its limits are lowered to the bounds of the room.
        state
            Where; not a finished game.
        history
            The states before it.
        seed
            Decides what random play does, as ``Session.chance``.
        name
            The game as on the command line; with it, what has to be compiled is compiled by another process.

        Raises
        ------
        InputError
            If it is a human, or the game is over.
        BusyError
            If this owner, or the room, has too many thoughts that wait.
        SpielbaumError
            If the player cannot play the game; what is only known once the search is made comes with the answer.
        """
        spec = self._allowed(game, spec, state)
        if not spec.searches:
            thought = Thought(owner, self._ahead)
            thought.future.set_result(RandomPlayer(game, seed).choose(state))
            return thought

        def choose(thought: Thought, searcher: Searcher) -> Choice:
            late = thought.stop_search.is_set  # before it began: then the best of one ply
            limits = replace(spec.limits, depth=1) if late else spec.limits
            start = time.perf_counter()
            stop = None if late else thought.stop_search
            result = searcher.search(state, limits, history=history, progress=thought.note, stop=stop)
            thought.note(Progress.of(result))
            assert result.action is not None
            return Choice(result.action, time.perf_counter() - start, result)

        return self._ask(owner, Need.of(game, spec, name), choose)

    def analysis(
        self,
        owner: str,
        game: Game,
        *,
        spec: PlayerSpec,
        state: State,
        history: Sequence[State] = (),
        name: str | None = None,
    ) -> Thought:
        """Find the exact value of every action and the line behind it; the answer is a tuple of ``ActionLine``.

        The limits are those of all actions together. An algorithm that cannot search one action alone is replaced by
        the default one, whose values are the same.

        Raises
        ------
        InputError, BusyError, SpielbaumError
            As in ``think``; also for a player who does not search.
        """
        spec = self._allowed(game, spec, state)
        if not spec.searches:
            raise InputError(f"{spec} does not search: name an algorithm, such as {default_algorithm(game)}")
        if not find_algorithm(spec.name).splits:
            spec = replace(spec, name=default_algorithm(game, spec.evaluation), options=())

        def examine(thought: Thought, searcher: Searcher) -> tuple[ActionLine, ...]:
            return searcher.action_values(
                state, spec.limits, history=history, progress=thought.note, stop=thought.stop_search
            )

        return self._ask(owner, Need.of(game, spec, name), examine)

    def stop(self, owner: str) -> None:
        """Stop all that somebody asked for; there will be no answers."""
        with self._lock:
            thoughts = list(self._thoughts.get(owner, ()))
        for thought in thoughts:
            thought.stop()

    def close(self) -> None:
        """Stop everything and wait for the threads; one that is compiling in this process finishes that first."""
        self._to_compile.close()
        self._to_search.close()
        self._searchers.close()
        with self._lock:
            owners = list(self._thoughts)
        for owner in owners:
            self.stop(owner)
        for thread in self._threads:
            thread.join()
        sys.setswitchinterval(self._hand_over)

    def __enter__(self) -> Self:
        """Return the room itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the room."""
        self.close()

    def _allowed(self, game: Game, spec: PlayerSpec, state: State) -> PlayerSpec:
        if game.is_terminal(state):
            raise InputError("the game is over: there is nothing to think about")
        refuse_unfit(game, spec)
        spec = self.bounds.within(spec)
        if spec.limits.seconds is None:
            return spec
        seconds = max(spec.limits.seconds - OVERHEAD, spec.limits.seconds / 2)
        return replace(spec, limits=replace(spec.limits, seconds=seconds))

    def _ask(self, owner: str, need: Need, work: Callable[[Thought, Searcher], Any]) -> Thought:
        """Queue a thought, to be compiled first or to be searched at once."""
        with self._lock:
            self._refuse_crowd(owner)
            thought = Thought(owner, self._ahead)
            self._thoughts.setdefault(owner, set()).add(thought)
        thought.future.add_done_callback(lambda _future: self._forget(thought))
        searcher = self._searchers.ready(need)
        if searcher is not None:
            self._to_search.put(Job(thought, lambda: self._finish(thought, work, searcher)))
        else:
            thought.stage = "compiling"
            self._to_compile.put(Job(thought, lambda: self._compile(thought, need, work)))
        return thought

    def _refuse_crowd(self, owner: str) -> None:
        waiting = self._to_compile.waiting() + self._to_search.waiting()
        if waiting[owner] >= self.bounds.waiting_each:
            raise BusyError(f"{waiting[owner]} of your searches are waiting already: stop one, or wait for its answer")
        if waiting.total() >= self.bounds.waiting:
            raise BusyError(f"{waiting.total()} searches are waiting already: try again in a moment")

    def _ahead(self, thought: Thought) -> int:
        return self._to_search.ahead(thought)

    def _forget(self, thought: Thought) -> None:
        with self._lock:
            thoughts = self._thoughts.get(thought.owner, set())
            thoughts.discard(thought)
            if not thoughts:
                self._thoughts.pop(thought.owner, None)

    def _serve(self, queue: FairQueue) -> None:
        """Do what is in a queue until it is closed; an error is the answer of the thought that met it."""
        while job := queue.take():
            try:
                job.work()
            except Exception as error:
                if job.thought.future.set_running_or_notify_cancel():
                    job.thought.future.set_exception(error)
            finally:
                queue.give_back(job)

    def _compile(self, thought: Thought, need: Need, work: Callable[[Thought, Searcher], Any]) -> None:
        searcher = self._searchers.prepare(need)
        thought.stage = "waiting"
        self._to_search.put(Job(thought, lambda: self._finish(thought, work, searcher)))

    def _finish(self, thought: Thought, work: Callable[[Thought, Searcher], Any], searcher: Searcher) -> None:
        thought.stage = "searching"
        answer = work(thought, searcher)
        if thought.future.set_running_or_notify_cancel():
            thought.future.set_result(answer)
