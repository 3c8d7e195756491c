"""Checks a game: random play looks for a state that breaks a law, and a breadth-first search for the nearest one."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from os import PathLike

from spielbaum.checking.boards import board_fault
from spielbaum.checking.hints import HintCheck
from spielbaum.checking.keys import KeyCheck
from spielbaum.checking.laws import LAWS, Law
from spielbaum.checking.memory import memory_fault
from spielbaum.checking.probe import MAX_ACTIONS, Probe
from spielbaum.checking.repetition import RepetitionCheck
from spielbaum.checking.symmetries import SymmetryCheck
from spielbaum.checking.trial import MOST_PLIES, find_fault
from spielbaum.checking.visit import Visit
from spielbaum.errors import (
    Message,
    SearchInterruptedError,
    Sentence,
    SpielbaumError,
    StuckError,
    validate_whole_number,
)
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action
from spielbaum.kernel import jit_enabled, shape_of
from spielbaum.registry import as_game, raised_by_game
from spielbaum.spec import as_typed
from spielbaum.watchdog import run_with_watchdog

LONGEST_GAME = 1000
UNCOMPILED_GAMES = 200
"""The number of games that are played before anything is compiled, if the trial finds a fault."""

MANY_ACTIONS = Sentence(
    "there are more than {:,} actions at the start, the most that a search can begin with", MAX_ACTIONS
)

COMES_AGAIN = Sentence("what comes again")

STATES_FOR_MEMORY = 64

SHORTENING_STATES = 20_000
"""The number of states near the start that are searched for a shorter counter-example."""


@dataclass(frozen=True)
class Failure:
    """A broken law, with the shortest sequence of moves found that leads to it."""

    law: str
    moves: tuple[str, ...]
    detail: str


@dataclass(frozen=True)
class Report:
    """The result of a check; games longer than ``LONGEST_GAME`` plies are ``unfinished``."""

    game: str
    games: int
    states: int
    unfinished: int
    failures: tuple[Failure, ...]

    @property
    def ok(self) -> bool:
        """Whether no law was broken."""
        return not self.failures


def check_game(
    game: Game | str | PathLike[str],
    *,
    games: int = 2000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play random games, interpreted and compiled side by side, and test all laws in every state.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    games
        The number of random games; it stops at the first broken law.
    seed
        The seed of the random play.
    progress
        Called with the number of games after each one.

    Returns
    -------
    Report
        With at most one failure, the one nearest to the start.

    Raises
    ------
    InputError
        If there is no such game, or ``games`` or ``seed`` is not a whole number.
    CompileError
        If a function of the game cannot be compiled.
    SearchInterruptedError
        At Ctrl-C; its ``result`` is the report so far.
    """
    game = as_game(game)
    validate_whole_number("games", games, least=1)
    validate_whole_number("seed", seed)
    try:
        start = game.initial()
    except (Exception, SystemExit) as error:
        return Report(as_typed(game.spec), 0, 0, 0, (Failure("no errors", (), _sentence(error)),))
    if not (game.compiled and jit_enabled()):
        return _checked(_Checker(game, None), games, seed, progress)
    shape_of(start)
    if _is_unfit(game):  # interpreted failures are easier to read than those of the compiler
        report = _checked(_Checker(game, None), min(games, UNCOMPILED_GAMES), seed, progress)
        if not report.ok:
            return report
    probe = Probe(game)
    probe.look(game.initial())
    return _checked(_Checker(game, probe), games, seed, progress)


def has_many_actions(game: Game) -> bool:
    """Return whether there are more actions at the start than a search can begin with."""
    try:
        return len(list(islice(game.actions(game.initial()), MAX_ACTIONS + 1))) > MAX_ACTIONS
    except (Exception, SystemExit):  # reported by a check
        return False


def _is_unfit(game: Game) -> bool:
    try:
        return find_fault(game, game.initial(), depth=MOST_PLIES, compiled=True) is not None
    except (Exception, SystemExit):
        return True


def _checked(checker: "_Checker", games: int, seed: int, progress: Callable[[int], None] | None) -> Report:
    try:
        failure, interrupted = run_with_watchdog(
            lambda: checker.play_games(games, random.Random(seed), progress), checker.stop, steps=lambda: checker.steps
        )
    except StuckError as error:
        if error.interrupted:
            raise
        failure, interrupted = (
            Failure("every function comes back", checker.texts(checker.line), Sentence.of(error)),
            False,
        )
    number, states = checker.games, len(checker.sound)
    failures = (failure,) if failure else () if interrupted else checker.memory_failures()
    report = Report(as_typed(checker.game.spec), number, states, checker.unfinished, failures)
    if interrupted:
        raise SearchInterruptedError(
            Message("interrupted after {:,} games, in which no law was broken", number), report
        )
    return report


