"""The engine panel: depth, nodes, principal variation, and the value as one bar, or as one bar per player."""

from collections.abc import Mapping, Sequence
from typing import Any

from spielbaum.arena.records import MoveRecord
from spielbaum.game import Evaluation, Game
from spielbaum.language import Translations
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.players import PlayerSpec
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Number, tidy
from spielbaum.search_pool import JobStatus
from spielbaum.session import Turn
from spielbaum.session.review import expected_share, parts_of
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.views.players import algorithm_name, in_turn, player_name
from spielbaum.web.views.searches import evaluation_of, search_words, searched_by, turn_words

MAX_LINE = 16

NOT_PREPARING: Mapping[str, Any] = {"preparing": "", "step": "", "done": 0, "total": 0}
NO_VALUE: Mapping[str, Any] = {"balance": None, "bars": []}
EMPTY: Mapping[str, Any] = {
    "thinking": False,
    **NOT_PREPARING,
    "numbers": (),
    **NO_VALUE,
    "verdict": "",
    "line": (),
    "simulated": None,
}
"""The fields of a panel that shows nothing but its title."""


def engine_panel(t: Translations, live: LiveGame, ply: int | None = None) -> dict[str, Any] | None:
    """Return the running search, or the search of the last engine move; None before the first.

    At an earlier ply, the search of the last engine move before it is shown.
    """
    session = live.session
    if ply is not None and ply < len(session.turns):
        return _of_last(t, session.game, session.turns[:ply])
    player, job, status = live.job_player, live.job, live.job_status
    if player is not None and job is not None:
        spec = session.seats[player]
        if not spec.searches:
            return None
        status = status or job.status()
        return {**_of_job(t, session.game, player, spec, status), "verdict": _worth(t, live, player, status)}
    if (ahead := live.preparation) and session.seats[ahead[0]].searches:
        return _of_preparation(t, session.game, ahead[0], session.seats[ahead[0]].for_game(session.game).name, ahead[1])
    return _of_last(t, session.game, session.turns)


def _of_last(t: Translations, game: Game, turns: Sequence[Turn]) -> dict[str, Any] | None:
    """Return the last search of some turns; one by simulations with the ply of its position."""
    for ply, turn in reversed([*enumerate(turns)]):
        if turn.value is not None:
            return {**_of_turn(t, game, turn, ply + 1), "simulated": None if turn.simulations is None else ply}
    return None


def _worth(t: Translations, live: LiveGame, player: int, status: JobStatus) -> str:
    """Return the current value of the running search in words."""
    now, game, spec = status.progress, live.session.game, live.session.seats[player]
    if now.value is None:
        return ""
    if now.simulations is not None and not isinstance(now.value, tuple):
        return _mean(t, now.value)
    return search_words(t, game, player, spec.evaluation, value=now.value, kind="heuristic", depth=now.depth)


def _mean(t: Translations, value: float) -> str:
    """Return the mean of simulations in words; it has neither a depth nor the unit of an evaluation."""
    return t("engine.mean", value=t.number(round(tidy(value), 2)))


def _of_job(t: Translations, game: Game, player: int, spec: PlayerSpec, status: JobStatus) -> dict[str, Any]:
    name, now = player_name(t, game, player), status.progress
    evaluation = find_evaluation(game, spec.evaluation)
    return {
        **EMPTY,
        "title": t("engine.thinks", algorithm=algorithm_name(t, spec.for_game(game).name), player=name),
        "thinking": True,
        **_preparing(t, status),
        "numbers": _numbers(t, now, now.simulations) if status.stage == "searching" else (),
        **value_shown(t, game, player, now.value, exact=False, evaluation=evaluation),
        "line": now.pv_text[:MAX_LINE],
    }


def _of_preparation(t: Translations, game: Game, player: int, algorithm: str, status: JobStatus) -> dict[str, Any]:
    """Return the panel while the searcher of another player is compiled."""
    key = "engine.loads" if status.stage == "loading" else "engine.prepares"
    title = t(key, algorithm=algorithm_name(t, algorithm), player=player_name(t, game, player))
    return {**EMPTY, "title": title, "thinking": True, **_preparing(t, status)}


