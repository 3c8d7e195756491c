"""The loop of a game at the terminal: programs search, humans type moves and commands."""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from spielbaum.cli.render.board import in_colour, targets
from spielbaum.cli.render.screen import Screen, explain, go_on_command
from spielbaum.cli.shared.output import status
from spielbaum.errors import ForfeitError, InputError, Message, PositionError, SearchInterruptedError, SpielbaumError
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.session import EnginePlayers, Session

COMMANDS = {
    "undo": Message("back to your last turn"),
    "redo": Message("make the moves again that were taken back"),
    "hint": Message("what a search would play: hint, or hint paranoid:3s"),
    "moves": Message("list the legal moves"),
    "board": Message("draw the board"),
    "eval": Message("the values of the game's evaluations"),
    "seats": Message("who plays"),
    "save": Message("save the game: save FILE"),
    "help": Message("this list"),
    "quit": Message("leave; the game can be resumed"),
}
SHORT = {"?": "help", "q": "quit", "exit": "quit", "u": "undo"}


class Dialogue:
    """A game between humans at this terminal and programs.

    Parameters
    ----------
    session
        The game.
    engines
        The players that are not human.
    screen
        The screen.
    name
        The game as on the command line.
    path
        The file in which the game is saved after every move; None for no file.
    max_plies
        The most plies, after which the game is undecided; None for no limit.
    """

    def __init__(
        self,
        session: "Session",
        engines: "EnginePlayers",
        screen: Screen,
        *,
        name: str,
        path: Path | None = None,
        max_plies: int | None = None,
    ) -> None:
        self.session, self.engines, self.screen, self.name = session, engines, screen, name
        self.path, self.max_plies = path, max_plies
        self.written = {path}
        self.kept = path is not None
        self.watched = screen.out.is_terminal
        self._shown = -1
        self._lost = ""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return (
            bool(self._lost)
            or self.session.is_over
            or (self.max_plies is not None and len(self.session.turns) >= self.max_plies)
        )

    def run(self) -> None:
        """Play until the game is over and no move is taken back, or until a player leaves.

        Whatever ends it, even Ctrl-C or an error in the game, prints how to resume the game.
        """
        try:
            self._save()
            while self._step():
                pass
        except BaseException:
            self._farewell()
            raise

    def _step(self) -> bool:
        """Make the next move, and return whether the game goes on."""
        if self.over:
            if self._new():
                self.screen.end(self.name, self._lost)
            return bool(self.session.humans) and self._ask()
        if not self.session.human_to_move:
            self._think()
            return True
        if self._new():
            self.screen.board()
            self.screen.turn()
            self.screen.moves(self.session.legal_moves(), numbered=self._numbered)
        return self._ask()

    def _new(self) -> bool:
        """Return whether the position has not been shown yet."""
        new = self._shown != len(self.session.turns)
        self._shown = len(self.session.turns)
        return new

    @property
    def _numbered(self) -> bool:
        """Whether moves are numbered, which they are not if they are written as numbers themselves."""
        return not any(move.isdecimal() for move in self.session.legal_moves())

    def _think(self) -> None:
        session = self.session
        who = f"{session.game.player_name(session.mover)}: {session.seats[session.mover]}"
        if not session.humans and self.watched and self._new():
            self.screen.board()
        with status(tr("{} thinks", who)):
            try:
                choice = self.engines.choose(session)
            except ForfeitError as error:
                self._lost = tr("{} loses: {}", session.game.player_name(session.mover), error)
                return
        self.screen.made(session.make(choice))
        self._save()

    def _ask(self) -> bool:
        """Read and execute a line, and return whether the game goes on."""
        session = self.session
        name = "over" if self.over else session.game.player_name(session.mover)
        line = read_line(self.screen.out, f"{name}> ", [*session.legal_moves(), *COMMANDS])
        if line is None:
            self._farewell()
            return False
        try:
            return self._obey(line.strip())
        except SearchInterruptedError as stop:
            self.screen.say(
                tr("stopped thinking") + (tr(", best so far {}", stop.result.action_text) if stop.result else "")
            )
        except SpielbaumError as error:
            self.screen.say(" ".join(tr(error).split()))
        return True

    def _obey(self, line: str) -> bool:
        legal = self.session.legal_moves()
        word, _, argument = line.partition(" ")
        command = SHORT.get(word.lower().removeprefix(":"), word.lower().removeprefix(":"))
        if not line:
            return not self.over
        if command in COMMANDS and line not in legal:
            if command == "quit":
                self._farewell()
                return False
            do: Callable[[str], None] = getattr(self, f"_{command}")
            do(argument.strip())
            return True
        if self.over:
            raise InputError(Message("the game is over: undo, save FILE or quit"))
        self._move(line, legal)
        return True

    def _move(self, text: str, legal: list[str]) -> None:
        from spielbaum.players import Choice

        if text.isdecimal() and self._numbered:
            if not 1 <= int(text) <= len(legal):
                raise PositionError(Message("there is no move {}: the list has {}", text, len(legal)))
            text = legal[int(text) - 1]
        begun = [move for move in legal if move.lower().startswith(text.lower())]
        if begun and text.lower() not in map(str.lower, begun):
            if self.session.game.view.cells and in_colour(self.screen.out):
                actions = [self.session.parse_move(move) for move in begun]
                self.screen.board(targets(self.session.game, self.session.state, actions))
            self.screen.moves(legal, numbered=self._numbered, only=text)
            return
        self.screen.made(self.session.make(Choice(self.session.parse_move(text), 0.0)))
        self._save()

    def _undo(self, _argument: str) -> None:
        self.screen.say(tr("{} taken back", _plies(self.session.undo())))
        self._changed()

    def _redo(self, _argument: str) -> None:
        self.screen.say(tr("{} made again", _plies(self.session.redo())))
        self._changed()

    def _changed(self) -> None:
        self._shown = -1
        self._lost = ""
        self._save()

    def _hint(self, argument: str) -> None:
        from spielbaum.players import parse_player
        from spielbaum.session import default_player
        from spielbaum.session.seats import ONE_SECOND

        if self.session.is_over:
            raise InputError(Message("the game is over, there is nothing to hint at"))
        seated = [spec for spec in self.session.seats if spec.searches]
        spec = parse_player(argument) if argument else seated[0] if seated else default_player()
        if not spec.searches:
            raise InputError(Message("{} does not search: name an algorithm, such as {}", spec, default_player()))
        spec = spec.within(ONE_SECOND)
        with status(tr("{} thinks", spec)):
            player = self.engines.player(spec)
            player.searcher.compile()
            turn = self.session.turn_of(player.choose(self.session.state, self.session.states[:-1]))
        self.screen.hint(str(spec), turn)

    def _moves(self, argument: str) -> None:
        self.screen.moves(self.session.legal_moves(), numbered=self._numbered, only=argument)

    def _board(self, _argument: str) -> None:
        self.screen.board()

    def _eval(self, _argument: str) -> None:
        self.screen.evaluations()

    def _seats(self, _argument: str) -> None:
        self.screen.seats()

    def _help(self, _argument: str) -> None:
        self.screen.say(explain(self.session.game, numbered=self._numbered))
        for name, meaning in COMMANDS.items():
            self.screen.say(f"  {name:<6} {tr(meaning)}")

    def _save(self, argument: str | None = None) -> None:
        """Save the game: after every move to its file if it has one, and on command to any file."""
        from spielbaum.session import write_game

        path = Path(argument).expanduser() if argument else self.path
        if path is None:
            if argument is None:
                return
            raise InputError(Message("where to? save FILE"))
        if path not in self.written and path.exists():
            raise InputError(Message("{!r} exists already: choose another name", str(path)))
        try:
            write_game(self.session, self.name, path)
        except InputError as error:
            self.kept = self.kept and path != self.path
            raise InputError(Message("the game could not be saved: {}", error)) from None
        self.kept = self.kept or path == self.path
        self.written.add(path)
        if argument is not None:
            self.screen.say(tr("saved; go on with: {}", go_on_command(self.session, self.name, path)))

    def _farewell(self) -> None:
        if not self.session.is_over:
            path = self.path if self.kept else None
            self.screen.say(tr("go on with: {}", go_on_command(self.session, self.name, path)))


def _plies(number: int) -> str:
    return tr("1 ply") if number == 1 else tr("{} plies", number)


def read_line(out: Console, prompt: str, words: Iterable[str]) -> str | None:
    """Return a line that is typed, or read from a pipe and then echoed; None at the end of the input.

    Parameters
    ----------
    out
        The console of the prompt.
    prompt
        The prompt.
    words
        The words that the Tab key completes.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        _complete(sorted(words))
        with suppress(EOFError):
            return input(prompt)
        line = ""
    else:
        out.print(prompt, end="", markup=False, soft_wrap=True)
        sys.stdout.flush()
        line = sys.stdin.readline()
    if not line or not sys.stdin.isatty():
        out.print(line.rstrip("\n"), markup=False, soft_wrap=True)
    return line or None


def _complete(words: list[str]) -> None:
    """Let readline edit lines and complete words, if Python has it."""
    with suppress(ImportError):
        import readline

        def word(begun: str, number: int) -> str | None:
            found = [word for word in words if word.startswith(begun)]
            return found[number] if number < len(found) else None

        readline.set_completer(word)
        readline.parse_and_bind("tab: complete")
