"""Why a move is good or bad: what it does, what the opponent's answer does, and what the best move would have done.

A game says what an action does by its hook ``view.reasons``. Without one, the end of the line, the terms of the
evaluation and the number of replies are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from spielbaum.game import NULL_MOVE, Action, Game, Remark, State
from spielbaum.game.endings import ending_of, reasons_of
from spielbaum.game.notation import after
from spielbaum.search.driver.action_values import ActionLine

Kind = Literal["does", "answer", "then", "later", "misses", "ends", "gains", "costs", "replies"]

MOST = 2
"""The most reasons for a move."""

FAR = 8
"""The most plies of a line in which a gain counts as a reason."""

CLEAR = 1.3
"""The least ratio of numbers of replies that is worth a remark."""

SHARE = 0.15
"""The least part of all changes that a term of the evaluation must have to be a reason."""


@dataclass(frozen=True)
class Reason:
    """A reason for the value of a move.

    Attributes
    ----------
    kind
        What the move ``does``; what the opponent's ``answer`` does, the mover ``then`` or a move ``later``; what the
        best move does and this one ``misses``; how the game ``ends``; which terms it ``gains`` or ``costs``; how many
        ``replies`` it leaves.
    remark
        The words of the game; None if the kind has none.
    move
        The action of whom the remark speaks, if it is not the move itself; for ``replies`` and ``costs`` the best move.
    line
        The actions before it.
    numbers
        The replies to this move and to the best one; the plies to the end.
    terms
        The terms of the evaluation that differ most.
    """

    kind: Kind
    remark: Remark | None = None
    move: str = ""
    line: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    terms: tuple[str, ...] = ()


def reasons_for(game: Game, state: State, row: ActionLine, rows: Sequence[ActionLine]) -> list[Reason]:
    """Return the reasons for the value of a move, the most important first.

    Parameters
    ----------
    game, state
        The position.
    row
        The move.
    rows
        All moves with their values, best first.
    """
    if row.value is None or NULL_MOVE in row.pv:
        return []
    best, duel = rows[0], game.is_duel
    does = reasons_of(game, state, row.action)
    good = [remark for remark in does if remark.worth >= 0]
    if (row.value, row.outcome, row.distance) == (best.value, best.outcome, best.distance):
        found = [Reason("does", remark) for remark in good]
        if duel:
            found += _along(game, state, row, ours=row.outcome != "loss")
            other = next((one for one in rows if one.value != row.value), row)
            found = found or _end(game, state, row) or _compared(game, state, row, other)
        return found[:MOST]
    found = [Reason("does", remark) for remark in does if remark.worth < 0]
    found += _along(game, state, row, ours=False) if duel else _taken(game, state, row)
    if not found:
        known = {remark.text for remark in does}
        missed = [one for one in reasons_of(game, state, best.action) if one.worth >= 0 and one.text not in known]
        found = [Reason("misses", one, best.action_text) for one in missed[:1]]
    if not found and duel:
        found = _end(game, state, row) or _compared(game, state, row, best)
    return found[:MOST]


def _along(game: Game, state: State, row: ActionLine, *, ours: bool) -> list[Reason]:
    """Return the first move after the first that tells for the mover or for the opponent.

    It ends a decided game, or gains something, if the whole line does.
    """
    mover, steps, gained = game.to_move(state), list[_Step](), 0.0
    for action, text in zip(row.pv[:FAR], row.pv_text[:FAR], strict=True):
        own, remarks = game.to_move(state) == mover, reasons_of(game, state, action)
        gains = [remark for remark in remarks if remark.worth > 0]
        gained += (1 if own else -1) * sum(remark.worth for remark in gains)
        state = after(game, state, action)
        ends = row.outcome in ("win", "loss") and bool(game.is_terminal(state))
        steps.append(_Step(text, own, tuple(remarks[:1] if ends else gains), ends, gained))
    decisive = [number for number, step in enumerate(steps) if step.ends and step.own == ours]
    for number, step in enumerate(steps[1:], 1):
        if decisive and number < decisive[0]:
            continue
        sound = min(step.gained, steps[-1].gained) > steps[0].gained if ours else max(step.gained, steps[-1].gained) < 0
        if step.own == ours and step.telling and (step.ends or sound):
            line = tuple(one.text for one in steps[ours:number])
            kind: Kind = "answer" if number == 1 and not ours else "later" if line else "then"
            return [Reason(kind, step.telling[0], step.text, line)]
    return []


def _taken(game: Game, state: State, row: ActionLine) -> list[Reason]:
    """Return the first move of another player, of several, that gains something by which the mover's estimate falls."""
    evaluation, mover = game.evaluation(), game.to_move(state)
    for number, (action, text) in enumerate(zip(row.pv[: game.players], row.pv_text, strict=False)):
        gains = [remark for remark in reasons_of(game, state, action) if remark.worth > 0]
        own, state, before = game.to_move(state) == mover, after(game, state, action), state
        if not gains or own or evaluation is None or game.is_terminal(state):
            continue
        if evaluation.function(state)[mover] < evaluation.function(before)[mover]:
            return [Reason("answer" if number == 1 else "later", gains[0], text, row.pv_text[:number])]
    return []


