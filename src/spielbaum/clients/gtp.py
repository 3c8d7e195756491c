"""A client of the Go Text Protocol (GTP), version 2, for Go and other two-player board games.

G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2 (2002). In other games Black is the first
player and White the second, unless the game itself has these names for its players.
"""

import math
import time
from collections.abc import Sequence
from functools import partial

from spielbaum.clients.client import ProcessClient, illegal
from spielbaum.clients.settings import EngineSettings
from spielbaum.clients.vertices import Vertices, colours_of
from spielbaum.errors import CRASH, RESIGNATION, EngineError, ForfeitError, Message, PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import format_state


class RefusedError(Exception):
    """An engine's error in answer to a command, with its message."""


class GtpClient(ProcessClient):
    """An engine that speaks GTP.

    Parameters
    ----------
    game, settings
        The game and the engine.

    Raises
    ------
    EngineError
        If the engine does not start, or rejects the board, the komi or an option.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        super().__init__(game, settings, farewell="quit")
        self._vertices, self._colours, self._sent = Vertices(game), colours_of(game), 0
        self.starting(self._start)

    def _start(self) -> None:
        known = self._known_commands()
        size, komi = go_facts(self.game)
        commands = [f"{name} {value}" for name, value in self.settings.options]
        commands += [f"boardsize {size}"] if size else []
        commands += [f"komi {komi:g}"] if size else []
        commands += ["clear_board"]
        if "time_settings" in known and self.settings.move_seconds is not None:
            commands.append(f"time_settings 0 {math.ceil(self.settings.move_seconds)} 1")
        for command in [*commands, *self._handicap()]:
            try:
                self._ask(command, self.settings.patience)
            except RefusedError as error:
                raise EngineError(Message("{} refuses {!r}: {}", self.settings, command, error)) from None

    def _handicap(self) -> list[str]:
        """Return the commands that place the stones with which a game of Go begins."""
        if not self.game.options.get("handicap"):
            return []
        stones = [place.cell for place in places_of(self.game, self.game.initial()) if place.cell.owner is not None]
        return [f"play black {cell.name}" for cell in stones]

    def _known_commands(self) -> list[str]:
        """Return the commands that the engine lists; none if it does not list them, as it should."""
        try:
            return self._ask("list_commands", self.settings.patience).split()
        except RefusedError:
            return []

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action in the last state of a game."""
        if states[0] != self.game.initial():
            raise EngineError(
                Message("{} cannot begin at a position: GTP only has moves from the start", self.settings)
            )
        if not self.line.follow(states):
            self._sent = 0
            for command in ["clear_board", *self._handicap()]:
                self.asking(partial(self._demand, command))
        self.asking(self._send_moves)
        state = states[-1]
        colour = self._colours[self.game.to_move(state)]
        word = self.asking(lambda: self._demand(f"genmove {colour}", self.settings.longest_move))
        if word.lower() == "resign":
            raise ForfeitError(RESIGNATION, Message("{} resigns", self.settings))
        try:
            action = self._vertices.action(state, word)
        except PositionError:
            raise illegal(self.settings, word, format_state(self.game, state)) from None
        self.line.follow([*states, self.game.result(state, action)])  # it has made the move itself
        self._sent = len(self.line.actions)
        return action

    def _send_moves(self) -> None:
        """Send the moves that the engine does not know yet."""
        for number in range(self._sent, len(self.line.actions)):
            state = self.line.states[number]
            word = self._vertices.words(state)[self.line.actions[number]]
            self._demand(f"play {self._colours[self.game.to_move(state)]} {word}")
        self._sent = len(self.line.actions)

    def _demand(self, command: str, seconds: float | None = None) -> str:
        """Return the answer to a command in a game, in which an error forfeits."""
        try:
            return self._ask(command, self.settings.patience if seconds is None else seconds)
        except RefusedError as error:
            raise ForfeitError(CRASH, Message("{} refuses {!r}: {}", self.settings, command, error)) from None

    def _ask(self, command: str, seconds: float) -> str:
        """Return the answer to a command, skipping lines before it."""
        self.process.write(command)
        deadline = time.monotonic() + seconds
        while (first := self.process.read(deadline))[:1] not in ("=", "?"):
            pass
        lines = [first[1:].lstrip("0123456789")]
        while line := self.process.read(deadline):
            lines.append(line)
        text = "\n".join(lines).strip()
        if first[0] == "?":
            raise RefusedError(text)
        return text


def go_facts(game: Game) -> tuple[int, float]:
    """Return size and komi of Go; zeros for other games.

    Examples
    --------
    >>> from spielbaum import games
    >>> go_facts(games.load("go:size=5")), go_facts(games.load("go:komi=6.5")), go_facts(games.load("nim"))
    ((5, 24.5), (7, 6.5), (0, 0.0))
    """
    if game.name != "go":
        return 0, 0.0
    from spielbaum.games.go import HANDICAP_KOMI, KOMI, USUAL_KOMI

    size, komi = int(game.options.get("size", 7)), str(game.options.get("komi", "auto"))
    usual = HANDICAP_KOMI if game.options.get("handicap") else KOMI.get(size, USUAL_KOMI)
    return size, usual if komi == "auto" else float(komi)
