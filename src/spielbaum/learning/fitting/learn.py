"""From positions to a model, with its scores on held-out games."""

import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from spielbaum.arena.play import versions
from spielbaum.errors import InputError, Message
from spielbaum.game import TO_MOVE, Game
from spielbaum.learning.fitting.categories import fit_categories
from spielbaum.learning.fitting.guessed import refuse_false_pieces
from spielbaum.learning.fitting.linear import fit_linear
from spielbaum.learning.fitting.positions import Positions
from spielbaum.learning.fitting.scores import score
from spielbaum.learning.fitting.targets import returns
from spielbaum.learning.models import Model, make_evaluation
from spielbaum.learning.models.file import METHODS

CATEGORIES, LINEAR, TD = METHODS

_WEIGHTS = ("phases", "phase", "penalty")
_OPTIONS = {CATEGORIES: ("bins", "smoothing", "fewest"), LINEAR: _WEIGHTS, TD: (*_WEIGHTS, "trace")}


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """The options of learning an evaluation.

    Attributes
    ----------
    method
        ``"categories"``, ``"linear"`` or ``"td"``.
    features
        Names; by default all of the game and ``to-move``.
    held_out
        The part of the games that is held out to judge the model.
    seed
        Determines which games are held out.
    phases, phase, penalty
        Options of weights; see `fit_linear`.
    bins, smoothing, fewest
        Options of categories; see `fit_categories`.
    trace
        λ of TD(λ).
    origin
        The origin of the games, which is stored in the model.
    """

    method: str = LINEAR
    features: tuple[str, ...] = ()
    held_out: float = 0.2
    seed: int = 0
    phases: int = 1
    phase: str | None = None
    penalty: float = 1.0
    bins: int = 5
    smoothing: float = 1.0
    fewest: int = 20
    trace: float = 0.7
    origin: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse options that are invalid or not of the method."""
        if self.method not in METHODS:
            raise InputError(Message("there is no method {!r}: there is {}", self.method, ", ".join(METHODS)))
        for option in fields(self):
            others = [method for method, names in _OPTIONS.items() if option.name in names]
            if others and self.method not in others and getattr(self, option.name) != option.default:
                named = {"trace": "lambda", "phase": "phase-by"}.get(option.name, option.name)
                raise InputError(Message("{} is an option of {}, not of {}", named, " and ".join(others), self.method))
        if not 0 <= self.held_out < 1:
            raise InputError(Message("the part held out is at least 0 and less than 1, not {:g}", self.held_out))
        for name in self.features:
            if self.features.count(name) > 1:
                raise InputError(Message("the feature {!r} is named twice", name))
        if self.phase == TO_MOVE:
            raise InputError(
                Message("the phase is determined by a feature of the game, not by {}, which alternates", TO_MOVE)
            )
        if self.phases < 1 or self.bins < 2 or self.fewest < 0:
            raise InputError(Message("there must be at least 1 phase, 2 bins and no negative number of games"))
        if not 0 <= self.trace <= 1 or self.smoothing <= 0 or self.penalty <= 0:
            raise InputError(Message("lambda is between 0 and 1, and smoothing and penalty are greater than 0"))

    @property
    def options(self) -> dict[str, Any]:
        """The options of the method."""
        known = asdict(self)
        return {name: known[name] for name in (*_OPTIONS[self.method], "held_out")}


def learn(game: Game, positions: Positions, lesson: Lesson) -> Model:
    """Return the model that is fitted to positions.

    Parameters
    ----------
    game
        The game.
    positions
        Positions from `read_positions`.
    lesson
        The options.

    Raises
    ------
    InputError
        If there are too few games, or there is no such feature.
    GameError
        If the game declares no features, and its boards have no pieces that could be counted.
    """
    refuse_false_pieces(game, positions.states)
    taught, judged = positions.divided(lesson.held_out, lesson.seed)
    if not len(taught):
        raise InputError(Message("all games are held out and none is left to learn from: play more"))
    features = lesson.features or positions.names
    body: Any
    if lesson.method == CATEGORIES:
        features, body = fit_categories(
            taught, features=features, bins=lesson.bins, smoothing=lesson.smoothing, fewest=lesson.fewest
        )
    else:
        wanted = returns(taught, lesson.trace) if lesson.method == TD else taught.outcomes
        body = fit_linear(
            taught, wanted, features=features, phases=lesson.phases, phase=lesson.phase, penalty=lesson.penalty
        )
    model = Model(
        game=game.spec,
        features=features,
        body=body,
        method=lesson.method,
        options=lesson.options,
        origin={
            **lesson.origin,
            "games": len(np.unique(positions.games)),
            "positions": len(positions),
            "seed": lesson.seed,
            "versions": versions() | _fitted_by(lesson),
            "commit": commit(),
        },
    )
    scores = score(game, make_evaluation(game, model), judged)
    return Model(**{**{name: getattr(model, name) for name in model.__dataclass_fields__}, "scores": scores})


def _fitted_by(lesson: Lesson) -> dict[str, str]:
    """Return the version of the library that fits weights."""
    return {} if lesson.method == CATEGORIES else {"scikit-learn": version("scikit-learn")}


@cache
def commit() -> str | None:
    """Return the commit of this Spielbaum; None if it was installed without its history."""
    try:
        _git("ls-files", "--error-unmatch", Path(__file__).name)  # otherwise another repository contains it
        return _git("rev-parse", "HEAD")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(*words: str) -> str:
    asked = ["git", "-C", str(Path(__file__).parent), *words]
    return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
