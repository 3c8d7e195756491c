"""Models as plain functions of a state, which are compiled with the game."""

from collections.abc import Callable, Sequence
from math import exp, prod
from typing import Any

from spielbaum.errors import GameError, InputError, Message
from spielbaum.game import TO_MOVE, Evaluation, Game, State, Vector
from spielbaum.kernel import AsRows, Numbers, with_entry
from spielbaum.learning.models.model import Categories, Linear, Model
from spielbaum.learning.models.payoffs import Payoffs

Rows = Sequence[Vector]
Strength = Callable[[Rows, int, int, int], float]
"""``(rows, player, player to move, players in the game as bits) -> number``"""


def make_evaluation(game: Game, model: Model) -> Evaluation:
    """Return the evaluation of a model.

    Raises
    ------
    InputError
        If it is a model of another game, or of features that the game does not have.
    """
    payoffs = Payoffs.of(game)
    rows_of, alive, to_move = make_rows(game), make_alive(game), game.to_move
    refuse_foreign(game, model)
    zeros, players = (0.0,) * game.players, game.players
    if isinstance(model.body, Linear):
        strength, exponential = make_score(model, game), True
    else:
        strength, exponential = make_share(model, game), False
    pay = payoffs.divider()

    def learned(state: State) -> Vector:
        rows, present, mover = rows_of(state), alive(state), to_move(state)
        strengths, best = zeros, -1e300
        for player in range(players):
            if present >> player & 1:
                own = strength(rows, player, mover, present)
                strengths = with_entry(strengths, player, own)
                best = max(best, own)
        if exponential:
            for player in range(players):
                part = exp(strengths[player] - best) if present >> player & 1 else 0.0
                strengths = with_entry(strengths, player, part)
        return pay(strengths)

    return payoffs.evaluation(learned, game)


def refuse_foreign(game: Game, model: Model) -> None:
    """Raise an error if a model is not a model of a game."""
    if model.game != game.spec:
        raise InputError(Message("it is a model of {}, not of {}", model.game, game.spec))
    if isinstance(model.body, Categories) and model.body.players != game.players:
        raise InputError(
            Message("its counts are of {} players, and {} has {}", model.body.players, game.spec, game.players)
        )
    phase = getattr(model.body, "phase", None)
    for name in (*model.features, *([phase] if phase else [])):
        if name != TO_MOVE and name not in game.features.names:
            raise InputError(Message("it uses the feature {!r}, which {} does not have", name, game.spec))


def make_rows(game: Game) -> Callable[[State], Rows]:
    """Return ``state -> features`` as floats.

    Raises
    ------
    GameError
        If the game has no features.
    """
    features = game.features.function
    if features is None:
        raise GameError(
            Message(
                "{} has no features to learn from: give its record features=Features(names=..., "
                "function=...), a function from a state to a tuple of numbers for each player",
                game.spec,
            )
        )
    as_rows = AsRows(game.players, len(game.features.names), f"features of {game.spec}")

    def rows(state: State) -> Rows:
        return as_rows(features(state))

    return rows


def make_alive(game: Game) -> Callable[[State], int]:
    """Return ``state -> players in the game``, as bits; all players if the game does not say."""
    everybody = (1 << game.players) - 1

    def all_are(_state: State) -> int:
        return everybody

    return game.active_players or all_are


def make_entry(model: Model, game: Game) -> Callable[[Rows, int, int, int], float]:
    """Return ``(rows, player, number of a feature of the model, player to move) -> number``."""
    names = list(game.features.names)
    columns = tuple(-1 if name == TO_MOVE else names.index(name) for name in model.features)

    def entry(rows: Rows, player: int, feature: int, mover: int) -> float:
        column = columns[feature]
        if column < 0:
            return 1.0 if player == mover else 0.0
        return rows[player][column]

    return entry


def make_score(model: Model, game: Game) -> Strength:
    """Return the weighted sum of a linear model."""
    body = model.body
    assert isinstance(body, Linear)
    entry, count = make_entry(model, game), len(model.features)
    weights = Numbers([weight for row in body.weights for weight in row])
    phase_of = make_phase(model, game)
    last = len(body.weights) - 1

    def score(rows: Rows, player: int, mover: int, _present: int) -> float:
        points = 0.0
        for feature in range(count):
            points += weights[feature] * entry(rows, player, feature, mover)
        return points

    def blended(rows: Rows, player: int, mover: int, _present: int) -> float:
        phase = phase_of(rows)
        row = min(int(phase), last - 1)
        late, points = phase - row, 0.0
        for feature in range(count):
            early = weights[row * count + feature]
            weight = early + late * (weights[(row + 1) * count + feature] - early)
            points += weight * entry(rows, player, feature, mover)
        return points

    return blended if last else score


def make_phase(model: Model, game: Game) -> Callable[[Rows], float]:
    """Return ``rows -> phase``: 1.25 is a quarter of the way from the second to the third."""
    body, players = model.body, game.players
    assert isinstance(body, Linear)
    knots, last = Numbers(body.knots or [0.0]), len(body.weights) - 1
    column = list(game.features.names).index(body.phase) if body.phase else 0

    def phase(rows: Rows) -> float:
        whole = 0.0
        for player in range(players):
            whole += rows[player][column]
        if whole <= knots[0]:
            return 0.0
        for place in range(last):
            if whole < knots[place + 1]:
                return place + (whole - knots[place]) / (knots[place + 1] - knots[place])
        return float(last)

    return phase


def make_category(model: Model, game: Game) -> Callable[[Rows, int, int, int], int]:
    """Return the number of a player's category."""
    body, players = model.body, game.players
    assert isinstance(body, Categories)
    relative, sizes = make_relative(make_entry(model, game), players), body.sizes
    widest = max(sizes)
    cuts = Numbers([cut for row in body.thresholds for cut in [*row, *[0.0] * (widest - 1 - len(row))]] or [0.0])
    count = len(sizes)

    def category(rows: Rows, player: int, mover: int, present: int) -> int:
        number = 0
        for feature in range(count):
            ahead = relative(rows, player, feature, mover, present)
            place = 0
            for cut in range(sizes[feature] - 1):
                if ahead > cuts[feature * (widest - 1) + cut]:
                    place += 1
            number = number * sizes[feature] + place
        return number

    return category


def make_relative(entry: Callable[[Rows, int, int, int], float], players: int) -> Callable[..., float]:
    """Return a player's number less that of the best opponent in the game."""

    def relative(rows: Rows, player: int, feature: int, mover: int, present: int) -> float:
        own, best, others = entry(rows, player, feature, mover), 0.0, 0
        for other in range(players):
            if other != player and present >> other & 1:
                theirs = entry(rows, other, feature, mover)
                best = theirs if others == 0 or theirs > best else best
                others += 1
        return own - best if others else 0.0

    return relative


def make_share(model: Model, game: Game) -> Strength:
    """Return the expected part of the win in a player's category."""
    body = model.body
    assert isinstance(body, Categories)
    category, table = make_category(model, game), Numbers(body.shares())
    assert len(table) == prod(body.sizes)

    def share(rows: Rows, player: int, mover: int, present: int) -> float:
        return table[category(rows, player, mover, present)]

    return share


def as_function(evaluation: Evaluation) -> Callable[[Any], Sequence[Vector]]:
    """Return an evaluation as a function that returns one row, to be called compiled."""
    function = evaluation.function

    def row(state: State) -> Sequence[Vector]:
        return (function(state),)

    return row
