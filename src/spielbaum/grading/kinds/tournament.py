"""A tournament of the submissions with each other and with given players: ``kind = "tournament"``.

The options: ``game``; ``plays``, what a submission has, ``"moves"``, a function that chooses one, or ``"evaluation"``,
with which our search plays; ``function``, by default ``choose`` or ``evaluation``; ``depth``; ``side`` and ``moves`` as
for evaluations; ``players``, those that play in addition; ``rounds``, how often each pairing plays on both sides;
``opening``, the plies drawn at random before; ``enough``, the share of the points in the tournament that earns all
points. The limit of seconds is for one move.
"""

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

from spielbaum.arena.openings import random_openings
from spielbaum.arena.outcomes import result_of
from spielbaum.arena.play import play
from spielbaum.arena.records import GameRecord
from spielbaum.arena.seatings import seatings
from spielbaum.errors import CRASH, ILLEGAL, TIME, ForfeitError, InputError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, parse_action
from spielbaum.grading import player
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.interfaces.evaluations import FIRST, MOVER
from spielbaum.grading.request import request_of
from spielbaum.grading.sandbox import kill, start
from spielbaum.grading.submission import Submission
from spielbaum.language import tr
from spielbaum.pictures import draw_board
from spielbaum.pictures.plot import Axis, Point, whiskers
from spielbaum.pictures.plot.looks import style
from spielbaum.players import Bench, Choice, PlayerSpec, parse_player
from spielbaum.registry import load
from spielbaum.statistics.shares import Share, shares

ROUNDS, OPENING, ENOUGH = 2, 2, 0.5
SECONDS = 5.0
"""Seconds for a move, if the assignment allows more for a test."""

TIMES = 3
"""How often a submission may fail in a way that costs time or a process; afterwards it forfeits all games."""

COSTLY = {"endless", "exits", "out-of-memory", "missing-function"}

WALL = 10
"""The time until a process is killed, in times of a move's seconds."""

MOST_PLIES = 500


def check(test: TestSpec) -> None:
    """Raise an InputError if the options do not fit."""
    test.refuse_unknown(
        "game", "plays", "function", "depth", "side", "moves", "players", "rounds", "opening", "enough", "start"
    )
    game = load(test.text("game"))
    test.choice("plays", "moves", "evaluation")
    test.choice("side", FIRST, MOVER)
    test.whole_number("rounds", ROUNDS)
    test.whole_number("opening", OPENING, least=0)
    test.whole_number("depth", player.DEPTH)
    enough = test.options.get("enough", ENOUGH)
    if not isinstance(enough, int | float) or isinstance(enough, bool) or not 0 < enough <= 1:
        raise InputError(Message("test {!r}: enough is a share, such as 0.5, not {!r}", test.name, enough))
    Bench(game, _given(test))


def run_together(test: TestSpec, submissions: Mapping[str, Submission], seed: int) -> Mapping[str, Verdict]:
    """Return the verdict on each submission: the share of its points, its place, and the games that it forfeits."""
    return _Tournament(test, submissions, seed).verdicts()


def _given(test: TestSpec) -> list[PlayerSpec]:
    """Return the players that play in addition to the submissions."""
    given = test.options.get("players", [])
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise InputError(Message("test {!r}: players is a list of players, not {!r}", test.name, given))
    return [parse_player(text) for text in given]


class _Tournament:
    """All games, and what comes of them."""

    def __init__(self, test: TestSpec, submissions: Mapping[str, Submission], seed: int) -> None:
        self.test, self.seed = test, seed
        self.game = load(test.text("game"))
        given = _given(test)
        self.bench = Bench(self.game, given)
        self.own = list(submissions)
        self.names = [*self.own, *map(str, given)]
        limits = replace(test.limits, seconds=min(test.limits.seconds, SECONDS))
        self.processes = [_Process(replace(test, limits=limits), one, seed) for one in submissions.values()]

    def verdicts(self) -> dict[str, Verdict]:
        if len(self.names) < self.game.players:
            sentence = Message("There are too few players for a game.")
            return {name: Verdict(1.0, (Diagnosis("alone", sentence, wrong=False),)) for name in self.own}
        try:
            records = self._play()
        finally:
            for process in self.processes:
                process.end()
        table = shares([result_of(record) for record in records], self.names, seed=self.seed)
        order = sorted(range(len(table)), key=lambda place: -table[place].share)
        return {name: self._verdict(number, table, order) for number, name in enumerate(self.own)}

    def _play(self) -> list[GameRecord]:
        """Return all games, each pairing on all sides from the same openings."""
        rounds, plies = self.test.whole_number("rounds", ROUNDS), self.test.whole_number("opening", OPENING, least=0)
        openings = random_openings(self.game, self.game.initial(), count=rounds, plies=plies, seed=self.seed)
        work = [(number, seating) for number in range(rounds) for seating in seatings(self.game, len(self.names))]

        def one(number: int) -> GameRecord:
            block, seating = work[number]
            seats = {seat: self._seat(who, (self.seed, number)) for seat, who in enumerate(seating) if who is not None}
            opening = openings[block]
            return play(
                self.game, seats, number=number, seating=seating, opening=opening, seed=block, max_plies=MOST_PLIES
            )

        with ThreadPoolExecutor(os.cpu_count() or 1, "spielbaum-tournament") as pool:
            return list(pool.map(one, range(len(work))))

    def _seat(self, who: int, seed: object) -> Any:
        if who < len(self.processes):
            return _Seat(self.game, self.processes[who])
        return self.bench.seat(who - len(self.processes), seed)

    def _verdict(self, number: int, table: Sequence[Share], order: Sequence[int]) -> Verdict:
        own = table[number]
        place = 1 + sum(other.share > own.share for other in table)
        detail = Message(
            "Place {} of {}: {:.0f} % of the points in {} games (between {:.0f} % and {:.0f} %).",
            place, len(table), 100 * own.share, own.games, 100 * own.low, 100 * own.high,
        )  # fmt: skip
        others = set(self.own) - {own.player}
        picture = _ranking([table[who] for who in order], others)
        shown = Diagnosis("ranked", Message("The places in the tournament."), detail, picture, wrong=False)
        lost = self.processes[number].diagnoses
        share = min(1.0, own.share / self.test.options.get("enough", ENOUGH))
        if not self.processes[number].has_moved:  # it wins nothing but games against others of its kind
            share = 0.0
        return Verdict(share, (*lost, shown) if lost else (shown,))


