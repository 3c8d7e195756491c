"""One thought: the search that answers a ``go``, from its start to its ``bestmove``."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.game import Action, Game
from spielbaum.game.notation import format_action
from spielbaum.protocol.clock import FOREVER, limits_of
from spielbaum.protocol.commands import Order
from spielbaum.protocol.positions import Place, actions_of
from spielbaum.protocol.telling import (
    Scale,
    best_line,
    depth_line,
    last_line,
    lines_of,
    plies_to_end,
    sentence,
    spent,
)
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.driver.multipv import BestLines
from spielbaum.search.driver.searcher import Searcher

SECONDS_BETWEEN = 1.0
"""So long nothing may be told while one depth is searched."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is to be thought about, and how: the place, what was asked, and what else decides how long it takes.

    ``plies`` says whether the way to a win is told in plies, ``overhead`` what a move loses on its way, in seconds,
    ``lines`` how many of the best moves are told.
    """

    game: Game
    searcher: Searcher
    place: Place
    order: Order
    defaults: Limits
    overhead: float
    plies: bool
    lines: int = 1


class Thought:
    """A search for one ``go``. Whatever happens, it ends with one ``bestmove``.

    Parameters
    ----------
    task
        What to think about.
    write
        Takes the lines for the program.
    """

    def __init__(self, task: Task, write: Callable[[str], None]) -> None:
        self.task, self._write = task, write
        game, state = task.game, task.place.state
        self._mover = 0 if game.is_terminal(state) else game.to_move(state)
        self._limits = limits_of(task.order, self._mover, task.overhead, task.defaults)
        self.done = False
        self._stop = Stop()
        self._awaited = threading.Event()  # from now on the answer may be given
        self._timer: threading.Timer | None = None
        self._told = 0.0
        self._root_moves: tuple[Action, ...] | None = None
        if not (task.order.infinite or task.order.ponder):
            self._awaited.set()

    def stop(self) -> None:
        """Answer at once."""
        self._stop.set()
        self._awaited.set()

    def hit(self) -> None:
        """Go on by the clock: the move that was expected has been made."""
        if self.task.order.infinite or self._awaited.is_set():
            return
        if self._limits.seconds != FOREVER:
            self._timer = threading.Timer(self._limits.seconds or 0, self._stop.set)
            self._timer.daemon = True
            self._timer.start()
        self._awaited.set()

    def run(self) -> None:
        """Search, and answer."""
        moves: tuple[str, ...] = ()
        try:
            moves = self._searched()
        except SpielbaumError as error:
            self._write(sentence(error))
        except Exception as error:  # the code of a game may raise anything
            self._write(sentence(f"{type(error).__name__}: {error}"))
        self._awaited.wait()
        if self._timer is not None:
            self._timer.cancel()
        self.done = True
        self._write(best_line(moves or self._any_move()))

    @property
    def ends(self) -> bool:
        """Whether it comes to an end that nobody has to ask for."""
        limits = self._limits
        return self._awaited.is_set() and (limits.seconds != FOREVER or (limits.depth, limits.nodes) != (None, None))

    def _searched(self) -> tuple[str, ...]:
        task, state = self.task, self.task.place.state
        self._root_moves = self._moves_asked()
        task.searcher.compile()
        scale = Scale.of(task.searcher, self._mover, plies=task.plies)
        limits = self._limits if self._awaited.is_set() else replace(self._limits, seconds=FOREVER)
        asked: dict[str, Any] = {"history": task.place.states[:-1], "root_moves": self._root_moves}
        asked |= {"progress": self._tell_sometimes, "stop": self._stop}
        if task.lines > 1:
            found = task.searcher.multipv(
                state, limits, lines=task.lines, on_iteration=lambda lines: self._tell_lines(scale, lines), **asked
            )
            self._tell_lines(scale, found, task.searcher.table_permille)
            return found.lines[0].pv_text if found.lines else ()
        result = task.searcher.search(state, limits, on_iteration=lambda progress: self._tell(scale, progress), **asked)
        distance = partial(self._distance, result.pv_text, result.depth)
        self._write(last_line(scale, result, distance, task.searcher.table_permille))
        return result.pv_text or ((result.action_text,) if result.action_text else ())

    def _tell(self, scale: Scale, progress: Progress) -> None:
        self._told = progress.seconds
        self._write(depth_line(scale, progress, partial(self._distance, progress.pv_text, progress.depth)))

    def _tell_lines(self, scale: Scale, found: BestLines, fill: int | None = None) -> None:
        self._told = found.seconds
        for line in lines_of(scale, found, self._distance, fill):
            self._write(line)

    def _moves_asked(self) -> tuple[Action, ...] | None:
        """Return the moves that are to be searched, None for all; what cannot be played is told."""
        task = self.task
        if task.order.moves is None:
            return None
        found, unknown = actions_of(task.game, task.place.state, " ".join(task.order.moves))
        if not found:
            self._write(sentence(f"all moves are searched: searchmoves has none to play here: {' '.join(unknown)}"))
        elif unknown:
            self._write(sentence(f"searchmoves: not to play here, and skipped: {' '.join(unknown)}"))
        return found or None

    def _tell_sometimes(self, progress: Progress) -> None:
        if progress.seconds >= self._told + SECONDS_BETWEEN:
            self._told = progress.seconds
            self._write(f"info {spent(progress.nodes, progress.seconds)}")

    def _distance(self, line: Sequence[str], depth: int) -> int:
        return plies_to_end(self.task.game, self.task.place.state, line, depth)

    def _any_move(self) -> tuple[str, ...]:
        """Return a legal move, for a search that failed; none where the game is over, or fails at that too."""
        game, state = self.task.game, self.task.place.state
        with suppress(Exception):
            if not game.is_terminal(state):
                return (format_action(game, state, next(iter(self._root_moves or game.actions(state)))),)
        return ()