def _preparing(t: Translations, status: JobStatus) -> dict[str, Any]:
    """Return the progress of a compilation: a sentence, the current step, and the numbers of functions."""
    if status.stage == "loading":
        return {**NOT_PREPARING, "preparing": t("engine.loading")}
    if status.stage != "compiling":
        return {**NOT_PREPARING, "preparing": t("engine.waiting") if status.ahead else ""}
    now = status.preparation
    if now is None:
        return {**NOT_PREPARING, "preparing": t("engine.preparing"), "step": t("engine.queued")}
    step = t("engine.translated", done=now.done, total=now.total, seconds=now.seconds)
    if not now.total or now.done == now.total:
        step = t("engine.begins" if not now.total else "engine.optimised", seconds=now.seconds)
    return {"preparing": t("engine.preparing"), "step": step, "done": now.done, "total": now.total}


def _of_turn(t: Translations, game: Game, turn: Turn, ply: int) -> dict[str, Any]:
    """Return the search of a move; its value is that of the position before, not of the one on the board."""
    algorithm = algorithm_name(t, searched_by(game, turn))
    sampled = turn.simulations is not None and turn.kind != "exact"
    own = turn.value if sampled and not isinstance(turn.value, tuple) else None
    return {
        **EMPTY,
        "title": t("engine.thought-at", algorithm=algorithm, player=player_name(t, game, turn.seat), ply=ply),
        "numbers": _numbers(t, turn, turn.simulations, turn.visits),
        **value_shown(t, game, turn.seat, turn.value, exact=turn.kind == "exact", evaluation=evaluation_of(game, turn)),
        "balance": None,
        "verdict": turn_words(t, game, turn) if own is None else _mean(t, own),
        "line": turn.line[:MAX_LINE],
    }


def move_panel(t: Translations, game: Game, move: MoveRecord, player: str) -> dict[str, Any]:
    """Return the search behind a move of a stored game."""
    return {
        **EMPTY,
        "title": t("engine.thought", algorithm=player, player=player_name(t, game, move.seat)),
        "numbers": _numbers(t, move),
        **value_shown(t, game, move.seat, move.value, exact=False),
    }


def _numbers(
    t: Translations, spent: Progress | Turn | MoveRecord, simulations: int | None = None, visits: int | None = None
) -> list[tuple[str, str]]:
    """Return what a search has cost; for Monte-Carlo tree search its simulations, and those through the action."""
    count = spent.nodes if simulations is None else simulations
    speed = t.number(round(count / spent.seconds)) if spent.seconds > 1e-3 else "–"
    if simulations is None:
        return [("depth", t.number(spent.depth or 0)), ("nodes", t.number(count)), ("speed", speed)]
    chosen = [] if visits is None else [("visits", t.number(visits))]
    return [("simulations", t.number(count)), *chosen, ("simulations-speed", speed)]


def value_shown(
    t: Translations,
    game: Game,
    player: int,
    value: Number | None,
    *,
    exact: bool,
    evaluation: Evaluation | None = None,
) -> dict[str, Any]:
    """Return the value of a search for the panel: ``balance`` for two players, or ``bars`` with one bar per player.

    The balance is one bar, whose left part is the expected score of the first player: full for a proven win, empty for
    a proven loss, half for an even position.

    A single number is for ``player``. It is a utility if ``exact``, else of ``evaluation``, by default the first.
    """
    if value is None:
        return dict(NO_VALUE)
    estimates = evaluation or game.evaluation()
    shares: Sequence[float]
    if isinstance(value, tuple):
        shares = parts_of(value, estimates)
    elif game.is_duel:
        won = 0.5 + 0.5 * ((value > 0) - (value < 0))
        own = won if exact else expected_share(value, estimates)
        shares = (own, 1 - own) if player == 0 else (1 - own, own)
    else:
        return {**NO_VALUE, "bars": [_bar(t, game, player, expected_share(value, estimates), value)]}
    bars = [_bar(t, game, seat, shares[seat], None) for seat in in_turn(game)]
    if len(bars) == 2 and game.zero_sum:
        return {**NO_VALUE, "balance": {"first": bars[0], "second": bars[1]}}
    return {**NO_VALUE, "bars": bars}


def _bar(t: Translations, game: Game, seat: int, share: float, worth: float | None) -> dict[str, Any]:
    """Return the bar of a player, labelled with the value if it is the only bar, else with the share."""
    percentage = t("review.per-cent", share=t.number(round(100 * share)))
    return {
        "name": player_name(t, game, seat),
        "colour": player_colour(game, seat),
        "value": percentage if worth is None else t.number(round(tidy(worth), 3)),
        "share": f"{100 * share:.1f}",
    }
