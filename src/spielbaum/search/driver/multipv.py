"""The best actions of a root, several of them, each with its exact value and its line of play.

A search for the best action learns of the others only that they are no better. So the second best is what another
search finds among all the others, and so on: at every depth as many searches as lines are wanted, which share the
transposition table. What a search of the last depth found best is searched first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from spielbaum.errors import InputError
from spielbaum.game.notation import format_line
from spielbaum.kernel import Workspace
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import in_units
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.driver.iterative_deepening import Iteration, Root, Search, is_decided, iterate, own_entry
from spielbaum.search.driver.results import Question
from spielbaum.search.driver.validation import refuse_no_ply


@dataclass(frozen=True)
class BestLines:
    """The best actions of a root.

    Attributes
    ----------
    lines
        The best one first; among equals in the game's order. Fewer than were wanted if there are not so many actions,
        none if the game is over, or if there was no time for any.
    nodes, seconds
        Spent so far.
    finished
        Whether the last depth was finished. If not, its lines come first, then those of the depth before. A proven win
        keeps the depth at which it was found.
    """

    lines: tuple[ActionLine, ...]
    nodes: int
    seconds: float
    finished: bool


def search_best(
    search: Search,
    ws: Workspace,
    limits: Limits,
    root: Root,
    number: int,
    *,
    lengthened: Callable[[Iteration], Iteration],
    tell: Callable[[Sequence[Iteration]], None],
) -> tuple[Sequence[Iteration], bool]:
    """Search for so many best actions, to the depth of the limits, or deeper and deeper while they allow.

    A win that is proven stays in front and is not searched again, as one more iteration could exchange the short way to
    it for a long one. The search ends when all lines are decided, or rest on no estimate.

    Parameters
    ----------
    search, ws, limits, root
        As for ``deepen``.
    number
        How many lines.
    lengthened
        Continues the line of an iteration that was just finished.
    tell
        Called with the lines of every depth that was finished, before the next one begins.

    Returns
    -------
    lines, finished
        The best first, and whether the last depth was finished.

    Raises
    ------
    InputError
        If no line is wanted, or the depth is 0.
    """
    if number < 1:
        raise InputError(f"lines must be at least 1, {number} is not")
    refuse_no_ply(limits)
    unlimited = limits.depth is None and not limits.deepens

    def lines_at(depth: int) -> bool:
        """Put the lines of a depth into ``found``; return whether it was finished."""
        found[:] = [one for one in before if _is_won(one, root)]
        while len(found) < min(number, len(root.actions)):
            taken = {one.best for one in found}
            rest = replace(root, actions=[action for action in root.actions if action not in taken])
            rest = replace(rest, restricted=root.restricted or bool(taken))
            hint = next((one for one in before if one.best not in taken), None)
            latest = iterate(search, ws, rest, depth, unlimited=unlimited, before=hint)
            if not latest.finished:
                if not found and latest.best not in (None, hint.best if hint else None):
                    found.append(latest)  # it is worth at least so much
                return False
            met = max([latest.depth, *(one.depth for one in found)] if unlimited else [latest.depth])
            found.append(lengthened(replace(latest, depth=met)))  # the table may know what an earlier line met
        return True

    found: list[Iteration] = []
    before: tuple[Iteration, ...] = ()
    for depth in range(1 if limits.deepens else limits.largest_depth, limits.largest_depth + 1):
        if not lines_at(depth):
            taken = {one.best for one in found}
            return [*found, *(one for one in before if one.best not in taken)][:number], False
        if all(is_decided(one, root) or not one.evaluated for one in found) or depth == limits.largest_depth:
            break
        tell(found)
        before = tuple(found)
    return found, True


def _is_won(found: Iteration, root: Root) -> bool:
    return found.value is not None and own_entry(found.value, root.player) >= root.most


def best_lines(asked: Question, found: Sequence[Iteration], *, nodes: int, seconds: float, finished: bool) -> BestLines:
    """Return what was found as text and in one unit.

    That is the unit of utilities if no estimate took part anywhere, else the one of the evaluation.
    """
    proven = [one.finished and not (one.evaluated or one.guessed) for one in found]
    unit = asked.unit if all(proven) else 1
    lines = []
    for one, is_proven in zip(found, proven, strict=True):
        assert one.value is not None
        texts, value = format_line(asked.game, asked.state, one.line), in_units(one.value, unit)
        lines.append(ActionLine(texts[0], value, one.depth, is_proven, texts, "exact" if one.finished else "lower"))
    return BestLines(tuple(lines), nodes, seconds, finished)
