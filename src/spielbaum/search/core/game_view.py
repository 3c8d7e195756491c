"""A game as a search sees it: functions of fixed types, one evaluation, and facts about its values."""

from collections.abc import Callable, Iterator
from math import inf, nan
from typing import Any, Literal, NamedTuple, NoReturn

from spielbaum.errors import Sentence
from spielbaum.game import Action, Evaluation, Game, State, Vector
from spielbaum.game.notation import place_of
from spielbaum.game.repetition import draw_utility
from spielbaum.kernel import AsState, AsVector, bounded, divided, least, paranoid_value, total
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.keys import checked, search_key, state_key

UNFIT = "a value that is no number, or a whole number that is not below 2^53, from where floats skip some"
NO_SHARES = (
    "a vector with a negative entry or of the sum 0, which cannot be normalised: search with transform=none, or make "
    "its values positive"
)
NOT_WHOLE = (
    "a value that is no whole number below 2^53, and windows of this algorithm are one unit wide: search with pvs"
)

MOST_RANKED = 64
"""Up to this number of actions are sorted by the bits of a word, if their ranks are the same in all states."""

Transform = Literal["auto", "none", "normalised"]


class Rules(NamedTuple):
    """The functions and facts of a game that algorithms use; every function compiles, vectors hold floats.

    The functions are those of the game and its hints. The others are:

    Attributes
    ----------
    shares_keys, full_key
        Whether states may share a key; a key that they do not share.
    ranks
        The ranks of all actions if ``order`` does not read the state, else empty.
    bounds
        ``state -> (low, high)``: the values of the end of the game that the player to move can still reach.
    drawn
        The value of a draw by repetition.
    maximum, maximum_advice, maximal_sum
        The largest entry of a vector and how the game can declare it; the largest sum; None if unknown.
    shares
        Whether vectors can be divided by their sums: declared non-negative, and not all zero.
    unit
        The value of one unit of utility.
    payoff
        The utilities of a terminal state, whatever the evaluation makes of it.
    scores, has_scores
        The scores of a game, or the utilities if it states none; whether it does.
    unknown
        Whether the utility of a terminal state is unknown.
    null_move
        Returns the state after the player to move has passed.
    leaf_values
        All vectors of ends of the game, if they are known.
    refused
        What a vector of NaN stands for.
    evaluation, with_evaluation
        The name of the evaluation; the rules with another one, by name.
    multithreaded
        Whether several threads search at once.
    has_table
        Whether there is a transposition table.
    allow_deeper_entries
        Whether entries of deeper searches count on any path, and any of equal actions may be chosen.
    sum_of
        The sum of a vector, without rounding errors if it is known in advance, so that equal entries give equal values.
    """

    name: str
    players: int
    state_of: Callable[[Any], State]
    to_move: Callable[[State], int]
    actions: Callable[[State], Iterator[Action]]
    result: Callable[[State, Action], State]
    is_terminal: Callable[[State], bool]
    utility: Callable[[State], Vector]
    evaluate: Callable[[State], Vector]
    key: Callable[[State], int]
    shares_keys: bool
    full_key: Callable[[State], int]
    order: Callable[[State, Action], float] | None
    ranks: tuple[float, ...]
    bounds: Callable[[State], tuple[float, float]] | None
    noisy: Callable[[State, Action], bool] | None
    noisy_actions: Callable[[State], Iterator[Action]] | None
    may_stand_pat: Callable[[State], bool] | None
    may_pass: Callable[[State], bool] | None
    gain: Callable[[State, Action], float] | None
    extends: Callable[[State], bool] | None
    repetition: Callable[[State], int] | None
    reversible: Callable[[State], int] | None
    drawn: Callable[[State], Vector]
    zero_sum: bool
    maximum: float | None
    maximum_advice: str
    maximal_sum: float | None
    non_negative: bool
    shares: bool
    unit: float
    payoff: Callable[[State], Vector]
    scores: Callable[[State], Vector]
    has_scores: bool
    unknown: Callable[[State], bool | str] | None = None
    null_move: Callable[[State], State] | None = None
    leaf_values: tuple[Vector, ...] = ()
    refused: str = UNFIT
    evaluation: str | None = None
    with_evaluation: Callable[[str], "Rules"] | None = None
    multithreaded: bool = False
    has_table: bool = False
    allow_deeper_entries: bool = False
    sum_of: Callable[[Vector], float] = total

    @property
    def is_duel(self) -> bool:
        """Whether it is a two-player zero-sum game."""
        return self.players == 2 and self.zero_sum

    @property
    def one_winner(self) -> bool:
        """Whether at most one player can have the largest value."""
        known = self.maximum is not None and self.maximal_sum is not None and self.non_negative
        return known and 0 <= self.maximal_sum < 2 * self.maximum  # type: ignore[operator]

    @property
    def follows_paths(self) -> bool:
        """Whether table entries are valid on certain paths only."""
        return self.has_table and self.repetition is not None and not self.allow_deeper_entries


