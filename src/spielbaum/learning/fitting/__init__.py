"""Learning an evaluation from played games: positions, fitting, and scores on games held out."""

from importlib.util import find_spec

from spielbaum.errors import InputError, Message

if find_spec("numpy") is None:
    raise InputError(Message("learning needs NumPy, which is not installed"))

from spielbaum.learning.fitting.learn import Lesson, learn
from spielbaum.learning.fitting.positions import Positions, read_positions
from spielbaum.learning.fitting.scores import score

__all__ = ["Lesson", "Positions", "learn", "read_positions", "score"]
