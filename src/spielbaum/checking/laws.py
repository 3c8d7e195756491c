"""The laws of games, each a function that returns what is wrong with one state, or None."""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from math import ceil, isclose, isfinite

from spielbaum.checking.faults import is_finite, same, vector_fault
from spielbaum.checking.probe import MAX_ACTIONS, integer_hooks
from spielbaum.checking.visit import Visit, fits, listed
from spielbaum.errors import Sentence
from spielbaum.game import Evaluation, State, Vector
from spielbaum.game.action_fields import action_fault, written
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
    return Sentence("to_move returns {!r}, and players are 0 to {}", player, visit.game.players - 1)


@law("some action unless terminal")
def _some(visit: Visit) -> str | None:
    return Sentence("the state is not terminal and has no action") if not visit.terminal and not visit.actions else None


@law("distinct actions")
def _distinct(visit: Visit) -> str | None:
    for action in visit.actions:
        wrong = Sentence("not a whole number") if isinstance(action, bool) else action_fault(visit.game, action)
        if wrong:
            return Sentence("actions yields {!r}, {}", action, wrong)
    stated = visit.game.distinct_actions
    beyond = [action for action in visit.actions if stated is not None and not 0 <= action < stated]
    if beyond:
        return Sentence(
            "action {} is not in range({}), and the game states distinct_actions={}", beyond[0], stated, stated
        )
    times = Counter(visit.actions)
    twice = next((action for action in visit.actions if times[action] > 1), None)
    return None if twice is None else Sentence("action {!r} is given {} times", twice, times[twice])


@law("results are states")
def _results(visit: Visit) -> str | None:
    for action, child in zip(visit.actions, visit.results, strict=True):
        if type(child) is not type(visit.state):
            return Sentence("result of action {} is {!r}, not a {}", action, child, type(visit.state).__name__)
    return None


@law("nothing changes or remembers")
def _pure(visit: Visit) -> str | None:
    game, before = visit.game, deepcopy(visit.state)
    again = [] if visit.terminal else listed(game, visit.state)
    if again != visit.actions:
        return Sentence("actions returns {}, and {} on a second call", visit.actions, again)
    for action, child in zip(visit.actions, visit.results, strict=True):
        if game.result(visit.state, action) != child:
            return Sentence("result of action {} differs on a second call", action)
        if visit.state != before:
            return Sentence("result of action {} changes the state it is given", action)
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
        return Sentence("utility is {}, and the game states {}", tuple(vector), broken)
    if game.hints.leaf_values and not any(are_close(leaf, vector) for leaf in game.hints.leaf_values):
        return Sentence("utility {} is none of hints.leaf_values", tuple(vector))
    return None


@law("scores")
def _scores(visit: Visit) -> str | None:
    if visit.game.scores is None or not visit.terminal:
        return None
    vector = visit.game.scores(visit.state)
    wrong = vector_fault("scores", vector, visit.game.players)
    return wrong or (
        Sentence("scores returns {}, and no score is negative", tuple(vector)) if min(vector) < 0 else None
    )


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
        return Sentence("active_players returns {!r}, not one bit for each of {} players", here, game.players)
    if not visit.terminal and not here >> visit.to_move & 1:
        return Sentence("player {} is to move, but active_players has no bit for this player", visit.to_move)
    for action, child in zip(visit.actions, visit.results, strict=True):
        if game.active_players(child) & ~here:
            return Sentence("a player who is out comes back by action {}", action)
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
            else Sentence(
                "uniform returns {}, and the state is {}", shape, "terminal" if visit.terminal else "not terminal"
            )
        )
    if len(visit.actions) != width:
        return Sentence("uniform returns {} actions, and there are {}", width, len(visit.actions))
    for action, child in zip(visit.actions, visit.results, strict=True):
        below = game.hints.uniform(child)  # type: ignore[misc]
        if below is None or below[1] != plies - 1:
            return Sentence("uniform returns {}, and {} after action {}", shape, below, action)
        if plies > 1 and game.to_move(child) == visit.to_move:
            return Sentence("uniform is for players who move in turn, and player {} moves twice", visit.to_move)
    return None


@law("evaluations")
def _evaluations(visit: Visit) -> str | None:
    game = visit.game
    for name, evaluation in game.evaluations.items():
        assert isinstance(evaluation, Evaluation)
        vector = evaluation.function(visit.state)
        wrong = vector_fault(Sentence("evaluation {!r}", name), vector, game.players)
        if wrong:
            return wrong
        broken = against_estimate(game, evaluation, vector)
        if broken:
            return Sentence("evaluation {!r} returns {}, and {}", name, tuple(vector), " states ".join(broken))
        if evaluation.terminal or visit.terminal or game.max_utility is None:
            continue
        if max(map(abs, vector)) > game.max_utility * evaluation.utility_weight:
            worth = game.max_utility * evaluation.utility_weight
            enough = ceil(max(map(abs, vector)) / game.max_utility) if game.max_utility > 0 else 1
            return Sentence(
                "evaluation {!r} returns {}, more than the largest utility, which counts {:g}: write "
                "Evaluation({}, utility_weight=...) with at least {:,}, so that no estimate outweighs a "
                "win",
                name,
                tuple(vector),
                worth,
                getattr(evaluation.function, "__name__", name),
                enough,
            )
    return None


