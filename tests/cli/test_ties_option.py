"""The option --ties of matches, tournaments, experiments and reports, and the key of ladders."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.interpreted

GAME = "mnk:players=3"  # most games are draws, which all three share
PLAYERS = "random(seed=1),random(seed=2),random(seed=3)"
DESIGN = f"""
title = "ties"
games = ["{GAME}"]
players = ["random(seed=1)", "random(seed=2)", "random(seed=3)"]
limits = [{{depth = 1}}]
rounds = 2
"""


def rows_of(document: dict[str, Any]) -> list[tuple[int, int, int, float]]:
    return [(row["wins"], row["draws"], row["losses"], row["share"]) for row in document["rows"]]


def check(found: dict[str, list[tuple[int, int, int, float]]], games: int) -> None:
    draws = found["shared"][0][1]
    assert 0 < draws < games
    assert sum(share for *_, share in found["shared"]) == pytest.approx(1)
    assert [row[1] for row in found["lot"]] == [row[1] for row in found["lost"]] == [0] * 3
    assert sum(row[0] for row in found["lot"]) == games
    assert sum(share for *_, share in found["lot"]) == pytest.approx(1)
    for shared, lost in zip(found["shared"], found["lost"], strict=True):
        assert lost[:3] == (shared[0], 0, shared[1] + shared[2])
        assert lost[3] == pytest.approx(shared[0] / games)


def test_matches_and_tournaments(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    match = ("match", GAME, "--players", PLAYERS, "--games", "24", "--opening-plies", "2", "--workers", "1")
    place = ("--database", str(tmp_path / "ties.db"))
    found = {ties: rows_of(spielbaum(*match, *place, "--ties", ties, "--json").document)
             for ties in ("shared", "lot", "lost")}  # fmt: skip
    check(found, 24)
    assert rows_of(spielbaum(*match, *place, "--json").document) == found["shared"]
    shown = spielbaum("report", place[1], "--ties", "lost", "--json").document
    assert [row["share"] for row in shown["tournaments"][0]["rows"]] == pytest.approx(
        [share for *_, share in found["lost"]]
    )


def test_experiments(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "ties.toml"
    path.write_text(DESIGN, encoding="utf-8")
    asked = ("experiment", str(path), "--database", str(tmp_path / "ties.db"), "--workers", "1", "--json")
    found = {ties: rows_of(spielbaum(*asked, "--ties", ties).document) for ties in ("shared", "lot", "lost")}
    check(found, 12)


def test_an_unknown_treatment_is_refused(spielbaum: Callable[..., Any]) -> None:
    answer = spielbaum("match", GAME, "--players", PLAYERS, "--games", "6", "--ties", "halved")
    assert answer.code == 2
    assert "'halved' is not one of" in answer.err
