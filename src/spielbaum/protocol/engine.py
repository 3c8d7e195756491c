"""A UCI and UGI engine: the commands of a GUI and their answers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from spielbaum import __version__
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.game import Game
from spielbaum.protocol.commands import parse_command, parse_go, parse_position, parse_setoption
from spielbaum.protocol.go_search import GoSearch, GoTask
from spielbaum.protocol.info import bestmove_line, info_string
from spielbaum.protocol.options import Settings, options_for, set_option
from spielbaum.protocol.positions import NO_POSITION, Position, find_outcome, initial_position, position_after
from spielbaum.protocol.worker import Worker
from spielbaum.search.core.limits import Limits


class Engine:
    """A game and a search behind UCI or UGI.

    Threads: commands are executed by the thread that calls ``execute``, and return at once. One worker thread compiles
    and searches, so that commands are answered during a search. Only the calling thread changes settings, position and
    the current search. Both call ``write``.

    Parameters
    ----------
    game
        A game for two players.
    settings
        The initial settings of the search.
    limits
        Limits for a ``go`` without limits.
    write
        Called with each line of the answers, by two threads.

    Raises
    ------
    SpielbaumError
        If the game is not for two players, or cannot be searched with these settings.
    """

    def __init__(self, game: Game, settings: Settings, limits: Limits, write: Callable[[str], None]) -> None:
        if game.players != 2:
            raise InputError(Message("UCI and UGI are for games of two players, {} has {}", game.spec, game.players))
        self.game, self._limits, self._write = game, limits, write
        self._use(settings)
        self._options = options_for(game, settings)
        self._defaults = settings
        self._current_position: Position | None = initial_position(game)  # None after an invalid one
        self._plies = self._debug_on = False
        self._search: GoSearch | None = None
        self._worker = Worker()

    def execute(self, line: str) -> bool:
        """Execute a command; False after ``quit``.

        An error is answered with an ``info string`` line and changes nothing, except that an invalid position leaves no
        current position.
        """
        command = parse_command(line)
        if command is None:
            if self._debug_on and line.strip():
                self._write(info_string(f"unknown command {line.strip()[:80]!r}"))
            return True
        if command.name == "quit":
            return False
        handle: Callable[[str], None] = getattr(self, f"_{command.name}")
        try:
            handle(command.text)
        except Exception as error:  # the code of a game may raise anything
            self._report(error)
        return True

    def close(self, *, finish: bool = False, seconds: float | None = None) -> bool:
        """Stop the search and end the worker thread.

        Parameters
        ----------
        finish
            Whether to complete a search that has limits.
        seconds
            Seconds to wait for the thread; None waits for ever.

        Returns
        -------
        bool
            Whether the thread has ended.
        """
        search = self._search
        if search is not None and not (finish and search.ends):
            search.stop()
        return self._worker.close(seconds)

    def _report(self, error: Exception) -> None:
        """Answer with an error."""
        self._write(info_string(error if isinstance(error, SpielbaumError) else f"{type(error).__name__}: {error}"))

    def _use(self, settings: Settings) -> None:
        """Make searchers for some settings; searches with a node limit use one thread, to be reproducible."""
        searcher, book = settings.searcher(self.game), settings.read_book(self.game)
        self._single_threaded = searcher if settings.threads == 1 else replace(settings, threads=1).searcher(self.game)
        self._settings, self._searcher, self._book = settings, searcher, book

    def _uci(self, _text: str) -> None:
        self._identify(plies=False)
        self._write("uciok")

    def _ugi(self, _text: str) -> None:
        self._identify(plies=True)
        self._write("ugiok")

    def _identify(self, *, plies: bool) -> None:
        self._plies = plies
        name = "" if self.game.spec == "chess" else f" {self.game.spec}"
        self._write(f"id name Spielbaum {__version__}{name}")
        self._write("id author the authors of Spielbaum")
        for option in self._options.values():
            self._write(option.declaration(self._defaults))

    def _isready(self, _text: str) -> None:
        search = self._search
        if search is not None and not search.done:
            self._write("readyok")
        else:
            self._worker.put(self._get_ready)

    def _get_ready(self) -> None:
        """Compile, which may take a while, then answer ``readyok``."""
        try:
            self._searcher.compile()
        except Exception as error:  # every search reports it
            self._write(info_string(error))
        self._write("readyok")

    def _ucinewgame(self, _text: str) -> None:
        """Do nothing: every search starts with an empty transposition table."""

    _uginewgame = _register = _ucinewgame

    def _debug(self, text: str) -> None:
        self._debug_on = text.split()[:1] == ["on"]

    def _setoption(self, text: str) -> None:
        settings = set_option(self._options, self._settings, *parse_setoption(text))
        if settings.search_settings == self._settings.search_settings:
            self._settings = settings
        else:
            self._use(settings)

    def _position(self, text: str) -> None:
        before, self._current_position = self._current_position, None
        self._current_position = position_after(self.game, *parse_position(text), before)

    def _go(self, text: str) -> None:
        """Start a search; an error is followed by a ``bestmove`` too."""
        try:
            self._begin_search(text)
        except Exception as error:  # the code of a game may raise anything
            self._report(error)
            self._worker.put(partial(self._write, bestmove_line(())))

    def _begin_search(self, text: str) -> None:
        parameters = parse_go(text)
        if parameters.skipped:
            self._write(info_string(f"go does not know {' '.join(parameters.skipped)}"))
        self._stop("")
        if self._current_position is None:
            raise InputError(NO_POSITION)
        by_nodes = "nodes" in parameters.counts or self._limits.nodes is not None
        task = GoTask(
            game=self.game,
            searcher=self._single_threaded if by_nodes else self._searcher,
            position=self._current_position,
            parameters=parameters,
            defaults=self._limits,
            overhead=self._settings.overhead / 1000,
            lines=self._settings.lines,
            book=self._book,
            plies=self._plies,
        )
        self._search = GoSearch(task, self._write)
        self._worker.put(self._search.run)

    def _stop(self, _text: str) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, _text: str) -> None:
        if self._search is not None:
            self._search.ponderhit()

    def _query(self, text: str) -> None:
        if self._current_position is None:
            raise InputError(NO_POSITION)
        found = find_outcome(self.game, self._current_position)
        known: dict[str, Any] = {"gameover": found.over, "p1turn": found.first_moves, "result": found.result}
        words = text.split()
        if not words or words[0] not in known:
            raise InputError(Message("a query is for gameover, p1turn or result"))
        self._write(f"response {str(known[words[0]]).lower()}")
