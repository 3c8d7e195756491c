"""The laws of games, each a function that returns what is wrong with one state, or None."""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from math import ceil, isclose

from spielbaum.checking.faults import is_finite, same, vector_fault
from spielbaum.checking.probe import MAX_ACTIONS, integer_hooks
from spielbaum.checking.visit import Visit, fits, listed
from spielbaum.game import Action, Evaluation, State, Vector
from spielbaum.game.notation import format_state, parse_action, parse_state
from spielbaum.game.stated import against_estimate, against_utility
from spielbaum.kernel import AsIntegers, misfit, shape_of

Law = Callable[[Visit], str | None]
LAWS: dict[str, Law] = {}
"""Laws by name, in the order in which they are tested; the first broken law ends the test of a state."""


def law(name: str) -> Callable[[Law], Law]:
    """Return a decorator that adds a law."""

    def enter(function: Law) -> Law:
        LAWS[name] = function
        return function

    return enter


@law("64-bit integers")
def _fields(visit: Visit) -> str | None:
    return misfit(visit.state) if visit.game.compiled and isinstance(visit.state, tuple) else None


@law("player to move")
def _player(visit: Visit) -> str | None:
    player = visit.to_move
    if isinstance(player, int) and 0 <= player < visit.game.players:
        return None
    return f"to_move returns {player!r}, and players are 0 to {visit.game.players - 1}"


@law("some action unless terminal")
def _some(visit: Visit) -> str | None:
    return "the state is not terminal and has no action" if not visit.terminal and not visit.actions else None


@law("distinct actions")
def _distinct(visit: Visit) -> str | None:
    for action in visit.actions:
        if not isinstance(action, int) or isinstance(action, bool):
            return f"action {action!r} is not a whole number"
        if not -(2**63) < action < 2**63:
            return f"action {action} does not fit into 64 bits"
    stated = visit.game.distinct_actions
    beyond = [action for action in visit.actions if stated is not None and not 0 <= action < stated]
    if beyond:
        return f"action {beyond[0]} is not in range({stated}), and the game states distinct_actions={stated}"
    times = Counter(visit.actions)
    twice = next((action for action in visit.actions if times[action] > 1), None)
    return None if twice is None else f"action {twice} is given {times[twice]} times"


@law("results are states")
def _results(visit: Visit) -> str | None:
    for action, child in zip(visit.actions, visit.results, strict=True):
        if type(child) is not type(visit.state):
            return f"result of action {action} is {child!r}, not a {type(visit.state).__name__}"
    return None


@law("nothing changes or remembers")
def _pure(visit: Visit) -> str | None:
    game, before = visit.game, deepcopy(visit.state)
    again = [] if visit.terminal else listed(game, visit.state)
    if again != visit.actions:
        return f"actions returns {visit.actions}, and {again} on a second call"
    for action, child in zip(visit.actions, visit.results, strict=True):
        if game.result(visit.state, action) != child:
            return f"result of action {action} differs on a second call"
        if visit.state != before:
            return f"result of action {action} changes the state it is given"
    return None


@law("utility")
def _utility(visit: Visit) -> str | None:
    game, vector = visit.game, visit.utility
    if not visit.terminal:
        return None
    wrong = vector_fault("utility", vector, game.players)
    if wrong:
        return wrong
    broken = against_utility(game, vector)
    if broken:
        return f"utility is {tuple(vector)}, and the game states {broken}"
    if game.hints.leaf_values and not any(are_close(leaf, vector) for leaf in game.hints.leaf_values):
        return f"utility {tuple(vector)} is none of hints.leaf_values"
    return None


def are_close(one: Vector, other: Vector) -> bool:
    """Return whether two vectors are equal up to rounding."""
    return len(one) == len(other) and all(isclose(a, b, abs_tol=1e-9) for a, b in zip(one, other, strict=True))


@law("active players")
def _active_players(visit: Visit) -> str | None:
    game = visit.game
    if game.active_players is None:
        return None
    here, everybody = game.active_players(visit.state), (1 << game.players) - 1
    if not isinstance(here, int) or here & ~everybody:
        return f"active_players returns {here!r}, not one bit for each of {game.players} players"
    if not visit.terminal and not here >> visit.to_move & 1:
        return f"player {visit.to_move} is to move, but active_players has no bit for this player"
    for action, child in zip(visit.actions, visit.results, strict=True):
        if game.active_players(child) & ~here:
            return f"a player who is out comes back by action {action}"
    return None


@law("uniform tree")
def _uniform(visit: Visit) -> str | None:
    game = visit.game
    shape = game.hints.uniform(visit.state) if game.hints.uniform else None
    if shape is None:
        return None
    width, plies = shape
    if visit.terminal or plies == 0:
        return (
            None
            if visit.terminal and plies == 0
            else f"uniform returns {shape}, and the state is {'terminal' if visit.terminal else 'not terminal'}"
        )
    if len(visit.actions) != width:
        return f"uniform returns {width} actions, and there are {len(visit.actions)}"
    for action, child in zip(visit.actions, visit.results, strict=True):
        below = game.hints.uniform(child)  # type: ignore[misc]
        if below is None or below[1] != plies - 1:
            return f"uniform returns {shape}, and {below} after action {action}"
        if plies > 1 and game.to_move(child) == visit.to_move:
            return f"uniform is for players who move in turn, and player {visit.to_move} moves twice"
    return None


