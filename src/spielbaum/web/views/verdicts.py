"""Values in words: the outcome, its distance, its margin, and the cost of a move against the best."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from spielbaum.game import COUNT, Unit
from spielbaum.language import Translations
from spielbaum.search.core.game_view import least_decisive
from spielbaum.search.core.result import Kind, Number
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.session.analysis import Scale, rank
from spielbaum.session.review import shares_of

TOLERANCE = 1e-6
"""The tolerance within which the sum of shares is 1."""

LEAD = 0.04
"""How much more than 0.5 is a good expectation."""

Mood = Literal["win", "good", "even", "bad", "loss", "unknown"]


def line_of(
    scale: Scale, *, text: str, value: Number, kind: Kind | None, depth: int, pv: tuple[str, ...] = ()
) -> ActionLine:
    """Return the action of a search as a row of an analysis; the distance of a win is unknown."""
    known, evaluation = kind == "exact", scale.evaluation
    line = ActionLine(0, text, value, depth, known, (), pv)
    if (evaluation and evaluation.terminal) or not scale.duel or isinstance(value, tuple):
        return line
    decided = abs(value) > least_decisive(scale.game, evaluation) and kind == "heuristic"
    if not (known or decided):
        return line
    counted = known or scale.game.view.unit is None
    weight = 1 if known or evaluation is None else evaluation.worth_of_utility
    outcome: Literal["win", "draw", "loss"] = "win" if value > 0 else "loss" if value < 0 else "draw"
    return replace(line, outcome=outcome, utility=value / weight if counted else None)


def mood_of(scale: Scale, row: ActionLine) -> Mood:
    """Return the mood of a move: a win, a loss, or otherwise by the expectation of the player to move."""
    if row.value is None:
        return "unknown"
    if row.outcome in ("win", "loss"):
        return row.outcome
    expected = expectation_of(scale, row)
    return "good" if expected > 0.5 + LEAD else "bad" if expected < 0.5 - LEAD else "even"


def expectation_of(scale: Scale, row: ActionLine) -> float:
    """Return what the player to move may expect of a move, from 0 to 1; 0.5 is an even share."""
    share = shares_of(scale.game, scale.mover, row, scale.evaluation)[scale.mover]
    return min(1.0, share * scale.game.players / 2)


def words_of(t: Translations, scale: Scale, row: ActionLine) -> str:
    """Return the value of a move for the player to move, in words: ``wins in 7 plies``."""
    if row.value is None:
        return t("verdict.unsearched")
    if isinstance(row.value, tuple):
        return part_words(t, scale, row, scale.mover)
    if row.outcome is None:
        return t("verdict.even") if row.value == 0 and scale.duel else _amount(t, scale.unit, row.value, signed=True)
    if row.outcome == "draw":
        return t("verdict.draw")
    unit = scale.game.view.unit
    if unit is not None and row.utility is not None:
        worth = _entry(row.utility, scale.mover)
        if not unit.one:
            return _amount(t, unit, worth, signed=True)
        return t(f"verdict.{row.outcome}-by", amount=_amount(t, unit, abs(worth)))
    if row.distance is None or unit is not None:
        return t(f"verdict.{row.outcome}")
    if row.distance == 1:
        return t(f"verdict.{row.outcome}-now")
    return t(f"verdict.{row.outcome}-{'in' if row.distance_exact else 'within'}", plies=row.distance)


def part_words(t: Translations, scale: Scale, row: ActionLine, player: int) -> str:
    """Return one player's part of a vector: a share, a win, or a number."""
    if row.value is None:
        return "–"
    assert isinstance(row.value, tuple)
    whole = row.utility if isinstance(row.utility, tuple) else None
    if whole is not None and sorted(whole)[-2:] == [0, 1]:
        return t("verdict.win" if whole[player] == 1 else "verdict.loss")
    if is_shared(row.value):
        return t("verdict.share", share=round(100 * row.value[player]))
    if whole is not None:
        return _amount(t, scale.game.view.unit or COUNT, whole[player])
    return _amount(t, scale.unit, row.value[player])


def is_shared(vector: Sequence[float]) -> bool:
    """Return whether the numbers of a vector are shares of 1.

    Examples
    --------
    >>> is_shared((0.25, 0.5, 0.25)), is_shared((3, -3)), is_shared((2, 1, 0))
    (True, False, False)
    """
    return len(vector) > 1 and min(vector) >= 0 and abs(sum(vector) - 1) < TOLERANCE


