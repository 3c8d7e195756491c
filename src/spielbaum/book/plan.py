"""The plan of a book."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import Game
from spielbaum.search.algorithms.choice import as_algorithm, strongest
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.limits import Limits

MAX_PLIES = 60


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The content of a book: values of all positions up to a ply, either exact or from searches at the last ply.

    Parameters
    ----------
    plies
        The last ply; 0 for the start alone.
    depth, seconds
        Limits of the search of each position at the last ply; without limits, values are exact.
    algorithm
        The algorithm of these searches, with options; the strongest for the game if None.
    evaluation
        The evaluation of these searches; the game's first if None.
    """

    plies: int
    depth: int | None = None
    seconds: float | None = None
    algorithm: str | None = None
    evaluation: str | None = None

    @property
    def exact(self) -> bool:
        """Whether values are proved."""
        return self.depth is None and self.seconds is None

    @property
    def limits(self) -> Limits:
        """The limits of each search."""
        return Limits(depth=self.depth, seconds=self.seconds)

    def completed(self, game: Game) -> "Plan":
        """Return the plan with defaults for algorithm and evaluation filled in.

        Raises
        ------
        InputError
            If the plan is impossible.
        UnsupportedGameError
            If the game is not a zero-sum game of two players, or lacks a fact that the algorithm needs.
        """
        if not game.is_duel:
            raise UnsupportedGameError(
                Message("a book needs two players and zero_sum=True, and {} does not state that", game.spec)
            )
        if not 0 <= self.plies <= MAX_PLIES:
            raise InputError(Message("the last ply of a book must be from 0 to {}, not {}", MAX_PLIES, self.plies))
        if self.exact:
            if self.algorithm or self.evaluation:
                raise InputError(
                    Message("exact values are proved without --algorithm and --evaluation, which need a --depth")
                )
            return self
        choice = as_algorithm(game, self.algorithm or strongest(game, self.evaluation), self.evaluation)
        found = choice.algorithm
        if not found.family.proves_number:
            raise InputError(Message("{} does not find the values of a book: use alpha-beta, pvs or mtdf", found.name))
        found.refuse_unfit(game, self.evaluation)
        name = self.evaluation or next(iter(game.evaluations), None)
        find_evaluation(game, name)
        return replace(self, algorithm=str(choice), evaluation=name)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields."""
        return asdict(self)
