"""A game whose states are formatted but not parsed: tournaments, matches and stored games use its moves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
NOTATION = "zero_sum=True, notation=Notation(format_state=lambda state: f'{state.count} counted'))"


@pytest.mark.slow
@pytest.mark.interpreted
def test_the_games_of_an_experiment_are_played_stored_and_shown(
    spielbaum: Run, race: Callable[..., str], tmp_path: Path
) -> None:
    path, database = race("zero_sum=True)", NOTATION), f"sqlite:///{tmp_path}/games.db"
    openings = tmp_path / "openings.txt"
    openings.write_text("1 2\n2 2\n", encoding="utf-8")
    tournament = ("tournament", path, "--players", "alpha-beta(depth=2),random", "--openings", str(openings))
    played = spielbaum(*tournament, "--database", database, "--json")
    assert (played.code, played.err) == (0, "")
    again = spielbaum(*tournament, "--database", database, "--json")
    assert again.document == played.document
    shown = spielbaum("show", "--game", "1", "--database", database)
    assert (shown.code, shown.err) == (0, "")
    assert "counted" in shown.out
    assert spielbaum(*tournament, "--database", database, "--report", "branching").code == 0
    match = spielbaum("match", path, "--players", "alpha-beta(depth=1),alpha-beta(depth=2)", "--games", "4",
                      "--opening-plies", "2", "--database", database, "--json")  # fmt: skip
    assert match.code in (0, 1), match.err
    refused = spielbaum("show", path, "--position", "3 counted")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