@law("features")
def _features(visit: Visit) -> str | None:
    game = visit.game
    if game.features.function is None:
        return None
    rows, length = game.features.function(visit.state), len(game.features.names)
    if not isinstance(rows, Sequence) or len(rows) != game.players:
        return Sentence("features returns {!r}, not a tuple for each of {} players", rows, game.players)
    for row in rows:
        if not isinstance(row, Sequence) or len(row) != length or not all(map(is_finite, row)):
            return Sentence(
                "features returns {!r} for a player, not a number for each of {}", row, ", ".join(game.features.names)
            )
    return None


@law("notation of states")
def _state_notation(visit: Visit) -> str | None:
    game, write = visit.game, visit.game.notation.format_state
    text = write(visit.state) if write else format_state(game, visit.state)
    if not isinstance(text, str) or "\n" in text:
        return Sentence("format_state returns {!r}, which is not one line of text", text)
    if game.notation.validate:
        try:
            game.notation.validate(visit.state)
        except ValueError as error:
            return Sentence("validate refuses a state of play: {}", error)
    if game.notation.parse_state or game.compiled:
        back = parse_state(game, text)
        if back != visit.state:
            return Sentence("{!r} is read back as {}, not as {}", text, back, visit.state)
    return None


@law("notation of actions")
def _action_notation(visit: Visit) -> str | None:
    game = visit.game
    write = game.notation.format_action or written
    texts = [write(visit.state, action) for action in visit.actions]
    for action, text in zip(visit.actions, texts, strict=True):
        if not isinstance(text, str) or not text or text.split() != [text]:
            return Sentence("action {} is written {!r}, which is not one word", action, text)
    times = Counter(texts)
    for action, text in zip(visit.actions, texts, strict=True):
        if times[text] > 1:
            return Sentence("two actions are written {!r}", text)
        if game.notation.parse_action and game.notation.parse_action(visit.state, text) != action:
            return Sentence(
                "{!r} is read back as {}, not as {}", text, game.notation.parse_action(visit.state, text), action
            )
        if game.notation.split_actions and game.notation.split_actions(text) != [text]:
            return Sentence("{!r} is split into {}", text, game.notation.split_actions(text))
    return parse_action_fault(visit, texts)