def _ranking(table: Sequence[Share], others: Collection[str]) -> str:
    """Return the shares of all players with their intervals, the first at the top, without the names of others."""
    names = ["" if one.player in others else one.player for one in table]
    points = [Point(one.share, one.share, one.low, one.high) for one in table]
    rows = [(f"{place}. {name}", point) for place, (name, point) in enumerate(zip(names, points, strict=True), 1)]
    drawn = whiskers(rows, Axis(tr("share of the wins"), 0, 1), title=tr("The places in the tournament."))
    return drawn.replace(">", f"><style>{style()}</style>", 1)


class _Process:
    """The process of a submission, which is started with its first move, and again if it ended."""

    def __init__(self, test: TestSpec, submission: Submission, seed: int) -> None:
        self.test, self.submission, self.seed = test, submission, seed
        self.lock = threading.Lock()
        self.diagnoses: tuple[Diagnosis, ...] = ()
        self.has_moved = False
        self.left = TIMES
        self.last: Diagnosis | None = None
        self._running: subprocess.Popen[bytes] | None = None

    def asked(self, moves: Sequence[str], picture: Callable[[], str]) -> str:
        """Return the move after some moves, whose board is drawn if there is none.

        Raises
        ------
        ForfeitError
            If there is none.
        """
        with self.lock:
            answer = self._answer(moves) if self.left else {}
            if "move" in answer:
                self.has_moved = True
                return str(answer["move"])
            found = Diagnosis.from_dict(answer["diagnosis"]) if answer else self.last
            assert found is not None
            self.left -= found.code in COSTLY and self.left > 0
            self.last = found
        known = {one.code for one in self.diagnoses}
        if found.code not in known:
            where = Message("After the moves {}.", " ".join(moves)) if moves else Message("At the start.")
            detail = where if found.detail is None else Message("{} {}", where, found.detail)
            self.diagnoses += (replace(found, detail=detail, picture=picture(), wrong=True),)
        end = TIME if found.code == "endless" else ILLEGAL if found.code == "illegal" else CRASH
        raise ForfeitError(end, str(found.sentence))

    def end(self) -> None:
        """End the process."""
        if self._running is not None:
            running, self._running = self._running, None
            kill(running)
            for stream in (running.stdin, running.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            running.wait()

    def _answer(self, moves: Sequence[str]) -> dict[str, Any]:
        silent = Diagnosis("exits", Message("The program ends its process before it has chosen a move."))
        running = self._running or self._start()
        assert running.stdin is not None
        assert running.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            kill(running)

        timer = threading.Timer(WALL * self.test.limits.seconds, end)
        timer.start()
        try:
            running.stdin.write((json.dumps({"moves": list(moves)}) + "\n").encode())
            running.stdin.flush()
            return dict(json.loads(running.stdout.readline()))
        except (OSError, ValueError):
            self.end()
            sentence = Message("A move takes more than {:g} s.", WALL * self.test.limits.seconds)
            return {"diagnosis": (Diagnosis("endless", sentence) if late.is_set() else silent).to_dict()}
        finally:
            timer.cancel()

    def _start(self) -> "subprocess.Popen[bytes]":
        path = self.submission.path
        running = self._running = start(player.__name__, [self.submission.place, path])
        request = request_of(self.test, path, self.submission.names, self.seed)
        assert running.stdin is not None
        with suppress(OSError):  # it ended at once, which is noticed when it is asked
            running.stdin.write(f"{request}\n".encode())
            running.stdin.flush()
        return running


class _Seat:
    """A seat of a game in which a submission moves."""

    def __init__(self, game: Game, process: _Process) -> None:
        self.game, self.process = game, process

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return the move of the submission."""
        begun = time.perf_counter()
        states = [*history, state]
        moves = [self._move(before, after) for before, after in pairwise(states)]
        text = self.process.asked(moves, lambda: draw_board(self.game, state))
        return Choice(parse_action(self.game, state, text), time.perf_counter() - begun)

    def _move(self, before: State, after: State) -> str:
        actions = self.game.actions(before)
        return next(format_action(self.game, before, one) for one in actions if self.game.result(before, one) == after)
