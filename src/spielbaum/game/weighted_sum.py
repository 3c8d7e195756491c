"""Evaluations that are weighted sums of features."""

from collections.abc import Callable, Mapping
from typing import Any

from spielbaum.errors import GameError, Message
from spielbaum.game.facts import Evaluation, State, Term, Vector
from spielbaum.game.groups import Features
from spielbaum.kernel import AsRows, with_entry

Phase = Callable[[State], float]


def weighted(
    features: Features,
    weights: Mapping[str, float],
    late: Mapping[str, float] | None = None,
    *,
    phase: Phase | None = None,
    players: int = 2,
    zero_sum: bool = True,
    **facts: Any,
) -> Evaluation:
    """Return the evaluation w1 f1 + w2 f2 + ... of features f1, f2, ...

    Parameters
    ----------
    features
        The features of the game.
    weights
        The weight of each feature by name; features without one do not count.
    late, phase
        The weights late in the game, and ``state -> number`` from 0, where ``weights`` apply, to 1, where ``late``
        apply; in between they are interpolated.
    players
        The number of players.
    zero_sum
        Whether a player's value is its own sum minus that of the opponent; for two players.
    facts
        Other fields of :class:`~spielbaum.Evaluation`: ``utility_weight``, ``maximum`` and so on.

    Raises
    ------
    GameError
        If a weight does not belong to a feature, or only one of ``late`` and ``phase`` is given.

    Examples
    --------
    >>> men = Features(names=("men", "kings"), function=lambda state: ((8, 0), (6, 1)))
    >>> weighted(men, {"men": 1, "kings": 3}).function(None)
    (-1.0, 1.0)
    """
    unknown = [name for name in (*weights, *(late or {})) if name not in features.names]
    if unknown or features.function is None:
        known = ", ".join(features.names) or "none"
        raise GameError(Message("a weight is given to {!r}, and the features are {}", ", ".join(unknown), known))
    if (late is None) != (phase is None):
        raise GameError(
            Message("late weights need phase, a function from a state to a number from 0 to 1, and phase needs them")
        )
    if zero_sum and players != 2:
        raise GameError(Message("a difference of two players needs two, not {}: write zero_sum=False", players))
    rows_of, count = features.function, len(features.names)
    early = tuple(float(weights.get(name, 0)) for name in features.names)
    other = early if late is None else tuple(float(late.get(name, 0)) for name in features.names)
    used = tuple(i for i in range(count) if early[i] or other[i])
    zeros = (0.0,) * players

    def constant(_state: State) -> float:
        return 0.0

    phase_of = phase or constant

    def weight(feature: int, lateness: float) -> float:
        return early[feature] + lateness * (other[feature] - early[feature])

    as_rows = AsRows(players, count, "features")

    def sums(state: State) -> Vector:
        rows, lateness, vector = as_rows(rows_of(state)), float(phase_of(state)), zeros
        for player in range(players):
            points = 0.0
            for feature in range(count):
                points += weight(feature, lateness) * rows[player][feature]
            vector = with_entry(vector, player, points)
        return vector

    def lead(state: State) -> Vector:
        own = sums(state)
        return own[0] - own[1], own[1] - own[0]

    def terms(state: State) -> list[Term]:
        rows, lateness = rows_of(state), float(phase_of(state))
        return [Term(features.names[i], tuple(row[i] for row in rows), weight(i, lateness)) for i in used]

    return Evaluation(lead if zero_sum else sums, terms=terms, **facts)
