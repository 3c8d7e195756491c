"""Evaluations that count the lines on which one player alone has some pieces, and the faults they usually have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from spielbaum.errors import Message
from spielbaum.game import Evaluation, Game
from spielbaum.game.endings import ending_of

PREFIX = "lines-"
"""Terms with this prefix count the lines with a number of pieces of one player and none of the other."""

GAMES = 400
"""Random games in which the winning lines are found."""

Board = Mapping[str, int | None]
Line = tuple[str, ...]


@dataclass(frozen=True)
class Lines:
    """The lines of a game, and what a number of pieces on one is worth."""

    lines: tuple[Line, ...]
    weights: Mapping[int, float]

    def worth(self, board: Board, line: Line) -> float:
        """Return what a line is worth for the first player."""
        first, second = self._counts(board, line)
        if first and second:
            return 0
        return self._weight(first) - self._weight(second)

    def faults(
        self, first: str | Message, second: str | Message
    ) -> Iterator[tuple[Message, Callable[[Board, Line], float]]]:
        """Yield usual faults, for two players by name or by turn, with the worth of a line under each."""
        yield Message("Lines that hold pieces of both players are counted too."), self._closed
        sentence = "Lines of {} are counted although {} has pieces there too."
        yield Message(sentence, first, second), self._first_closed
        yield Message(sentence, second, first), self._other_closed
        yield Message("Every line counts once, whatever is on it."), self._once
        for number, weight in sorted(self.weights.items()):
            more = Message("Lines count from {} pieces on, not with exactly as many.", number)
            yield more, self._from(number, weight)

    def _counts(self, board: Board, line: Line) -> tuple[int, int]:
        owners = [board.get(name) for name in line]
        return owners.count(0), owners.count(1)

    def _weight(self, count: int) -> float:
        return self.weights.get(count, 0)

    def _closed(self, board: Board, line: Line) -> float:
        first, second = self._counts(board, line)
        return self._weight(first) - self._weight(second)

    def _first_closed(self, board: Board, line: Line) -> float:
        first, second = self._counts(board, line)
        return self._weight(first) - (0 if first else self._weight(second))

    def _other_closed(self, board: Board, line: Line) -> float:
        first, second = self._counts(board, line)
        return (0 if second else self._weight(first)) - self._weight(second)

    def _once(self, board: Board, line: Line) -> float:
        first, second = self._counts(board, line)
        return 0 if first and second else bool(first) - bool(second)

    def _from(self, number: int, weight: float) -> Callable[[Board, Line], float]:
        def worth(board: Board, line: Line) -> float:
            first, second = self._counts(board, line)
            if first and second:
                return 0
            more = weight * ((first > number) - (second > number))
            return self._weight(first) - self._weight(second) + more

        return worth


def lines_of(game: Game, evaluation: Evaluation) -> Lines | None:
    """Return the lines of an evaluation that counts them by the names of its terms; None for another one."""
    if evaluation.terms is None:
        return None
    terms = evaluation.terms(game.initial())
    if not terms or not all(
        term.feature.startswith(PREFIX) and term.feature[len(PREFIX) :].isdecimal() for term in terms
    ):
        return None
    weights = {int(term.feature[len(PREFIX) :]): term.weight for term in terms}
    found = _winning_lines(game)
    return Lines(tuple(found), weights) if found else None


def _winning_lines(game: Game) -> Sequence[Line]:
    """Return the lines by which random games are won, in the order of their squares."""
    generator, found = Random(0), set[Line]()
    for _ in range(GAMES):
        state = game.initial()
        while not game.is_terminal(state):
            state = game.result(state, generator.choice(list(game.actions(state))))
        ending = ending_of(game, state) if any(game.utility(state)) else None
        if ending is not None and ending.cells:
            found.add(tuple(map(str, ending.cells)))
    return sorted(found)