class _Checker:
    def __init__(self, game: Game, probe: Probe | None) -> None:
        self.game = game
        self.probe = probe
        self.keys = KeyCheck(game)
        self.symmetries = SymmetryCheck(game)
        self.hints = HintCheck(game)
        self.repetition = RepetitionCheck(game)
        self.sound: dict[State, Visit] = {}
        self.unfinished = 0
        self.trying = ""
        self.games = self.steps = 0
        self.line: Sequence[Action] = ()
        self.stopped = False

    def stop(self) -> None:
        """End the check after the present state."""
        self.stopped = True

    def play_games(
        self, number: int, generator: random.Random, progress: Callable[[int], None] | None
    ) -> Failure | None:
        """Play random games and return the first failure, moved as near to the start as possible."""
        for _ in range(number):
            failure = self.play(generator)
            if self.stopped:
                return None
            self.games += 1
            if failure:
                return self.shortest(failure)
            if progress:
                progress(self.games)
        return None

    def play(self, generator: random.Random) -> Failure | None:
        """Play one random game and return the first failure."""
        state, line = self.game.initial(), list[Action]()
        self.repetition.begin()
        for _ in range(LONGEST_GAME):
            failure = self.failure(state, line)
            if failure or self.stopped:
                return failure
            visit = self.sound[state]
            if visit.terminal:
                return None
            wrong = self.repetition.follow(state)
            if wrong:
                return Failure(COMES_AGAIN, self.texts(line), wrong)
            i = generator.randrange(len(visit.actions))
            line.append(visit.actions[i])
            state = visit.results[i]
        self.unfinished += 1
        return None

    def failure(self, state: State, line: list[Action]) -> Failure | None:
        """Return the failure of a state, if any."""
        self.steps, self.line = self.steps + 1, line
        try:
            if state in self.sound:
                return None
        except TypeError as error:
            kind = type(state).__name__
            detail = Sentence("a {} has none ({}): make it a tuple, a NamedTuple or a frozen dataclass", kind, error)
            return Failure("states have a hash", self.texts(line), detail)
        self.trying = "state"
        try:
            visit = Visit(self.game, state, self.probe)
            for name, law in self._laws():
                self.trying = name
                self.steps += 1
                wrong = law(visit)
                if wrong:
                    return Failure(name, self.texts(line), wrong)
            self.trying = Sentence("bounds and proof hints")
            untrue = self.hints.fault(visit)
            if untrue:
                return Failure(untrue[0], self.texts(line), untrue[1])
        except SpielbaumError as error:
            return Failure("no errors", self.texts(line), Sentence.of(error))
        except (Exception, SystemExit) as error:
            return Failure("no errors", self.texts(line), _sentence(error, self.trying))
        self.sound[state] = visit
        return None

    def memory_failures(self) -> tuple[Failure, ...]:
        """Return the failure that compiled functions leak memory, if they do."""
        some = list(islice(self.sound, STATES_FOR_MEMORY))
        kept = memory_fault(self.probe, some) if self.probe and some else None
        return (Failure("memory is given back", (), kept),) if kept else ()

    def _laws(self) -> Iterator[tuple[str, Law]]:
        yield from LAWS.items()
        yield Sentence("board and click paths"), board_fault
        yield "symmetries", self.symmetries.fault
        yield Sentence("equal keys, equal futures"), self.keys.fault
        yield Sentence("equal in the rule of repetition, equal actions"), self.keys.repetition_fault
        yield Sentence("equal in the rule of repetition, equal for play"), self.repetition.whole_fault
        yield Sentence("keys are hashes"), self.keys.hash_fault

    def shortest(self, found: Failure) -> Failure:
        """Return the nearest failure of the same law, found breadth first from the start."""
        if not found.moves or found.law == COMES_AGAIN:  # a law of lines, not of states
            return found
        self.sound.clear()
        self.keys, self.symmetries = KeyCheck(self.game), SymmetryCheck(self.game)
        self.repetition = RepetitionCheck(self.game)
        self.hints.forget()
        level: list[tuple[State, list[Action]]] = [(self.game.initial(), [])]
        queued = {self.game.initial()}
        while level and not self.stopped and len(queued) < SHORTENING_STATES and len(level[0][1]) < len(found.moves):
            following: list[tuple[State, list[Action]]] = []
            for state, line in level:
                failure = self.failure(state, line)
                if failure and failure.law == found.law:
                    return failure
                visit = self.sound.get(state)
                for action, child in zip(visit.actions, visit.results, strict=True) if visit else ():
                    if child not in queued:
                        queued.add(child)
                        following.append((child, [*line, action]))
            level = following
        return found

    def texts(self, line: Sequence[Action]) -> tuple[str, ...]:
        """Return a line as text; as numbers if the notation fails."""
        texts, state = [], self.game.initial()
        for action in line:
            try:
                texts.append(str(format_action(self.game, state, action)))
            except Exception:
                texts.append(str(action))
            state = self.game.result(state, action)
        return tuple(texts)


def _sentence(error: BaseException, trying: str = "the start") -> str:
    text = raised_by_game(error) or Sentence(
        "{}: the game returns a wrong value ({}: {})", trying, type(error).__name__, error
    )
    return text if isinstance(text, Sentence) else " ".join(text.split())
