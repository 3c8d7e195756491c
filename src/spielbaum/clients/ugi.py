"""A client of the Universal Game Interface (UGI): UCI for any two-player game."""

import time
from collections.abc import Sequence

from spielbaum.clients.client import ProcessClient, illegal
from spielbaum.clients.settings import EngineSettings
from spielbaum.errors import EngineError, Message, PositionError, UnknownNameError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_line, format_state, parse_action

MOST_OPTIONS = 1_000


class UgiClient(ProcessClient):
    """A UGI engine that uses our notation of the game.

    Parameters
    ----------
    game, settings
        The game and the engine.

    Raises
    ------
    EngineError
        If the engine does not start, or lacks an option.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        super().__init__(game, settings, farewell="quit")
        self.starting(self._start)

    def _start(self) -> None:
        self.process.write("ugi")
        known = self._options()
        for name, value in self.settings.options:
            if name.lower() not in known:
                raise EngineError(str(UnknownNameError(Message("option of {}", self.settings), name, known.values())))
            self.process.write(f"setoption name {known[name.lower()]} value {value}")
        self._get_ready()

    def _options(self) -> dict[str, str]:
        """Return the options that the engine declares until its ``ugiok``, by lower-case name."""
        found: dict[str, str] = {}
        deadline = time.monotonic() + self.settings.patience
        while (words := self.process.read(deadline).split())[:1] != ["ugiok"]:
            if words[:2] == ["option", "name"] and "type" in words and len(found) < MOST_OPTIONS:
                name = " ".join(words[2 : words.index("type")])
                found[name.lower()] = name
        return found

    def _get_ready(self) -> None:
        self.process.write("isready")
        self.await_line(lambda line: line.split()[:1] == ["readyok"], self.settings.patience)

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action in the last state of a game."""
        if not self.line.follow(states):
            self.asking(self._new_game)
        word = self.asking(self._best_move)
        try:
            return parse_action(self.game, states[-1], word)
        except PositionError:
            raise illegal(self.settings, word, format_state(self.game, states[-1])) from None

    def _new_game(self) -> None:
        self.process.write("uginewgame")
        self._get_ready()

    def _best_move(self) -> str:
        self.process.write(self._position())
        settings = self.settings
        milliseconds = None if settings.move_seconds is None else max(1, round(1000 * settings.move_seconds))
        limits = {"movetime": milliseconds, "depth": settings.depth, "nodes": settings.nodes}
        self.process.write(" ".join(["go", *(f"{name} {n}" for name, n in limits.items() if n is not None)]))
        return str(self.await_line(_best_move_of, settings.longest_move))

    def _position(self) -> str:
        game, start = self.game, self.line.states[0]
        place = "startpos" if start == game.initial() else f"fen {format_state(game, start)}"
        return " ".join(["position", place, "moves", *format_line(game, start, self.line.actions)])


def _best_move_of(line: str) -> str | None:
    """Return the move of a ``bestmove`` line.

    Examples
    --------
    >>> _best_move_of("bestmove 4 ponder 5"), _best_move_of("bestmove"), _best_move_of("info depth 1")
    ('4', '(none)', None)
    """
    words = line.split()
    return None if words[:1] != ["bestmove"] else (words[1:2] or ["(none)"])[0]
