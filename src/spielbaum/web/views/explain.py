"""Every move of a position with its value, and what answers it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from spielbaum.errors import BusyError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.game.repetition import Repetition
from spielbaum.players import PlayerSpec
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.texts import Texts
from spielbaum.web.live.running import Running
from spielbaum.web.live.site import Site
from spielbaum.web.live.waiting import until_done
from spielbaum.web.views.players import player_name

KEPT = 200


@dataclass(frozen=True)
class Asked:
    """What is asked: by which algorithm, for how long, and which move was picked."""

    algorithm: str
    seconds: float
    move: str = ""


@dataclass(frozen=True)
class Explanation:
    """What was found, and what it cost."""

    rows: tuple[ActionLine, ...]
    nodes: int
    seconds: float

    @property
    def depth(self) -> int:
        """To which all moves were searched; of those that are proven, the longest proof."""
        open_ended = [row.depth for row in self.rows if not row.proven]
        return min(open_ended) if open_ended else max((row.depth for row in self.rows), default=0)


_found: OrderedDict[tuple[str, str, Asked, tuple[int, ...]], Explanation] = OrderedDict()


async def explain(request: Request, site: Site, running: Running, asked: Asked, states: Sequence[State]) -> Explanation:
    """Return the values of all moves in the last of some states, searched once; it ends when the visitor leaves.

    Raises
    ------
    WebError
        503 if too many searches wait.
    SpielbaumError
        If the game lacks what the algorithm needs.
    """
    game, state = running.session.game, states[-1]
    repeated = tuple(Repetition(game).nearly(states))
    key = (running.record.game, format_state(game, state), Asked(asked.algorithm, asked.seconds), repeated)
    if key in _found:
        return _found[key]
    spec = PlayerSpec(asked.algorithm, Limits(seconds=asked.seconds))
    try:
        job = site.games.pool.analyse(
            running.record.id, game, spec=spec, state=state, history=states[:-1], name=running.record.game
        )
    except BusyError:
        raise WebError(503, "busy") from None

    async def look() -> None:
        if await request.is_disconnected():
            job.stop()

    await until_done(job, look)
    if job.future.cancelled():
        raise WebError(503, "busy")
    spent = job.status().progress
    _found[key] = Explanation(job.future.result(), spent.nodes, spent.seconds)
    if len(_found) > KEPT:
        _found.popitem(last=False)
    return _found[key]


def values_table(
    t: Texts, game: Game, state: State, found: Explanation, asked: Asked, address: Callable[[str], str]
) -> dict[str, Any]:
    """Return the table as the page shows it."""
    mover = game.to_move(state)
    vectors = any(isinstance(row.value, tuple) for row in found.rows)
    names = [player_name(t, game, player) for player in range(game.players)]
    known = [worth for row in found.rows if (worth := _worth(row.value, mover)) is not None]
    best = max(known, default=None)
    rows = [
        {
            "text": row.action,
            "address": address(row.action),
            "cells": _values(t, row.value, len(names) if vectors else 1),
            "best": best is not None and _worth(row.value, mover) == best,
            "picked": row.action == asked.move,
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


def _picked(t: Texts, found: Sequence[ActionLine], rows: Sequence[dict[str, Any]], move: str) -> dict[str, Any] | None:
    """Return the line behind the move that was picked."""
    for one, row in zip(found, rows, strict=True):
        if one.action == move:
            text = t("why.ends" if len(one.line) < 2 else "why.supported" if row["best"] else "why.refuted")
            return {"title": t("why.picked", move=move), "text": text, "line": one.line[1:]}
    return None


def _worth(value: Number | None, mover: int) -> float | None:
    return value[mover] if isinstance(value, tuple) else value


def _values(t: Texts, value: Number | None, width: int) -> list[str]:
    """Return the cells of a row."""
    if value is None:
        return ["–"] * width
    return [t.number(round(float(part), 3)) for part in (value if isinstance(value, tuple) else (value,))]