def make_rules(game: Game, evaluation: Evaluation | None = None, *, compiled: bool) -> Rules:
    """Return the rules of a game with an evaluation.

    Parameters
    ----------
    game
        The game.
    evaluation
        Estimates unfinished leaves; without it they count as 0 for all players.
    compiled
        Whether the rules will be compiled; the fields of states then have their declared types.
    """
    game = game.numbered
    state_of: Callable[[Any], State] = _itself
    result, null_move = game.result, game.hints.null_move
    if compiled:
        state_of = AsState(game.initial())
        result = _typed_result(game.result, state_of)
        null_move = None if null_move is None else _typed_state(null_move, state_of)
    elif game.compiled:
        result = bounded(game.result)
    estimate = _all_equal(game.players) if evaluation is None else evaluation.function
    return Rules(
        name=game.spec,
        players=game.players,
        state_of=state_of,
        to_move=game.to_move,
        actions=game.actions,  # type: ignore[arg-type]
        result=result,
        is_terminal=game.is_terminal,
        utility=_worth(game, evaluation),
        evaluate=_vector(estimate, game.players, 1),
        key=search_key(game, compiled=compiled),
        shares_keys=game.hints.key is not None,
        full_key=state_key(game, compiled=compiled),
        order=game.hints.order,
        ranks=_ranks(game),
        bounds=_bounds(game, evaluation),
        noisy=game.hints.noisy,
        noisy_actions=game.hints.noisy_actions,  # type: ignore[arg-type]
        may_stand_pat=game.hints.may_stand_pat,
        may_pass=game.hints.may_pass,
        gain=game.hints.gain,
        extends=game.hints.extends,
        repetition=checked(game.repetition.key, game, compiled=compiled) if game.repetition else None,
        reversible=game.repetition.reversible if game.repetition else None,
        drawn=_drawn(game, evaluation),
        zero_sum=game.zero_sum,
        payoff=_vector(game.utility, game.players, 1),
        scores=_vector(game.scores or game.utility, game.players, 1),
        has_scores=game.scores is not None,
        unknown=game.unknown,
        null_move=null_move,
        leaf_values=_leaf_values(game, evaluation),
        with_evaluation=lambda name: make_rules(game, find_evaluation(game, name), compiled=compiled),
        **_facts(game, evaluation),
    )


def _ranks(game: Game) -> tuple[float, ...]:
    """Return the rank of each action if the order of a game does not read the state, else an empty tuple.

    Examples
    --------
    >>> from spielbaum import games
    >>> _ranks(games.load("connect-four"))
    (-6.0, -4.0, -2.0, 0.0, -2.0, -4.0, -6.0)
    """
    order, count = game.hints.order, game.distinct_actions or 0
    if order is None or not 0 < count <= MOST_RANKED:
        return ()
    try:
        return tuple(float(order(_Unread(), action)) for action in range(count))
    except Exception:  # the state was read, or no action has this number
        return ()


class _Unread:
    """A state that raises an error when it is read."""

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError("the state is read")

    __bool__ = __eq__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __str__ = __repr__ = __format__ = _refuse


