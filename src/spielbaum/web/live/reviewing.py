"""Reviews of games: every move is compared with the best in the background, and the result is stored."""

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from spielbaum.errors import BusyError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.session.review import ReviewedMove, review_move
from spielbaum.store import Reviews
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.analyses import ENOUGH, Analyses, Position

MAX_RUNNING, MAX_EACH = 8, 2
"""The most reviews that run at once, of all visitors and of one; others start when their pages ask again."""

MAX_FAILURES = 100
"""The most errors that are kept for pages that may have been left."""

SCALE = 4
"""Increased when the marks of the same values change, so that moves are reviewed again."""

PATIENCE = 0.5
"""Seconds before a search is requested again when the pool is busy."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PlayedGame:
    """A game whose moves are to be reviewed.

    Attributes
    ----------
    text
        The game, as on the command line.
    game
        The game.
    states
        The first position, and the position after each action.
    actions
        The actions in the game's notation.
    seconds
        The seconds for the search of each position.
    """

    text: str
    game: Game
    states: tuple[State, ...]
    actions: tuple[str, ...]
    seconds: float

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before each action."""
        return tuple(Position(self.text, self.game, self.states[:ply]) for ply in range(1, len(self.actions) + 1))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the stored reviews, one per action: hashes of the position, the action and what marks mean."""
        keys = []
        for position, action in zip(self.positions, self.actions, strict=True):
            rests_on = [SCALE, position.key, action]
            keys.append(hashlib.sha256(json.dumps(rests_on).encode()).hexdigest())
        return tuple(keys)


@dataclass
class Reviewing:
    """The running and the stored reviews.

    A review follows from the analyses of its positions, so it changes when one of them deepens. It ends with the
    process, and continues with the first missing move when its page is opened again.

    Attributes
    ----------
    kept
        The stored reviews of moves.
    analyses
        The analyses of positions.
    """

    kept: Reviews
    analyses: Analyses
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _owners: dict[str, str] = field(default_factory=dict)
    _failures: dict[str, SpielbaumError] = field(default_factory=dict)

    async def found(self, played: PlayedGame) -> list[ReviewedMove]:
        """Return the reviewed moves before the first that is missing."""
        keys, positions = await run_in_threadpool(lambda: (played.keys, played.positions))
        known = await run_in_threadpool(self.kept.find, keys)
        searched = await self.analyses.seconds(positions)
        moves = []
        for number, (key, position) in enumerate(zip(keys, positions, strict=True)):
            stored, seconds = known.get(key), searched.get(position.key, 0.0)
            if stored is not None and stored["seconds"] >= seconds and _is_enough(played, stored):
                moves.append(ReviewedMove.from_dict(stored["move"]))
                continue
            found = await self.analyses.find(position)
            if found is None or not (found.final or found.seconds >= ENOUGH * played.seconds):
                break
            moves.append(await self._keep(played, number, found))
        return moves

    def may_start(self, played: PlayedGame, owner: str) -> bool:
        """Return whether the review of a game is not running, and its owner may start another."""
        own = list(self._owners.values()).count(owner)
        return played.keys[-1] not in self._running and len(self._running) < MAX_RUNNING and own < MAX_EACH

    def start(self, played: PlayedGame, done: int, owner: str) -> None:
        """Review the moves from number ``done`` on."""
        name = played.keys[-1]
        self._running[name] = asyncio.create_task(self._review(played, done))
        self._owners[name] = owner

        def end(_task: object) -> None:
            del self._running[name], self._owners[name]

        self._running[name].add_done_callback(end)

    def failure(self, played: PlayedGame) -> SpielbaumError | None:
        """Return the error that ended a review, once; None if there is none."""
        return self._failures.pop(played.keys[-1], None)

    def close(self) -> None:
        """End all reviews."""
        for task in self._running.values():
            task.cancel()

    async def _review(self, played: PlayedGame, done: int) -> None:
        try:
            for number in range(done, len(played.actions)):
                found = await self._search(played, number)
                if found is not None:
                    await self._keep(played, number, found)
        except SpielbaumError as error:
            self._failures[played.keys[-1]] = error
            if len(self._failures) > MAX_FAILURES:
                del self._failures[next(iter(self._failures))]
            log.warning("a game of %s cannot be reviewed: %s", played.text, error)

    async def _keep(self, played: PlayedGame, number: int, found: PositionAnalysis) -> ReviewedMove:
        """Return the review of a move by the analysis of its position, and store it."""
        state, action = played.states[number], played.actions[number]
        move = await run_in_threadpool(review_move, played.game, state, action, found.rows)
        stored = {"move": move.to_dict(), "seconds": found.seconds, "final": found.final}
        await run_in_threadpool(self.kept.keep, played.keys[number], stored)
        return move

    async def _search(self, played: PlayedGame, number: int) -> PositionAnalysis | None:
        async def wanted() -> bool:
            return True

        while True:
            try:
                return await self.analyses.at_least(played.positions[number], played.seconds, wanted)
            except BusyError:
                await asyncio.sleep(PATIENCE)


def _is_enough(played: PlayedGame, stored: dict[str, Any]) -> bool:
    return bool(stored["final"] or stored["seconds"] >= ENOUGH * played.seconds)
