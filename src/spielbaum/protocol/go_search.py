"""The search that answers one ``go``, from its start to its ``bestmove``."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.game import Action, Game
from spielbaum.game.notation import format_action
from spielbaum.protocol.commands import GoParameters
from spielbaum.protocol.info import (
    Scale,
    bestmove_line,
    final_info_line,
    info_line,
    info_string,
    multipv_lines,
    node_counts,
)
from spielbaum.protocol.positions import Position, parse_actions
from spielbaum.protocol.time_management import FOREVER, limits_for
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.driver.multipv import BestLines
from spielbaum.search.searcher import Searcher
from spielbaum.tablebase import Known

REPORT_INTERVAL = 1.0
"""Seconds after which an ``info`` line is sent while a depth is being searched."""


@dataclass(frozen=True, kw_only=True)
class GoTask:
    """A ``go`` command: the position, its parameters, and the settings at that time.

    Attributes
    ----------
    defaults
        Limits for parameters without limits.
    overhead
        The communication overhead of each move, in seconds.
    plies
        Whether mate distances are counted in plies, as in UGI, or in moves, as in UCI.
    lines
        The number of best moves to report.
    book
        The book in which the move is looked up first, if only the best of all moves is wanted.
    """

    game: Game
    searcher: Searcher
    position: Position
    parameters: GoParameters
    defaults: Limits
    overhead: float
    plies: bool
    lines: int = 1
    book: Known | None = None


class GoSearch:
    """The search for one ``go``. It always ends with exactly one ``bestmove``.

    Threads: the worker thread calls ``run``; the thread that reads commands calls ``stop`` and ``ponderhit``. Both use
    the stop flag, the event that allows the answer, and the timer of ``ponderhit``, which is set before that event.

    Parameters
    ----------
    task
        What to search.
    write
        Called with each line for the GUI.
    """

    def __init__(self, task: GoTask, write: Callable[[str], None]) -> None:
        self.task, self._write = task, write
        self._root = task.game.played_on(task.position.state)
        self._mover = 0 if self._root is None else task.game.to_move(self._root)
        self._limits = limits_for(task.parameters, self._mover, task.overhead, task.defaults)
        self.done = False
        self._stop = Stop()
        self._may_answer = threading.Event()  # set once bestmove may be sent
        self._timer: threading.Timer | None = None
        self._last_info = 0.0
        self._root_moves: tuple[Action, ...] | None = None
        if not (task.parameters.infinite or task.parameters.ponder):
            self._may_answer.set()

    def stop(self) -> None:
        """End the search and answer at once."""
        self._stop.set()
        self._may_answer.set()

    def ponderhit(self) -> None:
        """Continue with the time limit of the ``go``: the expected move was played."""
        if self.task.parameters.infinite or self._may_answer.is_set():
            return
        if self._limits.seconds != FOREVER:
            self._timer = threading.Timer(self._limits.seconds or 0, self._stop.set)
            self._timer.daemon = True
            self._timer.start()
        self._may_answer.set()

    def run(self) -> None:
        """Search, and send ``bestmove``."""
        moves: tuple[str, ...] = ()
        try:
            moves = self._search()
        except SpielbaumError as error:
            self._write(info_string(error))
        except Exception as error:  # the code of a game may raise anything
            self._write(info_string(f"{type(error).__name__}: {error}"))
        self._may_answer.wait()
        if self._timer is not None:
            self._timer.cancel()
        self.done = True
        self._write(bestmove_line(moves or self._any_move()))
        self.task.searcher.make_room()

    @property
    def ends(self) -> bool:
        """Whether the search will end without a ``stop``."""
        limits = self._limits
        return self._may_answer.is_set() and (limits.seconds != FOREVER or limits.bounded)

    def _search(self) -> tuple[str, ...]:
        task = self.task
        state = task.position.state if self._root is None else self._root
        self._root_moves = self._search_moves()
        task.searcher.compile()
        scale = self._scale = Scale.of(task.searcher, self._mover, plies=task.plies)
        if "depth" not in task.searcher.algorithm.family.limits and self._limits.depth is not None:
            self._write(info_string(f"{task.searcher.algorithm.name} has no depth limit: it searches for a second"))
            self._limits = replace(self._limits, depth=None, seconds=min(1, self._limits.seconds or 1))
        known = self._look_up()
        if known is not None:
            self._write(info_string("from the book"))
            self._write(final_info_line(scale, known, task.searcher.table_permille))
            return known.pv_text
        limits = self._limits if self._may_answer.is_set() else replace(self._limits, seconds=FOREVER)
        chosen = None if task.game.is_terminal(state) else self._root_moves
        asked: dict[str, Any] = {"history": task.position.states[:-1], "root_moves": chosen}
        asked |= {"progress": self._report_nodes, "stop": self._stop}
        if task.lines > 1:
            found = task.searcher.multipv(
                state, limits, lines=task.lines, on_iteration=lambda lines: self._report_lines(scale, lines), **asked
            )
            self._report_lines(scale, found, task.searcher.table_permille)
            return found.lines[0].pv_text if found.lines else ()
        result = task.searcher.search(
            state, limits, on_iteration=lambda progress: self._report_depth(scale, progress), **asked
        )
        self._write(final_info_line(scale, result, task.searcher.table_permille))
        return result.pv_text or ((result.action_text,) if result.action_text else ())

    def _look_up(self) -> Result | None:
        """Return the result of the book, if the ``go`` can be answered by it."""
        task, parameters = self.task, self.task.parameters
        if task.book is None or parameters.infinite or parameters.ponder or self._root_moves or task.lines > 1:
            return None
        return task.book.result(task.position.state)

    def _report_depth(self, scale: Scale, progress: Progress) -> None:
        self._last_info = progress.seconds
        self._write(info_line(scale, progress))

    def _report_lines(self, scale: Scale, found: BestLines, fill: int | None = None) -> None:
        self._last_info = found.seconds
        for line in multipv_lines(scale, found, fill):
            self._write(line)

    def _search_moves(self) -> tuple[Action, ...] | None:
        """Return the moves of ``searchmoves``, None for all moves; illegal ones are reported."""
        task = self.task
        if task.parameters.moves is None:
            return None
        found, unknown = parse_actions(task.game, task.position.state, " ".join(task.parameters.moves))
        if not found:
            self._write(info_string(f"searching all moves: no move of searchmoves is legal: {' '.join(unknown)}"))
        elif unknown:
            self._write(info_string(f"searchmoves: skipping illegal moves: {' '.join(unknown)}"))
        return found or None

    def _report_nodes(self, progress: Progress) -> None:
        if progress.seconds >= self._last_info + REPORT_INTERVAL:
            self._last_info = progress.seconds
            if progress.simulations is not None and progress.value is not None:
                self._write(info_line(self._scale, progress))
            else:
                self._write(f"info {node_counts(progress.nodes, progress.seconds)}")

    def _any_move(self) -> tuple[str, ...]:
        """Return a legal move for a search without one; empty at the end of the game, or if the game's code fails."""
        game, state = self.task.game, self._root
        if state is not None:
            with suppress(Exception):
                return (format_action(game, state, next(iter(self._root_moves or game.actions(state)))),)
        return ()