def _facts(game: Game, evaluation: Evaluation | None) -> dict[str, Any]:
    """Return the facts about the values of a search, in the unit of the evaluation."""
    estimate = evaluation or Evaluation(_all_equal(game.players), non_negative=True, maximum=0, maximal_sum=0)
    unit = estimate.worth_of_utility
    utility_sum = 0 if game.zero_sum else game.utility_sum
    most = game.max_utility_sum if utility_sum is None else utility_sum
    maximum, maximal_sum, non_negative = estimate.maximum, estimate.maximal_sum, estimate.non_negative
    if game.zero_sum:
        maximal_sum = 0
    shares = estimate.terminal or bool(game.non_negative and utility_sum)
    if not estimate.terminal:
        maximum = _largest(maximum, game.max_utility, unit)
        maximal_sum = _largest(maximal_sum, most, unit)
        non_negative = non_negative and game.non_negative
    return {
        "maximum": maximum,
        "maximum_advice": _maximum_advice(game, estimate),
        "maximal_sum": maximal_sum,
        "non_negative": non_negative,
        "shares": evaluation is not None and non_negative and shares,
        "unit": unit,
    }


def _maximum_advice(game: Game, estimate: Evaluation) -> str:
    """Return how to declare the largest entry of a vector."""
    advice = []
    if game.max_utility is None and not estimate.terminal:
        advice.append(Sentence("give the game max_utility"))
    if estimate.maximum is None:
        name = getattr(estimate.function, "__name__", "function")
        advice.append(Sentence("give the evaluation a maximum, Evaluation({}, maximum=...)", name))
    return " and ".join(advice)


def worth_of_win(game: Game, evaluation: Evaluation | None) -> float:
    """Return the value that proves a win in a two-player zero-sum game: the largest utility, if estimates are smaller.

    Its negative proves a loss. Infinity if unknown.
    """
    estimate = evaluation or Evaluation(_all_equal(game.players), maximum=0)
    if not game.is_duel or game.max_utility is None:
        return inf
    most = float(game.max_utility) * estimate.utility_weight
    return most if estimate.maximum is not None and estimate.maximum < most and not estimate.terminal else inf


def least_decisive(game: Game, evaluation: Evaluation | None) -> float:
    """Return the largest estimate in a two-player zero-sum game; a larger value is a utility.

    A value above it is a win, and one below its negative a loss, whatever the depth of the search. Infinity if unknown.
    """
    estimate = evaluation or Evaluation(_all_equal(game.players), maximum=0)
    if not game.is_duel or estimate.terminal or estimate.maximum is None:
        return inf
    return float(estimate.maximum)


def _largest(estimate: float | None, utility: float | None, unit: float) -> float | None:
    return None if estimate is None or utility is None else max(float(estimate), float(utility) * unit)


def transformed(rules: Rules, transform: Transform) -> Rules:
    """Return the rules with every vector divided by its sum, depending on the transform.

    Parameters
    ----------
    rules
        The game.
    transform
        ``"normalised"`` divides. ``"auto"`` divides if game and evaluation are declared non-negative and the game has a
        ``utility_sum`` other than 0; for a terminal evaluation its own declaration is enough. ``"none"`` does not.
        A vector with a negative entry or the sum 0 becomes a vector of NaN.
    """
    if transform == "none" or (transform == "auto" and not rules.shares):
        return rules

    def shares(vector: Vector) -> Vector:
        whole = total(vector)
        if least(vector) < 0 or whole == 0:
            return divided(vector, nan)
        return divided(vector, whole)

    return _with_vectors(rules, shares)._replace(
        refused=NO_SHARES, zero_sum=False, maximum=1, maximal_sum=1, non_negative=True, unit=1, sum_of=one
    )


def one(_vector: Vector) -> float:
    """Return the sum of shares."""
    return 1.0


def whole_numbers(rules: Rules) -> Rules:
    """Return the rules with a vector of NaN in place of each one that has a fraction."""

    def whole(vector: Vector) -> Vector:
        return vector if total(vector) % 1 == 0 and least(vector) % 1 == 0 else divided(vector, nan)

    return _with_vectors(rules, whole)._replace(refused=NOT_WHOLE, bounds=rules.bounds)


