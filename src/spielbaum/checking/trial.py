"""A trial before a search: a few playouts in plain Python that test the contract of a game.

Python's integers are unlimited and compiled ones have 64 bits, so overflows are found here and not in a kernel.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import isclose, isfinite
from numbers import Integral, Real
from typing import Any, NamedTuple

from spielbaum.errors import GameError, Message, Sentence, StuckError
from spielbaum.game import Action, Evaluation, Game, State
from spielbaum.game.action_fields import action_fault
from spielbaum.game.notation import after, format_action, place_of
from spielbaum.game.stated import against_estimate, against_utility
from spielbaum.kernel import LARGEST_WHOLE, misfit, shape_of
from spielbaum.watchdog import run_with_watchdog, thread_time

SECONDS = 0.02
"""The time limit of a trial, checked after each ply but the first ones."""

LEAST_PLIES = 2
"""The plies that are tried at least, however slow the game is, or busy the machine."""

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
            if trial.stopped or (ply > LEAST_PLIES and thread_time() > deadline):
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
    if not texts:
        where = Sentence("before any move")
    elif len(texts) > 12:
        where = Sentence("after {} moves, {}", len(texts), " ".join(shown))
    else:
        where = Sentence("after {}", " ".join(shown))
    return Sentence("{}: {} ({})", game.spec, fault.detail, where)


def whole_text(number: int, weight: float = 1) -> str:
    """Return a clause that says why a whole number is too large for a search."""
    counted = Sentence("{} times utility_weight={:g}", number, weight) if weight != 1 else f"{number}"
    return Sentence(
        "{} is not below 2^53: a search uses floats, which cannot represent all larger whole numbers", counted
    )


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
            return Sentence("{}, returns {!r}, not True or False", place_of(game.is_terminal), ended)
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
            return Sentence("{}, returns None, not a state", place_of(self.game.initial))
        if self.game.compiled:
            wrong = misfit(state, whole=self.compiled, shape=self.shape) if isinstance(state, tuple) else None
            return (f"{place_of(self.game.result)}: {wrong}" if moved else wrong) if wrong else None
        try:
            hash(state)
        except TypeError as error:
            kind = type(state).__name__
            return Sentence(
                "a state must have a hash, and {} has none ({}): make it a tuple, or a frozen dataclass", kind, error
            )
        return None

    def _of_player(self, player: Any) -> str | None:
        if isinstance(player, Integral) and 0 <= int(player) < self.game.players:
            return None
        players = self.game.players
        return Sentence("{}, returns {!r}, not a player from 0 to {}", place_of(self.game.to_move), player, players - 1)

    def _actions(self, state: State) -> tuple[list[Action], str | None]:
        function = self.game.actions
        place, given = place_of(function), function(state)
        if not isinstance(given, Iterable):
            return [], Sentence("{}, returns {!r}, not actions: it must yield whole numbers", place, given)
        actions = list(islice(given, MOST_ACTIONS + 1))
        if len(actions) > MOST_ACTIONS:
            return [], Sentence("{}, returns more than {:,} actions: it must end", place, MOST_ACTIONS)
        if not actions:
            return [], Sentence("{}, returns no action for a state that is not terminal", place)
        for action in actions:
            wrong = action_fault(self.game, action)
            if wrong:
                return [], Sentence("{}, returns the action {!r}, {}", place, action, wrong)
        if len(set(actions)) < len(actions):
            twice = next(action for i, action in enumerate(actions) if action in actions[:i])
            return [], Sentence("{}, returns the action {!r} twice", place, twice)
        self.expanded += 1
        if self.expanded <= REPEATED and list(islice(function(state), len(actions) + 1)) != actions:
            return [], Sentence(
                "{}, returns other actions on a second call: it must not be random or change anything", place
            )
        return actions, None

    def _of_hooks(self, state: State, action: Action) -> str | None:
        """Return what is wrong with the numbers of the hints."""
        game, numbers = self.game, list[tuple[Callable[..., Any], Any, type, str]]()
        if self.expanded > REPEATED:
            return None
        hints, repetition = game.hints, game.repetition and game.repetition.key
        for hook in (hints.key, hints.second_key, hints.count, repetition, hints.proof.key, hints.proof.offset):
            if hook:
                numbers.append((hook, hook(state), Integral, Sentence("a whole number")))
        for order in (hints.order, hints.proof.order):
            if order:
                numbers.append((order, order(state, action), Real, Sentence("a number")))
        for function, number, kind, meant in numbers:
            if not isinstance(number, kind):
                return Sentence("{}, returns {!r}, not {}", place_of(function), number, meant)
        reach = hints.bounds(state) if hints.bounds else (0, 0)
        if hints.bounds and not (isinstance(reach, Sequence) and len(reach) == 2 and reach[0] <= reach[1]):
            return Sentence(
                "{}, returns {!r}, not the least and the largest reachable utility", place_of(hints.bounds), reach
            )
        return None

    def _of_result(self, state: State, action: Action, child: Any) -> str | None:
        place = place_of(self.game.result)
        if child is None or (self.game.compiled and type(child) is not type(state)):
            return Sentence(
                "{}, returns {!r} for action {}, not a {} like the previous state",
                place,
                child,
                action,
                type(state).__name__,
            )
        comparable = "__eq__" in {name for kind in type(child).__mro__[:-1] for name in vars(kind)}
        if self.expanded <= REPEATED and comparable and self.game.result(state, action) != child:
            return Sentence(
                "{}, returns another state for action {} on a second call: it must not be random", place, action
            )
        return None

    def _of_utility(self, vector: Any) -> str | None:
        game, place, weight = self.game, place_of(self.game.utility), 1.0
        if self.evaluation is not None:
            weight = self.evaluation.worth_of_utility
        wrong = self._of_vector(vector, weight)
        if wrong:
            return Sentence("{}, returns {}", place, wrong)
        broken = against_utility(game, vector)
        return Sentence("{}, returns {}, and the game states {}", place, tuple(vector), broken) if broken else None

    def _of_estimate(self, state: State) -> str | None:
        if self.evaluation is None:
            return None
        place, vector = place_of(self.evaluation.function), self.evaluation.function(state)
        wrong = self._of_vector(vector)
        if wrong:
            return Sentence("{}, returns {}", place, wrong)
        broken = against_estimate(self.game, self.evaluation, vector)
        return Sentence("{}, returns {}, and {}", place, tuple(vector), " states ".join(broken)) if broken else None

    def _of_vector(self, vector: Any, weight: float = 1) -> str | None:
        """Return what is wrong with estimates, or with utilities that are multiplied by a weight."""
        players = self.game.players
        if not isinstance(vector, Sequence) or isinstance(vector, str) or len(vector) != players:
            return Sentence("{!r}, not a tuple of {} numbers, one for each player", vector, players)
        for number in vector:
            if not isinstance(number, Real):
                return Sentence("{!r}, and {!r} is not a number", vector, number)
            if isinstance(number, Integral):
                if self.game.compiled and not -(2**63) <= int(number) < 2**63:
                    return Sentence("{!r}, and {} does not fit into 64 bits", vector, number)
                if abs(int(number)) > LARGEST_WHOLE / max(1, abs(weight)):
                    return Sentence("{!r}, and {}", vector, whole_text(int(number), weight))
            elif not isfinite(number):
                return Sentence("{!r}, and {!r} is not finite", vector, number)
        return None