def parse_action_fault(visit: Visit, texts: Sequence[str]) -> str | None:
    """Return what is wrong if the first action cannot be parsed back."""
    if texts and parse_action(visit.game, visit.state, texts[0]) != visit.actions[0]:
        return Sentence("{!r} is not read back as {}", texts[0], visit.actions[0])
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
            (Sentence("result of action {}", action), there, integers(here))
            for action, there, here in zip(visit.actions, seen.results, visit.results, strict=False)
            if fits(here, shape)
        ),
        ("utility", seen.utility, None if visit.utility is None else tuple(map(float, visit.utility))),
        (
            "scores",
            seen.scores,
            tuple(map(float, game.scores(visit.state))) if game.scores and visit.terminal else None,
        ),
        *(
            (Sentence("evaluation {!r}", name), there, tuple(map(float, evaluation.function(visit.state))))
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
            return Sentence("{} is {} interpreted and {} compiled", what, interpreted, compiled)
    return None


@law("number of actions")
def _count(visit: Visit) -> str | None:
    if visit.game.hints.count is None or visit.terminal:
        return None
    counted, number = visit.game.hints.count(visit.state), len(visit.actions)
    return None if counted == number else Sentence("count returns {!r}, and there are {} actions", counted, number)


@law("noisy actions")
def _noisy(visit: Visit) -> str | None:
    noisy, may_stand_pat = visit.game.hints.noisy, visit.game.hints.may_stand_pat
    if noisy is None or visit.terminal:
        return None
    here = tuple(bool(noisy(visit.state, action)) for action in visit.actions[:MAX_ACTIONS])
    if visit.game.hints.noisy_actions is not None:
        given = list(visit.game.hints.noisy_actions(visit.state))
        wanted = [action for action in visit.actions if noisy(visit.state, action)]
        if given != wanted:
            return Sentence("noisy_actions returns {}, and noisy is true for {}", given, wanted)
    calm = may_stand_pat is None or bool(may_stand_pat(visit.state))
    if visit.seen is not None and (visit.seen.noisy, visit.seen.may_stand_pat) != (here, calm):
        seen = visit.seen
        return Sentence(
            "noisy and may_stand_pat are {}, {} interpreted and {}, {} compiled",
            here,
            calm,
            seen.noisy,
            seen.may_stand_pat,
        )
    return None


@law("gain")
def _gain(visit: Visit) -> str | None:
    noisy, gain = visit.game.hints.noisy, visit.game.hints.gain
    if noisy is None or gain is None or visit.terminal:
        return None
    state, actions = visit.state, visit.actions[:MAX_ACTIONS]
    here = tuple(float(gain(state, action)) if noisy(state, action) else 0.0 for action in actions)
    if not all(map(isfinite, here)):
        return Sentence("gain returns {}, and the gain of an action must be a finite number", here)
    if visit.seen is not None and visit.seen.gains != here:
        return Sentence("gain returns {} interpreted and {} compiled", here, visit.seen.gains)
    return None


@law("extensions")
def _extends(visit: Visit) -> str | None:
    extends = visit.game.hints.extends
    if extends is None or visit.terminal:
        return None
    here = bool(extends(visit.state))
    if visit.seen is not None and visit.seen.extends != here:
        return Sentence("extends returns {} interpreted and {} compiled", here, visit.seen.extends)
    return None


@law("null move")
def _null_move(visit: Visit) -> str | None:
    null_move, may_pass = visit.game.hints.null_move, visit.game.hints.may_pass
    if null_move is None or visit.terminal or not (may_pass is None or may_pass(visit.state)):
        return None
    if visit.seen is not None and fits(visit.state, shape_of(visit.state)):
        there = visit.seen.null_move
        here = tuple(AsIntegers(shape_of(visit.state))(null_move(visit.state)))
        if here != there:
            return Sentence("null_move returns {} interpreted and {} compiled", here, there)
    return _round_of_passes(visit, null_move)


def _round_of_passes(visit: Visit, null_move: Callable[[State], State]) -> str | None:
    """Return what is wrong after all players have passed in turn, which must change nothing."""
    game, state, passed = visit.game, visit.state, list[int]()
    present = game.active_players(state) if game.active_players else (1 << game.players) - 1
    for _ in range(present.bit_count()):
        passed.append(game.to_move(state))
        state = null_move(state)
        if type(state) is not type(visit.state):
            return Sentence("null_move returns {!r}, not a {}", state, type(visit.state).__name__)
        if game.is_terminal(state):
            return None
    if len(set(passed)) < len(passed) or game.to_move(state) != visit.to_move:
        order = ", ".join(map(str, [*passed, game.to_move(state)]))
        return Sentence(
            "when all players pass, each has one turn until player {} moves again, but the movers are {}",
            visit.to_move,
            order,
        )
    again = listed(game, state)
    if Counter(again) != Counter(visit.actions):
        return Sentence("when all players have passed, the actions are {}, not {} as before", again, visit.actions)
    return None


@law("rule of repetition")
def _repetition(visit: Visit) -> str | None:
    if visit.game.repetition is None or visit.terminal:
        return None
    key = visit.game.repetition.key(visit.state)
    if not isinstance(key, int) or not -(2**63) <= key < 2**64:
        return Sentence("repetition.key returns {!r}, which is not a whole number of 64 bits", key)
    return None


@law("draws that are not claimed")
def _unclaimed(visit: Visit) -> str | None:
    if visit.game.unclaimed is None or not visit.terminal:
        return None
    state = visit.game.unclaimed(visit.state)
    if state is None:
        return None
    if type(state) is not type(visit.state):
        return Sentence("unclaimed returns {!r}, not a {} or None", state, type(visit.state).__name__)
    here, there = listed(visit.game, visit.state), listed(visit.game, state)
    if not here or here != there:
        return Sentence(
            "unclaimed returns a state with the actions {}, and those of the terminal state are {}", there, here
        )
    return None


@law("key of 64 bits")
def _key(visit: Visit) -> str | None:
    hints = visit.game.hints
    keys = {
        "hints.key": hints.key,
        "hints.second_key": hints.second_key,
        "hints.proof.key": hints.proof.key,
        "hints.proof.second_key": hints.proof.second_key,
    }
    for name, hook in keys.items():
        number = hook(visit.state) if hook else 0
        if not isinstance(number, int) or not -(2**63) <= number < 2**64:
            return Sentence("{} returns {!r}, which is not a whole number of 64 bits", name, number)
    if hints.proof.both_keys:
        both, single = hints.proof.both_keys(visit.state), (hints.proof.key, hints.proof.second_key)
        apart = tuple(hook(visit.state) for hook in single if hook)
        if tuple(both) != apart:
            return Sentence("hints.proof.both_keys returns {}, and key and second_key give {}", both, apart)
    return None
