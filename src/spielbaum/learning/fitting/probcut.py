"""Fitting ProbCut: games are played, positions of them are searched to every depth, and lines are drawn through values.

M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18 (1995).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np

from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.game import Game, State
from spielbaum.game.notation import legal_actions
from spielbaum.game.repetition import RepetitionRule
from spielbaum.learning.fitting.positions import Floats
from spielbaum.learning.models.probcut import Check, ProbCutModel, evaluation_label
from spielbaum.search.algorithms.choice import AlgorithmLike, strongest
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import least_decisive
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.searcher import Searcher

LEAST_DEPTH = 3
MOST_CHECKS = 2
"""At most so many of a depth: those of the deepest searches that are no more than half as deep."""

FEWEST_POSITIONS = 20
NO_LIMIT = 1 << 62


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """Which positions are searched, and how.

    Attributes
    ----------
    positions
        How many.
    depth
        The deepest search; all lower depths are fitted on the way.
    opening_plies
        Random actions at the beginning of a game.
    play_depth
        Of the searches that play on from there.
    every
        Of so many positions of a game one is taken, on average.
    max_plies
        When a game is given up.
    seed
        Of all that is random.
    """

    positions: int = 1000
    depth: int = 6
    opening_plies: int = 6
    play_depth: int = 2
    every: int = 4
    max_plies: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.depth < LEAST_DEPTH:
            raise InputError(f"ProbCut begins at depth {LEAST_DEPTH}: there is nothing to fit to depth {self.depth}")
        if self.positions < FEWEST_POSITIONS:
            raise InputError(f"{self.positions} positions are too few for a line: at least {FEWEST_POSITIONS}")
        if min(self.play_depth, self.every, self.max_plies) < 1 or self.opening_plies < 0:
            raise InputError("play_depth, every and max_plies are at least 1, and opening_plies is not negative")


def fit_probcut(
    game: Game,
    sampling: Sampling,
    *,
    algorithm: AlgorithmLike | None = None,
    evaluation: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> ProbCutModel:
    """Return how well shallow searches of positions of played games foretell deep ones.

    Parameters
    ----------
    game
        One for two players and a sum of zero, with an evaluation.
    sampling
        Which positions, and how deep.
    algorithm
        That searches; for None the strongest. It should have the quiescence search of the one that is to cut.
    evaluation
        As of a search.
    progress
        Told after every position how many there are.

    Raises
    ------
    UnsupportedGameError
        If the game is not for two players and a sum of zero, or has no evaluation.
    InputError
        If shallow searches foretell nothing, or no position can be searched so deep.
    """
    if not game.is_duel or find_evaluation(game, evaluation) is None:
        raise UnsupportedGameError(
            f"ProbCut is for zero-sum games of two players with an evaluation, unlike {game.spec}"
        )
    searcher = Searcher(game, algorithm or strongest(game, evaluation), evaluation=evaluation)
    decisive = least_decisive(game, find_evaluation(game, evaluation))
    rows: list[list[float]] = []
    for history in _played(searcher, sampling):
        values = _values(searcher, history, sampling.depth)
        if len(values) == sampling.depth and max(map(abs, values)) <= decisive:
            rows.append(values)
            if progress:
                progress(len(rows))
        if len(rows) == sampling.positions:
            break
    if len(rows) < FEWEST_POSITIONS:
        raise InputError(
            f"only {len(rows)} positions of {game.spec} could be searched {sampling.depth} plies deep undecided"
        )
    found = np.array(rows)
    checks = fit_checks(found)
    if not checks:
        raise InputError(f"in {game.spec} the values of shallow searches foretell nothing")
    return ProbCutModel(
        game=game.spec,
        evaluation=evaluation_label(searcher.evaluation),
        least=float(found.min()),
        most=float(found.max()),
        checks=tuple(checks),
        origin={"algorithm": str(searcher.choice), **asdict(sampling), "positions": len(rows)},
    )


def fit_checks(values: Floats) -> list[Check]:
    """Return the checks of values of positions, one column for each depth from 1 on.

    For each depth those of the deepest searches that are at most half as deep and end with the same player to move:
    whoever moved last has a say in every estimate. Values that do not vary, or fall, foretell nothing.

    Examples
    --------
    >>> import numpy as np
    >>> shallow = np.array([-3.0, -1.0, 0.0, 2.0])
    >>> check, = fit_checks(np.column_stack([shallow, shallow, 2 * shallow + 1]))
    >>> check.depth, check.shallow, round(check.slope, 6), round(check.offset, 6), round(check.deviation, 6)
    (3, 1, 2.0, 1.0, 0.0)
    """
    found = []
    for depth in range(LEAST_DEPTH, values.shape[1] + 1):
        fitting = [shallow for shallow in range(1, depth // 2 + 1) if (depth - shallow) % 2 == 0]
        found += [_line(values, depth, shallow) for shallow in fitting[-MOST_CHECKS:]]
    return [check for check in found if check is not None]


def _line(values: Floats, depth: int, shallow: int) -> Check | None:
    """Return the line of least squares; None where there is none that rises."""
    x, y = values[:, shallow - 1], values[:, depth - 1]
    spread = float(x.var())
    if spread == 0 or len(x) < 3:
        return None
    slope = float(((x - x.mean()) * (y - y.mean())).mean()) / spread
    offset = float(y.mean()) - slope * float(x.mean())
    errors = y - slope * x - offset
    deviation = float(np.sqrt((errors**2).sum() / (len(x) - 2)))
    if slope <= 0 or not all(map(isfinite, (slope, offset, deviation))):
        return None
    return Check(
        depth=depth,
        shallow=shallow,
        slope=slope,
        offset=offset,
        deviation=deviation,
        correlation=slope * float(np.sqrt(spread / y.var())),
        positions=len(x),
    )


def _values(searcher: Searcher, history: Sequence[State], depth: int) -> list[float]:
    """Return the values of a position by searches to depth 1, 2, 3 and so on; fewer where it is decided before."""
    values: dict[int, Any] = {}

    def note(done: Progress) -> None:
        values[done.depth] = done.value

    limits = Limits(depth=depth, nodes=NO_LIMIT)
    result = searcher.search(history[-1], limits, history=history[:-1], on_iteration=note)
    if result.kind == "heuristic":  # an exact value is in another unit
        values[result.depth] = result.value
    return [float(values[key]) for key in sorted(values)]


def _played(searcher: Searcher, sampling: Sampling) -> Iterator[Sequence[State]]:
    """Yield positions of games without end: each with those before it."""
    game, generator = searcher.game, random.Random(sampling.seed)
    rule, games = RepetitionRule(game), 0
    while games < 2 * sampling.positions + 100:
        games += 1
        states = [game.initial()]
        while len(states) <= sampling.max_plies and not game.is_terminal(states[-1]) and not rule.is_draw(states):
            state = states[-1]
            if len(states) <= sampling.opening_plies:
                action = generator.choice(legal_actions(game, state))
            else:
                if generator.randrange(sampling.every) == 0:
                    yield tuple(states)
                found = searcher.search(state, depth=sampling.play_depth, history=states[:-1])
                assert found.action is not None
                action = found.action
            states.append(game.result(state, action))
