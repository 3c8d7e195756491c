"""The time and the memory of a call of each rule function, interpreted and compiled.

Compiled, one kernel has a loop over the sampled calls for each function, and one that does all but the call for each
kind of result; the time of a call is the difference.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dis import get_instructions
from functools import cache
from itertools import islice
from types import CodeType, FrameType
from typing import Any, NamedTuple

from spielbaum.game import Game, State
from spielbaum.kernel import AsIntegers, AsState, AsVector, Workspace, compile_kernel, new_workspace, shape_of
from spielbaum.kernel.rows import FieldsAt, Rows
from spielbaum.profiling.rules import SAMPLE, Rule, rules_of
from spielbaum.watchdog import thread_time

SECONDS = 0.01
"""The least time of a measurement."""

MOST_ROUNDS = 1 << 20
"""The most rounds of a measurement: compilers remove loops that do nothing."""

TIMES = 3
"""The number of measurements, of which the shortest counts: other programs only make it longer."""

EXAMINED = 16
"""The number of calls whose objects are counted."""

_clock = time.perf_counter if sys.platform == "win32" else thread_time
"""The time of this thread, where it has a fine clock: other programs do not count."""

CONTAINERS = frozenset({"list", "set", "dict", "sorted", "deque", "frozenset", "Counter", "defaultdict"})
_BUILDS = frozenset({"BUILD_LIST", "BUILD_SET", "BUILD_MAP", "BUILD_CONST_KEY_MAP"})

Loop = Callable[[Workspace], None]


class Times(NamedTuple):
    """Nanoseconds of a loop over calls, and of the same loop without them, both for each call."""

    loop: float
    empty: float

    @property
    def ns(self) -> float:
        """Nanoseconds of a call."""
        return max(0.0, self.loop - self.empty)


def shortest(times: Iterable[Times]) -> Times:
    """Return the shortest times: other programs, and caches, only make them longer."""
    return Times(*map(min, zip(*times, strict=True)))


def interpreted_times(rule: Rule) -> Times:
    """Return the times of a sampled call in the interpreter."""
    each = 1e9 / len(rule.sample)
    return Times(_per_round(lambda: _call_all(rule)) * each, _per_round(lambda: _pass_all(rule)) * each)


def _call_all(rule: Rule, most: int | None = None) -> None:
    function, sample = rule.function, rule.sample[:most]
    if rule.returns == "iterator":
        for state, _, taken in sample:
            for _action in islice(function(state), taken or None):
                pass
    elif rule.takes_action:
        for state, action, _ in sample:
            function(state, action)
    else:
        for state, _, _ in sample:
            function(state)


def _pass_all(rule: Rule) -> None:
    for _state, _action, _taken in rule.sample:
        pass


def _per_round(once: Callable[[], None]) -> float:
    def rounds(number: int) -> None:
        for _ in range(number):
            once()

    return _seconds(rounds)


def _seconds(rounds: Callable[[int], None]) -> float:
    """Return the seconds of a round, the least of some measurements of as many rounds as take a while.

    A clock may be coarse: the number of rounds grows at most tenfold at a time.
    """
    number = 1
    while (taken := _timed(rounds, number)) < SECONDS and number < MOST_ROUNDS:
        number = min(MOST_ROUNDS, max(2 * number, int(number * SECONDS / max(taken, SECONDS / 10))))
    return min(taken, *(_timed(rounds, number) for _ in range(TIMES - 1))) / number


def _timed(rounds: Callable[[int], None], number: int) -> float:
    start = _clock()
    rounds(number)
    return _clock() - start


def objects_made(rule: Rule) -> float:
    """Return the mean number of lists, sets and dictionaries that a sampled call makes in the interpreter."""
    made = [0]

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode" and frame.f_lasti in _makers(frame.f_code):
            made[0] += 1
        return trace

    before = sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # Python 3.12 reports instructions only if it is set before
    sys.settrace(trace)
    try:
        _call_all(rule, EXAMINED)
    finally:
        sys.settrace(before)
    return made[0] / max(1, min(EXAMINED, len(rule.sample)))


@cache
def _makers(code: CodeType) -> frozenset[int]:
    """Return the offsets of instructions that make a list, a set or a dictionary, or read the name of their class."""
    return frozenset(
        step.offset
        for step in get_instructions(code)
        if step.opname in _BUILDS or (step.opname == "LOAD_GLOBAL" and step.argval in CONTAINERS)
    )


def _zero(_state: State, _action: int = 0) -> int:
    return 0


def _unchanged(state: State, _action: int = 0) -> State:
    return state


def _none(_state: State) -> Iterator[int]:
    for action in range(0):  # noqa: UP028, compiled code knows no "yield from"
        yield action


_TRIVIAL: dict[str, Callable[..., Any]] = {
    "number": _zero,
    "truth": _zero,
    "vector": _zero,
    "state": _unchanged,
    "iterator": _none,
}


class CompiledCalls:
    """The rule functions of a game in one kernel, which calls them in loops.

    Parameters
    ----------
    game
        A game with ``compiled=True``.
    rules
        Some of its rule functions, with samples of calls; the functions themselves are those of the game.

    Raises
    ------
    CompileError
        If one cannot be compiled.
    """

    def __init__(self, game: Game, rules: Sequence[Rule]) -> None:
        self._packed, functions = game.packed, {rule.name: rule.function for rule in rules_of(game.numbered)}
        self._rules = {rule.name: number for number, rule in enumerate(rules)}
        self._kinds = {kind: len(rules) + number for number, kind in enumerate(sorted({r.returns for r in rules}))}
        shape = shape_of(game.initial())
        self._rows = {rule.name: Rows([call.state for call in rule.sample], shape) for rule in rules if rule.sample}
        self._ws = new_workspace(
            {
                **dict.fromkeys(("which", "rounds", "first", "count", "rows"), ("i8", ())),
                "total": ("f8", ()),
                "action": ("i8", (SAMPLE,)),
                "taken": ("i8", (SAMPLE,)),
                "child": ("i8", (shape.size,)),
            },
            compiled=True,
        )
        make = _Loops(game, next(iter(self._rows.values())))
        loop: Loop = _nothing
        for rule in rules:
            players = 2 if rule.name == "hints.bounds" else game.players
            called = make.loop(functions[rule.name], rule.returns, rule.takes_action, players)
            loop = _before(loop, self._rules[rule.name], called)
        for kind, number in self._kinds.items():
            loop = _before(loop, number, make.empty(kind))
        self._run = compile_kernel(loop)

    def compile(self) -> None:
        """Compile the kernel."""
        self._ws.which = -1
        self._run(self._ws)

    def times(self, rule: Rule) -> Times:
        """Return the times of a sampled call."""
        self._begin(rule, 0, len(rule.sample))
        return Times(self._per_call(self._rules[rule.name]), self._per_call(self._kinds[rule.returns]))

    def bytes_used(self, rule: Rule) -> int:
        """Return the most bytes that a sampled call uses in the region."""
        most = 0
        self._ws.rounds, region = 1, self._run.region
        for first in range(min(EXAMINED, len(rule.sample)) if region else 0):
            assert region is not None
            self._begin(rule, first, 1)
            self._ws.which = self._rules[rule.name]
            region.mark()
            self._run(self._ws)
            most = max(most, region.used())
        return most

    def _begin(self, rule: Rule, first: int, count: int) -> None:
        ws = self._ws
        ws.rows, ws.first, ws.count, ws.rounds = self._rows[rule.name].address, first, count, 1
        for place, call in enumerate(rule.sample):
            ws.action[place], ws.taken[place] = self._packed(call.action) if rule.takes_action else 0, call.taken

    def _per_call(self, which: int) -> float:
        ws = self._ws
        ws.which = which

        def rounds(number: int) -> None:
            ws.rounds = number
            self._run(ws)

        return _seconds(rounds) / float(ws.count) * 1e9


def _nothing(_ws: Workspace) -> None:
    pass


def _before(others: Loop, number: int, loop: Loop) -> Loop:
    """Return a function that runs the loop of a number, or another one."""

    def run(ws: Workspace) -> None:
        if ws.which == number:
            loop(ws)
        else:
            others(ws)

    return run


class _Loops:
    """Makes loops over sampled calls.

    Parameters
    ----------
    game
        The game.
    rows
        States of the game in memory.
    """

    def __init__(self, game: Game, rows: Rows) -> None:
        start = game.initial()
        self.size, self.players, self.shape = rows.size, game.players, shape_of(start)
        self.as_state, self.as_integers, fields_at = AsState(start), AsIntegers(self.shape), FieldsAt(rows.kind)
        as_state, size = self.as_state, rows.size

        def state_at(ws: Workspace, place: int) -> State:
            return as_state(fields_at(ws.rows + place * size))

        self.state_at = state_at

    def empty(self, kind: str) -> Loop:
        """Return a loop that does all but the call, for a kind of result."""
        zeros = (0.0,) * self.players

        def vector(_state: State) -> tuple[float, ...]:
            return zeros

        return self.loop(vector if kind == "vector" else _TRIVIAL[kind], kind, kind == "state", self.players)

    def loop(self, function: Callable[..., Any], kind: str, takes_action: bool, length: int) -> Loop:
        """Return a loop that calls a function; ``length`` is that of a vector."""
        if kind == "iterator":
            return self._iterated(function)
        called = _with_action(function) if takes_action else _without_action(function)
        if kind == "truth":
            called = _as_number(called)
        if kind == "state":
            return self._states(called)
        return self._vectors(called, AsVector(length)) if kind == "vector" else self._numbers(called)

    def _numbers(self, called: Callable[..., Any]) -> Loop:
        state_at = self.state_at

        def numbers(ws: Workspace) -> None:
            for _ in range(ws.rounds):
                for place in range(ws.first, ws.first + ws.count):
                    ws.total += float(called(state_at(ws, place), ws, place))

        return numbers

    def _vectors(self, called: Callable[..., Any], as_vector: AsVector) -> Loop:
        state_at = self.state_at

        def vectors(ws: Workspace) -> None:
            for _ in range(ws.rounds):
                for place in range(ws.first, ws.first + ws.count):
                    for number in as_vector(called(state_at(ws, place), ws, place)):
                        ws.total += number

        return vectors

    def _states(self, called: Callable[..., Any]) -> Loop:
        state_at, as_state, as_integers, width = self.state_at, self.as_state, self.as_integers, self.shape.size

        def states(ws: Workspace) -> None:
            for _ in range(ws.rounds):
                for place in range(ws.first, ws.first + ws.count):
                    child = as_integers(as_state(called(state_at(ws, place), ws, place)))
                    for number in range(width):
                        ws.child[number] = child[number]

        return states

    def _iterated(self, function: Callable[..., Any]) -> Loop:
        state_at = self.state_at

        def iterated(ws: Workspace) -> None:
            for _ in range(ws.rounds):
                for place in range(ws.first, ws.first + ws.count):
                    left = ws.taken[place]
                    for action in function(state_at(ws, place)):
                        ws.child[0] = action
                        left -= 1
                        if left == 0:
                            break

        return iterated


def _with_action(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(state: State, ws: Workspace, place: int) -> Any:
        return function(state, ws.action[place])

    return called


def _without_action(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(state: State, _ws: Workspace, _place: int) -> Any:
        return function(state)

    return called


def _as_number(called: Callable[..., Any]) -> Callable[..., Any]:
    def number(state: State, ws: Workspace, place: int) -> int:
        return 1 if called(state, ws, place) else 0

    return number
