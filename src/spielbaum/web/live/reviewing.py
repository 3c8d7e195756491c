"""Reviews of games: every move is compared with the best in the background, and the result is stored."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from spielbaum import __version__
from spielbaum.errors import BusyError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.players import PlayerSpec
from spielbaum.registry import parse_game
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search_pool import JobPool
from spielbaum.session.review import ReviewedMove, review_move
from spielbaum.store import Reviews
from spielbaum.web.http.threads import run_in_threadpool

MAX_RUNNING, MAX_EACH = 8, 2
"""The most reviews that run at once, of all visitors and of one; others start when their pages ask again."""

SCALE = 2
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
    def player(self) -> PlayerSpec:
        """The player that reviews."""
        return PlayerSpec.of(default_algorithm(self.game), Limits(seconds=self.seconds))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the stored reviews, one per action: hashes of everything that a review depends on."""
        source = parse_game(self.text).path
        digest = hashlib.sha256(source.read_bytes()).hexdigest() if source else ""
        rests_on = [__version__, SCALE, self.text, digest, str(self.player), format_state(self.game, self.states[0])]
        made, keys = hashlib.sha256(json.dumps(rests_on).encode()), []
        for action in self.actions:
            made.update(json.dumps(action).encode())
            keys.append(made.hexdigest())
        return tuple(keys)


@dataclass
class Reviewing:
    """The running and the stored reviews.

    A review ends with the process, and continues with the first missing move when its page is opened again.

    Attributes
    ----------
    kept
        The stored reviews of moves.
    pool
        The search pool.
    """

    kept: Reviews
    pool: JobPool
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _owners: dict[str, str] = field(default_factory=dict)
    _failures: dict[str, SpielbaumError] = field(default_factory=dict)

    async def found(self, played: PlayedGame) -> list[ReviewedMove]:
        """Return the reviewed moves before the first that is missing."""
        known = await run_in_threadpool(self.kept.find, played.keys)
        moves = []
        for key in played.keys:
            if key not in known:
                break
            moves.append(ReviewedMove.from_dict(known[key]))
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
                move = await self._review_move(played, number)
                await run_in_threadpool(self.kept.keep, played.keys[number], move.to_dict())
        except SpielbaumError as error:
            self._failures[played.keys[-1]] = error
            log.warning("a game of %s cannot be reviewed: %s", played.text, error)

    async def _review_move(self, played: PlayedGame, number: int) -> ReviewedMove:
        game, states = played.game, played.states[: number + 1]
        rows = await self._search(played, states)
        return await run_in_threadpool(review_move, game, states[-1], played.actions[number], rows)

    async def _search(self, played: PlayedGame, states: Sequence[State]) -> Sequence[ActionLine]:
        while True:
            try:
                job = self.pool.analyse(
                    f"review {played.keys[-1]}",
                    played.game,
                    spec=played.player,
                    state=states[-1],
                    history=states[:-1],
                    name=played.text,
                )
            except BusyError:
                await asyncio.sleep(PATIENCE)
                continue
            try:
                rows: Sequence[ActionLine] = await asyncio.wrap_future(job.future)
                return rows
            finally:
                job.stop()
