"""Models of learned evaluations: their files, their functions of a state, and explanations of their values."""

from spielbaum.game import TO_MOVE
from spielbaum.learning.models.explaining import explain
from spielbaum.learning.models.file import read_evaluation, read_model, write_model
from spielbaum.learning.models.making import make_evaluation
from spielbaum.learning.models.model import Categories, Counts, Linear, Model
from spielbaum.learning.models.payoffs import Payoffs

__all__ = [
    "TO_MOVE",
    "Categories",
    "Counts",
    "Linear",
    "Model",
    "Payoffs",
    "explain",
    "make_evaluation",
    "read_evaluation",
    "read_model",
    "write_model",
]
