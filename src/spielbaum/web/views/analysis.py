"""The analysis of a position in words: the panel, the scores on the board, and the evaluation bar."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.language import Translations
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search_pool import JobStatus
from spielbaum.session.analysis import PositionAnalysis, Scale, rank
from spielbaum.session.review import shares_at_end
from spielbaum.web.views.players import algorithm_name, in_turn, player_name
from spielbaum.web.views.reasons import reason_sentences, reason_words
from spielbaum.web.views.shown_line import shown_line
from spielbaum.web.views.summaries import summary
from spielbaum.web.views.verdicts import (
    certainty,
    cost_words,
    expectation_of,
    mood_of,
    move_words,
    part_words,
    short_words,
    words_of,
)
from spielbaum.web.views.words import written_rows

Address = Callable[[str, int], Mapping[str, str]]
"""Maps a move and a step of its line to the URLs of the page and of the panel."""


SWING = 0.1
"""The least difference of expected shares of the last analyses that makes a value unsure."""

EXPLAINED = 12
"""The most moves whose reasons are given in the table, and whose lines are written as people write them."""


@dataclass(frozen=True)
class Shown:
    """What a panel shows of an analysis: the move that was picked, and the step of its line."""

    move: str = ""
    step: int = 0


def analysis_panel(
    t: Translations,
    game: Game,
    state: State,
    found: PositionAnalysis,
    shown: Shown,
    address: Address,
    *,
    deepening: bool,
) -> dict[str, Any]:
    """Return the context of the panel: the value, how sure it is, the picked line, and a row for each move."""
    scale = Scale(game, game.to_move(state), game.evaluation())
    players = range(game.players) if any(isinstance(row.value, tuple) for row in found.rows) else ()
    written = written_rows(game, state, found.rows, EXPLAINED, shown.move)
    best, all_known = written[0], all(row.is_known for row in written)
    rows = [
        {
            **_on_board(t, scale, state, row, written),
            "key": found.rows[number].action_text,
            "address": address(found.rows[number].action_text, 0),
            "cells": [part_words(t, scale, row, player) if row.value is not None else "–" for player in players]
            or [words_of(t, scale, row)],
            "certainty": certainty(t, row) if row.is_known and not all_known else "",
            "cost": cost_words(t, scale, row, best),
            "picked": found.rows[number].action_text == shown.move,
            "reason": reason_words(t, game, state, row, written) if number < EXPLAINED else "",
        }
        for number, row in enumerate(written)
    ]
    picked = next((number for number, row in enumerate(found.rows) if row.action_text == shown.move), None)
    return {
        "sentence": "",
        "summary": summary(t, scale, written),
        "sure": _how_sure(t, found, deepening=deepening),
        "cost": _cost(t, found),
        "unit": "" if all_known else t.named("about-unit", scale.unit.one, ""),
        "columns": [player_name(t, game, player) for player in players] or [t("why.value")],
        "words": not players,
        "rows": rows,
        "picked": None if picked is None else _picked(t, scale, state, written, picked, shown, address),
    }


def tree_caption(t: Translations, game: Game, state: State, found: PositionAnalysis | None, depth: int) -> str:
    """Return what the analysis says of a position whose tree ends at some depth."""
    if found is None:
        return t("why.from-tree", depth=depth)
    rows = written_rows(game, state, found.rows, 0)
    scale = Scale(game, game.to_move(state), game.evaluation())
    return t("why.beside-tree", summary=summary(t, scale, rows)[0], depth=depth)


def scores(t: Translations, game: Game, state: State, found: PositionAnalysis) -> dict[str, Any]:
    """Return the context of the scores on the board: a summary, and each move with its value."""
    scale = Scale(game, game.to_move(state), game.evaluation())
    rows = written_rows(game, state, found.rows, 0)
    listed = [
        {**_on_board(t, scale, state, row, rows), "said": move_words(t, scale, row, rows[0]) or row.action_text}
        for row in rows
    ]
    return {
        "sentence": " ".join(summary(t, scale, rows)),
        "certainty": certainty(t, rows[0]) if rows[0].is_known else "",
        "rows": listed,
    }


def eval_bar(t: Translations, game: Game, state: State, found: PositionAnalysis) -> dict[str, Any] | None:
    """Return the context of the evaluation bar: a part for each player; None if no value is known."""
    shares = found.shares(game, state)
    if shares is None:
        return None
    scale, best = Scale(game, game.to_move(state), game.evaluation()), found.rows[0]
    mover, words = player_name(t, game, scale.mover), words_of(t, scale, best)
    return _parts(t, game, shares, t("analysis.for", player=mover, verdict=words, certainty=certainty(t, best)))


def end_bar(t: Translations, game: Game, state: State, utility: Sequence[float] | None = None) -> dict[str, Any]:
    """Return the context of the evaluation bar at the end of a game."""
    return _parts(t, game, shares_at_end(game, state, utility), t("status.over"))


def _parts(t: Translations, game: Game, shares: Sequence[float], verdict: str) -> dict[str, Any]:
    """Return a part for each player, in turn order, with its begin and length in per cent."""
    begins, parts, said = 0.0, [], []
    for seat in in_turn(game):
        share = 100 * shares[seat]
        ends = 100 - begins - share
        lengths = {"begins": f"{begins:.1f}", "ends": f"{ends:.1f}", "length": f"{share:.1f}"}
        parts.append({"colour": player_colour(game, seat), **lengths})
        said.append(t("analysis.share", player=player_name(t, game, seat), share=round(share)))
        begins += share
    chances = t("analysis.chances", shares=", ".join(said))
    return {"parts": parts, "chances": chances, "label": f"{chances} {verdict}"}


def waiting_words(t: Translations, status: JobStatus | None) -> str:
    """Return what a search that has no answer yet is waiting for."""
    if status is None or status.stage in ("searching", "done"):
        return t("analysis.working")
    if status.stage == "waiting":
        if not status.ahead:
            return t("engine.waiting")
        return t("analysis.ahead" if status.ahead != 1 else "analysis.ahead-one", count=status.ahead)
    return t("engine.loading" if status.stage == "loading" else "engine.preparing")


def _how_sure(t: Translations, found: PositionAnalysis, *, deepening: bool) -> list[str]:
    """Return how sure the values are, whether they still deepen, and the winning chances."""
    if found.best is None:
        return []
    if all(row.is_known for row in found.rows):
        return [t("analysis.proven")]
    if found.rows[0].is_known:
        return [t("analysis.best-proven", depth=found.depth)]
    if found.rows[0].bound is None:
        return [t("analysis.sampling" if deepening else "analysis.sampled")]
    said = [t("analysis.deepening" if deepening else "analysis.estimate", depth=found.depth)]
    since, (least, most) = found.same_since, found.swing
    if most - least >= SWING:
        said.append(t("analysis.swings", least=round(100 * least), most=round(100 * most)))
    elif since is not None:
        said.append(t("analysis.since", depth=since))
    return said


def _cost(t: Translations, found: PositionAnalysis) -> str:
    if not found.algorithm:
        return t("analysis.book")
    name, spent = algorithm_name(t, found.algorithm), {"nodes": found.nodes, "seconds": round(found.seconds, 1)}
    return t("analysis.cost" if found.nodes else "analysis.cost-at-once", algorithm=name, **spent)


def _on_board(
    t: Translations, scale: Scale, state: State, row: ActionLine, rows: Sequence[ActionLine]
) -> dict[str, Any]:
    """Return the score of a move on the board: its places, its text and its colour; none is best if all are equal."""
    best, worst = (rank(scale, one)[:3] for one in (rows[0], rows[-1]))
    return {
        "text": row.action_text,
        "path": " ".join(click_path_of(scale.game, state, row.action)),
        "short": short_words(t, scale, row),
        "mood": mood_of(scale, row),
        "expected": "" if row.value is None else round(100 * expectation_of(scale, row)),
        "best": row.value is not None
        and rank(scale, row) == rank(scale, rows[0])
        and (len(rows) == 1 or best != worst),
    }


def _picked(
    t: Translations,
    scale: Scale,
    state: State,
    rows: Sequence[ActionLine],
    number: int,
    shown: Shown,
    address: Address,
) -> dict[str, Any]:
    """Return the line of the selected move and its value."""
    row = rows[number]
    key = "ends" if len(row.pv) < 2 else "supported" if rank(scale, row) == rank(scale, rows[0]) else "refuted"
    return {
        "title": t("why.picked", move=row.action_text),
        "said": move_words(t, scale, row, rows[0]),
        "reason": reason_sentences(t, scale.game, state, row, rows),
        "text": t(f"why.{key}"),
        "line": shown_line(t, scale.game, state, row, shown.step, partial(address, shown.move)),
    }
