"""What a program that speaks UCI or UGI is told, and what it answers."""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spielbaum import __version__
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game import Game
from spielbaum.protocol.commands import parse_command, parse_order, parse_place, parse_setting
from spielbaum.protocol.options import Settings, changed, options_for
from spielbaum.protocol.positions import outcome_of, place_at_start, place_of
from spielbaum.protocol.telling import sentence
from spielbaum.protocol.thinking import Task, Thought
from spielbaum.search.core.limits import Limits
from spielbaum.search.driver.watchdog import deep_recursion


class Engine:
    """A game and a search behind a protocol.

    Commands are obeyed in the thread that brings them, and take no time: what does is done by another thread, one after
    the other. So a search can be stopped, and what is asked meanwhile is answered.

    Parameters
    ----------
    game
        A game for two players.
    settings
        How it is searched, unless options say otherwise.
    limits
        For a ``go`` that has none.
    write
        Takes the lines of the answers, from several threads.

    Raises
    ------
    SpielbaumError
        If the game is not for two, or cannot be searched so.
    """

    def __init__(self, game: Game, settings: Settings, limits: Limits, write: Callable[[str], None]) -> None:
        if game.players != 2:
            raise InputError(f"UCI and UGI are for games of two players, {game.spec} has {game.players}")
        self.game, self._limits, self._write = game, limits, write
        self._use(settings)
        self._options = options_for(game, settings)
        self._defaults = settings
        self._place = place_at_start(game)
        self._plies = self._debugs = False
        self._thought: Thought | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        with deep_recursion():
            self._worker = threading.Thread(target=self._work, name="spielbaum-protocol", daemon=True)
            self._worker.start()

    def obey(self, line: str) -> bool:
        """Do what a line says, and return whether the engine goes on.

        What cannot be done is told by one line ``info string``, and leaves everything as it was.
        """
        command = parse_command(line)
        if command is None:
            if self._debugs and line.strip():
                self._write(sentence(f"unknown command {line.strip()[:80]!r}"))
            return True
        if command.name == "quit":
            return False
        act: Callable[[str], None] = getattr(self, f"_{command.name}")
        try:
            act(command.text)
        except SpielbaumError as error:
            self._write(sentence(error))
        except Exception as error:  # the code of a game may raise anything
            self._write(sentence(f"{type(error).__name__}: {error}"))
        return True

    def close(self, *, finish: bool = False, seconds: float | None = None) -> bool:
        """End: stop the search, or let one that has limits come to its end.

        Returns
        -------
        bool
            Whether nothing runs any more; something may if only so many seconds are waited.
        """
        thought = self._thought
        if thought is not None and not (finish and thought.ends):
            thought.stop()
        self._jobs.put(None)
        self._worker.join(seconds)
        return not self._worker.is_alive()

    def _use(self, settings: Settings) -> None:
        """Search with these settings from now on, if that can be; a search by nodes takes one thread."""
        searcher = settings.searcher(self.game)
        self._alone = searcher if settings.threads == 1 else replace(settings, threads=1).searcher(self.game)
        self._settings, self._searcher = settings, searcher

    def _work(self) -> None:
        for job in iter(self._jobs.get, None):
            job()

    def _uci(self, _text: str) -> None:
        self._introduce(plies=False)
        self._write("uciok")

    def _ugi(self, _text: str) -> None:
        self._introduce(plies=True)
        self._write("ugiok")

    def _introduce(self, *, plies: bool) -> None:
        self._plies = plies
        name = "" if self.game.spec == "chess" else f" {self.game.spec}"
        self._write(f"id name Spielbaum {__version__}{name}")
        self._write("id author the authors of Spielbaum")
        for option in self._options.values():
            self._write(option.declaration(self._defaults))

    def _isready(self, _text: str) -> None:
        thought = self._thought
        if thought is not None and not thought.done:
            self._write("readyok")
        else:
            self._jobs.put(self._get_ready)

    def _get_ready(self) -> None:
        """Compile, which may take a while, and say that it is done."""
        try:
            self._searcher.compile()
        except Exception as error:  # it will be told again by every search
            self._write(sentence(error))
        self._write("readyok")

    def _ucinewgame(self, _text: str) -> None:
        """Make ready for a new game; there is nothing to forget, for every search begins with an empty table."""

    _uginewgame = _register = _ucinewgame

    def _debug(self, text: str) -> None:
        self._debugs = text.split()[:1] == ["on"]

    def _setoption(self, text: str) -> None:
        settings = changed(self._options, self._settings, *parse_setting(text))
        if settings.decisive == self._settings.decisive:
            self._settings = settings
        else:
            self._use(settings)

    def _position(self, text: str) -> None:
        self._place = place_of(self.game, *parse_place(text), self._place)

    def _go(self, text: str) -> None:
        order = parse_order(text)
        if order.skipped:
            self._write(sentence(f"go does not know {' '.join(order.skipped)}"))
        self._stop("")
        by_nodes = "nodes" in order.counts or self._limits.nodes is not None
        task = Task(
            game=self.game,
            searcher=self._alone if by_nodes else self._searcher,
            place=self._place,
            order=order,
            defaults=self._limits,
            overhead=self._settings.overhead / 1000,
            lines=self._settings.lines,
            plies=self._plies,
        )
        self._thought = Thought(task, self._write)
        self._jobs.put(self._thought.run)

    def _stop(self, _text: str) -> None:
        if self._thought is not None:
            self._thought.stop()

    def _ponderhit(self, _text: str) -> None:
        if self._thought is not None:
            self._thought.hit()

    def _query(self, text: str) -> None:
        found = outcome_of(self.game, self._place)
        known: dict[str, Any] = {"gameover": found.over, "p1turn": found.first_moves, "result": found.result}
        words = text.split()
        if not words or words[0] not in known:
            raise InputError("a query is for gameover, p1turn or result")
        self._write(f"response {str(known[words[0]]).lower()}")
