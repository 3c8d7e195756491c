"""Learning an evaluation from games that were played: positions, fitting, scores on games that were held out."""

from spielbaum.learning.learn import Lesson, learn
from spielbaum.learning.positions import Positions, read_positions
from spielbaum.learning.scores import score

__all__ = ["Lesson", "Positions", "learn", "read_positions", "score"]
