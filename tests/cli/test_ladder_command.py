"""``spielbaum ladder``: however it is interrupted, it plays the same pieces and shows the same rows."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from killing import PROGRAM, killed_after_new_games
from spielbaum.arena.ladder import read_ladder
from spielbaum.arena.worker_pool import here
from spielbaum.store import Store
from spielbaum.store.ladders import LadderStore

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

LADDER = """
title = "A small ladder"
title-de = "Eine kleine Rangliste"
players = ["max-n", "paranoid", "random", "random(seed=1)"]
budgets = {nodes = [5, 20]}
goals = [150, 100]
most = 48
rounds = 1
plies = 2
[[games]]
name = "mnk:width=3,height=3,line=3,players=3"
[[claims]]
claim = "Max^n is ahead of random play"
source = "Folklore (1950)"
figure = "always"
figure-de = "immer"
ahead = "max-n"
behind = "random"
[[claims]]
claim = "Random play is ahead of Max^n"
source = "A wrong paper"
ahead = "random"
behind = "max-n"
budgets = "nodes=20"
"""


@pytest.fixture
def ladder(tmp_path: Path) -> str:
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER, encoding="utf-8")
    return str(path)


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without what differs from run to run."""
    text = json.dumps(document, default=str)
    return json.loads(text, object_hook=lambda found: {k: v for k, v in found.items() if not k.startswith("seconds")})


def test_a_ladder_is_played_shown_and_written(spielbaum: Callable[..., Any], ladder: str, tmp_path: Path) -> None:
    database, page = ("--database", str(tmp_path / "one.db")), tmp_path / "ladder.html"
    planned = spielbaum("ladder", ladder, *database, "--plan", "--json").document
    assert planned["games"] == 0
    assert len(planned["next"]) == 6
    assert planned["next"][0]["players"] == ["max-n(nodes=5)", "paranoid(nodes=5)"]

    assert spielbaum("ladder", ladder, *database, "--games", "10", "--workers", "1").code == 0
    with Store(str(tmp_path / "one.db")) as store:
        assert sum(stored.done for stored in store.tournaments()) >= 10
        assert any(stored.done < stored.games for stored in store.tournaments())
    table = tmp_path / "ladder.csv"
    written = ("--html", str(page), "--export", str(table))
    document = spielbaum("ladder", ladder, *database, "--workers", "1", *written, "--json").document
    assert [cell["limits"] for cell in document["cells"]] == ["nodes=5", "nodes=20"]
    assert all(cell["games"] >= 36 for cell in document["cells"])
    assert all(cell["games"] >= 48 or cell["widest"] <= 100 for cell in document["cells"])
    assert {row["player"] for row in document["rows"]} == {"max-n", "paranoid", "random", "random(seed=1)"}
    assert [len(claim["verdicts"]) for claim in document["claims"]] == [2, 1]
    right, wrong = (claim["verdicts"][-1] for claim in document["claims"])
    assert right["difference"] == pytest.approx(-wrong["difference"])
    assert len(table.read_text(encoding="utf-8").splitlines()) == 1 + 3 * document["games"]
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert len({(row["cell"], row["game"]) for row in rows}) == document["games"], "games of a cell have own numbers"
    ratings = tmp_path / "ladder-ratings.csv"
    assert len(ratings.read_text(encoding="utf-8").splitlines()) == 1 + len(document["rows"])
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 3, "the ratings of two budgets, and both as curves"
    assert "Folklore (1950): always" in text
    shown = spielbaum("ladder", ladder, *database, "--hours", "0").out
    assert "Max^n is ahead of random play\nFolklore (1950): always\n" in shown
    german = spielbaum("--language", "de", "ladder", ladder, *database, "--hours", "0", "--html", str(page)).out
    assert "Mittlere Ränge" in german
    assert re.search(r"Vorsprung [−+]0,\d{3} \(", german)
    text = page.read_text(encoding="utf-8")
    assert "<h1>Eine kleine Rangliste</h1>" in text
    assert "Folklore (1950): immer" in text
    assert spielbaum("ladder", ladder, *database, "--plan", "--json").document["next"] == []


def test_interruptions_change_nothing(spielbaum: Callable[..., Any], ladder: str, tmp_path: Path) -> None:
    """A run that is left after 1, 2, 3, ... units begins the pieces of one that is never left."""
    asked = read_ladder(ladder)
    numbers = asked.groups[0]
    with Store(str(tmp_path / "whole.db")) as whole, Store(str(tmp_path / "parts.db")) as parts:
        for _ in LadderStore(asked, whole).run(numbers, here(1)):
            pass
        units = 0
        while LadderStore(asked, parts).next_step(numbers):
            units += 1
            for number, _ in enumerate(LadderStore(asked, parts).run(numbers, here(1)), 1):
                if number == units:
                    break
        assert units > 4
        assert sorted(stored.key for stored in whole.tournaments()) == sorted(
            stored.key for stored in parts.tournaments()
        )
    one, other = (
        spielbaum("ladder", ladder, "--database", str(tmp_path / f"{name}.db"), "--hours", "0", "--json").document
        for name in ("whole", "parts")
    )
    assert timeless(one) == timeless(other)


def test_pieces_of_another_number_of_rounds_are_found(
    spielbaum: Callable[..., Any], ladder: str, tmp_path: Path
) -> None:
    database = ("--database", str(tmp_path / "one.db"))
    assert spielbaum("ladder", ladder, *database, "--games", "14", "--workers", "1").code == 0
    longer = tmp_path / "longer.toml"
    longer.write_text(LADDER.replace("rounds = 1", "rounds = 2"), encoding="utf-8")
    one, other = (spielbaum("ladder", file, *database, "--plan", "--json").document for file in (ladder, str(longer)))
    assert timeless(one) == timeless(other), "what was begun is completed as it was begun"
    assert 0 < one["games"] < 36


@pytest.mark.long
def test_a_ladder_that_is_killed_ten_times_has_the_same_rows(
    spielbaum: Callable[..., Any], ladder: str, tmp_path: Path
) -> None:
    whole, killed = str(tmp_path / "whole.db"), str(tmp_path / "killed.db")
    expected = spielbaum("ladder", ladder, "--database", whole, "--workers", "1", "--json").document
    command = [*PROGRAM, "ladder", ladder, "--database", killed, "--workers", "2", "--json"]
    kept = [killed_after_new_games(command, killed) for _ in range(10)]
    assert 0 < kept[0] < kept[4] < expected["games"], "it was to be killed in the middle"
    found = spielbaum("ladder", ladder, "--database", killed, "--workers", "1", "--json").document
    assert timeless(found) == timeless(expected)