def paranoid_view(rules: Rules) -> Rules:
    """Return the rules of the paranoid game: each entry minus the entries of all others.

    A two-player zero-sum game stays as it is. In other games each entry belongs to another paranoid game, so that
    nothing is known of their sum.
    """
    if rules.is_duel:
        return rules
    sum_of = rules.sum_of

    def against_all(vector: Vector) -> Vector:
        return paranoid_value(vector, sum_of(vector))

    return _with_vectors(rules, against_all)._replace(maximum=None, maximal_sum=None, non_negative=False)


def _with_vectors(rules: Rules, change: Callable[[Vector], Vector]) -> Rules:
    utility_before, evaluate_before, drawn_before = rules.utility, rules.evaluate, rules.drawn

    def utility(state: State) -> Vector:
        return change(utility_before(state))

    def evaluate(state: State) -> Vector:
        return change(evaluate_before(state))

    def drawn(state: State) -> Vector:
        return change(drawn_before(state))

    known = tuple(change(vector) for vector in rules.leaf_values)
    return rules._replace(utility=utility, evaluate=evaluate, drawn=drawn, bounds=None, leaf_values=known)


def _worth(game: Game, evaluation: Evaluation | None) -> Callable[[State], Vector]:
    """Return the value of terminal states, in the unit of the evaluation."""
    if evaluation is None:
        return _vector(game.utility, game.players, 1)
    if evaluation.terminal:
        return _vector(evaluation.function, game.players, 1)
    return _vector(game.utility, game.players, evaluation.utility_weight)


def _leaf_values(game: Game, evaluation: Evaluation | None) -> tuple[Vector, ...]:
    """Return all vectors of ends of the game, in the unit of the evaluation; empty if they are unknown."""
    if evaluation is not None and evaluation.terminal:
        return ()
    weight = 1 if evaluation is None else evaluation.utility_weight
    drawn = [draw_utility(game)] if game.hints.leaf_values and game.repetition is not None else []
    return tuple(tuple(float(weight * entry) for entry in vector) for vector in (*game.hints.leaf_values, *drawn))


def _drawn(game: Game, evaluation: Evaluation | None) -> Callable[[State], Vector]:
    """Return the value of a draw by repetition, in the unit of the evaluation."""
    estimated = evaluation is not None and evaluation.terminal and evaluation.drawn
    counted = tuple(map(float, estimated or draw_utility(game)))

    def drawn(_state: State) -> Vector:
        return counted

    return _vector(drawn, game.players, 1 if evaluation is None else evaluation.worth_of_utility)


def _bounds(game: Game, evaluation: Evaluation | None) -> Callable[[State], tuple[float, float]] | None:
    """Return the game's bounds, in the unit of the evaluation; None if terminal states are evaluated."""
    reach = game.hints.bounds
    if reach is None or (evaluation is not None and evaluation.terminal):
        return None
    unit = float(1 if evaluation is None else evaluation.utility_weight)

    def bounds(state: State) -> tuple[float, float]:
        low, high = reach(state)
        return unit * low, unit * high

    return bounds


def _all_equal(players: int) -> Callable[[State], Vector]:
    zeros = (0,) * players

    def estimate(_state: State) -> Vector:
        return zeros

    return estimate


def _vector(function: Callable[[State], Vector], players: int, weight: float) -> Callable[[State], Vector]:
    as_vector = AsVector(players, weight, Sentence("what {}, returns", place_of(function)))

    def vector(state: State) -> Vector:
        return as_vector(function(state))

    return vector


def _typed_result(
    result: Callable[[State, Action], State], as_state: Callable[[Any], State]
) -> Callable[[State, Action], State]:
    def typed_result(state: State, action: Action) -> State:
        return as_state(result(state, action))

    return typed_result


def _typed_state(function: Callable[[State], State], as_state: Callable[[Any], State]) -> Callable[[State], State]:
    def typed_state(state: State) -> State:
        return as_state(function(state))

    return typed_state


def _itself(state: State) -> State:
    return state
