"""Worksheets on evaluations: positions to be valued by hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from string import ascii_lowercase

from spielbaum.errors import InputError, Message
from spielbaum.exercises.answers import Answers
from spielbaum.exercises.exercise import Finding
from spielbaum.exercises.marking import Marks
from spielbaum.exercises.values import read_value, same_value
from spielbaum.game import Evaluation, Game, State, Term
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.result import Number, tidy, value_text

POSITIONS = 6
"""The usual number of positions on a sheet."""

MOST_POSITIONS, MOST_GAMES = 12, 200


@dataclass(frozen=True)
class Estimates:
    """Positions of a game, and the evaluation by which they are valued.

    Attributes
    ----------
    seed
        The number of the worksheet; None if the position was given.
    game
        The game.
    name
        The name of the evaluation.
    states
        The positions by the letters on the sheet.
    """

    seed: int | None
    game: Game
    name: str
    states: Mapping[str, State]

    @cached_property
    def evaluation(self) -> Evaluation:
        """The evaluation."""
        found = find_evaluation(self.game, self.name)
        assert found is not None
        return found

    @cached_property
    def values(self) -> Mapping[str, Number]:
        """The value of each position: a number for the first player if the other has its negative, else a vector."""
        vectors = {name: tuple(map(tidy, self.evaluation.function(state))) for name, state in self.states.items()}
        opposed = self.game.players == 2 and all(abs(sum(vector)) < 1e-9 for vector in vectors.values())
        return {name: vector[0] if opposed else vector for name, vector in vectors.items()}

    @property
    def vectors(self) -> bool:
        """Whether every player has its own value."""
        return any(isinstance(value, tuple) for value in self.values.values())

    def terms(self, name: str) -> tuple[Term, ...]:
        """Return the terms of which the value of a position is the sum, if the evaluation states them."""
        return tuple(self.evaluation.terms(self.states[name])) if self.evaluation.terms else ()


def make_estimates(
    game: Game, seed: int = 1, *, evaluation: str | None = None, positions: int = POSITIONS, state: State | None = None
) -> Estimates:
    """Return a worksheet on an evaluation.

    Parameters
    ----------
    game
        The game.
    seed
        The seed of random games, from which the positions are.
    evaluation
        Its name; by default the first of the game.
    positions
        The number of positions; their values differ if they can.
    state
        A position to be valued alone.

    Raises
    ------
    InputError
        If the game has no evaluation, or too few positions.

    Examples
    --------
    >>> from spielbaum import games
    >>> len(set(make_estimates(games.load("tic-tac-toe"), 3).values.values())) > 2
    True
    """
    if find_evaluation(game, evaluation) is None:
        raise InputError(Message("{} has no evaluation to practise: name another game, or mobility", game.spec))
    if not 1 <= positions <= MOST_POSITIONS:
        raise InputError(Message("a sheet has 1 to {} positions, not {}", MOST_POSITIONS, positions))
    name = evaluation or next(iter(game.evaluations))
    if state is not None:
        if game.is_terminal(state):
            raise InputError(Message("a position to be valued is not the end of a game"))
        return Estimates(None, game, name, {"a": state})
    found = _positions(game, name, Random(f"{game.spec} {name} {seed}"), positions)
    if len(found) < positions:
        raise InputError(Message("the games of {} have too few positions for {} on a sheet", game.spec, positions))
    return Estimates(seed, game, name, dict(zip(ascii_lowercase, found, strict=False)))


def mark_estimates(sheet: Estimates, answers: Answers) -> Marks:
    """Return the marks of the values that were given to positions: a point for each."""
    errors: list[Finding] = []
    points = 0
    answers = answers.spelled(sheet.values)
    for name in answers.values:
        if name not in sheet.values:
            errors.append(Finding.fault("no-position", name, node=name))
    for name, right in sheet.values.items():
        given = answers.values.get(name, "").strip()
        if not given:
            errors.append(Finding.fault("position-missing", name, node=name, right=value_text(right)))
        elif fault := _fault(sheet, name, given):
            errors.append(fault)
        else:
            points += 1
    return Marks(float(points), len(sheet.values), tuple(errors))


def sentence_about(sheet: Estimates, found: Finding) -> Message:
    """Return the sentence about a wrong value."""
    node, right, given = (found.values.get(name, "") for name in ("node", "right", "given"))
    match found.key:
        case "no-position":
            return Message("There is no position {!r} on this sheet.", node)
        case "position-missing":
            return Message("The value of position {} is missing: it is {}.", node, right)
        case "no-value":
            return Message("“{}” for position {} is not a value: enter a number, such as -3.", given, node)
        case "evaluation-sign":
            return Message("Position {} is worth {}, not {}: the sign is that of the other player.", node, right, given)
    parts = "; ".join(f"{term.feature}: {_parts(sheet, term)}" for term in sheet.terms(node))
    if parts:
        return Message("Position {} is worth {}, not {}. What counts: {}.", node, right, given, parts)
    return Message("Position {} is worth {}, not {}.", node, right, given)


def _parts(sheet: Estimates, term: Term) -> str:
    names = [sheet.game.player_name(player) for player in range(sheet.game.players)]
    counted = ", ".join(f"{name} {tidy(value):g}" for name, value in zip(names, term.values, strict=True))
    return f"{counted} (× {term.weight:g})"


def _fault(sheet: Estimates, name: str, given: str) -> Finding | None:
    right = sheet.values[name]
    players = len(right) if isinstance(right, tuple) else 0
    written = read_value(given, players)
    known = {"node": name, "right": value_text(right), "given": given}
    if written is None:
        return Finding.fault("no-value", name, **known)
    if same_value(written.value, right):
        return None
    turned = not players and isinstance(written.value, float) and same_value(-written.value, right)
    return Finding.fault("evaluation-sign" if turned else "evaluation-value", name, **known)


def _positions(game: Game, name: str, random: Random, wanted: int) -> list[State]:
    """Return positions of random games, with as many different values as there are."""
    evaluation = find_evaluation(game, name)
    assert evaluation is not None
    seen: dict[tuple[float, ...], list[State]] = {}
    for state in islice(_random_states(game, random), 20 * wanted):
        states = seen.setdefault(tuple(evaluation.function(state)), [])
        if state not in states:
            states.append(state)
    found: list[State] = []
    while len(found) < wanted and any(seen.values()):
        for states in seen.values():
            if states and len(found) < wanted:
                found.append(states.pop(0))
    return found


def _random_states(game: Game, random: Random) -> Iterator[State]:
    """Yield one position of each of many random games."""
    for _ in range(MOST_GAMES):
        line = [game.initial()]
        while not game.is_terminal(line[-1]) and len(line) < 60:
            line.append(game.result(line[-1], random.choice(list(game.actions(line[-1])))))
        between = line[2:-1] or line[:-1]
        if between:
            yield random.choice(between)
