"""An evaluation against that of a game: ``kind = "evaluation"``.

The options: ``against``, the game; ``evaluation``, by default its first; ``function``, by default ``evaluation``;
``side``, whose value is returned, ``"first"`` or ``"mover"``; ``positions``, how many are compared; ``state``, how a
position is handed to a function of a file without a game, ``"rows"``, ``"list"`` or ``"text"``, and ``marks``, those of
the players and of an empty square; and ``moves`` and ``start`` as for rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from spielbaum.checking.against import Same, same_positions
from spielbaum.errors import InputError, Message
from spielbaum.game import Evaluation, Game
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import format_action
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.interfaces.evaluations import FIRST, MARKS, MOVER, STATES, AskedEvaluation
from spielbaum.grading.interfaces.games import game_of, start_of
from spielbaum.grading.kinds.lines import Lines, lines_of
from spielbaum.grading.submission import Submission
from spielbaum.pictures import Look, draw_board
from spielbaum.registry import load

POSITIONS = 240
"""The number of positions that are compared, by default."""

FEW = 6
"""The number of wrong values by which a line is tried first."""

HALF = 0.5
"""The share of an evaluation with a fault that one word mends; the others get what part of their values is right."""


def check(test: TestSpec) -> None:
    """Raise an InputError if the options do not fit."""
    known = ("against", "evaluation", "function", "side", "positions", "state", "marks", "moves", "start")
    test.refuse_unknown(*known)
    _evaluation(load(test.text("against")), test)
    start_of(test)
    test.choice("side", FIRST, MOVER)
    test.choice("state", *STATES)
    test.whole_number("positions", POSITIONS)
    marks = test.options.get("marks", MARKS)
    if not isinstance(marks, list | tuple) or len(marks) != 3:
        raise InputError(Message("test {!r}: marks are those of both players and of an empty square", test.name))


def run(test: TestSpec, submission: Submission, seed: int) -> Verdict:
    """Return how an evaluation differs from that of the game."""
    reference = load(test.text("against"))
    evaluation = _evaluation(reference, test)
    number = test.whole_number("positions", POSITIONS)
    handed = "state" in test.options
    game = reference if handed else game_of(submission, test)
    try:
        same = same_positions(game, reference, number=number, moves=test.options.get("moves"), seed=seed)
    except InputError as error:
        return Verdict(0.0, (Diagnosis("actions-illegal", Message("{}.", error.args[0])),))
    if not same:
        sentence = Message("The evaluation cannot be tested, since the rules of the game are wrong.")
        return Verdict(0.0, (Diagnosis("evaluation-untested", sentence),))
    asked = AskedEvaluation(test, submission, reference)
    samples = []
    for one in same:
        own = asked.handed(one.reference) if handed else getattr(one.own, "theirs", one.own)
        mover = reference.to_move(one.reference)
        values = evaluation.function(one.reference)
        wanted = values[mover if asked.side == MOVER else 0]
        samples.append(_Sample(one, asked.value(own, mover), wanted, 1 if mover == 0 else -1))
        if getattr(one.own, "is_changed", False):
            sentence = Message("The evaluation changes the position that it is given.")
            return Verdict(0.0, (Diagnosis("state-changed", sentence, _after(one)),))
    return _Judge(reference, evaluation, samples, asked.side).verdict()


class _Sample(NamedTuple):
    """A position, its value, the right one, and 1 or -1 if the first player or the second is to move."""

    same: Same
    value: float
    wanted: float
    sign: int

    @property
    def is_right(self) -> bool:
        return _equal(self.value, self.wanted)


class _Judge:
    """Finds the fault with which an evaluation returns what it does."""

    def __init__(self, reference: Game, evaluation: Evaluation, samples: Sequence[_Sample], side: str) -> None:
        self.reference, self.evaluation, self.samples, self.side = reference, evaluation, samples, side
        wrong = [one for one in samples if not one.is_right]
        self.wrong = sorted(wrong, key=lambda one: len(one.same.moves))
        self.terms = [self._terms(one) for one in samples] if evaluation.terms and wrong else []
        self.words: dict[str, str] = {}
        for one in samples:
            for action, move in zip(one.same.line, one.same.moves, strict=True):
                self.words.setdefault(format_action(reference, one.same.reference, action), move)
        self.signs = [one.sign if side == MOVER else 1 for one in samples]

    def verdict(self) -> Verdict:
        if not self.wrong:
            return Verdict(1.0)
        constant = self._of_one_value()
        if constant is not None:
            return Verdict(0.0, (self._diagnosis(*constant),))
        for find in (
            self._of_sign,
            self._of_side,
            self._of_weights,
            self._of_lines,
            self._of_constant,
        ):
            found = find()
            if found is not None:
                return Verdict(HALF, (self._diagnosis(*found),))
        right = 1 - len(self.wrong) / len(self.samples)
        sentence = Message("The evaluation counts something wrongly.")
        return Verdict(min(HALF, right), (self._diagnosis("evaluation-feature", sentence),))

    def _of_one_value(self) -> tuple[str, Message] | None:
        if len({one.value for one in self.samples}) == 1 and len(self.samples) > 1:
            return "evaluation-feature", Message("The evaluation returns {} everywhere.", _short(self.samples[0].value))
        return None

    def _of_sign(self) -> tuple[str, Message] | None:
        if self._all(lambda one: -one.wanted):
            return "evaluation-sign", Message("The evaluation has the wrong sign.")
        return None

    def _of_side(self) -> tuple[str, Message] | None:
        if not (self._all(lambda one: one.sign * one.wanted) or self._all(lambda one: -one.sign * one.wanted)):
            return None
        if self.side == MOVER:
            name = self.reference.player_name(0)
            return "evaluation-side", Message("The value is that for {}, not for the player to move.", name)
        return "evaluation-side", Message("The value depends on who is to move, and it should not.")

    def _of_weights(self) -> tuple[str, Message] | None:
        if not self.terms:
            return None
        names = [term[0] for term in self.terms[0]]
        both = [[term[1] - term[2] for term in terms] for terms in self.terms]
        weights = [term[3] for term in self.terms[0]]
        found = self._fit(both)
        if found is not None:
            return self._of_same_weights(names, weights, found)
        for players, signs in self._views():
            apart = [
                [sign * number for term in terms for number in (term[1:3] if sign > 0 else term[2:0:-1])]
                for terms, sign in zip(self.terms, signs, strict=True)
            ]
            found = self._fit([[row[i] * (-1) ** i for i in range(len(row))] for row in apart])
            if found is not None:
                return self._of_other_weights(names, weights, found[::2], found[1::2], players)
        return None

    def _views(self) -> Iterator[tuple[tuple[str | Message, str | Message], list[int]]]:
        """Yield the players as an evaluation may tell them apart, by name or by turn, with a sign for each position."""
        yield (self.reference.player_name(0), self.reference.player_name(1)), [1] * len(self.samples)
        yield (Message("the player to move"), Message("the other player")), [one.sign for one in self.samples]

    def _of_same_weights(
        self, names: Sequence[str], weights: Sequence[float], found: Sequence[Fraction]
    ) -> tuple[str, Message]:
        for name, wanted, weight in zip(names, weights, found, strict=True):
            if weight == 0:
                return "evaluation-feature", Message("The term {} is not counted.", name)
            if weight == -wanted:
                return "evaluation-sign", Message("The term {} has the wrong sign.", name)
            if weight != wanted:
                sentence = Message("The weight of {} is {}, and it should be {}.", name, _short(weight), _short(wanted))
                return "evaluation-weight", sentence
        raise AssertionError("weights without a difference")

    def _of_other_weights(
        self,
        names: Sequence[str],
        weights: Sequence[float],
        first: Sequence[Fraction],
        second: Sequence[Fraction],
        players: tuple[str | Message, str | Message],
    ) -> tuple[str, Message]:
        ours, theirs = players
        for own, other, player in ((first, second, ours), (second, first, theirs)):
            if list(other) == list(weights) and not any(own):
                return "evaluation-feature", Message("What {} has is not counted.", player)
            if list(other) == list(weights) and [-weight for weight in own] == list(weights):
                return "evaluation-sign", Message("What {} has is counted with the wrong sign.", player)
        for player, own in ((ours, first), (theirs, second)):
            for name, wanted, weight in zip(names, weights, own, strict=True):
                if weight == 0:
                    return "evaluation-feature", Message("The term {} of {} is not counted.", name, player)
                if weight == -wanted:
                    return "evaluation-sign", Message("The term {} of {} has the wrong sign.", name, player)
                if weight != wanted:
                    sentence = Message(
                        "The weight of {} of {} is {}, and it should be {}.",
                        name,
                        player,
                        _short(weight),
                        _short(wanted),
                    )
                    return "evaluation-weight", sentence
        raise AssertionError("weights without a difference")

    def _of_lines(self) -> tuple[str, Message] | None:
        lines = lines_of(self.reference, self.evaluation)
        if lines is None:
            return None
        boards = [_owners(self.reference, one.same.reference) for one in self.samples]
        found = self._fit([[lines.worth(board, line) for line in lines.lines] for board in boards])
        if found is not None:
            return self._of_each_line(lines, found)
        for players, signs in self._views():
            turned = [board if sign > 0 else _swapped(board) for board, sign in zip(boards, signs, strict=True)]
            for sentence, worth in lines.faults(*players):
                sums = [sum(worth(board, line) for line in lines.lines) for board in turned]
                if self._equals([sign * value for sign, value in zip(signs, sums, strict=True)]):
                    return "evaluation-feature", sentence
        return self._of_another_line(lines, boards)

    def _of_another_line(self, lines: Lines, boards: Sequence[Mapping[str, int | None]]) -> tuple[str, Message] | None:
        """Return that one line holds other squares, if that explains all values."""
        rights = [sum(lines.worth(board, line) for line in lines.lines) for board in boards]
        few = [i for i, one in enumerate(self.samples) if not one.is_right][:FEW]
        for line in lines.lines:
            for other in combinations(boards[0], len(line)):
                worths = {i: rights[i] - lines.worth(boards[i], line) + lines.worth(boards[i], other) for i in few}
                if not all(_equal(self.samples[i].value, self.signs[i] * worth) for i, worth in worths.items()):
                    continue
                changed = [lines.worth(board, other) - lines.worth(board, line) for board in boards]
                if self._equals([right + more for right, more in zip(rights, changed, strict=True)]):
                    shown = self._words(other), self._words(line)
                    return "evaluation-feature", Message("A line is {}, and it should be {}.", *shown)
        return None

    def _words(self, line: Sequence[str]) -> str:
        """Return the squares of a line as the submission writes them."""
        return " ".join(self.words.get(name, name) for name in line)

    def _of_each_line(self, lines: Lines, found: Sequence[Fraction]) -> tuple[str, Message] | None:
        missing = [self._words(line) for line, times in zip(lines.lines, found, strict=True) if times == 0]
        if missing:
            return "evaluation-feature", Message("A line is not counted: {}.", "; ".join(missing))
        twice = [self._words(line) for line, times in zip(lines.lines, found, strict=True) if times > 1]
        return ("evaluation-feature", Message("A line is counted twice: {}.", "; ".join(twice))) if twice else None

    def _of_constant(self) -> tuple[str, Message] | None:
        factors = {Fraction(one.value) / Fraction(one.wanted) for one in self.samples if one.wanted}
        if len(factors) == 1 and self._all(lambda one: float(min(factors)) * one.wanted):
            return "evaluation-weight", Message("All values are {} times as large.", _short(factors.pop()))
        more = {Fraction(one.value) - Fraction(one.wanted) for one in self.samples}
        if len(more) == 1:
            return "evaluation-weight", Message("All values are {} too large.", _short(more.pop()))
        return None

    def _all(self, value: Callable[[_Sample], float]) -> bool:
        return all(_equal(one.value, value(one)) for one in self.samples)

    def _equals(self, values: Sequence[float]) -> bool:
        return all(
            _equal(one.value, sign * value) for one, sign, value in zip(self.samples, self.signs, values, strict=True)
        )

    def _fit(self, rows: Sequence[Sequence[float]]) -> list[Fraction] | None:
        """Return the weights with which the numbers of all positions sum to their values; None if there are none."""
        values = [sign * one.value for sign, one in zip(self.signs, self.samples, strict=True)]
        found = solved(rows, values)
        if found is None:
            return None
        sums = [
            float(sum(weight * Fraction(number) for weight, number in zip(found, row, strict=True))) for row in rows
        ]
        return found if self._equals(sums) else None

    def _terms(self, one: _Sample) -> list[tuple[str, float, float, float]]:
        assert self.evaluation.terms is not None
        terms = self.evaluation.terms(one.same.reference)
        return [(term.feature, term.values[0], term.values[1], term.weight) for term in terms]

    def _diagnosis(self, code: str, sentence: Message) -> Diagnosis:
        first = self.wrong[0]
        detail = Message("The value is {}, and it should be {}", _short(first.value), _short(first.wanted))
        sums = self._sum(first)
        shown = Message("{}: {}.", detail, sums) if sums else Message("{}.", detail)
        where = _after(first.same)
        picture = draw_board(self.reference, first.same.reference, look=Look())
        return Diagnosis(code, sentence, Message("{} {}", where, shown), picture)

    def _sum(self, one: _Sample) -> str:
        """Return how the right value is made of its terms."""
        if not self.terms:
            return ""
        place = self.samples.index(one)
        sides = [
            " + ".join(f"{_short(weight)}·{_short(numbers[player])}" for _, *numbers, weight in self.terms[place])
            for player in (0, 1)
        ]
        own, other = sides if self.signs[place] == 1 else sides[::-1]
        return f"{own} − ({other})"


def solved(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[Fraction] | None:
    """Return the weights of the least squares; None if they are not unique.

    Examples
    --------
    >>> solved([[1, 0], [0, 1], [1, 1]], [2, 3, 5])
    [Fraction(2, 1), Fraction(3, 1)]
    """
    width = len(rows[0])
    exact = [[Fraction(number) for number in row] for row in rows]
    table = [
        [sum((row[i] * row[j] for row in exact), Fraction()) for j in range(width)]
        + [sum((row[i] * Fraction(value) for row, value in zip(exact, values, strict=True)), Fraction())]
        for i in range(width)
    ]
    for column in range(width):
        pivot = next((line for line in range(column, width) if table[line][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        scale = table[column][column]
        table[column] = [number / scale for number in table[column]]
        for line in range(width):
            factor = table[line][column]
            if line != column and factor:
                table[line] = [a - factor * b for a, b in zip(table[line], table[column], strict=True)]
    return [line[width] for line in table]


def _evaluation(reference: Game, test: TestSpec) -> Evaluation:
    found = reference.evaluation(test.text("evaluation", "") or None)
    if found is None:
        raise InputError(Message("test {!r}: {} has no evaluation", test.name, reference.name))
    return found


def _owners(reference: Game, state: Any) -> Mapping[str, int | None]:
    return {place.cell.name: place.cell.owner for place in places_of(reference, state) if place.cell.name}


def _swapped(board: Mapping[str, int | None]) -> dict[str, int | None]:
    """Return a board with the pieces of both players swapped."""
    return {name: None if owner is None else 1 - owner for name, owner in board.items()}


def _after(same: Same) -> Message:
    return Message("After the moves {}:", " ".join(same.moves)) if same.moves else Message("At the start:")


def _equal(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1, abs(one), abs(other))


def _short(number: float | Fraction) -> float:
    return int(number) if number == int(number) else round(float(number), 4)
