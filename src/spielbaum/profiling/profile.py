"""The profile of a game: the nodes per second of a search, and the share of each rule function."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike

from spielbaum.errors import EndlessGameError, InputError, Message, SearchInterruptedError
from spielbaum.game import Game, State
from spielbaum.kernel import jit_enabled
from spielbaum.profiling.advice import Program, candidates
from spielbaum.profiling.calls import CompiledCalls, Times, interpreted_times, objects_made, shortest
from spielbaum.profiling.rules import Rule, count_calls, interpreted, positions
from spielbaum.profiling.trials import Trials
from spielbaum.registry import as_game
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.searcher import Searcher

SECONDS = 0.1
"""The time of the search of each position, for the nodes per second."""


ROUNDS = 2
"""How often each function is timed."""


@dataclass(frozen=True)
class Cost:
    """The cost of a rule function in a search.

    Attributes
    ----------
    name
        Its name in the game, such as ``actions`` or ``hints.order``; ``evaluation`` for the evaluation.
    calls
        The calls per node.
    interpreted_ns, compiled_ns
        Nanoseconds of a call; None if the function was never called, or is not compiled. An iterator of actions is
        timed up to the action after which the search left it.
    share
        The share of the time of a search, 0 to 1: of a compiled one, or else of an interpreted one.
    lists
        The mean number of lists, sets and dictionaries that a call makes.
    bytes
        The most memory that a compiled call takes for such objects.
    """

    name: str
    calls: float
    interpreted_ns: float | None
    compiled_ns: float | None
    share: float
    lists: float
    bytes: int | None

    @property
    def ns(self) -> float:
        """Nanoseconds of a call: compiled, or else interpreted; 0 without a call."""
        return (self.interpreted_ns if self.compiled_ns is None else self.compiled_ns) or 0.0


@dataclass(frozen=True)
class Profile:
    """The profile of a game.

    Attributes
    ----------
    algorithm
        The algorithm of the searches.
    interpreted, compiled
        Nodes per second; compiled is None if the game is not compiled.
    compile_seconds
        The time it took to compile the search, if known.
    costs
        The functions, the one with the largest share first.
    advice
        Sentences on how to make the game faster, the largest gain first. Each one that says how many times as fast a
        function becomes has been tried, and gave the same answers.
    """

    algorithm: str
    interpreted: float
    compiled: float | None
    compile_seconds: float | None
    costs: tuple[Cost, ...]
    advice: tuple[str, ...]


@dataclass(frozen=True)
class Speed:
    """Nodes per second of searches of some positions, the algorithm, and the seconds it took to compile it."""

    nodes_per_second: float
    algorithm: str
    compile_seconds: float | None


def profile_game(
    game: Game | str | PathLike[str], *, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Profile:
    """Measure where the time of a search of a game goes.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes; ``check_game`` finds no fault in it.
    seed
        The seed of the random games that positions are from.
    progress
        Called after each step with the number of steps.

    Raises
    ------
    InputError
        If there is no position to search.
    CompileError
        If a function of the game cannot be compiled.
    KeyboardInterrupt
        At Ctrl-C.
    """
    try:
        return _Profiler(as_game(game), seed, progress).profile()
    except SearchInterruptedError:
        raise KeyboardInterrupt from None


class _Profiler:
    def __init__(self, game: Game, seed: int, progress: Callable[[int], None] | None) -> None:
        self.game, self.seed = game, seed
        self.is_compiled = game.compiled and jit_enabled()
        self.roots = positions(game, seed)
        if not self.roots:
            raise InputError(
                Message("{} has no position to search: it is over at the start, or has too many actions", game.spec)
            )
        self.steps, self.tell = (3 if self.is_compiled else 2) * len(self.roots), progress

    def step(self) -> None:
        """Report a step."""
        if self.tell:
            self.tell(self.steps)

    def profile(self) -> Profile:
        """Measure the game."""
        slow = self.speed(interpreted(self.game))
        fast = self.speed(self.game) if self.is_compiled else None
        rules, nodes = count_calls(self.game, self.roots, self.seed, self.step)
        called = [rule for rule in rules if rule.sample]
        self.steps += ROUNDS * len(called) * (2 if self.is_compiled else 1)
        compiled = CompiledCalls(self.game, called) if self.is_compiled and called else None
        plain_ns = self.shortest(called, interpreted_times)
        fast_ns = self.shortest(called, compiled.times if compiled else None)
        costs = [
            Cost(
                name=rule.name,
                calls=rule.calls / nodes,
                interpreted_ns=plain_ns.get(rule.name),
                compiled_ns=fast_ns.get(rule.name),
                share=0.0,
                lists=objects_made(rule),
                bytes=compiled.bytes_used(rule) if compiled and rule.sample else None,
            )
            for rule in rules
        ]
        speed = fast or slow
        node_ns = 1e9 / speed.nodes_per_second
        shared = with_shares(costs, node_ns)
        shares = {cost.name: cost.share for cost in shared}
        measure = compiled.times if compiled else interpreted_times
        trials = Trials(self.game, called, nodes, measure, compiled=compiled is not None)
        found = list(candidates(Program(called)))
        self.steps += len(trials.chosen(found, shares))
        return Profile(
            algorithm=speed.algorithm,
            interpreted=slow.nodes_per_second,
            compiled=fast.nodes_per_second if fast else None,
            compile_seconds=speed.compile_seconds,
            costs=shared,
            advice=tuple(trials.advice(found, shares, node_ns, self.step)),
        )

    def speed(self, game: Game) -> Speed:
        """Return the nodes per second of a game's searches."""
        searcher, nodes, seconds = Searcher(game), 0, 0.0
        searcher.search(self.roots[0], nodes=1)  # compiles, and tries the game out
        for root in self.roots:
            found, taken = timed(partial(searcher.search, root, seconds=SECONDS))
            if taken < SECONDS / 2:
                found, taken = max((found, taken), timed(partial(to_the_end, searcher, root)))
            nodes, seconds = nodes + found, seconds + taken
            self.step()
        return Speed(nodes / max(seconds, 1e-9), str(searcher.choice), searcher.compile_seconds)

    def shortest(self, rules: Sequence[Rule], measure: Callable[[Rule], Times] | None) -> dict[str, float]:
        """Return the nanoseconds of a call of each function, from rounds over all of them."""
        times: dict[str, Times] = {}
        for rule in ROUNDS * list(rules) if measure else ():
            assert measure is not None
            found = measure(rule)
            times[rule.name] = shortest((found, times.get(rule.name, found)))
            self.step()
        return {name: found.ns for name, found in times.items()}


def timed(search: Callable[[], Result | None]) -> tuple[int, float]:
    """Return the nodes of a search, and its seconds, without those in which other programs ran; 0 without a search."""
    start = time.process_time()
    result = search()
    return (result.nodes, min(result.seconds, time.process_time() - start)) if result else (0, 0.0)


def to_the_end(searcher: Searcher, root: State) -> Result | None:
    """Return a search to the end of a small game, which visits more nodes than one that deepens; None if it is endless.

    Small searches mostly take the time in which they begin and end.
    """
    stop = Stop()

    def watch(now: Progress) -> None:
        if now.seconds >= SECONDS:
            stop.set()

    try:
        return searcher.search(root, progress=watch, stop=stop)
    except EndlessGameError:
        return None


def with_shares(costs: Sequence[Cost], node_ns: float) -> tuple[Cost, ...]:
    """Return the costs with their shares of the time of a node, the largest first.

    Functions are measured alone, where they may be slower than in a search; then their sum counts as the whole.
    """
    times = [cost.calls * cost.ns for cost in costs]
    whole = max(node_ns, sum(times))
    shares = [replace(cost, share=taken / whole) for cost, taken in zip(costs, times, strict=True)]
    return tuple(sorted(shares, key=lambda cost: -cost.share))
