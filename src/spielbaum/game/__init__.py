"""A game: its record, the facts that algorithms rely on, boards, notation, repetition, and how it is clicked."""

from spielbaum.game.facts import NONE, Action, Evaluation, Insight, State, Vector, is_file
from spielbaum.game.record import TO_MOVE, WATCHERS, Game

__all__ = ["NONE", "TO_MOVE", "WATCHERS", "Action", "Evaluation", "Game", "Insight", "State", "Vector", "is_file"]
