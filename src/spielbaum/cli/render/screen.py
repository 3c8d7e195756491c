"""A game at the terminal: the board, the player to move, the values of searches, the legal moves."""

import re
import shlex
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from spielbaum.cli.render.board import Marks, draw_board, pieces, player_text
from spielbaum.cli.shared.output import BEST, QUIET, plain, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Game, Vector
    from spielbaum.session import Session, Turn

_FROM_TO = re.compile(r"([a-z]\d+)[-x:]?(?=[a-z]\d)")


class Screen:
    """Prints a game.

    Parameters
    ----------
    session
        The game.
    out
        The console.
    """

    def __init__(self, session: "Session", out: Console) -> None:
        self.session = session
        self.game = session.game
        self.out = out

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        self.out.print(sentence, markup=False, soft_wrap=True)

    def board(self, marks: Marks | None = None) -> None:
        """Print the board with the last changes marked, and the players left if players can drop out."""
        self.out.print()
        draw_board(self.out, self.game, self.session.state, self.session.last_seen_state, marks)
        if self.game.active_players:
            alive, held = int(self.game.active_players(self.session.state)), pieces(self.game, self.session.state)
            line = Text()
            for player in range(self.game.players):
                count = "" if held is None else f" {held[player]}"
                line = Text.assemble(
                    line, "  ", player_text(self.game, player), count if alive >> player & 1 else tr(" out"), "   "
                )
            self.out.print(line)
        self.out.print()

    def turn(self) -> None:
        """Print whose turn it is."""
        mover = self.session.mover
        self.out.print(
            Text.assemble(player_text(self.game, mover), tr(" to move, ply {}", len(self.session.turns) + 1))
        )

    def made(self, turn: "Turn") -> None:
        """Print a move, and its value if it was searched."""
        line = Text.assemble(
            (f"{len(self.session.turns):>3} ", QUIET),
            player_text(self.game, turn.seat),
            (f" {turn.text}", "bold"),
            (f"  {self.session.seats[turn.seat].name}", QUIET),
            self._thought(turn),
        )
        self.out.print(line, soft_wrap=True)

    def hint(self, who: str, turn: "Turn") -> None:
        """Print the move of a search, and the line it expects."""
        line = Text.assemble(tr("{} would play ", who), (turn.text, BEST), self._thought(turn))
        self.out.print(line, soft_wrap=True)
        self.say(tr("line: ") + " ".join(turn.line))

    def _thought(self, turn: "Turn") -> Text:
        if turn.value is None:
            return Text()
        exact = tr(", to the end") if turn.kind == "exact" else ""
        effort = tr("  depth {}{}, {:.1f} s", turn.depth, exact, turn.seconds)
        return Text.assemble("  ", self._value(turn), (effort, QUIET))

    def _value(self, turn: "Turn") -> Text:
        from spielbaum.search.core.result import value_text

        if isinstance(turn.value, tuple):
            return self._vector(turn.value, shares=turn.kind != "exact")
        return Text(tr("value {}", value_text(turn.value, turn.bound)))

    def _vector(self, vector: "Vector", *, shares: bool) -> Text:
        shares = shares and min(vector) >= 0 and abs(sum(vector) - 1) < 1e-6
        line = Text()
        for player, number in enumerate(vector):
            shown = tr("{:.1%}" if shares else "{:.4g}", number)
            line = Text.assemble(line, player_text(self.game, player), f" {shown} ")
        return line

    def moves(self, legal: Sequence[str], *, numbered: bool, only: str = "") -> None:
        """Print the legal moves with a prefix, grouped by their first square if moves are written that way."""
        shown = [
            (f"{number:>3} " if numbered else "  ", move)
            for number, move in enumerate(legal, 1)
            if move.lower().startswith(only.lower())
        ]
        groups: dict[str, list[Text]] = {}
        left = [found and found[1] for found in map(_FROM_TO.match, legal)]
        runs = [square for square, _ in groupby(left)]
        in_order = all(left) and len(runs) == len(set(runs))  # otherwise the numbers would not rise
        for number, move in shown:
            found = _FROM_TO.match(move) if in_order else None
            groups.setdefault(found[1] if found else "", []).append(Text.assemble((number, QUIET), move))
        for entries in groups.values():
            self.out.print(Columns(entries, padding=(0, 1), column_first=False))

    def evaluations(self) -> None:
        """Print the values of the position by the game's evaluations, and by the learned ones of its players."""
        from spielbaum.game import path_of
        from spielbaum.search.core.evaluations import find_evaluation

        learned = [spec.evaluation for spec in self.session.seats if spec.evaluation and path_of(spec.evaluation)]
        names = list(dict.fromkeys([*self.game.evaluations, *learned]))
        if not names:
            self.say(tr("{} has no evaluations", self.game.spec))
            return
        shown = table("evaluation", *(f">{self.game.player_name(player)}" for player in range(self.game.players)))
        for name in names:
            evaluation = find_evaluation(self.game, name)
            assert evaluation is not None
            shown.add_row(plain(name), *(f"{float(x):g}" for x in evaluation.function(self.session.state)))
        self.out.print(shown)

    def seats(self) -> None:
        """Print the player of each seat."""
        for player, spec in enumerate(self.session.seats):
            self.out.print(Text.assemble(player_text(self.game, player), f" {spec}"), soft_wrap=True)

    def end(self, game: str, lost: str = "") -> None:
        """Print how the game ended, its moves, and the command that shows it again.

        Parameters
        ----------
        game
            The game as on the command line.
        lost
            What happened, if a player lost other than by the rules.
        """
        session, utility = self.session, self.session.utility
        width = max(map(len, (tr("utility"), tr("moves"), tr("again")))) + 2
        self.board()
        if lost:
            self.say(lost)
        elif utility is None:
            self.say(tr("undecided after {} plies", len(session.turns)))
        else:
            winners = session.winners
            names = Text(tr(" and ")).join(player_text(self.game, player) for player in winners)
            if session.drawn_by_repetition:
                self.out.print(tr("a draw by repetition"))
            elif len(winners) == 1:
                self.out.print(Text.assemble(names, (tr(" wins"), BEST)))
            elif len(winners) == self.game.players:
                self.out.print(tr("a draw"))
            else:
                self.out.print(Text.assemble(names, tr(" share the win")))
            self.out.print(Text.assemble((f"{tr('utility'):<{width}}", QUIET), self._vector(utility, shares=False)))
        self.out.print(Text.assemble((f"{tr('moves'):<{width}}", QUIET), " ".join(session.moves)), soft_wrap=True)
        self.out.print(Text.assemble((f"{tr('again'):<{width}}", QUIET), show_command(session, game)), soft_wrap=True)


def show_command(session: "Session", game: str) -> str:
    """Return the command that shows the position of a game."""
    return shlex.join(["spielbaum", "show", game, *_line(session)])


def go_on_command(session: "Session", game: str, path: Path | None) -> str:
    """Return the command that resumes a game, from its file or by its moves."""
    seats = ["--seats", ",".join(map(str, session.seats))]
    if path is not None:
        named = seats if any(spec.is_engine for spec in session.seats) else []
        return shlex.join(["spielbaum", "play", "--resume", str(path), *named])
    words = ["spielbaum", "play", game, *seats, *_line(session)]
    return shlex.join(words if session.seed == 0 else [*words, "--seed", str(session.seed)])


def _line(session: "Session") -> list[str]:
    start = [] if session.start is None else ["--position", session.start]
    return start + (["--moves", " ".join(session.moves)] if session.moves else [])


def explain(game: "Game", *, numbered: bool) -> str:
    """Return how moves are entered."""
    number = tr(", or its number in the list") if numbered else ""
    return tr(
        "A move of {} as it is listed{}; the beginning of a move lists the moves that start so.", game.spec, number
    )