@law("evaluations")
def _evaluations(visit: Visit) -> str | None:
    game = visit.game
    for name, evaluation in game.evaluations.items():
        assert isinstance(evaluation, Evaluation)
        vector = evaluation.function(visit.state)
        wrong = vector_fault(f"evaluation {name!r}", vector, game.players)
        if wrong:
            return wrong
        broken = against_estimate(game, evaluation, vector)
        if broken:
            return f"evaluation {name!r} returns {tuple(vector)}, and {' states '.join(broken)}"
        if evaluation.terminal or visit.terminal or game.max_utility is None:
            continue
        if max(map(abs, vector)) > game.max_utility * evaluation.utility_weight:
            worth = game.max_utility * evaluation.utility_weight
            enough = ceil(max(map(abs, vector)) / game.max_utility) if game.max_utility > 0 else 1
            return (
                f"evaluation {name!r} returns {tuple(vector)}, more than the largest utility, which counts {worth:g}: "
                f"write Evaluation({getattr(evaluation.function, '__name__', name)}, utility_weight=...) with at least "
                f"{enough:,}, so that no estimate outweighs a win"
            )
    return None


@law("features")
def _features(visit: Visit) -> str | None:
    game = visit.game
    if game.features.function is None:
        return None
    rows, length = game.features.function(visit.state), len(game.features.names)
    if not isinstance(rows, Sequence) or len(rows) != game.players:
        return f"features returns {rows!r}, not a tuple for each of {game.players} players"
    for row in rows:
        if not isinstance(row, Sequence) or len(row) != length or not all(map(is_finite, row)):
            return f"features returns {row!r} for a player, not a number for each of {', '.join(game.features.names)}"
    return None


@law("notation of states")
def _state_notation(visit: Visit) -> str | None:
    game, write = visit.game, visit.game.notation.format_state
    text = write(visit.state) if write else format_state(game, visit.state)
    if not isinstance(text, str) or "\n" in text:
        return f"format_state returns {text!r}, which is not one line of text"
    if game.notation.validate:
        try:
            game.notation.validate(visit.state)
        except ValueError as error:
            return f"validate refuses a state of play: {error}"
    if game.notation.parse_state or game.compiled:
        back = parse_state(game, text)
        if back != visit.state:
            return f"{text!r} is read back as {back}, not as {visit.state}"
    return None


@law("notation of actions")
def _action_notation(visit: Visit) -> str | None:
    game = visit.game
    write = game.notation.format_action or _written
    texts = [write(visit.state, action) for action in visit.actions]
    for action, text in zip(visit.actions, texts, strict=True):
        if not isinstance(text, str) or not text or text.split() != [text]:
            return f"action {action} is written {text!r}, which is not one word"
    times = Counter(texts)
    for action, text in zip(visit.actions, texts, strict=True):
        if times[text] > 1:
            return f"two actions are written {text!r}"
        if game.notation.parse_action and game.notation.parse_action(visit.state, text) != action:
            return f"{text!r} is read back as {game.notation.parse_action(visit.state, text)}, not as {action}"
        if game.notation.split_actions and game.notation.split_actions(text) != [text]:
            return f"{text!r} is split into {game.notation.split_actions(text)}"
    return parse_action_fault(visit, texts)


def _written(_state: State, action: Action) -> str:
    return str(action)


def parse_action_fault(visit: Visit, texts: Sequence[str]) -> str | None:
    """Return what is wrong if the first action cannot be parsed back."""
    if texts and parse_action(visit.game, visit.state, texts[0]) != visit.actions[0]:
        return f"{texts[0]!r} is not read back as {visit.actions[0]}"
    return None


@law("compiled as interpreted")
def _agreement(visit: Visit) -> str | None:
    seen, game = visit.seen, visit.game
    if seen is None:
        return None
    shape = shape_of(visit.state) if visit.game.compiled else None
    integers, actions = AsIntegers(shape), tuple(visit.actions[:MAX_ACTIONS])
    pairs: list[tuple[str, object, object]] = [
        ("to_move", seen.to_move, int(visit.to_move)),
        ("is_terminal", seen.terminal, visit.terminal),
        ("actions", seen.actions, actions),
        *(
            (f"result of action {action}", there, integers(here))
            for action, there, here in zip(visit.actions, seen.results, visit.results, strict=False)
            if fits(here, shape)
        ),
        ("utility", seen.utility, None if visit.utility is None else tuple(map(float, visit.utility))),
        *(
            (f"evaluation {name!r}", there, tuple(map(float, evaluation.function(visit.state))))
            for (name, evaluation), there in zip(game.evaluations.items(), seen.estimates, strict=True)
            if isinstance(evaluation, Evaluation)
        ),
        *((name, there, integer_hooks(game)[name](visit.state) % 2**64) for name, there in seen.numbers.items()),
        (
            "features",
            seen.features,
            tuple(tuple(map(float, row)) for row in game.features.function(visit.state))
            if game.features.function
            else (),
        ),
        (
            "order",
            seen.ranks,
            tuple(float(game.hints.order(visit.state, a)) for a in visit.actions[:MAX_ACTIONS])
            if game.hints.order
            else (),
        ),
    ]
    for what, compiled, interpreted in pairs:
        if not same(compiled, interpreted):
            return f"{what} is {interpreted} interpreted and {compiled} compiled"
    return None
