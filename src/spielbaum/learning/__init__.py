"""Learned evaluations: ``models`` turns them into functions of a state, ``fitting`` learns them from played games.

The names below are loaded at first use, since reading a model needs neither NumPy nor the arena, but fitting one does.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spielbaum.learning.fitting import Lesson as Lesson
    from spielbaum.learning.fitting import Positions as Positions
    from spielbaum.learning.fitting import learn as learn
    from spielbaum.learning.fitting import read_positions as read_positions
    from spielbaum.learning.fitting import score as score
    from spielbaum.learning.models import Model as Model
    from spielbaum.learning.models import explain as explain
    from spielbaum.learning.models import make_evaluation as make_evaluation
    from spielbaum.learning.models import read_evaluation as read_evaluation
    from spielbaum.learning.models import read_model as read_model
    from spielbaum.learning.models import write_model as write_model

_FITTING = ("Lesson", "Positions", "learn", "read_positions", "score")
__all__ = [
    "Lesson",
    "Model",
    "Positions",
    "explain",
    "learn",
    "make_evaluation",
    "read_evaluation",
    "read_model",
    "read_positions",
    "score",
    "write_model",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'fitting' if name in _FITTING else 'models'}"), name)
