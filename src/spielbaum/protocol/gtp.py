"""A GTP engine: the commands of a controller and their answers.

G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2 (2002); GoGui shows
other games than Go by the commands ``gogui-rules_``.

Black and white are as in `spielbaum.clients.vertices`: the first and the second player, unless the game says otherwise.
"""

import math
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from spielbaum import __version__
from spielbaum.clients.gtp import go_facts
from spielbaum.clients.vertices import COLOURS, LETTERS, PASS, Vertices, colours_of
from spielbaum.errors import InputError, Message, PositionError, SpielbaumError
from spielbaum.files import lines_of
from spielbaum.formats import sgf
from spielbaum.formats.files import read_text
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_state, states_of_line
from spielbaum.protocol.options import Settings
from spielbaum.protocol.positions import Outcome, Position, find_outcome
from spielbaum.protocol.serve import LineWriter
from spielbaum.protocol.time_management import time_budget
from spielbaum.registry import GameSpec, load, options, parse_game
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import tidy
from spielbaum.search.searcher import Searcher

GO = "go"
MOST_KOMI = 100
"""The largest komi of our Go; a larger one would decide the game all the same."""

USUAL_LIMITS = Limits(seconds=1)
LONGEST_NAME = 60

Command = Callable[[list[str]], str]


class Clock:
    """The clock of one player.

    Parameters
    ----------
    main
        Seconds before byo-yomi.
    period, stones
        Byo-yomi: seconds for a number of moves; seconds without moves mean no limit.

    Examples
    --------
    >>> clock = Clock(0, 10, 1)
    >>> round(clock.budget(0.05), 2)
    7.96
    >>> Clock(0, 5, 0).budget(0.05) is None
    True
    """

    def __init__(self, main: float, period: float, stones: int) -> None:
        self._period = period, stones
        self.unlimited = stones == 0 and period > 0
        self.left, self.stones = (main, 0) if main > 0 else self._period

    def budget(self, overhead: float) -> float | None:
        """Return the seconds for the next move, less an overhead; None without a limit."""
        return None if self.unlimited else time_budget(self.left, 0, self.stones or None, overhead)

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move; a period begins when the main time or the previous period ends."""
        self.left -= seconds
        if self.stones:
            self.stones -= 1
            if not self.stones:
                self.left, self.stones = self._period
        elif self.left <= 0 and self._period[1]:
            self.left, self.stones = self._period


class GtpEngine:
    """A game and a search behind the Go Text Protocol. Commands are executed in turn.

    Go is played by positional superko: our moves never repeat the stones of an earlier position, and are legal by
    situational superko, too. The controller decides on the moves of the other side.

    Parameters
    ----------
    name
        The game as on the command line. Go without a number of plies ends after two passes.
    settings
        Returns the settings of the search for a game.
    limits
        Limits for each move, together with the clock; one second without both.

    Attributes
    ----------
    commands
        By name.
    finished
        Whether ``quit`` was executed.

    Raises
    ------
    SpielbaumError
        If the game is not for two players, or cannot be searched with these settings.
    """

    def __init__(self, name: str, settings: Callable[[Game], Settings], limits: Limits) -> None:
        self._settings_of, self._limits = settings, limits
        spec = parse_game(name)
        if spec.path is None and spec.name == GO and "plies" not in spec.options:
            spec = spec.with_options(plies="-1")
        self._use(spec)
        self._clocks: tuple[Clock, ...] | None = None
        self.finished = False
        self.commands: dict[str, Command] = {
            method.removeprefix("_do_").replace("gogui_rules", "gogui-rules"): getattr(self, method)
            for method in sorted(dir(self))
            if method.startswith("_do_")
        }

    def _use(self, spec: GameSpec) -> None:
        """Begin a game; the first search compiles it."""
        game = load(spec)
        if game.players != 2:
            raise InputError(Message("GTP is for games of two players, {} has {}", game.spec, game.players))
        settings = self._settings_of(game)
        self._spec, self.game, self._settings = spec, game, settings
        self._searcher: Searcher = settings.searcher(game)
        self._vertices, self._colours = Vertices(game), colours_of(game)
        self._states: list[State] = [game.initial()]
        self._komi = go_facts(game)[1]  # as set by the controller; the game has whole and half points

    @property
    def _is_go(self) -> bool:
        return self.game.name == GO and self._spec.path is None

    def execute(self, line: str) -> str | None:
        """Return the answer to a line, without the empty line after it; None if there is nothing to answer."""
        words = re.sub("[\x00-\x08\x0a-\x1f\x7f]", "", line.replace("\t", " ")).partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdecimal() else ""
        if not words:
            return f"?{number} there is no command after the number"
        command = self.commands.get(words[0])
        if command is None:
            return f"?{number} unknown command"
        try:
            answer = command(words[1:])
        except SpielbaumError as error:
            return f"?{number} {' '.join(str(error).split())}"
        except Exception as error:  # the code of a game may raise anything
            return f"?{number} {type(error).__name__}: {' '.join(str(error).split())}"
        return f"={number} {answer}".rstrip()

    def _do_protocol_version(self, _words: list[str]) -> str:
        return "2"

    def _do_name(self, _words: list[str]) -> str:
        return "Spielbaum"

    def _do_version(self, _words: list[str]) -> str:
        return __version__

    def _do_known_command(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self.commands).lower()

    def _do_list_commands(self, _words: list[str]) -> str:
        return "\n".join(sorted(self.commands))

    def _do_quit(self, _words: list[str]) -> str:
        self.finished = True
        return ""

    def _do_boardsize(self, words: list[str]) -> str:
        size = _whole(words, "a size")
        if size != self._vertices.size:
            self._change({key: str(size) for key in self._size_options}, f"unacceptable size {size}")
        else:
            self._begin()
        return ""

    @property
    def _size_options(self) -> tuple[str, ...]:
        known = {} if self._spec.path else options(self._spec.name)
        return ("size",) if "size" in known else ("width", "height") if {"width", "height"} <= known.keys() else ()

    def _do_clear_board(self, _words: list[str]) -> str:
        self._begin()
        self._searcher.compile()
        return ""

    def _do_komi(self, words: list[str]) -> str:
        komi = _number(words, "a komi", most=math.inf)
        if self._is_go:
            states = self._states
            self._change({"komi": _playable_komi(komi)}, f"unacceptable komi {komi:g}")
            self._states, self._komi = states, komi
        return ""

    def _do_loadsgf(self, words: list[str]) -> str:
        if not words:
            raise InputError(Message("syntax error: loadsgf takes a file, and perhaps the number of a move"))
        number = _whole(words[1:], "the number of a move") if len(words) > 1 else None
        before = vars(self).copy()
        try:
            self._load(read_text(words[0]), number)
        except SpielbaumError as error:
            vars(self).update(before)
            raise InputError(Message("cannot load file {}: {}", words[0], error)) from None
        return ""

    def _load(self, text: str, number: int | None) -> None:
        """Begin the first game of a text, with its board and its komi, before a move number."""
        root = sgf.root_of(text)
        columns, rows = sgf.size_of(self.game, root)
        sizes = {"size": columns, "width": columns, "height": rows}
        fitted = {key: str(int(sizes[key])) for key in self._size_options if sizes[key].isdecimal()}
        if self._is_go and "KM" in root:
            komi = _number([root["KM"]], "a komi", most=math.inf)
            fitted["komi"] = _playable_komi(komi)
        if fitted:
            self._change(fitted, f"unacceptable {', '.join(f'{key} {value}' for key, value in fitted.items())}")
        if "komi" in fitted:
            self._komi = komi
        played = sgf.read_first(self.game, text)
        moves = played.moves if number is None else played.moves[: max(0, number - 1)]
        self._states = list(states_of_line(self.game, played.first_state(self.game), moves))

    def _change(self, changed: dict[str, str], refusal: str) -> None:
        """Begin the game again with other options."""
        if self._spec.path or not changed:
            raise InputError(refusal)
        komi = self._komi if "komi" in self._spec.options else None
        try:
            self._use(self._spec.with_options(**changed))
        except SpielbaumError as error:
            raise InputError(Message("{}: {}", refusal, error)) from None
        self._komi = self._komi if komi is None else komi

    def _begin(self) -> None:
        self._states = [self.game.initial()]

    def _do_fixed_handicap(self, words: list[str]) -> str:
        stones = handicap_points(self._vertices.size if self._is_go else 0, _whole(words, "a number of stones"))
        return self._set_handicap(stones)

    def _do_set_free_handicap(self, words: list[str]) -> str:
        if len(set(map(str.upper, words))) < max(2, len(words)):
            raise InputError(Message("bad vertex list"))
        return self._set_handicap(words)

    def _set_handicap(self, stones: Sequence[str]) -> str:
        if not self._is_go:
            raise InputError(Message("handicap stones are for Go"))
        if len(self._states) > 1:
            raise InputError(Message("the board is not empty"))
        try:
            for stone in stones:
                self._play(0, stone)
        except PositionError:
            self._begin()
            raise InputError(Message("bad vertex list")) from None
        return " ".join(map(str.upper, stones))

    def _do_play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise InputError(Message("a move is a colour and a vertex, or a text in the game's notation"))
        self._play(self._player(words), words[1])
        return ""

    def _play(self, player: int, word: str) -> None:
        state = self._turned(player)
        try:
            action = self._vertices.action(state, word)
        except PositionError as error:
            raise PositionError(Message("illegal move: {}", error)) from None
        self._states = [*self._states[:-1], state, self.game.result(state, action)]

    def _turned(self, player: int) -> State:
        """Return the state with a player to move. In Go both may move at any time, even after two passes.

        Other games continue after an unclaimed draw.
        """
        state = self._states[-1]
        if self._is_go:
            if self.game.is_terminal(state):
                state = state._replace(passes=0)
            if self.game.to_move(state) != player:
                state = state._replace(plies=state.plies + 1 if state.plies == 0 else state.plies - 1, passes=0, ko=-1)
        if self.game.played_on(state) is None:
            raise PositionError(Message("the game is over"))
        if self.game.to_move(state) != player:
            raise PositionError(Message("{} is to move", self._colours[self.game.to_move(state)]))
        return state

    def _over(self, state: State) -> bool:
        """Return whether the game is over; in Go, where superko forbids them, repetitions do not count."""
        return bool(self.game.is_terminal(state)) or (not self._is_go and self._outcome.over)

    @property
    def _outcome(self) -> Outcome:
        return find_outcome(self.game, Position(None, (), tuple(self._states[-1:] if self._is_go else self._states)))

    def _allowed(self, state: State) -> list[Action]:
        """Return the legal actions, in Go without those that superko forbids: repetitions of earlier stones."""
        actions = list(self.game.actions(state))
        if not self._is_go:
            return actions
        earlier = set(map(_stones, self._states[:-1])) - {_stones(state)}  # a pass changes none
        return [action for action in actions if _stones(self.game.result(state, action)) not in earlier]

    def _do_genmove(self, words: list[str]) -> str:
        player = self._player(words)
        word = self._search(player)
        self._play(player, word)
        return word

    def _do_reg_genmove(self, words: list[str]) -> str:
        return self._search(self._player(words))

    def _search(self, player: int) -> str:
        """Return the word of the best move."""
        if self._is_go and self._over(self._states[-1]):
            return PASS
        state = self._turned(player)
        root, allowed = self.game.played_on(state), self._allowed(state)
        clock = self._clocks[player] if self._clocks else None
        budget = clock.budget(self._settings.overhead / 1000) if clock else None
        limits = USUAL_LIMITS if self._limits == Limits() else self._limits
        if budget is not None:
            limits = replace(self._limits, seconds=min(budget, self._limits.seconds or budget))
        self._searcher.compile()
        start = time.perf_counter()
        chosen = None if self.game.is_terminal(root) else allowed
        result = self._searcher.search(root, limits, history=self._states[:-1], root_moves=chosen)
        if clock:
            clock.spend(time.perf_counter() - start)
        action = allowed[0] if result.action is None else result.action
        return self._vertices.words(state).get(action) or format_action(self.game, state, action)

    def _do_undo(self, _words: list[str]) -> str:
        if len(self._states) == 1:
            raise InputError(Message("cannot undo"))
        self._states.pop()
        return ""

    def _do_time_settings(self, words: list[str]) -> str:
        main, period = (_number(words[place:], "seconds") for place in (0, 1))
        stones = _whole(words[2:], "a number of stones")
        self._clocks = (Clock(main, period, stones), Clock(main, period, stones))
        self._searcher.compile()
        return ""

    def _do_time_left(self, words: list[str]) -> str:
        player, seconds = self._player(words), _number(words[1:], "seconds")
        if self._clocks is None:
            self._clocks = (Clock(seconds, 0, 0), Clock(seconds, 0, 0))
        clock = self._clocks[player]
        clock.left, clock.stones = seconds, _whole(words[2:], "a number of stones")
        return ""

    def _do_final_score(self, _words: list[str]) -> str:
        """Score the board: Go by area at any time, other games at their end."""
        state = self._states[-1]
        if self._is_go:
            counted = load(self._spec.with_options(komi="0", score="points"))
            lead = counted.utility(state)[0] - self._komi
            return self._score((lead, -lead))
        if not self._over(state):
            raise InputError(Message("the game is not over"))
        return self._score((0, 0) if self._outcome.result == "draw" else self.game.utility(state))

    def _score(self, utility: Sequence[float]) -> str:
        best = max(range(2), key=utility.__getitem__)
        if utility[best] == utility[1 - best]:
            return "0"
        return f"{self._colours[best][0].upper()}+{tidy(float(utility[best]))}"

    def _do_final_status_list(self, words: list[str]) -> str:
        """List the stones, all of which count as alive."""
        if words[:1] not in (["alive"], ["seki"], ["dead"]):
            raise InputError(Message("a status is alive, seki or dead"))
        owners = self._vertices.owners(self._states[-1])
        stones = [point for point, owner in sorted(owners.items()) if owner is not None]
        return "\n".join(f"{LETTERS[x]}{y + 1}" for x, y in stones) if words[0] == "alive" else ""

    def _do_showboard(self, _words: list[str]) -> str:
        state = self._states[-1]
        board = self.game.view.board(state) if self.game.view.board else "\n".join(self._vertices.rows(state))
        shown = [line for line in board.splitlines() if line.strip()] or [format_state(self.game, state)]
        mover = "the game is over" if self._over(state) else f"{self._colours[self.game.to_move(state)]} to move"
        return "\n".join(["", *shown, mover])

    def _do_gogui_rules_game_id(self, _words: list[str]) -> str:
        return self.game.name[:LONGEST_NAME]

    def _do_gogui_rules_board(self, _words: list[str]) -> str:
        self._refuse_without_points()
        return "\n".join(self._vertices.rows(self._states[-1]))

    def _do_gogui_rules_board_size(self, _words: list[str]) -> str:
        self._refuse_without_points()
        return str(self._vertices.size)

    def _refuse_without_points(self) -> None:
        if not self._vertices.size:
            raise InputError(
                Message("the board of {} has no points, or more than {} in a row", self.game.spec, len(LETTERS))
            )

    def _do_gogui_rules_legal_moves(self, _words: list[str]) -> str:
        state = self._states[-1]
        if self._over(state):
            return ""
        words = self._vertices.words(state)
        return " ".join(words[action] for action in self._allowed(state))

    def _do_gogui_rules_side_to_move(self, _words: list[str]) -> str:
        state = self._states[-1]
        return self._colours[0] if self._over(state) else self._colours[self.game.to_move(state)]

    def _do_gogui_rules_final_result(self, _words: list[str]) -> str:
        result = self._outcome.result
        return {"p1win": self._colours[0], "p2win": self._colours[1], "draw": "draw"}.get(result, "unknown")

    def _player(self, words: list[str]) -> int:
        """Return the player of a colour."""
        word = words[0].lower() if words else ""
        for player, colour in enumerate(self._colours):
            if word in (colour, colour[0]):
                return player
        raise InputError(Message("a colour must be {}, not {!r}", " or ".join(COLOURS), word))


def _stones(state: State) -> tuple[int, ...]:
    """Return the words of a Go state that hold its stones."""
    return state.black, state.black_high, state.white, state.white_high


def _playable_komi(komi: float) -> str:
    """Return an equivalent komi in whole or half points: every score has the same winner.

    Examples
    --------
    >>> _playable_komi(6.25), _playable_komi(-3.5), _playable_komi(7), _playable_komi(-1e9)
    ('6.5', '-3.5', '7', '-100')
    """
    kept = max(-MOST_KOMI, min(MOST_KOMI, komi))
    return f"{kept if kept == int(kept) else math.floor(kept) + 0.5:g}"


def _number(words: Sequence[str], what: str, most: float = 1e9) -> float:
    """Return the number at the beginning of some words, or raise GTP's syntax error."""
    try:
        found = float(words[0]) if words else float("nan")
    except ValueError:
        found = float("nan")
    if not abs(found) < most:
        raise InputError(Message("syntax error: {} must be a number", what))
    return found


