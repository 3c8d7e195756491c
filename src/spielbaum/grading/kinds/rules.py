"""The functions of a game against those of a reference game: ``kind = "rules"``.

The options: ``against``, the reference; ``moves``, a table from the moves of the submission to those of the reference,
if they do not match by themselves; ``scaled``, whether utilities may be of another size; ``positions`` and ``games``,
how many are compared; ``start``, the first state if no function makes it.
"""

from spielbaum.checking.against import GAMES, POSITIONS, Comparison, Difference, compare_rules
from spielbaum.errors import InputError, Message
from spielbaum.game import Game
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.crashes import crash_of
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.interfaces.games import game_of, start_of
from spielbaum.grading.submission import Submission
from spielbaum.pictures import Look, draw_board
from spielbaum.registry import load

FUNCTION_OF = {
    "first-player": "player",
    "turn-order": "player",
    "actions-missing": "actions",
    "actions-illegal": "actions",
    "actions-twice": "actions",
    "result-wrong": "result",
    "state-changed": "result",
    "win-missing": "terminal",
    "terminal-early": "terminal",
    "terminal-late": "terminal",
    "utility-sign": "utility",
    "utility-value": "utility",
}
"""The function in which the cause of a difference is; each is worth a fifth of the points."""

FUNCTIONS = tuple(dict.fromkeys(FUNCTION_OF.values()))
AT_THE_END = {"terminal", "utility"}
"""The functions of which nothing is known if no end of the game was reached."""


def check(test: TestSpec) -> None:
    """Raise an InputError if the options do not fit."""
    test.refuse_unknown("against", "moves", "scaled", "positions", "games", "start")
    load(test.text("against"))
    start_of(test)
    test.whole_number("positions", POSITIONS)
    test.whole_number("games", GAMES, least=0)
    if not isinstance(test.options.get("scaled", False), bool):
        raise InputError(
            Message("test {!r}: {} is true or false, not {!r}", test.name, "scaled", test.options["scaled"])
        )
    moves = test.options.get("moves", {})
    if not isinstance(moves, dict) or not all(isinstance(text, str | int) for text in moves.values()):
        raise InputError(Message("test {!r}: moves is a table from texts to texts, not {!r}", test.name, moves))


def run(test: TestSpec, submission: Submission, seed: int) -> Verdict:
    """Return how the rules of a submission differ from those of the reference."""
    reference = load(test.text("against"))
    game = game_of(submission, test)
    try:
        found = compare_rules(
            game,
            reference,
            moves=test.options.get("moves"),
            scaled=test.options.get("scaled", False),
            positions=test.whole_number("positions", POSITIONS),
            games=test.whole_number("games", GAMES, least=0),
            seed=seed,
        )
    except InputError as error:
        return Verdict(0.0, (Diagnosis("actions-illegal", Message("{}.", error.args[0])),))
    diagnoses = tuple(_diagnosis(reference, one, submission) for one in found.differences)
    return Verdict(_share(found), diagnoses)


def _share(found: Comparison) -> float:
    """Return the part of the points: a fifth for each function that is right wherever it was compared."""
    wrong = {FUNCTION_OF.get(one.code) for one in found.differences if one.wrong}
    if not wrong:
        return 1.0
    if found.ends == 0:
        wrong |= AT_THE_END
    if None in wrong:  # a function raises an exception or returns something else: which one, is unknown
        wrong.add("result")
    right = len(set(FUNCTIONS) - wrong)
    return right / len(FUNCTIONS) if found.positions > 1 else 0.0


def _diagnosis(reference: Game, found: Difference, submission: Submission) -> Diagnosis:
    sentence, detail = found.sentence, found.detail
    code = found.code
    if found.error is not None:
        crash = crash_of(found.error, submission.path)
        if crash is not None:
            code, sentence, detail = crash.code, crash.sentence, crash.detail
    moves = " ".join(found.moves)
    if detail is None:
        detail = Message("After the moves {}.", moves) if moves else None
    else:
        detail = Message("After the moves {}: {}", moves, detail) if moves else Message("At the start: {}", detail)
    return Diagnosis(code, sentence, detail, _picture(reference, found), found.wrong)


def _picture(reference: Game, found: Difference) -> str:
    """Return the board of the reference where a difference shows first, with the squares in question."""
    states = [reference.initial()]
    for action in found.line:
        states.append(reference.result(states[-1], action))
    before = states[-2] if len(states) > 1 else None
    return draw_board(reference, states[-1], look=Look(before=before, ringed=found.cells))
