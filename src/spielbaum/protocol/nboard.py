"""An engine for NBoard, a GUI for Othello: its commands and their answers.

C. Welty, NBoard Protocol, version 2. Unknown lines are ignored, as the protocol asks; errors are reported as ``status``
with a sentence.
"""

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from spielbaum.book import Book
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.formats import ggf
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, states_of_line
from spielbaum.protocol.go_search import REPORT_INTERVAL
from spielbaum.protocol.gtp import USUAL_LIMITS
from spielbaum.protocol.options import MAX_LINES, Settings
from spielbaum.protocol.positions import NO_POSITION, Position, initial_position, position_after
from spielbaum.protocol.time_management import FOREVER
from spielbaum.protocol.worker import Worker
from spielbaum.search.core.limits import MAX_PLY, Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import ActionValue, Number
from spielbaum.search.driver.multipv import BestLines

NAME = "Spielbaum"
PROVEN = "100%"
"""The depth of a proven value."""

POINTS = 10
"""Evaluation points per disc shown."""

Say = Callable[[str], None]


class NBoardEngine:
    """Othello and a search behind the NBoard protocol.

    Threads: commands are executed by the thread that calls ``execute``, and return at once; one worker thread compiles
    and searches. ``ping`` is answered at once, and silences all earlier requests.

    Parameters
    ----------
    game
        Othello.
    settings
        The settings of the search.
    limits
        Limits for each position, together with the depth that NBoard sets; one second without both.
    write
        Called with each line of the answers, by two threads.

    Raises
    ------
    SpielbaumError
        If the game is not Othello, or cannot be searched with these settings.
    """

    def __init__(self, game: Game, settings: Settings, limits: Limits, write: Say) -> None:
        if game.name != ggf.OTHELLO:
            raise InputError(Message("NBoard is for {}, not for {}", ggf.OTHELLO, game.spec))
        self.game, self._given, self._write = game, limits, write
        self._searcher, self._book = settings.searcher(game), settings.read_book(game)
        self._depth: int | None = None
        self._known_position: Position | None = initial_position(game)  # None after an invalid one
        self._asked: list[Stop] = []
        self._lock = threading.Lock()
        self._worker = Worker()

    def execute(self, line: str) -> bool:
        """Execute a command; False after ``quit``."""
        name, _, text = line.strip().partition(" ")
        handle: Callable[[str], None] | None = getattr(self, f"_do_{name}", None) if name.isalpha() else None
        if name == "quit" or handle is None:
            return name != "quit"
        try:
            handle(text.strip())
        except Exception as error:  # the code of a game may raise anything
            self._write(_status(error))
        return True

    def close(self, *, finish: bool = False, seconds: float | None = None) -> bool:
        """Stop the search unless it may ``finish``, and end the worker thread, as in ``Engine``."""
        if not finish:
            with self._lock:
                self._stop_all()
        return self._worker.close(seconds)

    def _do_nboard(self, _version: str) -> None:
        self._write(f"set myname {NAME}")
        self._worker.put(self._get_ready)

    def _get_ready(self) -> None:
        with suppress(Exception):  # every search reports it again
            self._searcher.compile()

    def _do_set(self, text: str) -> None:
        variable, _, value = text.partition(" ")
        if variable == "depth":
            self._depth = _whole(value, "a depth", MAX_PLY - 1)
            self._write(f"set myname {NAME}{self._depth}")
        elif variable == "game":
            self._known_position = None
            played = ggf.read(self.game, value)
            states = states_of_line(self.game, played.first_state(self.game), played.moves)
            self._known_position = Position(played.start, played.moves, tuple(states))

    def _do_move(self, text: str) -> None:
        before, self._known_position = self._position, None
        moves = " ".join([*before.moves, ggf.word_of(text)])
        self._known_position = position_after(self.game, before.start, moves, before)

    @property
    def _position(self) -> Position:
        if self._known_position is None:
            raise InputError(NO_POSITION)
        return self._known_position

    def _do_ping(self, number: str) -> None:
        with self._lock:
            self._stop_all()
            self._asked.clear()
            self._write(f"pong {number}")

    def _do_learn(self, _text: str) -> None:
        self._write("learned")

    def _do_hint(self, text: str) -> None:
        self._ask(partial(self._hint, self._position, _whole(text or "1", "a number of moves", MAX_LINES)))

    def _do_go(self, _text: str) -> None:
        self._ask(partial(self._go, self._position))

    def _do_analyze(self, _text: str) -> None:
        self._ask(partial(self._analyze, self._position))

    def _stop_all(self) -> None:
        for stop in self._asked:
            stop.set()

    def _ask(self, job: Callable[[Say, Stop, Limits], None]) -> None:
        """Let the worker search, and write its results until it is stopped."""
        stop, limits = Stop(), self._limits
        with self._lock:
            self._asked.append(stop)

        def say(line: str) -> None:
            with self._lock:
                if not stop.is_set:
                    self._write(line)

        def run() -> None:
            if stop.is_set:
                return
            say("status thinking")
            try:
                job(say, stop, limits)
                say("status")
            except Exception as error:  # the code of a game may raise anything
                say(_status(error))
            with self._lock, suppress(ValueError):
                self._asked.remove(stop)

        self._worker.put(run)

    @property
    def _limits(self) -> Limits:
        """The limits of a search, which always deepens iteratively."""
        if self._depth is None or "depth" not in self._searcher.algorithm.family.limits:
            return USUAL_LIMITS if self._given == Limits() else self._given
        return replace(self._given, depth=self._depth, seconds=self._given.seconds or FOREVER)

    def _hint(self, position: Position, number: int, say: Say, stop: Stop, limits: Limits) -> None:
        self._refuse_over(position.state)
        known = self._book.action_values(position.state) if self._book is not None else None
        if known is not None:
            self._say_known(known, number, say)
            return

        def report(found: BestLines) -> None:
            in_utilities = all(line.proven for line in found.lines)
            for line in found.lines:
                value = self._eval(line.value or 0.0, exact=line.proven and in_utilities)
                say(f"search {_pv(line.pv_text)} {value} 0 {PROVEN if line.proven else line.depth}")
            say(_node_stats(found.nodes, found.seconds))

        past = position.states[:-1]
        report(
            self._searcher.multipv(position.state, limits, lines=number, history=past, on_iteration=report, stop=stop)
        )

    def _say_known(self, rows: Sequence[ActionValue], number: int, say: Say) -> None:
        """Write the values of the best actions in the book or the table."""
        plan = self._book.facts.plan if isinstance(self._book, Book) else None
        depth = PROVEN if plan is None or plan.exact else plan.depth or 0
        values = {row.action_text: row.value for row in rows if isinstance(row.value, int | float)}
        for move in sorted(values, key=lambda text: -values[text])[:number]:
            say(f"book {_pv([move])} {self._eval(values[move], exact=depth == PROVEN)} 0 {depth}")

    def _go(self, position: Position, say: Say, stop: Stop, limits: Limits) -> None:
        state = position.state
        self._refuse_over(state)
        moves = [format_action(self.game, state, action) for action in self.game.actions(state)]
        if len(moves) == 1:
            say(f"=== {_pv(moves)}")
            return
        result = self._book.result(state) if self._book is not None else None
        if result is None:
            last_report = 0.0

            def report(progress: Progress) -> None:
                nonlocal last_report
                if progress.seconds >= last_report + REPORT_INTERVAL:
                    last_report = progress.seconds
                    say(_node_stats(progress.nodes, progress.seconds))

            result = self._searcher.search(state, limits, history=position.states[:-1], progress=report, stop=stop)
        value = self._eval(result.value, exact=result.in_utilities)
        say(_node_stats(result.nodes, result.seconds))
        say(f"=== {_pv([result.action_text or moves[0]])}/{value}/{result.seconds:.2f}")

    def _analyze(self, position: Position, say: Say, stop: Stop, limits: Limits) -> None:
        """Evaluate every position of the game for the player to move, last position first."""
        for ply in reversed(range(len(position.states))):
            state = position.states[ply]
            if stop.is_set:
                return
            if self.game.is_terminal(state):
                say(f"analysis {ply} {self.game.utility(state)[self.game.to_move(state)]:.2f}")
                continue
            result = self._searcher.search(state, limits, history=position.states[:ply], stop=stop)
            say(f"analysis {ply} {self._eval(result.value, exact=result.in_utilities)}")

    def _refuse_over(self, state: State) -> None:
        if self.game.is_terminal(state):
            raise InputError(Message("the game is over"))

    def _eval(self, value: Number, *, exact: bool) -> str:
        """Return a value for the player to move: a utility, or an estimate in discs of ten points."""
        assert not isinstance(value, tuple), "Othello is searched with numbers"
        if exact:
            return f"{value:.2f}"
        decided = abs(value) >= self._searcher.unit  # more than any estimate
        return f"{value / (self._searcher.unit if decided else POINTS):.2f}"


def _status(error: Exception) -> str:
    said = str(error) if isinstance(error, SpielbaumError) else f"{type(error).__name__}: {error}"
    return f"status {' '.join(said.split())}"


def _node_stats(nodes: int, seconds: float) -> str:
    return f"nodestats {nodes} {seconds:.2f}"


def _pv(moves: Sequence[str]) -> str:
    """Return moves as one word.

    Examples
    --------
    >>> _pv(["f5", "pass", "c3"])
    'F5-PA-C3'
    """
    return "-".join("PA" if move == "pass" else move.upper() for move in moves)


def _whole(text: str, what: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        raise InputError(Message("{} must be a whole number from 1, not {!r}", what, text[:20]))
    return min(int(text), most)
