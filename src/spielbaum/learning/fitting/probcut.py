"""Fitting ProbCut: positions of played games are searched to every depth, and lines are fitted to the values.

M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18 (1995).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np

from spielbaum.errors import InputError, Message, UnsupportedGameError
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
"""The most checks of a depth: those of the deepest searches that are at most half as deep."""

FEWEST_POSITIONS = 20
NO_LIMIT = 1 << 62


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """The options of the positions that are searched.

    Attributes
    ----------
    positions
        The number of positions.
    depth
        The deepest search; all lower depths are fitted too.
    opening_plies
        Random actions at the beginning of each game.
    play_depth
        The depth of the searches that continue the game.
    every
        One of ``every`` positions of a game is taken, on average.
    max_plies
        The most plies of a game.
    seed
        Seed of everything random.
    """

    positions: int = 1000
    depth: int = 6
    opening_plies: int = 6
    play_depth: int = 2
    every: int = 4
    max_plies: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse invalid options."""
        if self.depth < LEAST_DEPTH:
            raise InputError(
                Message("ProbCut begins at depth {}: there is nothing to fit to depth {}", LEAST_DEPTH, self.depth)
            )
        if self.positions < FEWEST_POSITIONS:
            raise InputError(
                Message("{} positions are too few for a line: at least {}", self.positions, FEWEST_POSITIONS)
            )
        if min(self.play_depth, self.every, self.max_plies) < 1 or self.opening_plies < 0:
            raise InputError(
                Message("play_depth, every and max_plies are at least 1, and opening_plies is not negative")
            )


def fit_probcut(
    game: Game,
    sampling: Sampling,
    *,
    algorithm: AlgorithmLike | None = None,
    evaluation: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> ProbCutModel:
    """Return a model of how well shallow searches predict deep ones, fitted to positions of played games.

    Parameters
    ----------
    game
        A zero-sum game of two players with an evaluation.
    sampling
        The positions, and the depth.
    algorithm
        The algorithm of the searches; by default the strongest. It should have the same quiescence search as the one
        that will use the model.
    evaluation
        The evaluation of the searches.
    progress
        Called after every position with the number of positions.

    Raises
    ------
    UnsupportedGameError
        If the game is not a zero-sum game of two players, or has no evaluation.
    InputError
        If shallow searches predict nothing, or too few positions can be searched to that depth.
    """
    if not game.is_duel or find_evaluation(game, evaluation) is None:
        raise UnsupportedGameError(
            Message("ProbCut is for zero-sum games of two players with an evaluation, unlike {}", game.spec)
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
            Message(
                "only {} positions of {} could be searched {} plies deep undecided",
                len(rows),
                game.spec,
                sampling.depth,
            )
        )
    found = np.array(rows)
    checks = fit_checks(found)
    if not checks:
        raise InputError(Message("in {} the values of shallow searches predict nothing", game.spec))
    return ProbCutModel(
        game=game.spec,
        evaluation=evaluation_label(searcher.evaluation),
        least=float(found.min()),
        most=float(found.max()),
        checks=tuple(checks),
        origin={"algorithm": str(searcher.choice), **asdict(sampling), "positions": len(rows)},
    )


def fit_checks(values: Floats) -> list[Check]:
    """Return the checks that fit the values of positions, with a column for each depth from 1 on.

    Each depth is predicted by the deepest searches that are at most half as deep and end with the same player to move,
    since estimates depend on who moved last. Values that are constant, or anticorrelated, predict nothing.

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
    """Return the line of least squares; None unless it rises."""
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
    """Return the values of a position by searches to depth 1, 2, 3 and so on, up to where it is decided."""
    values: dict[int, Any] = {}

    def note(done: Progress) -> None:
        values[done.depth] = done.value

    limits = Limits(depth=depth, nodes=NO_LIMIT)
    result = searcher.search(history[-1], limits, history=history[:-1], on_iteration=note)
    if result.certainty.kind == "heuristic":  # an exact value has another unit
        values[result.depth] = result.value
    return [float(values[key]) for key in sorted(values)]


def _played(searcher: Searcher, sampling: Sampling) -> Iterator[Sequence[State]]:
    """Yield positions of games, each with those before it."""
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