class _Step(NamedTuple):
    """A move of a line: whose it is, what it does that tells, whether it ends the game, and the gains so far."""

    text: str
    own: bool
    telling: tuple[Remark, ...]
    ends: bool
    gained: float


def _end(game: Game, state: State, row: ActionLine) -> list[Reason]:
    """Return how a decided line ends, if it is known to the end."""
    if row.outcome is None or row.distance is None or row.distance > len(row.pv):
        return []
    for action in row.pv:
        state = after(game, state, action)
    remark = ending_of(game, state) if game.is_terminal(state) else None
    return [] if remark is None else [Reason("ends", remark, numbers=(len(row.pv),))]


def _compared(game: Game, state: State, row: ActionLine, other: ActionLine) -> list[Reason]:
    """Return by which terms of the evaluation, or by how many replies, the lines of two moves differ."""
    if row.outcome is not None or other.value is None or row.value is None or other.outcome is not None:
        return []
    better = _number(row, game.to_move(state)) >= _number(other, game.to_move(state))
    terms = _terms(game, state, row, other, better=better)
    if terms:
        return [Reason("gains" if better else "costs", terms=terms, move=other.action_text)]
    mine, theirs = (_replies(game, state, one.action) for one in (row, other))
    if min(mine, theirs) and max(mine, theirs) >= CLEAR * min(mine, theirs) and better == (mine < theirs):
        return [Reason("replies", numbers=(mine, theirs), move=other.action_text)]
    return []


def _terms(game: Game, state: State, row: ActionLine, other: ActionLine, *, better: bool) -> tuple[str, ...]:
    """Return the terms of the evaluation that speak most for the better of two lines at their ends."""
    evaluation = game.evaluation()
    if evaluation is None or evaluation.terms is None:
        return ()
    mover, sums = game.to_move(state), list[dict[str, float]]()
    for line in (row, other):
        end = state
        for action in line.pv:
            end = after(game, end, action)
        if game.is_terminal(end):
            return ()
        sums.append(
            {
                term.feature: term.weight * (float(term.values[mover]) - float(term.values[1 - mover]))
                for term in evaluation.terms(end)
            }
        )
    changes = {name: (sums[0][name] - sums[1].get(name, 0.0)) * (1 if better else -1) for name in sums[0]}
    whole = sum(map(abs, changes.values()))
    largest = sorted(changes, key=changes.__getitem__, reverse=True)[:MOST]
    return tuple(name for name in largest if whole and changes[name] > SHARE * whole)


def _replies(game: Game, state: State, action: Action) -> int:
    following = game.result(state, action)
    if game.is_terminal(following) or game.to_move(following) == game.to_move(state):
        return 0
    return sum(1 for _ in game.actions(following))


def _number(row: ActionLine, player: int) -> float:
    assert row.value is not None
    return float(row.value[player] if isinstance(row.value, tuple) else row.value)
