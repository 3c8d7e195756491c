"""The engine panel: depth, nodes, principal variation, and a bar for the value of each player."""

from typing import Any

from spielbaum.arena.records import MoveRecord
from spielbaum.engines import JobStatus
from spielbaum.game import Game
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.search.core.result import Number, tidy
from spielbaum.session import Turn
from spielbaum.web.http.translations import Translations
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.views.players import player_name

STEEPNESS = 0.35
"""An estimate of this part of the largest one fills three quarters of a bar."""

DEFAULT_MAXIMUM = 20
"""The assumed maximum of an evaluation that declares none."""

MAX_LINE = 16


def engine_panel(t: Translations, live: LiveGame, ply: int | None = None) -> dict[str, Any] | None:
    """Return the running search, or that of the last move of an engine; None before the first.

    Parameters
    ----------
    t
        The language.
    live
        The game.
    ply
        The position that is shown, if it is not the last: what is searched now is not told there.
    """
    session = live.session
    if ply is not None and ply < len(session.turns):
        before = [turn for turn in session.turns[:ply] if turn.value is not None]
        return _of_turn(t, session.game, before[-1]) if before else None
    # Read once: they change on the event loop, and this runs in another thread.
    player, job, status = live.job_player, live.job, live.job_status
    if player is not None and job is not None:
        spec = session.seats[player]
        if not spec.searches:
            return None
        return _of_job(t, session.game, player, spec.algorithm, status or job.status())
    searched = [turn for turn in session.turns if turn.value is not None]
    return _of_turn(t, session.game, searched[-1]) if searched else None


def _of_job(t: Translations, game: Game, player: int, algorithm: str, status: JobStatus) -> dict[str, Any]:
    name, now = player_name(t, game, player), status.progress
    preparing = "engine.preparing" if status.stage == "compiling" else "engine.waiting" if status.ahead else None
    return {
        "title": t("engine.thinks", algorithm=algorithm, player=name),
        "thinking": True,
        "preparing": t(preparing) if preparing else "",
        "numbers": _numbers(t, now.depth, now.nodes, now.seconds) if status.stage == "searching" else (),
        "bars": value_bars(t, game, player, now.value, exact=False),
        "line": now.pv_text[:MAX_LINE],
    }


def _of_turn(t: Translations, game: Game, turn: Turn) -> dict[str, Any]:
    algorithm = turn.player.partition("(")[0]
    return {
        "title": t("engine.thought", algorithm=algorithm, player=player_name(t, game, turn.seat)),
        "thinking": False,
        "preparing": "",
        "numbers": _numbers(t, turn.depth or 0, turn.nodes, turn.seconds),
        "bars": value_bars(t, game, turn.seat, turn.value, exact=turn.kind == "exact"),
        "line": turn.line[:MAX_LINE],
    }


def move_panel(t: Translations, game: Game, move: MoveRecord, player: str) -> dict[str, Any]:
    """Return the search behind a move of a stored game."""
    return {
        "title": t("engine.thought", algorithm=player, player=player_name(t, game, move.seat)),
        "thinking": False,
        "preparing": "",
        "numbers": _numbers(t, move.depth or 0, move.nodes, move.seconds),
        "bars": value_bars(t, game, move.seat, move.value, exact=False),
        "line": (),
    }


def _numbers(t: Translations, depth: int, nodes: int, seconds: float) -> list[tuple[str, str]]:
    speed = round(nodes / seconds) if seconds > 1e-3 else None
    return [
        ("depth", t.number(depth)),
        ("nodes", t.number(nodes)),
        ("speed", "–" if speed is None else t.number(speed)),
    ]


def value_bars(t: Translations, game: Game, player: int, value: Number | None, *, exact: bool) -> list[dict[str, Any]]:
    """Return a bar for each player whose value is known.

    Parameters
    ----------
    t
        The language.
    game
        The game.
    player
        From whose point of view a single number is.
    value
        The value of a search.
    exact
        Whether it is a utility, not an evaluation.
    """
    if value is None:
        return []
    if isinstance(value, tuple):
        values = dict(enumerate(value))
    elif game.players == 2 and game.zero_sum:
        values = {player: value, 1 - player: -value}
    else:
        values = {player: value}
    return [
        {
            "name": player_name(t, game, seat),
            "colour": player_colour(game, seat),
            "value": t.number(round(tidy(worth), 3)),
            "share": f"{_share(game, worth, list(values.values()), exact):.1f}",
        }
        for seat, worth in sorted(values.items())
    ]


def _share(game: Game, worth: float, values: list[float], exact: bool) -> float:
    """Return the percentage of a bar that a value fills: its share of the sum, or 50 plus a sigmoid of the value."""
    total = sum(values)
    if min(values) >= 0 and total > 0 and len(values) > 1:
        return 100 * worth / total
    estimates = next(iter(game.evaluations.values()), None)
    largest = (game.max_utility if exact else getattr(estimates, "maximum", None)) or DEFAULT_MAXIMUM
    return 50 + 50 * worth / (abs(worth) + STEEPNESS * largest) if worth else 50.0
