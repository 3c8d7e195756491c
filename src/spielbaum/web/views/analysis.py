"""The value of every move of a position, and its principal variation."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request

from spielbaum.errors import BusyError
from spielbaum.game import Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import format_state
from spielbaum.game.repetition import RepetitionRule
from spielbaum.players import PlayerSpec
from spielbaum.search.core.limits import Limits
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.translations import Translations
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import Site, answer_of
from spielbaum.web.views.players import player_name
from spielbaum.web.views.shown_line import shown_line
from spielbaum.web.views.summaries import summary
from spielbaum.web.views.verdicts import (
    Scale,
    certainty,
    cost_words,
    mood_of,
    move_words,
    part_words,
    rank,
    short_words,
    words_of,
)

CACHE_SIZE = 200
"""The number of analyses in the cache."""


@dataclass(frozen=True)
class AnalysisRequest:
    """The algorithm and the time limit in seconds; for the page the selected move and the step of its line."""

    algorithm: str
    seconds: float
    move: str = ""
    step: int = 0


@dataclass(frozen=True)
class Analysis:
    """The values of all moves, and the cost of the search."""

    rows: tuple[ActionLine, ...]
    nodes: int
    seconds: float

    @property
    def depth(self) -> int:
        """The depth to which all moves were searched; if all are proven, the depth of the longest proof."""
        open_ended = [row.depth for row in self.rows if not row.is_known]
        return min(open_ended) if open_ended else max((row.depth for row in self.rows), default=0)


_cache: OrderedDict[tuple[str, str, AnalysisRequest, tuple[int, ...]], Analysis] = OrderedDict()


async def analyse_moves(
    request: Request,
    site: Site,
    live: LiveGame,
    asked: AnalysisRequest,
    states: Sequence[State],
    *,
    check: Callable[[], None] = lambda: None,
) -> Analysis:
    """Return the values of all moves in the last state, cached; the search stops if the client disconnects.

    ``check`` is called before a search, but not for a cached analysis.

    Raises
    ------
    WebError
        503 if too many searches are waiting.
    SpielbaumError
        If the algorithm cannot search the game.
    """
    game, state = live.session.game, states[-1]
    repeated = tuple(RepetitionRule(game).nearly(states))
    key = (live.record.game, format_state(game, state), AnalysisRequest(asked.algorithm, asked.seconds), repeated)
    if key in _cache:
        return _cache[key]
    check()
    spec = PlayerSpec(asked.algorithm, Limits(seconds=asked.seconds))
    try:
        job = site.games.pool.analyse(
            live.record.id, game, spec=spec, state=state, history=states[:-1], name=live.record.game
        )
    except BusyError:
        raise WebError(503, "busy") from None
    rows = await answer_of(job, request)
    spent = job.status().progress
    _cache[key] = Analysis(rows, spent.nodes, spent.seconds)
    if len(_cache) > CACHE_SIZE:
        _cache.popitem(last=False)
    return _cache[key]


def values_table(
    t: Translations,
    game: Game,
    state: State,
    found: Analysis,
    asked: AnalysisRequest,
    address: Callable[[str, int], str],
) -> dict[str, Any]:
    """Return the context of the table and its summary; ``address`` maps a move and a step of its line to a URL."""
    scale = Scale(game, game.to_move(state), game.evaluation())
    found_rows = sorted(found.rows, key=partial(rank, scale))
    best = found_rows[0]
    players = range(game.players) if any(isinstance(row.value, tuple) for row in found_rows) else ()
    rows = [
        {
            **_on_board(t, scale, state, row, found_rows),
            "address": address(row.action_text, 0),
            "cells": [part_words(t, scale, row, player) if row.value is not None else "–" for player in players]
            or [words_of(t, scale, row)],
            "certainty": certainty(t, row),
            "cost": cost_words(t, scale, row, best),
            "best": row.value is not None and rank(scale, row) == rank(scale, best),
            "picked": row.action_text == asked.move,
        }
        for row in found_rows
    ]
    return {
        "sentence": "",
        "title": t("why.title"),
        "summary": summary(t, scale, found_rows),
        "cost": t(
            "why.cost" if found.nodes else "why.cost-at-once",
            algorithm=asked.algorithm,
            depth=found.depth,
            nodes=found.nodes,
            seconds=round(found.seconds, 2),
        ),
        "columns": [player_name(t, game, player) for player in players] or [t("why.value")],
        "words": not players,
        "rows": rows,
        "picked": _picked(t, scale, state, found_rows, asked, address),
    }


def scores(t: Translations, game: Game, state: State, found: Analysis) -> dict[str, Any]:
    """Return the context of the scores on the board: a summary, and each move with its value."""
    scale = Scale(game, game.to_move(state), game.evaluation())
    rows = sorted(found.rows, key=partial(rank, scale))
    listed = [
        {**_on_board(t, scale, state, row, rows), "said": move_words(t, scale, row, rows[0]) or row.action_text}
        for row in rows
    ]
    return {
        "sentence": " ".join(summary(t, scale, rows)),
        "certainty": certainty(t, rows[0]) if rows[0].is_known else "",
        "rows": listed,
    }


def _on_board(
    t: Translations, scale: Scale, state: State, row: ActionLine, rows: Sequence[ActionLine]
) -> dict[str, Any]:
    """Return the score of a move on the board: its places, its text and its colour."""
    return {
        "text": row.action_text,
        "path": " ".join(click_path_of(scale.game, state, row.action)),
        "short": short_words(t, scale, row),
        "mood": mood_of(scale, row, rows),
    }


def _picked(
    t: Translations,
    scale: Scale,
    state: State,
    rows: Sequence[ActionLine],
    asked: AnalysisRequest,
    address: Callable[[str, int], str],
) -> dict[str, Any] | None:
    """Return the line of the selected move and its value; None if no move is selected."""
    move = asked.move
    for row in rows:
        if row.action_text == move:
            key = "ends" if len(row.pv) < 2 else "supported" if rank(scale, row) == rank(scale, rows[0]) else "refuted"
            return {
                "title": t("why.picked", move=move),
                "said": move_words(t, scale, row, rows[0]),
                "text": t(f"why.{key}"),
                "line": shown_line(t, scale.game, state, row, asked.step, partial(address, move)),
            }
    return None
