"""The summary of an analysis: the best move, the outcome, and the cost of other moves."""

from collections.abc import Sequence

from spielbaum.language import Translations
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.session.analysis import Scale, rank
from spielbaum.web.views.players import player_name
from spielbaum.web.views.verdicts import cost_words, words_of

MOST_NAMES = 6
"""The most moves that are named; more are counted."""


def summary(t: Translations, scale: Scale, rows: Sequence[ActionLine]) -> list[str]:
    """Return a few sentences about sorted rows: the best move, and the cost of others."""
    searched = [row for row in rows if row.value is not None]
    if not searched:
        return [t("why.no-time")]
    best = searched[0]
    return [_lead(t, scale, rows), *_others(t, scale, searched, best)]


def _lead(t: Translations, scale: Scale, rows: Sequence[ActionLine]) -> str:
    best, name = rows[0], player_name(t, scale.game, scale.mover)
    outcomes = {row.outcome for row in rows}
    verdict = words_of(t, scale, best)
    if len(rows) == 1:
        return t("why.only", player=name, move=best.action_text, verdict=verdict)
    if len(outcomes) == 1 and best.outcome is not None and not (scale.counts and best.outcome != "draw"):
        away = {row.distance for row in rows}
        if best.outcome == "draw":
            return t("why.all-draw")
        if len(away) > 1 and best.distance is not None and best.distance_exact:
            return t(f"why.all-{best.outcome}-best", player=name, move=best.action_text, plies=best.distance)
        return t(f"why.all-{best.outcome}", player=name, verdict=verdict)
    equal = [row.action_text for row in rows if rank(scale, row) == rank(scale, best)]
    key = "best" if len(equal) == 1 else "equal"
    if not (best.is_known or best.bound is None):
        return t(f"why.{key}-estimate", player=name, moves=_listed(t, equal), verdict=verdict, depth=best.depth)
    return t(f"why.{key}-proven", player=name, moves=_listed(t, equal), verdict=verdict)


def _others(t: Translations, scale: Scale, rows: Sequence[ActionLine], best: ActionLine) -> list[str]:
    rest = [row for row in rows if rank(scale, row) != rank(scale, best)]
    if not rest or (len({row.outcome for row in rows}) == 1 and best.outcome is not None and not scale.counts):
        return []
    sentences = []
    if not scale.counts:
        for outcome in ("win", "draw", "loss"):
            names = [row.action_text for row in rest if row.outcome == outcome]
            if names:
                sentences.append(t(f"why.others-{outcome}", moves=_listed(t, names)))
    open_ended = [row for row in rest if scale.counts or row.outcome is None]
    cost = cost_words(t, scale, open_ended[0], best) if open_ended else ""
    if cost and best.outcome != "win":
        sentences.insert(0, t("why.next", move=open_ended[0].action_text, cost=cost))
    return sentences


def _listed(t: Translations, names: Sequence[str]) -> str:
    """Return the names, or only their number if there are many."""
    return ", ".join(names) if len(names) <= MOST_NAMES else t("why.count", count=len(names))
