"""An exercise as fields of a query string: its kind, its tree and its algorithm."""

from collections.abc import Mapping

from spielbaum.errors import InputError, Message
from spielbaum.exercises.exercise import MOST_SEED, NULL_WINDOW, Exercise, has_vectors
from spielbaum.exercises.worksheet import make_worksheet, worksheet_shapes
from spielbaum.exercises.written import read_tree, refuse_vectors
from spielbaum.search.algorithms.registry import listed_algorithms

KINDS = ("values", "cuts", "order")
"""What an exercise may ask for."""

FIELDS = ("kind", "algorithm", "tree", "seed", "target")


def algorithms_for(kind: str) -> tuple[str, ...]:
    """Return the algorithms for a kind of exercise, the usual one first.

    Examples
    --------
    >>> {"minimax", "alpha-beta", "max-n"} <= set(algorithms_for("values")), "alpha-beta" in algorithms_for("cuts")
    (True, True)
    """
    return tuple(algorithm.name for algorithm in listed_algorithms() if kind in algorithm.exercises)


def read_exercise(fields: Mapping[str, str]) -> Exercise:
    """Return the exercise that the fields of a query string or form describe.

    Parameters
    ----------
    fields
        ``kind``; ``algorithm``, by default the first of the kind; ``tree``, or ``seed`` for the tree of a worksheet;
        ``target`` for ``order``.

    Raises
    ------
    InputError
        If there is no such exercise.
    """
    kind = fields.get("kind") or "values"
    if kind not in KINDS:
        raise InputError(Message("the kind of an exercise must be one of {}, not {!r}", ", ".join(KINDS), kind))
    algorithm = fields.get("algorithm") or algorithms_for(kind)[0]
    if algorithm not in algorithms_for(kind):
        raise InputError(
            Message(
                "the algorithm of an exercise on {} must be one of {}, not {!r}",
                kind,
                ", ".join(algorithms_for(kind)),
                algorithm,
            )
        )
    source = fields.get("tree", "")
    seed = None if source else _whole("seed", fields.get("seed") or "1", MOST_SEED)
    target = _whole("target", fields["target"], 1_000) if fields.get("target") and kind == "order" else None
    if seed is None:
        root = read_tree(source, vectors=has_vectors(algorithm))
        if not has_vectors(algorithm):
            refuse_vectors(root, algorithm)
    else:
        root = make_worksheet(seed, algorithm=_sheet_like(algorithm)).root
    return Exercise(kind, algorithm, root, seed, source, target)


def _sheet_like(algorithm: str) -> str:
    """Return the first worksheet whose trees the algorithm searches, too."""
    sheets = (name for name in worksheet_shapes() if name != NULL_WINDOW)
    alike = (name for name in sheets if has_vectors(name) == has_vectors(algorithm))
    return next(alike)


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise InputError(
            Message("the {} of an exercise must be a whole number from 1 to {}, not {!r}", name, most, text[:20])
        )
    return int(text)
