"""Models of ProbCut, as JSON: how well the value of a shallow search predicts that of a deep one."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.files import write_whole
from spielbaum.game import path_of
from spielbaum.learning.models.file import read_document

FORMAT, VERSION = "spielbaum-probcut", 1


@dataclass(frozen=True, kw_only=True)
class Check:
    """A check: the value at ``depth`` is ``slope`` times that at ``shallow``, plus ``offset`` and an error.

    Attributes
    ----------
    depth, shallow
        The depths in plies.
    slope, offset, deviation
        The regression line, and the standard deviation of its errors, in the unit of the evaluation.
    correlation
        The correlation of the two values.
    positions
        The number of positions it was fitted to.
    """

    depth: int
    shallow: int
    slope: float
    offset: float
    deviation: float
    correlation: float
    positions: int


@dataclass(frozen=True, kw_only=True)
class ProbCutModel:
    """The checks of a game.

    Attributes
    ----------
    game
        The game with its options, as on the command line.
    evaluation
        The evaluation of the searches; the name of the file if it is a learned one.
    least, most
        The range of the values that occurred; the model says nothing of others.
    checks
        The checks in order of depth, and for each depth the shallowest search first.
    origin
        How positions were played and searched, as plain values.
    """

    game: str
    evaluation: str
    least: float
    most: float
    checks: tuple[Check, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the model as plain values, ready for JSON."""
        return {
            "game": self.game,
            "evaluation": self.evaluation,
            "least": self.least,
            "most": self.most,
            "checks": [asdict(check) for check in self.checks],
            "origin": dict(self.origin),
        }

    def refuse_foreign(self, path: str, game: str, evaluation: str | None) -> None:
        """Raise an UnsupportedGameError if the model of a file was fitted with another game or evaluation."""
        searched = evaluation_label(evaluation)
        if (self.game, self.evaluation) != (game, searched):
            raise UnsupportedGameError(
                Message(
                    "{} is of {} with the evaluation {}, not of {} with {}: fit one with spielbaum probcut {}",
                    path,
                    self.game,
                    self.evaluation,
                    game,
                    searched,
                    game,
                )
            )


def evaluation_label(name: str | None) -> str:
    """Return the name of an evaluation in a model; a learned one is named by its file, without the directory."""
    return "none" if name is None else Path(name).name if path_of(name) else name


def write_probcut(model: ProbCutModel, path: Path) -> None:
    """Write a model to a file, which is replaced as a whole.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    document = {"format": FORMAT, "version": VERSION, **model.to_dict()}
    write_whole(path, json.dumps(document, indent=1, allow_nan=False) + "\n")


def read_probcut(path: Path) -> ProbCutModel:
    """Return the model of a file.

    Raises
    ------
    InputError
        If it cannot be read or is damaged; its text says why.
    """
    return read_document(path, _model, "model of ProbCut")


def _model(document: Any) -> ProbCutModel:
    if not isinstance(document, dict) or document.get("format") != FORMAT or document.get("version") != VERSION:
        raise ValueError(Message("its format and version are not {} and {}", FORMAT, VERSION))
    checks = tuple(_check(**row) for row in document["checks"])
    places = [(check.depth, check.shallow) for check in checks]
    if not checks or places != sorted(set(places)):
        raise ValueError(Message("its checks must be distinct and in order of depth and shallow"))
    least, most = _number(document["least"]), _number(document["most"])
    names = document["game"], document["evaluation"]
    if least > most or not all(isinstance(name, str) for name in names) or not isinstance(document["origin"], dict):
        raise ValueError(Message("game and evaluation must be names, origin an object, and least no more than most"))
    return ProbCutModel(
        game=names[0], evaluation=names[1], least=least, most=most, checks=checks, origin=document["origin"]
    )


def _check(*, depth: Any, shallow: Any, positions: Any, **numbers: Any) -> Check:
    if any(type(number) is not int for number in (depth, shallow, positions)) or not 0 < shallow < depth:
        raise ValueError(
            Message("depth, shallow and positions must be whole, and shallow less than depth and more than 0")
        )
    check = Check(
        depth=depth, shallow=shallow, positions=positions, **{name: _number(given) for name, given in numbers.items()}
    )
    if check.slope <= 0 or check.deviation < 0:
        raise ValueError(Message("slopes must be greater than 0, and no deviation negative"))
    return check


def _number(given: Any) -> float:
    if type(given) not in (int, float) or not isfinite(given):
        raise ValueError(Message("something else is found where numbers are expected"))
    return float(given)
