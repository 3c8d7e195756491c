"""Tests symmetries: rotated and reflected states have the same futures and estimates."""

from spielbaum.checking.keys import future_of
from spielbaum.checking.visit import Visit
from spielbaum.errors import Sentence
from spielbaum.game import Evaluation, Game, State
from spielbaum.game.symmetries import find_images

SAMPLE = 500
"""The number of states whose images are compared."""

NEAR_FUTURE = 50


class SymmetryCheck:
    """Compares states with their images.

    Parameters
    ----------
    game
        The game; nothing is tested unless it declares symmetries.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.images = None
        self.compared = 0
        if game.hints.symmetries:
            view = game.view
            self.images = find_images(
                game.initial(), game.hints.symmetries, Sentence("game {!r}", game.name), view.shape, view.bits
            )

    def fault(self, visit: Visit) -> str | None:
        """Return the fault if an image of a state differs from it."""
        if self.images is None or self.compared >= SAMPLE:
            return None
        self.compared += 1
        state, *others = self.images.of(visit.state)
        future, estimates = future_of(self.game, state, NEAR_FUTURE), self._estimates(state)
        for image in others:
            declared = Sentence("and the game states symmetries={!r}", self.game.hints.symmetries)
            if future_of(self.game, image, NEAR_FUTURE) != future:
                return Sentence("{} is an image of {}, {}, and their futures differ", image, state, declared)
            if self._estimates(image) != estimates:
                return Sentence("{} is an image of {}, {}, and their evaluations differ", image, state, declared)
        return None

    def _estimates(self, state: State) -> list[tuple[float, ...]]:
        evaluations = [e for e in self.game.evaluations.values() if isinstance(e, Evaluation)]
        return [tuple(map(float, evaluation.function(state))) for evaluation in evaluations]