def short_words(t: Translations, scale: Scale, row: ActionLine) -> str:
    """Return the value of a move as a short text for the board: ``W7``, ``+1.3``."""
    if row.value is None:
        return "?"
    if isinstance(row.value, tuple):
        return part_words(t, scale, row, scale.mover).partition("\u00a0")[0]
    if row.outcome in ("win", "loss") and not scale.counts:
        return t(f"verdict.short-{row.outcome}") + ("" if row.distance is None else t.number(row.distance))
    worth = row.value / scale.unit.size if row.utility is None else _entry(row.utility, scale.mover)
    return "=" if worth == 0 else _signed(t, worth)


def certainty(t: Translations, row: ActionLine) -> str:
    """Return whether a value is proven or an estimate at some depth."""
    if row.value is None:
        return ""
    if row.is_known:
        return t("verdict.proven")
    return t("verdict.sampled") if row.bound is None else t("verdict.estimate", depth=row.depth)


def cost_words(t: Translations, scale: Scale, row: ActionLine, best: ActionLine) -> str:
    """Return the cost of a move against the best one; empty if it is zero or unknown."""
    if row.value is None or best.value is None or rank(scale, row)[:3] == rank(scale, best)[:3]:
        return ""
    if not scale.counts and {row.outcome, best.outcome} & {"win", "loss"}:
        return _turned(t, row, best)
    loss = _loss(scale, row, best)
    if loss <= 0:
        return ""
    if _shares(row):
        return t("verdict.share", share=max(1, round(100 * loss)))
    known = row.utility is not None and best.utility is not None
    return _amount(t, (scale.game.view.unit or COUNT) if known else scale.unit, loss)


def move_words(t: Translations, scale: Scale, row: ActionLine, best: ActionLine) -> str:
    """Return a sentence about a move: its value, its certainty, and its cost."""
    if row.value is None:
        return ""
    cost = cost_words(t, scale, row, best)
    verb = row.outcome in ("win", "loss") and not isinstance(row.value, tuple)
    key = f"why.row{'' if verb else '-value'}{'-cost' if cost else ''}"
    verdict, known = words_of(t, scale, row), certainty(t, row)
    return t(key, move=row.action_text, verdict=verdict, certainty=known, cost=cost)


def _turned(t: Translations, row: ActionLine, best: ActionLine) -> str:
    """Return the change of the outcome, or by how much a win is slower or a loss sooner."""
    if row.outcome == best.outcome:
        assert row.outcome is not None
        if row.distance is None or best.distance is None or not (row.distance_exact and best.distance_exact):
            return ""
        away = abs(row.distance - best.distance)
        return t(f"verdict.{'slower' if row.outcome == 'win' else 'sooner'}", plies=away)
    if best.outcome == "win":
        return t(f"verdict.win-to-{row.outcome or 'estimate'}")
    return t("verdict.draw-to-loss" if best.outcome == "draw" else "verdict.to-loss")


def _loss(scale: Scale, row: ActionLine, best: ActionLine) -> float:
    """Return by how much a move is worse than the best, in the unit of the table."""
    mine, theirs = _own(scale, row), _own(scale, best)
    assert mine is not None
    assert theirs is not None
    if row.utility is not None and best.utility is not None:
        mine, theirs = (_entry(worth, scale.mover) for worth in (row.utility, best.utility))
    return theirs - mine


def _shares(row: ActionLine) -> bool:
    return isinstance(row.value, tuple) and is_shared(row.value)


def _own(scale: Scale, row: ActionLine) -> float | None:
    return None if row.value is None else _entry(row.value, scale.mover)


def _entry(value: Number, player: int) -> float:
    return float(value[player]) if isinstance(value, tuple) else float(value)


def _amount(t: Translations, unit: Unit, value: float, *, signed: bool = False) -> str:
    """Return a value in its unit: ``+1.3 pawns``."""
    worth = value / unit.size
    number = _signed(t, worth) if signed else t.number(_short(worth))
    if not unit.one:
        return number
    one, _, many = t.named("unit", unit.one, f"{unit.one}|{unit.many}").partition("|")
    return f"{number}\u00a0{one if abs(_short(worth)) == 1 else many}"


def _signed(t: Translations, worth: float) -> str:
    return ("+" if worth > 0 else "") + t.number(_short(worth))


def _short(worth: float) -> float:
    """Return a number rounded to one or two decimals."""
    rounded = round(float(worth), 1 if abs(worth) >= 1 else 2)
    return int(rounded) if rounded.is_integer() else rounded
