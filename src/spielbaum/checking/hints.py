"""Tests bounds and proof hints in states near the end, whose values can be computed."""

from collections.abc import Callable
from functools import partial
from typing import Any

from spielbaum.checking.visit import Visit
from spielbaum.errors import Sentence
from spielbaum.game import Action, Game, State
from spielbaum.kernel import (
    AsIntegers,
    AsState,
    Workspace,
    compile_kernel,
    jit_enabled,
    new_workspace,
    pack,
    shape_of,
)

NEAR = 500
"""The most states that a state near the end has below it."""

SOLVED_STATES = 300
"""The number of states near the end that one check solves."""

MAX_CANDIDATES = 4096

Fault = tuple[str, str]
"""The broken law, and the detail."""


class HintCheck:
    """Compares bounds and proof hints with values found by searching to the end.

    Parameters
    ----------
    game
        The game; only zero-sum games of two players with bounds or proof hints are tested.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        proof = game.hints.proof
        self.bounds = [bounds for bounds in (game.hints.bounds, proof.bounds) if bounds]
        self.ranks = [rank for rank in (proof.order, proof.order_open, proof.history_key) if rank]
        self.hooks = [*self.bounds, proof.candidates, proof.settled, *self.ranks, proof.key]
        self.applies = game.is_duel and any(self.hooks)
        self.compiled = _Compiled(game) if self.applies and game.compiled and jit_enabled() else None
        self.values: dict[State, float] = {}
        self.of_key: dict[int, tuple[float, State]] = {}
        self.solved = 0

    def forget(self) -> None:
        """Start again with no states."""
        self.of_key.clear()
        self.solved = 0

    def fault(self, visit: Visit) -> Fault | None:
        """Return which hint is false in a state, and how."""
        if not self.applies or visit.terminal:
            return None
        state = visit.state
        candidates = self._candidates(state)
        if not candidates or not set(candidates) <= set(visit.actions):
            return "candidates", Sentence(
                "candidates returns {}, and the legal actions are {}", candidates, visit.actions
            )
        if self.compiled is not None:
            here, there = self._interpreted(state, candidates), self.compiled.all_of(state)
            if here != there:
                return Sentence("compiled as interpreted"), Sentence(
                    "bounds and proof hints are {} interpreted and {} compiled", here, there
                )
        if self.solved >= SOLVED_STATES or not self._is_near(state):
            return None
        self.solved += 1
        return self._false_hint(visit, candidates)

    def _candidates(self, state: State) -> list[Action]:
        return list((self.game.hints.proof.candidates or self.game.actions)(state))

    def _interpreted(self, state: State, candidates: list[Action]) -> tuple[Any, ...]:
        game, proof = self.game, self.game.hints.proof
        bounds = tuple(float(bound) for bounds in self.bounds for bound in bounds(state))
        integers = AsIntegers(shape_of(state) if game.compiled else None)
        settled = tuple(integers(proof.settled(state))) if proof.settled else ()
        ranks = tuple(float(rank(state, action)) for rank in self.ranks for action in candidates)
        key = proof.key(state) % 2**64 if proof.key else 0
        return bounds, tuple(candidates), settled, ranks, key, int(proof.offset(state)) if proof.offset else 0

    def _false_hint(self, visit: Visit, candidates: list[Action]) -> Fault | None:
        game, state, proof = self.game, visit.state, self.game.hints.proof
        value = self._value(state, visit.to_move)
        for bounds in self.bounds:
            low, high = bounds(state)
            if not low <= value <= high:
                return "bounds", Sentence(
                    "bounds returns {} and {}, and the player to move reaches {:g}", low, high, value
                )
        best = max(self._value(game.result(state, action), visit.to_move) for action in candidates)
        if best != value:
            return "candidates", Sentence(
                "the best of the candidates {} is worth {:g}, not {:g}", candidates, best, value
            )
        if proof.settled and self._value(proof.settled(state), visit.to_move) != value:
            other = proof.settled(state)
            return "settled", Sentence("{} is worth {:g}, not {:g}", other, self._value(other, visit.to_move), value)
        if proof.key and proof.key(state):
            rest = value - (proof.offset(state) if proof.offset else 0)
            known, first = self.of_key.setdefault(proof.key(state), (rest, state))
            if known != rest:
                less = Sentence(" less the offset") if proof.offset else ""
                declared = (
                    Sentence(", and the proof hints state key_kind='injective'")
                    if proof.key_kind == "injective"
                    else ""
                )
                return (
                    Sentence("equal keys, equal values"),
                    Sentence(
                        "{} has the same key, and is worth {:g}{}, not {:g}{}", first, known, less, rest, declared
                    ),
                )
        return None

    def _is_near(self, state: State) -> bool:
        """Return whether there are few states below, each counted once."""
        found, waiting = {state}, [state]
        while waiting:
            here = waiting.pop()
            if here in self.values or self.game.is_terminal(here):
                continue
            for action in self.game.actions(here):
                child = self.game.result(here, action)
                if child not in found:
                    found.add(child)
                    waiting.append(child)
            if len(found) > NEAR:
                return False
        return True

    def _value(self, state: State, player: int) -> float:
        """Return the minimax value of a state for a player."""
        first = self._value_to_first(state)
        return first if player == 0 else -first

    def _value_to_first(self, state: State) -> float:
        game = self.game
        if state not in self.values and game.repetition and game.repetition.whole:
            self.values.update(values_with_circles(game, state))
        if state not in self.values:
            if game.is_terminal(state):
                self.values[state] = float(game.utility(state)[0])
            else:
                best = max if game.to_move(state) == 0 else min
                self.values[state] = best(self._value_to_first(game.result(state, a)) for a in game.actions(state))
        return self.values[state]


def values_with_circles(game: Game, root: State) -> dict[State, float]:
    """Return the values of all states below a state for the first player, endless play being a draw.

    Retrograde analysis: the states from which a player can force a result are found by working backwards from the
    terminal states.
    """
    children: dict[State, set[State]] = {}
    parents: dict[State, set[State]] = {root: set()}
    waiting = [root]
    while waiting:
        state = waiting.pop()
        children[state] = set() if game.is_terminal(state) else {game.result(state, a) for a in game.actions(state)}
        for child in children[state]:
            if child not in parents:
                waiting.append(child)
            parents.setdefault(child, set()).add(state)

    def forced(player: int, least: float) -> set[State]:
        found = {s for s, following in children.items() if not following and game.utility(s)[player] >= least}
        open_actions, waiting = {s: len(following) for s, following in children.items()}, list(found)
        while waiting:
            for parent in parents[waiting.pop()] - found:
                open_actions[parent] -= 1
                if game.to_move(parent) == player or open_actions[parent] == 0:
                    found.add(parent)
                    waiting.append(parent)
        return found

    values = dict.fromkeys(children, 0.0)
    for player, side in ((0, 1), (1, -1)):
        ends = {float(game.utility(s)[player]) for s, following in children.items() if not following}
        for least in sorted(end for end in ends if end > 0):
            values.update(dict.fromkeys(forced(player, least), side * least))
    return values


class _Compiled:
    """Bounds and proof hints, computed by compiled code."""

    def __init__(self, game: Game) -> None:
        start = game.initial()
        self.shape, self.unpacked, game = shape_of(start), game.unpacked, game.numbered
        self.ws = new_workspace(
            {
                "bounds": ("f8", (2, 2)),  # bounds of searches, and bounds of proofs
                "candidate": ("i8", (MAX_CANDIDATES,)),
                "rank": ("f8", (3, MAX_CANDIDATES)),  # of all actions, of those that are open, and history keys
                "count": ("i8", ()),
                "settled": ("i8", (self.shape.size,)),
                "key": ("i8", ()),
                "offset": ("i8", ()),
            },
            compiled=True,
        )
        as_state, proof = AsState(start), game.hints.proof
        makers: tuple[tuple[str, Callable[..., Any], Callable[..., Any] | None], ...] = (
            ("bounds", partial(_make_bounds, 0), game.hints.bounds),
            ("proof_bounds", partial(_make_bounds, 1), proof.bounds),
            ("candidates", _make_candidates, proof.candidates or game.actions),
            ("settled", _make_settled, proof.settled),
            ("order", partial(_make_order, 0), proof.order),
            ("order_open", partial(_make_order, 1), proof.order_open),
            ("history_key", partial(_make_order, 2), proof.history_key),
            ("key", _make_key, proof.key),
            ("offset", _make_offset, proof.offset),
        )
        self.kernels = {name: compile_kernel(make(hook, as_state)) for name, make, hook in makers if hook}

    def all_of(self, state: State) -> tuple[Any, ...]:
        """Return the bounds, candidates, settled state, ranks, key and offset of a state."""
        ws, fields = self.ws, pack(state, self.shape)
        ws.count = 0
        for kernel in self.kernels.values():
            kernel(fields, ws)
        count, ranks = int(ws.count), self._rows("order", "order_open", "history_key")
        return (
            tuple(float(ws.bounds[row, side]) for row in self._rows("bounds", "proof_bounds") for side in range(2)),
            tuple(self.unpacked(int(number)) for number in ws.candidate[:count]),
            tuple(map(int, ws.settled)) if "settled" in self.kernels else (),
            tuple(float(ws.rank[row, i]) for row in ranks for i in range(count)),
            int(ws.key) % 2**64 if "key" in self.kernels else 0,
            int(ws.offset) if "offset" in self.kernels else 0,
        )

    def _rows(self, *names: str) -> list[Action]:
        """Return the rows of the named hooks that the game has."""
        return [row for row, name in enumerate(names) if name in self.kernels]


def _make_bounds(row: int, bounds: Callable[[State], Any], as_state: AsState) -> Callable[..., None]:
    def kernel(fields: Any, ws: Workspace) -> None:
        ws.bounds[row, 0], ws.bounds[row, 1] = bounds(as_state(fields))

    return kernel


def _make_candidates(candidates: Callable[[State], Any], as_state: AsState) -> Callable[..., None]:
    def kernel(fields: Any, ws: Workspace) -> None:
        for action in candidates(as_state(fields)):
            if ws.count < MAX_CANDIDATES:
                ws.candidate[ws.count] = action
                ws.count += 1

    return kernel


def _make_settled(settled: Callable[[State], State], as_state: AsState) -> Callable[..., None]:
    width, as_integers = as_state.shape.size, AsIntegers(as_state.shape)

    def kernel(fields: Any, ws: Workspace) -> None:
        numbers = as_integers(as_state(settled(as_state(fields))))
        for i in range(width):
            ws.settled[i] = numbers[i]

    return kernel


def _make_order(row: int, order: Callable[[State, int], float], as_state: AsState) -> Callable[..., None]:
    def kernel(fields: Any, ws: Workspace) -> None:
        state = as_state(fields)
        for i in range(ws.count):
            ws.rank[row, i] = order(state, ws.candidate[i])

    return kernel


def _make_key(key: Callable[[State], int], as_state: AsState) -> Callable[..., None]:
    def kernel(fields: Any, ws: Workspace) -> None:
        ws.key = key(as_state(fields))

    return kernel


def _make_offset(offset: Callable[[State], int], as_state: AsState) -> Callable[..., None]:
    def kernel(fields: Any, ws: Workspace) -> None:
        ws.offset = offset(as_state(fields))

    return kernel