def _whole(words: Sequence[str], what: str) -> int:
    if not words or not re.fullmatch("[0-9]{1,4}", words[0]):
        raise InputError(Message("syntax error: {} must be a whole number", what))
    return int(words[0])


def handicap_points(size: int, stones: int) -> list[str]:
    """Return the points of fixed handicap stones, in the order of the specification.

    Raises
    ------
    InputError
        If a board of this size does not have that many.

    Examples
    --------
    >>> handicap_points(9, 5)
    ['C3', 'G7', 'C7', 'G3', 'E5']
    """
    most = 0 if size < 7 else 9 if size % 2 and size > 7 else 4
    if not 2 <= stones <= most:
        found = f"a board of size {size} has {f'2 to {most}' if most else 'none'}"
        raise InputError(Message("invalid number of stones: {}", found))
    low = 2 if size < 13 else 3
    high, middle = size - 1 - low, size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = corners[:stones] if stones < 5 else corners + sides[: (stones - 4) // 2 * 2]
    points += [(middle, middle)] if stones % 2 and stones > 4 else []
    return [f"{LETTERS[x]}{y + 1}" for x, y in points]


def serve_gtp(engine: GtpEngine) -> None:
    """Speak GTP on standard input and output, until ``quit`` or the end of the input."""
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as out:
        writer = LineWriter(out)
        for line in lines_of(sys.stdin.buffer):
            answer = engine.execute(line)
            if answer is not None:
                writer.write(f"{answer}\n")
            if writer.closed or engine.finished:
                break
