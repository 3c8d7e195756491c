"""Games: the record of a game, its hints, boards, notation and repetition."""

from spielbaum.game.board import Cell, Place, grid
from spielbaum.game.facts import COUNT, NONE, Action, Evaluation, State, Term, Unit, Vector, is_learned_file, path_of
from spielbaum.game.groups import TO_MOVE, Features, Notation, Repetition, View
from spielbaum.game.hints import NULL_MOVE, KeyKind, ProofHints, SearchHints
from spielbaum.game.record import Game
from spielbaum.game.remark import Remark
from spielbaum.game.weighted_sum import weighted

__all__ = [
    "COUNT",
    "NONE",
    "NULL_MOVE",
    "TO_MOVE",
    "Action",
    "Cell",
    "Evaluation",
    "Features",
    "Game",
    "KeyKind",
    "Notation",
    "Place",
    "ProofHints",
    "Remark",
    "Repetition",
    "SearchHints",
    "State",
    "Term",
    "Unit",
    "Vector",
    "View",
    "grid",
    "is_learned_file",
    "path_of",
    "weighted",
]
