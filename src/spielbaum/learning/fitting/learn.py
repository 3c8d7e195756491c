"""From positions to a model, with its scores on games that were held out."""

import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from spielbaum.arena.play import versions
from spielbaum.errors import InputError
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
    """How an evaluation is learned.

    Attributes
    ----------
    method
        ``"categories"``, ``"linear"`` or ``"td"``.
    features
        Names; all of the game and ``to-move`` without them.
    held_out
        The part of the games by which the model is judged.
    seed
        Decides which games these are.
    phases, phase, penalty
        Of weights; see `fit_linear`.
    bins, smoothing, fewest
        Of categories; see `fit_categories`.
    trace
        λ of TD(λ).
    origin
        Where the games come from: goes into the model.
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
        """Refuse what cannot be."""
        if self.method not in METHODS:
            raise InputError(f"there is no method {self.method!r}: there is {', '.join(METHODS)}")
        for option in fields(self):
            others = [method for method, names in _OPTIONS.items() if option.name in names]
            if others and self.method not in others and getattr(self, option.name) != option.default:
                named = {"trace": "lambda", "phase": "phase-by"}.get(option.name, option.name)
                raise InputError(f"{named} is an option of {' and '.join(others)}, not of {self.method}")
        if not 0 <= self.held_out < 1:
            raise InputError(f"the part held out is at least 0 and less than 1, not {self.held_out:g}")
        for name in self.features:
            if self.features.count(name) > 1:
                raise InputError(f"the feature {name!r} is named twice")
        if self.phase == TO_MOVE:
            raise InputError(f"the phase is told by a feature of the game, not by {TO_MOVE}, which always changes")
        if self.phases < 1 or self.bins < 2 or self.fewest < 0:
            raise InputError("there must be at least 1 phase, 2 bins and no negative number of games")
        if not 0 <= self.trace <= 1 or self.smoothing <= 0 or self.penalty <= 0:
            raise InputError("lambda lies between 0 and 1, and smoothing and penalty are greater than 0")

    @property
    def options(self) -> dict[str, Any]:
        """Those of the method."""
        known = asdict(self)
        return {name: known[name] for name in (*_OPTIONS[self.method], "held_out")}


def learn(game: Game, positions: Positions, lesson: Lesson) -> Model:
    """Return what positions teach.

    Parameters
    ----------
    game
        The game.
    positions
        Of `read_positions`.
    lesson
        How.

    Raises
    ------
    InputError
        If there are too few games, or no such feature.
    GameError
        If the game names no features, and what its boards hold are no pieces.
    """
    refuse_false_pieces(game, positions.states)
    taught, judged = positions.divided(lesson.held_out, lesson.seed)
    if not len(taught):
        raise InputError("all games are held out and none is left to learn from: play more")
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
    """Return the version of what fits weights."""
    return {} if lesson.method == CATEGORIES else {"scikit-learn": version("scikit-learn")}


@cache
def commit() -> str | None:
    """Return the commit of Spielbaum that runs, None where it was installed without its history."""
    try:
        _git("ls-files", "--error-unmatch", Path(__file__).name)  # else it lies in somebody else's history
        return _git("rev-parse", "HEAD")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(*words: str) -> str:
    asked = ["git", "-C", str(Path(__file__).parent), *words]
    return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
