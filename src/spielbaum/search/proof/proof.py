"""A proof as a sequence of null-window searches: who wins, and if wanted, by how much."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import GameError, Message, SearchInterruptedError, Sentence
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_state, legal_actions
from spielbaum.kernel import Workspace
from spielbaum.kernel.system_memory import SHORT, is_short
from spielbaum.search.core.keys import ProofKeys, Sureness
from spielbaum.search.core.pausing import limit_nodes
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.proof.bounds_table import BUCKET_WORDS, LIMIT, filled
from spielbaum.search.proof.horizons import Horizons
from spielbaum.search.proof.proof_rules import UNFIT, make_proof_rules
from spielbaum.search.validation import validate_outcome
from spielbaum.watchdog import run_with_watchdog

TIE_PART, LEAST_TIE_NODES, TIE_NODES = 20, 30_000, 1_000_000
"""Limits of the search for the first of several best actions: a part of the nodes of the proof, and the least and the
most nodes."""


Ask = Callable[[list[int]], tuple[int, int, Workspace]]
"""``ask(bounds) -> (bound, value, ws)``: the question that was answered, and the workspace of the thread."""

STEPS = 33
"""The number of steps into which a range of scores is divided."""


@dataclass(frozen=True)
class SolverProgress:
    """The progress of a proof.

    Attributes
    ----------
    low, high
        The proven bounds of the score so far.
    bound
        The current question is whether the score is at least this.
    nodes, seconds
        Spent so far.
    fill
        The share of the table that is used, 0 to 1.
    """

    low: int
    high: int
    bound: int
    nodes: int
    seconds: float
    fill: float


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The proven value of a state.

    Attributes
    ----------
    game, position
        What was solved.
    value
        1, 0 or -1: the player to move wins, draws or loses.
    score
        The utility of the player to move; None if only the value was asked for and the score is still open.
    low, high
        The bounds of the score.
    action, action_text
        An action that leads to the value, as an action of the game and in its notation: the first in the game's order
        if it is found within a ``TIE_PART`` of the nodes; None if the game is over.
    nodes
        Positions searched.
    decided
        Positions that were not searched, because a bound or the table decided the question.
    seconds
        Wall time without compilation.
    fill
        The share of the table that is used, 0 to 1.
    keys
        The keys of the table: ``certain`` if no two states share a key, ``hash`` if keys are hashes, ``game`` if they
        are the game's own and not declared injective.
    key_collision
        Upper bound of the probability that this solver's table confused any two states, with the game's own key counted
        as a hash of 64 bits; 0 if that is impossible.
    """

    game: str
    position: str
    value: int
    score: int | None
    low: int
    high: int
    action: Action | None
    action_text: str | None
    nodes: int
    decided: int
    seconds: float
    fill: float
    keys: Sureness
    key_collision: float

    def to_dict(self) -> dict[str, Any]:
        """Return the document that ``spielbaum solve --json`` prints; the action is a text in it."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "action_text"}
        return {**fields, "action": self.action_text}


class Proof:
    """One proof.

    Parameters
    ----------
    game
        The game.
    test
        ``(state, bound, ply, ws) -> value``, the null-window search.
    threads
        The threads and their workspaces.
    table
        The words of the table, to measure how full it is.
    keys
        The keys of states in the table.
    """

    def __init__(
        self,
        game: Game,
        test: Callable[[State, int, int, Workspace], int],
        threads: SearchThreads,
        table: Any,
        keys: ProofKeys,
    ) -> None:
        self.game, self.test, self.threads, self.table, self.keys = game, test, threads, table, keys
        self.extremes = make_proof_rules(game, compiled=False).extremes
        self.low, self.high, self.bound = -LIMIT, LIMIT, 0
        self.action: Action | None = None
        self.reached = -UNFIT  # by the action
        self.ask: Ask

    def run(
        self,
        root: State,
        *,
        strong: bool,
        with_action: bool = True,
        progress: Callable[[SolverProgress], None] | None,
        on_tick: Callable[[], None],
    ) -> Solution:
        """Prove the value of a state, and its score if wanted, and find an action that leads to it.

        ``progress`` and ``on_tick`` are called about ten times a second.
        """
        start = time.perf_counter()
        if self.game.repetition:
            for ws in self.threads.workspaces:
                ws.path[0] = 0  # moves before the root do not count

        short = False

        def tick() -> None:
            nonlocal short
            on_tick()
            if is_short():
                short = True
                self.threads.stop()
            if progress is not None:
                seconds = time.perf_counter() - start
                progress(SolverProgress(self.low, self.high, self.bound, self._nodes(), seconds, filled(self.table)))

        def prove() -> None:
            goal = self._prove(root, strong=strong)
            if goal is not None and with_action:
                self._choose(root, goal, strong=strong)

        _, interrupted = run_with_watchdog(prove, self.threads.stop, steps=self._nodes, on_tick=tick)
        if interrupted or short:
            known = (
                Sentence("the score is from {} to {}", self.low, self.high)
                if self.low > -LIMIT
                else Sentence("nothing is known yet")
            )
            stopped = Sentence("stopped, for {},", SHORT) if short else "interrupted"
            raise SearchInterruptedError(Message("{} after {:,} nodes: {}", stopped, self._nodes(), known))
        return Solution(
            game=self.game.spec,
            position=format_state(self.game, root),
            value=(self.low > 0) - (self.high < 0),
            score=self.low if self.low == self.high else None,
            low=self.low,
            high=self.high,
            action=self.action if with_action else None,
            action_text=None if self.action is None or not with_action else format_action(self.game, root, self.action),
            nodes=self._nodes(),
            decided=sum(int(ws.decided) for ws in self.threads.workspaces),
            seconds=time.perf_counter() - start,
            fill=filled(self.table),
            keys=self.keys.sure,
            key_collision=self._key_collision(),
        )

    def _key_collision(self) -> float:
        met = sum(int(ws.probes) for ws in self.threads.workspaces)
        return self.keys.chance(met, len(self.table) // BUCKET_WORDS, len(self.threads.workspaces))

    def _nodes(self) -> int:
        return sum(int(ws.nodes) for ws in self.threads.workspaces)

    def _prove(self, root: State, *, strong: bool) -> int | None:
        """Search until one score or sign is left, and return it; None if the game is over or the search was stopped."""
        self.low, self.high = self._extremes(root)
        if self.game.is_terminal(root):
            return None
        self.ask = self._questions(root, 0)
        while self.low < self.high if strong else sign(self.low) < sign(self.high):
            bounds = self._next_bounds(strong=strong)
            self.bound = bounds[0]
            bound, value, ws = self.ask(bounds)
            if ws.stop:
                return None
            if value >= bound:
                self.low = self.reached = max(self.low, value)
                self.action = self.game.unpacked(int(ws.best_move[0]))
            else:
                self.high = min(self.high, value)
        return self.low if strong else sign(self.low)

    def _choose(self, root: State, goal: int, *, strong: bool) -> None:
        """Find an action that leads to the goal."""
        if not strong and self.high < 0:  # all actions lose
            self.action = legal_actions(self.game, root)[0]
            return
        if self.action is None or self.reached < goal:
            _, _, ws = self.ask([goal])
            self.action = self.game.unpacked(int(ws.best_move[0]))
        self._prefer_the_first(root, goal)

    def _next_bounds(self, *, strong: bool) -> list[int]:
        """Return the bound of the next question; in games with repetition both bounds that decide who wins."""
        open_signs = [bound for bound in (1, 0) if self.low < bound <= self.high]
        if self.game.repetition and open_signs:
            return open_signs
        return [next_bound(self.low, self.high, strong=strong)]

    def _questions(self, state: State, ply: int) -> Ask:
        """Return the function that asks whether the value of a state reaches one of some bounds."""
        horizons = None
        if self.game.repetition:
            horizons = Horizons(state, self.game.to_move(state), ply, self.test, self.threads)
        keyed = self.game.hints.key is not None or self.game.hints.proof.key is not None

        def ask(bounds: list[int]) -> tuple[int, int, Workspace]:
            bound = bounds[0]
            if horizons is not None:
                bound, value, ws = horizons.first_answer(bounds)
            else:
                value, ws = self.threads.run(lambda ws: self.test(state, bound, ply, ws))
            advice = Sentence("such a game has no proof")
            validate_outcome(int(ws.stop), self.game.spec, unfit=_unfit(self.game), advice=advice, keyed=keyed)
            return bound, value, ws

        return ask

    def _prefer_the_first(self, root: State, goal: int) -> None:
        """Choose the first action in the game's order that leads to the goal, if it takes few nodes to find."""
        for ws in self.threads.workspaces:
            limit_nodes(ws, ws.nodes + min(TIE_NODES, max(LEAST_TIE_NODES, ws.nodes // TIE_PART)))
        for action in self.game.actions(root):
            if action == self.action:
                break
            if self._leads_to(goal, root, action):
                self.action = action
                break

    def _leads_to(self, goal: int, root: State, action: Action) -> bool:
        child = self.game.result(root, action)
        same = self.game.to_move(child) == self.game.to_move(root)
        low, high = self._extremes(child)
        if low < high:
            bound = goal if same else 1 - goal
            _, value, ws = self._questions(child, 1)([bound])
            if ws.stop:
                return False
            low, high = (max(low, value), high) if value >= bound else (low, min(high, value))
        return low >= goal if same else -high >= goal

    def _extremes(self, state: State) -> tuple[int, int]:
        low, high = self.extremes(state)
        if low == UNFIT:
            raise GameError(_unfit(self.game))
        return low, high


def _unfit(game: Game) -> str:
    return Sentence(
        "{} has a utility that is not a whole number from {:,} to {:,}: search it to the end with analyze",
        game.spec,
        -LIMIT,
        LIMIT,
    )


def sign(number: int) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def next_bound(low: int, high: int, *, strong: bool) -> int:
    """Return the bound of the next question: first who wins, then step by step, with larger steps in a wide range.

    If the score is wanted, the first question is whether the state is lost, since the answer helps with the next one.

    Examples
    --------
    >>> next_bound(-18, 18, strong=True), next_bound(0, 18, strong=True), next_bound(1, 18, strong=True)
    (0, 1, 2)
    >>> next_bound(-18, 18, strong=False), next_bound(-18, -1, strong=True), next_bound(-1000, -1, strong=True)
    (1, -1, -31)
    """
    if low < 0 <= high and (strong or high < 1):
        return 0
    if low < 1 <= high:
        return 1
    step = (high - low) // STEPS
    return low + 1 + step if low > 0 else high - step
