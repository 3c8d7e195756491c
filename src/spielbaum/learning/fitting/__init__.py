"""Learning an evaluation from played games: positions, fitting, and scores on games held out."""

from spielbaum.learning.fitting.learn import Lesson, learn
from spielbaum.learning.fitting.positions import Positions, read_positions
from spielbaum.learning.fitting.scores import score

__all__ = ["Lesson", "Positions", "learn", "read_positions", "score"]
