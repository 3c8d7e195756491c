"""A trial before a search: a few playouts in plain Python that test the contract of a game.

Python's integers are unlimited and compiled ones have 64 bits, so overflows are found here and not in a kernel.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import isclose, isfinite
from numbers import Integral, Real
from typing import Any, NamedTuple

from spielbaum.errors import GameError, Message, StuckError
from spielbaum.game import Action, Evaluation, Game, State
from spielbaum.game.action_fields import action_fault
from spielbaum.game.notation import after, format_action, place_of
from spielbaum.game.stated import against_estimate, against_utility
from spielbaum.kernel import LARGEST_WHOLE, misfit, shape_of
from spielbaum.watchdog import run_with_watchdog, thread_time

SECONDS = 0.02
"""The time limit of a trial, checked after each ply."""

MOST_PLIES = 80
"""The length of the longest playouts."""

MOST_ACTIONS = 1 << 20
"""A state with more actions counts as one whose actions do not end."""

REPEATED = 8
"""The number of states whose functions are called twice, to compare the results."""

Choose = Callable[[Sequence[Action]], Action]


class Fault(NamedTuple):
    """A fault of a game, and the actions that lead from the root to it."""

    detail: str
    line: tuple[Action, ...]


def refuse_unsound(
    game: Game, root: State, *, depth: int, compiled: bool, evaluation: Evaluation | None = None
) -> None:
    """Raise an error if a game breaks its contract in a few playouts.

    Parameters
    ----------
    game, root
        The game and the state to be searched.
    depth
        The depth of the search.
    compiled
        Whether the search is compiled.
    evaluation
        The evaluation of the search.

    Raises
    ------
    GameError
        If it does; the message names the function at fault and the moves that lead to the fault.
    """
    fault = find_fault(game, root, depth=depth, compiled=compiled, evaluation=evaluation)
    if fault:
        raise GameError(Message("{}; spielbaum check looks for such faults", sentence(game, root, fault)))


def refuse_line(game: Game, root: State, line: Iterable[Action]) -> None:
    """Raise an error if a state on a line of compiled play does not fit into 64 bits.

    Raises
    ------
    GameError
        If one does not; the message names the field and the moves.
    """
    state, played = root, list[Action]()
    for action in line:
        state = after(game, state, action)
        played.append(action)
        wrong = misfit(state)
        if wrong:
            raise GameError(sentence(game, root, Fault(f"{place_of(game.result)}: {wrong}", tuple(played))))


def find_fault(
    game: Game, root: State, *, depth: int, compiled: bool, evaluation: Evaluation | None = None
) -> Fault | None:
    """Return the first fault in four playouts: always the first action, always the last, and two at random."""
    trial = _Trial(game, compiled, evaluation)
    playouts = [_Playout(root, MOST_PLIES, _first), _Playout(root, MOST_PLIES, _last)]
    playouts += [_Playout(root, 20, random.Random(seed).choice) for seed in range(2)]
    try:
        fault, interrupted = run_with_watchdog(
            lambda: _first_fault(trial, playouts, depth), trial.stop, steps=lambda: trial.steps
        )
    except StuckError as error:
        if error.interrupted:
            raise
        return Fault(str(error), tuple(trial.line))
    if interrupted:
        raise KeyboardInterrupt
    return fault  # type: ignore[no-any-return]


def _first_fault(trial: "_Trial", playouts: "Sequence[_Playout]", depth: int) -> Fault | None:
    deadline = thread_time() + SECONDS
    for ply in range(min(depth, MOST_PLIES) + 1):
        for playout in playouts:
            if playout.state is None or ply > playout.plies:
                continue
            wrong = trial.advance(playout, last=ply == depth)
            if wrong:
                return Fault(wrong, tuple(playout.line))
            if trial.stopped or thread_time() > deadline:
                return None
    return None


def sentence(game: Game, root: State, fault: Fault) -> str:
    """Return a sentence about a fault."""
    texts, state = [], root
    for action in fault.line:
        try:
            texts.append(str(format_action(game, state, action)))
            state = game.result(state, action)
        except Exception:  # the notation may be what is wrong
            texts = [str(action) for action in fault.line]
            break
    shown = texts if len(texts) <= 12 else [*texts[:6], "...", *texts[-3:]]
    number = f" {len(texts)} moves," if len(texts) > 12 else ""
    where = f"after{number} {' '.join(shown)}" if texts else "before any move"
    return f"{game.spec}: {fault.detail} ({where})"


def whole_text(number: int, weight: float = 1) -> str:
    """Return a clause that says why a whole number is too large for a search."""
    counted = f"{number} times utility_weight={weight:g}" if weight != 1 else f"{number}"
    return f"{counted} is not below 2^53: a search uses floats, which cannot represent all larger whole numbers"


def sums_to_zero(game: Game) -> bool:
    """Return whether the utilities of a few random games sum to 0; False if none of them ends."""
    ended = 0
    try:
        for seed in range(8):
            state, choice = game.initial(), random.Random(seed)
            for _ in range(MOST_PLIES):
                if game.is_terminal(state):
                    if not isclose(sum(game.utility(state)), 0, abs_tol=1e-9):
                        return False
                    ended += 1
                    break
                state = game.result(state, choice.choice(list(islice(game.actions(state), MOST_ACTIONS))))
    except Exception:  # reported by a search or a check
        return False
    return ended > 0


class _Playout:
    def __init__(self, root: State, plies: int, choose: Choose) -> None:
        self.state: State | None = root
        self.plies, self.choose = plies, choose
        self.line: list[Action] = []


def _first(actions: Sequence[Action]) -> Action:
    return actions[0]


def _last(actions: Sequence[Action]) -> Action:
    return actions[-1]


class _Trial:
    def __init__(self, game: Game, compiled: bool, evaluation: Evaluation | None) -> None:
        self.game, self.compiled, self.evaluation = game, compiled, evaluation
        self.shape = shape_of(game.initial()) if compiled else None
        self.expanded = self.steps = 0
        self.line: list[Action] = []
        self.stopped = False

    def stop(self) -> None:
        """End the trial after the present state."""
        self.stopped = True

    def advance(self, playout: _Playout, *, last: bool) -> str | None:
        """Test the state of a playout and make a move, or end it; return the fault."""
        game, state = self.game, playout.state
        self.steps, self.line = self.steps + 1, playout.line
        wrong = self._of_state(state, moved=bool(playout.line))
        if wrong:
            return wrong
        ended = game.is_terminal(state)
        if isinstance(ended, str):  # 'no' would count as true
            return f"{place_of(game.is_terminal)}, returns {ended!r}, not True or False"
        if ended:
            playout.state = None
            return self._of_utility(game.utility(state))
        wrong = self._of_player(game.to_move(state)) or self._of_estimate(state)
        if wrong or last:
            return wrong
        actions, wrong = self._actions(state)
        if wrong:
            return wrong
        wrong = self._of_hooks(state, actions[0])
        if wrong:
            return wrong
        action = playout.choose(actions)
        child = game.result(state, action)
        wrong = self._of_result(state, action, child)
        if not wrong:
            playout.state = child
            playout.line.append(action)
        return wrong

    def _of_state(self, state: State, *, moved: bool) -> str | None:
        if state is None:
            return f"{place_of(self.game.initial)}, returns None, not a state"
        if self.game.compiled:
            wrong = misfit(state, whole=self.compiled, shape=self.shape) if isinstance(state, tuple) else None
            return (f"{place_of(self.game.result)}: {wrong}" if moved else wrong) if wrong else None
        try:
            hash(state)
        except TypeError as error:
            kind = type(state).__name__
            return f"a state must have a hash, and {kind} has none ({error}): make it a tuple, or a frozen dataclass"
        return None

    def _of_player(self, player: Any) -> str | None:
        if isinstance(player, Integral) and 0 <= int(player) < self.game.players:
            return None
        players = self.game.players
        return f"{place_of(self.game.to_move)}, returns {player!r}, not a player from 0 to {players - 1}"

    def _actions(self, state: State) -> tuple[list[Action], str | None]:
        function = self.game.actions
        place, given = place_of(function), function(state)
        if not isinstance(given, Iterable):
            return [], f"{place}, returns {given!r}, not actions: it must yield whole numbers"
        actions = list(islice(given, MOST_ACTIONS + 1))
        if len(actions) > MOST_ACTIONS:
            return [], f"{place}, returns more than {MOST_ACTIONS:,} actions: it must end"
        if not actions:
            return [], f"{place}, returns no action for a state that is not terminal"
        for action in actions:
            wrong = action_fault(self.game, action)
            if wrong:
                return [], f"{place}, returns the action {action!r}, {wrong}"
        if len(set(actions)) < len(actions):
            twice = next(action for i, action in enumerate(actions) if action in actions[:i])
            return [], f"{place}, returns the action {twice!r} twice"
        self.expanded += 1
        if self.expanded <= REPEATED and list(islice(function(state), len(actions) + 1)) != actions:
            return [], f"{place}, returns other actions on a second call: it must not be random or change anything"
        return actions, None

    def _of_hooks(self, state: State, action: Action) -> str | None:
        """Return what is wrong with the numbers of the hints."""
        game, numbers = self.game, list[tuple[Callable[..., Any], Any, type, str]]()
        if self.expanded > REPEATED:
            return None
        hints, repetition = game.hints, game.repetition and game.repetition.key
        for hook in (hints.key, hints.second_key, hints.count, repetition, hints.proof.key, hints.proof.offset):
            if hook:
                numbers.append((hook, hook(state), Integral, "a whole number"))
        for order in (hints.order, hints.proof.order):
            if order:
                numbers.append((order, order(state, action), Real, "a number"))
        for function, number, kind, meant in numbers:
            if not isinstance(number, kind):
                return f"{place_of(function)}, returns {number!r}, not {meant}"
        reach = hints.bounds(state) if hints.bounds else (0, 0)
        if hints.bounds and not (isinstance(reach, Sequence) and len(reach) == 2 and reach[0] <= reach[1]):
            return f"{place_of(hints.bounds)}, returns {reach!r}, not the least and the largest reachable utility"
        return None

    def _of_result(self, state: State, action: Action, child: Any) -> str | None:
        place = place_of(self.game.result)
        if child is None or (self.game.compiled and type(child) is not type(state)):
            return (
                f"{place}, returns {child!r} for action {action}, not a {type(state).__name__} like the previous state"
            )
        comparable = "__eq__" in {name for kind in type(child).__mro__[:-1] for name in vars(kind)}
        if self.expanded <= REPEATED and comparable and self.game.result(state, action) != child:
            return f"{place}, returns another state for action {action} on a second call: it must not be random"
        return None

    def _of_utility(self, vector: Any) -> str | None:
        game, place, weight = self.game, place_of(self.game.utility), 1.0
        if self.evaluation is not None:
            weight = self.evaluation.worth_of_utility
        wrong = self._of_vector(vector, weight)
        if wrong:
            return f"{place}, returns {wrong}"
        broken = against_utility(game, vector)
        return f"{place}, returns {tuple(vector)}, and the game states {broken}" if broken else None

    def _of_estimate(self, state: State) -> str | None:
        if self.evaluation is None:
            return None
        place, vector = place_of(self.evaluation.function), self.evaluation.function(state)
        wrong = self._of_vector(vector)
        if wrong:
            return f"{place}, returns {wrong}"
        broken = against_estimate(self.game, self.evaluation, vector)
        return f"{place}, returns {tuple(vector)}, and {' states '.join(broken)}" if broken else None

    def _of_vector(self, vector: Any, weight: float = 1) -> str | None:
        """Return what is wrong with estimates, or with utilities that are multiplied by a weight."""
        players = self.game.players
        if not isinstance(vector, Sequence) or isinstance(vector, str) or len(vector) != players:
            return f"{vector!r}, not a tuple of {players} numbers, one for each player"
        for number in vector:
            if not isinstance(number, Real):
                return f"{vector!r}, and {number!r} is not a number"
            if isinstance(number, Integral):
                if self.game.compiled and not -(2**63) <= int(number) < 2**63:
                    return f"{vector!r}, and {number} does not fit into 64 bits"
                if abs(int(number)) > LARGEST_WHOLE / max(1, abs(weight)):
                    return f"{vector!r}, and {whole_text(int(number), weight)}"
            elif not isfinite(number):
                return f"{vector!r}, and {number!r} is not finite"
        return None
