"""Random games that look for a state which breaks a law, and a breadth-first search for the nearest such state."""

import random
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from spielbaum.checking.boards import board_fault
from spielbaum.checking.foresight import Foresight
from spielbaum.checking.hooks import HOOK_LAWS
from spielbaum.checking.keys import KeyBook
from spielbaum.checking.laws import LAWS, Visit
from spielbaum.checking.probe import Probe
from spielbaum.errors import SpielbaumError
from spielbaum.game import Action, Game, State
from spielbaum.kernel import jit_enabled
from spielbaum.notation import format_action

ALL_LAWS = {**LAWS, **HOOK_LAWS}

LONGEST_GAME = 1000
SHORTENING_STATES = 20_000
"""So many states near the start are looked at for a shorter counter-example."""


@dataclass(frozen=True)
class Failure:
    """A law that a game breaks, and the shortest sequence of actions found that leads there."""

    law: str
    moves: tuple[str, ...]
    detail: str


@dataclass(frozen=True)
class Report:
    """What a check found; games longer than ``LONGEST_GAME`` plies are left ``unfinished``."""

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
    game: Game, *, games: int = 2000, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Report:
    """Play a game at random, interpreted and compiled side by side, and try all laws on every state.

    Parameters
    ----------
    game
        The game.
    games
        How many random games; it stops at the first that breaks a law.
    seed
        Of the random play.
    progress
        Told how many games are done.

    Returns
    -------
    Report
        With at most one failure: the nearest to the start that was found.

    Raises
    ------
    CompileError
        If a function of the game cannot be compiled.
    """
    probe = Probe(game) if game.compiled and jit_enabled() else None
    if probe:
        probe.look(game.initial())
    checker = _Checker(game, probe)
    generator = random.Random(seed)
    for number in range(games):
        failure = checker.play(generator)
        if failure:
            states, unfinished = len(checker.sound), checker.unfinished
            return Report(game.spec, number + 1, states, unfinished, (checker.shortest(failure),))
        if progress:
            progress(number + 1)
    return Report(game.spec, games, len(checker.sound), checker.unfinished, ())


class _Checker:
    def __init__(self, game: Game, probe: Probe | None) -> None:
        self.game = game
        self.probe = probe
        self.keys = KeyBook(game)
        self.foresight = Foresight(game)
        self.sound: dict[State, Visit] = {}
        self.unfinished = 0

    def play(self, generator: random.Random) -> Failure | None:
        """Play one random game and return the first failure."""
        state, line = self.game.initial(), list[Action]()
        for _ in range(LONGEST_GAME):
            failure = self.failure(state, line)
            if failure:
                return failure
            visit = self.sound[state]
            if visit.terminal:
                return None
            i = generator.randrange(len(visit.actions))
            line.append(visit.actions[i])
            state = visit.results[i]
        self.unfinished += 1
        return None

    def failure(self, state: State, line: list[Action]) -> Failure | None:
        """Return the law that a state breaks, if any."""
        if state in self.sound:
            return None
        try:
            visit = Visit(self.game, state, self.probe)
            for name, law in ALL_LAWS.items():
                detail = law(visit)
                if detail:
                    return Failure(name, self.texts(line), detail)
            detail = board_fault(visit)
            if detail:
                return Failure("board and touches", self.texts(line), detail)
            detail = self.keys.fault(visit)
            if detail:
                return Failure("equal keys, equal futures", self.texts(line), detail)
            detail = self.keys.repetition_fault(visit)
            if detail:
                return Failure("equal in the rule of repetition, equal actions", self.texts(line), detail)
            fault = self.foresight.fault(visit)
            if fault:
                return Failure(fault[0], self.texts(line), fault[1])
        except SpielbaumError as error:
            return Failure("no errors", self.texts(line), str(error))
        except Exception as error:
            return Failure("no errors", self.texts(line), _sentence(error))
        self.sound[state] = visit
        return None

    def shortest(self, found: Failure) -> Failure:
        """Return the nearest failure of the same law, looking breadth first from the start."""
        self.sound.clear()
        self.keys = KeyBook(self.game)
        self.foresight.forget()
        level: list[tuple[State, list[Action]]] = [(self.game.initial(), [])]
        queued = {self.game.initial()}
        while level and len(queued) < SHORTENING_STATES and len(level[0][1]) < len(found.moves):
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

    def texts(self, line: list[Action]) -> tuple[str, ...]:
        """Return a line as text, or as numbers where the game's notation is what fails."""
        texts, state = [], self.game.initial()
        for action in line:
            try:
                texts.append(str(format_action(self.game, state, action)))
            except Exception:
                texts.append(str(action))
            state = self.game.result(state, action)
        return tuple(texts)


def _sentence(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.name} in {Path(frame.filename).name}, line {frame.lineno}, raises {type(error).__name__}: {error}"
