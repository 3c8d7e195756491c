"""``spielbaum probcut``, and players with the path of its model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.arena.tournament import Setup, model_texts
from spielbaum.errors import InputError
from spielbaum.learning.models.probcut import read_probcut
from spielbaum.players import files_of, located, parse_player
from spielbaum.store import Store
from spielbaum.web.views.players import read_algorithm

Command = Callable[..., Any]

FIT = ("probcut", "tic-tac-toe", "--positions", "20", "--depth", "3", "--opening-plies", "1")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    monkeypatch.chdir(tmp_path)


def test_a_model_is_written_shown_and_searched_with(spielbaum: Command) -> None:
    answer = spielbaum(*FIT, "--json")
    assert answer.code == 0, answer.err
    path = Path("tic-tac-toe-probcut.json")
    assert answer.document["model"] == str(path.resolve())
    assert answer.document | read_probcut(path).to_dict() == answer.document
    assert answer.document["origin"]["positions"] == 20
    shown = spielbaum(*FIT, "--output", "other.json")
    assert shown.out.startswith("depth  by a search to")
    assert read_probcut(Path("other.json")) == read_probcut(path)
    found = spielbaum("analyze", "tic-tac-toe", "--algorithm", f"pvs(probcut={path})", "--depth", "4", "--json")
    assert found.code == 0, found.err
    assert found.document["sound"] is False


def test_a_tournament_with_another_model_is_another_tournament(spielbaum: Command) -> None:
    assert spielbaum(*FIT, "--output", "mine.json").code == 0
    players = "pvs(depth=3, probcut=mine.json),random"
    common = ("tic-tac-toe", "--players", players, "--workers", "1", "--database", "played.db", "--json")
    for _ in range(2):
        assert spielbaum("tournament", *common).code == 0
    document = json.loads(Path("mine.json").read_text())
    document["checks"][0]["deviation"] += 1
    Path("mine.json").write_text(json.dumps(document))
    assert spielbaum("tournament", *common).code == 0
    with Store("played.db") as store:
        assert [stored.done for stored in store.tournaments()] == [2, 2]


def test_the_path_of_a_model_is_part_of_the_player() -> None:
    spec = located(parse_player("pvs(depth=3, evaluation=e.json, probcut=p.json)"), Path("/models"))
    assert str(spec) == "pvs(depth=3, evaluation=/models/e.json, probcut=/models/p.json)"
    assert files_of(spec) == ["/models/e.json", "/models/p.json"]
    assert model_texts([spec]) == ("", "")
    assert Setup(game="tic-tac-toe", players=(str(spec),)).players == (str(spec),)


def test_stored_games_cannot_name_files_of_a_server() -> None:
    with pytest.raises(InputError, match="cannot read option"):
        read_algorithm("pvs", "probcut=/etc/passwd")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--depth", "2"), "ProbCut begins at depth 3: there is nothing to fit to depth 2"),
        (("--positions", "5"), "5 positions are too few for a line: at least 20"),
        (("--output", "model.txt"), "the path of a model ends in .json"),
        (("--evaluation", "none"), "ProbCut is for zero-sum games of two players with an evaluation"),
    ],
)
def test_invalid_input_is_explained(spielbaum: Command, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum(*FIT[:2], *words)
    assert answer.code == 2
    assert sentence in answer.err
