"""The value of every move of a position, and the line that follows it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from spielbaum.errors import BusyError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.game.repetition import RepetitionRule
from spielbaum.players import PlayerSpec
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.translations import Translations
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.live_games import wait_for_job
from spielbaum.web.live.site import Site
from spielbaum.web.views.players import player_name

CACHE_SIZE = 200
"""How many analyses are cached."""


@dataclass(frozen=True)
class AnalysisRequest:
    """The algorithm, the time limit in seconds, and the selected move of an analysis."""

    algorithm: str
    seconds: float
    move: str = ""


@dataclass(frozen=True)
class Analysis:
    """The values of all moves, and the cost of the search."""

    rows: tuple[ActionLine, ...]
    nodes: int
    seconds: float

    @property
    def depth(self) -> int:
        """The depth that all moves were searched to; if all are proven, the longest proof."""
        open_ended = [row.depth for row in self.rows if not row.proven]
        return min(open_ended) if open_ended else max((row.depth for row in self.rows), default=0)


_cache: OrderedDict[tuple[str, str, AnalysisRequest, tuple[int, ...]], Analysis] = OrderedDict()


async def analyse_moves(
    request: Request, site: Site, live: LiveGame, asked: AnalysisRequest, states: Sequence[State]
) -> Analysis:
    """Return the values of all moves in the last of some states, cached; the search ends when the client disconnects.

    Raises
    ------
    WebError
        503 if too many searches wait.
    SpielbaumError
        If the game lacks what the algorithm needs.
    """
    game, state = live.session.game, states[-1]
    repeated = tuple(RepetitionRule(game).nearly(states))
    key = (live.record.game, format_state(game, state), AnalysisRequest(asked.algorithm, asked.seconds), repeated)
    if key in _cache:
        return _cache[key]
    spec = PlayerSpec(asked.algorithm, Limits(seconds=asked.seconds))
    try:
        job = site.games.pool.analyse(
            live.record.id, game, spec=spec, state=state, history=states[:-1], name=live.record.game
        )
    except BusyError:
        raise WebError(503, "busy") from None

    async def tick() -> None:
        if await request.is_disconnected():
            job.stop()

    await wait_for_job(job, tick)
    if job.future.cancelled():
        raise WebError(503, "busy")
    spent = job.status().progress
    _cache[key] = Analysis(job.future.result(), spent.nodes, spent.seconds)
    if len(_cache) > CACHE_SIZE:
        _cache.popitem(last=False)
    return _cache[key]


def values_table(
    t: Translations, game: Game, state: State, found: Analysis, asked: AnalysisRequest, address: Callable[[str], str]
) -> dict[str, Any]:
    """Return the context of the table."""
    mover = game.to_move(state)
    vectors = any(isinstance(row.value, tuple) for row in found.rows)
    names = [player_name(t, game, player) for player in range(game.players)]
    known = [worth for row in found.rows if (worth := _worth(row.value, mover)) is not None]
    best = max(known, default=None)
    rows = [
        {
            "text": row.action_text,
            "address": address(row.action_text),
            "cells": _values(t, row.value, len(names) if vectors else 1),
            "best": best is not None and _worth(row.value, mover) == best,
            "picked": row.action_text == asked.move,
        }
        for row in found.rows
    ]
    return {
        "sentence": "",
        "title": t("why.title"),
        "cost": t(
            "why.cost" if found.nodes else "why.cost-at-once",
            algorithm=asked.algorithm,
            depth=found.depth,
            nodes=found.nodes,
            seconds=round(found.seconds, 2),
        ),
        "columns": names if vectors else [t("why.value")],
        "rows": rows,
        "picked": _picked(t, found.rows, rows, asked.move),
    }


def _picked(
    t: Translations, found: Sequence[ActionLine], rows: Sequence[dict[str, Any]], move: str
) -> dict[str, Any] | None:
    """Return the line of the selected move."""
    for one, row in zip(found, rows, strict=True):
        if one.action_text == move:
            text = t("why.ends" if len(one.pv) < 2 else "why.supported" if row["best"] else "why.refuted")
            return {"title": t("why.picked", move=move), "text": text, "line": one.pv_text[1:]}
    return None


def _worth(value: Number | None, mover: int) -> float | None:
    return value[mover] if isinstance(value, tuple) else value


def _values(t: Translations, value: Number | None, width: int) -> list[str]:
    """Return the cells of a row."""
    if value is None:
        return ["–"] * width
    return [t.number(round(float(part), 3)) for part in (value if isinstance(value, tuple) else (value,))]
