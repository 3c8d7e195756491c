"""``spielbaum learn`` and ``spielbaum evaluate``."""

import io
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from spielbaum.cli import run
from spielbaum.store import Store

pytestmark = pytest.mark.slow

Command = Callable[..., Any]

QUICK = ("--player", "random", "--games", "60", "--opening-plies", "1", "--workers", "1")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a learned model and the database of its games."""
    folder = tmp_path_factory.mktemp("learned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        patch.chdir(folder)
        assert run(["learn", "tic-tac-toe", *QUICK, "--database", "learned.db", "--output", "model.json"]) == 0
    return folder


@pytest.fixture
def model(learned: Path, tmp_path: Path) -> str:
    for name in ("model.json", "learned.db"):
        shutil.copy(learned / name, tmp_path)
    return str(tmp_path / "model.json")


def test_a_model_is_written_and_used_wherever_an_evaluation_is_named(
    spielbaum: Command, model: str, tmp_path: Path
) -> None:
    document = json.loads(Path(model).read_text())
    assert document["origin"]["games"] == 60
    assert 6 <= document["scores"]["games"] <= 18  # whole beginnings, of nine
    assert 9 < document["origin"]["different"] <= 60
    for path in (model, "model.json"):
        answer = spielbaum("analyze", "tic-tac-toe", "--evaluation", path, "--depth", "2", "--json")
        assert answer.code == 0, answer.err
        assert (answer.document["kind"], answer.document["evaluation"]) == ("heuristic", path)
    shown = spielbaum("tree", "tic-tac-toe", "--evaluation", model, "--depth", "1", "--json")
    assert shown.code == 0
    players = "alpha-beta(depth=1, evaluation=model.json),alpha-beta(depth=1, evaluation=none)"
    common = ("tic-tac-toe", "--players", players, "--workers", "1", "--database", "played.db", "--json")
    assert spielbaum("tournament", *common).document["games"] == 2
    design = 'games = ["tic-tac-toe"]\nplayers = ["alpha-beta(depth=1, evaluation=model.json)", "random"]\n'
    (tmp_path / "design.toml").write_text(design)
    answer = spielbaum("experiment", "design.toml", "--workers", "1", "--database", "played.db", "--json")
    assert answer.code == 0, answer.err


def test_a_tournament_with_another_model_is_another_tournament(spielbaum: Command, model: str) -> None:
    players = "alpha-beta(depth=1, evaluation=model.json),random"
    common = ("tic-tac-toe", "--players", players, "--workers", "1", "--database", "played.db", "--json")
    for _ in range(2):
        assert spielbaum("tournament", *common).code == 0
    document = json.loads(Path(model).read_text())
    document["origin"]["commit"] = "0" * 40
    Path(model).write_text(json.dumps(document))
    assert spielbaum("tournament", *common).code == 0
    with Store("played.db") as store:
        assert [stored.done for stored in store.tournaments()] == [2]
    document["learned"]["weights"][0][0] += 1
    Path(model).write_text(json.dumps(document))
    assert spielbaum("tournament", *common).code == 0
    with Store("played.db") as store:
        assert [stored.done for stored in store.tournaments()] == [2, 2]


def test_evaluate_explains_a_model(spielbaum: Command, model: str) -> None:
    asked = ("evaluate", "tic-tac-toe", "--position", "X...O..X.", "--evaluation", model)
    found = spielbaum(*asked, "--json").document
    for row in found["players"]:
        assert sum(part["contribution"] for part in row["features"]) == pytest.approx(row["score"])
    assert found["value"][0] == -found["value"][1]
    text = spielbaum(*asked)
    assert text.code == 0
    assert "lines-2" in text.out
    assert "weight" in text.out


def test_evaluate_shows_counts_of_categories(spielbaum: Command) -> None:
    learned = ("learn", "tic-tac-toe", "--method", "categories", *QUICK, "--database", "learned.db")
    assert spielbaum(*learned).code == 0
    asked = ("evaluate", "tic-tac-toe", "--evaluation", "tic-tac-toe-categories.json")
    found = spielbaum(*asked, "--json").document
    counts = found["players"][0]["counts"]
    assert counts["positions"] == counts["wins"] + counts["draws"] + counts["losses"]
    assert "won" in spielbaum(*asked).out


def test_evaluate_values_the_counts_of_a_category(spielbaum: Command) -> None:
    found = spielbaum("evaluate", "--counts", "72/20/8", "--json").document
    assert (found["value"], found["share"]) == (0.52, 0.76)
    assert "value 0.5098" in spielbaum("evaluate", "--counts", "72/20/8", "--smoothing", "1").out
    for wrong in ("72/20", "a/b/c", "0/0/0"):
        assert spielbaum("evaluate", "--counts", wrong).code == 2
    assert spielbaum("evaluate").code == spielbaum("evaluate", "nim", "--counts", "1/2/3").code == 2


def test_evaluate_shows_an_evaluation_written_by_hand(spielbaum: Command) -> None:
    found = spielbaum("evaluate", "tic-tac-toe", "--moves", "4", "--json").document
    assert (found["evaluation"], found["value"], found["method"]) == ("open-lines", [4.0, -4.0], "by hand")
    rows = found["players"][0]["features"]
    assert rows[0] == {"feature": "lines-1", "value": 4, "weight": 1, "contribution": 4}
    plain = spielbaum("evaluate", "connect-four", "--moves", "4", "--json").document
    assert set(plain["players"][0]["features"][0]) == {"feature", "value"}


def test_evaluate_explains_a_finished_position_as_if_play_continued(spielbaum: Command) -> None:
    asked = ("evaluate", "tic-tac-toe", "--position", "XX.OOO..X")
    over = spielbaum(*asked, "--json").document
    assert (over["method"], over["value"], over["estimate"]) == ("the game is over", [-100, 100], [3, -3])
    assert [row["score"] for row in over["players"]] == [4, 1]
    assert "as if it went on: (3, -3)" in spielbaum(*asked).out
    assert "sum +4.0000, less +1.0000 of the other" in spielbaum(*asked).out


def test_evaluate_refuses_to_explain_no_evaluation(spielbaum: Command) -> None:
    answer = spielbaum("evaluate", "tic-tac-toe", "--evaluation", "none")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "all unfinished positions count the same" in answer.err
    assert "has no evaluation to explain" in spielbaum("evaluate", "nim").err


def test_eval_shows_the_learned_evaluation_of_a_player(
    spielbaum: Command, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\neval\n"))
    monkeypatch.setenv("COLUMNS", "300")
    out = spielbaum("play", "tic-tac-toe", "--evaluation", "model.json", "--depth", "1").out
    shown = out.partition("open-lines")[2].partition("go on with")[0]
    assert re.search(rf"{re.escape(model)} +-?[\d.]+ +-?[\d.]+", shown)


def test_stored_games_are_learned_from_again(spielbaum: Command, model: str) -> None:
    first = json.loads(Path(model).read_text())
    again = spielbaum("learn", "tic-tac-toe", "--from", "learned.db", "--output", "again.json", "--json")
    assert again.code == 0
    assert (again.document["model"], again.document["origin"]["from"]) == (
        str(Path("again.json").resolve()),
        "learned.db",
    )
    assert json.loads(Path("again.json").read_text())["learned"] == first["learned"]


def test_a_missing_database_is_not_created(spielbaum: Command) -> None:
    answer = spielbaum("learn", "tic-tac-toe", "--from", "typo.db")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "there is no database" in answer.err
    assert not Path("typo.db").exists()


def test_td_learns_in_rounds_and_ends_with_a_match(spielbaum: Command) -> None:
    answer = spielbaum(
        "learn", "tic-tac-toe", "--method", "td", "--games", "20", "--rounds", "2", "--depth", "1",
        "--opening-plies", "2", "--workers", "1", "--database", "td.db", "--against", "random",
        "--against-games", "8", "--json",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert Path("tic-tac-toe-td.round-1.json").is_file()
    against = answer.document["against"]
    assert against["games"] == 8
    assert against["verdict"] in ("better", "worse", "undecided")
    origin = json.loads(Path("tic-tac-toe-td.json").read_text())["origin"]
    assert "round-1.json" in origin["player"]
    asked = {"round": 2, "rounds": 2, "games_asked": 20, "seed_asked": 0, "games": 10, "seed": 1}
    assert {name: origin[name] for name in asked} == asked
    assert origin["versions"]["scikit-learn"] == version("scikit-learn")


def test_a_killed_run_is_resumed(spielbaum: Command, tmp_path: Path) -> None:
    asked = ("learn", "tic-tac-toe", "--player", "random", "--games", "200", "--opening-plies", "1", "--workers", "1")
    words = [*asked, "--database", "kept.db", "--json"]
    with Store("kept.db") as store:

        def kept() -> int:
            return sum(stored.done for stored in store.tournaments())

        program = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
        running = subprocess.Popen([*program, *words], cwd=tmp_path, stdout=subprocess.DEVNULL)
        while not kept() and running.poll() is None:
            time.sleep(0.02)
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert 0 < kept() < 200
        assert not Path("tic-tac-toe-linear.json").exists()
        assert spielbaum(*words).document["origin"]["games"] == 200
        assert kept() == 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nim",), "has no features"),
        (("tic-tac-toe", "--method", "magic"), "there is no method 'magic'"),
        (("tic-tac-toe", "--features", "speed"), "has no feature 'speed'"),
        (("tic-tac-toe", "--features", "lines-2, lines-2"), "'lines-2' is named twice"),
        (("tic-tac-toe", "--phases", "2", "--phase-by", "to-move"), "a feature of the game, not by to-move"),
        (("tic-tac-toe", "--phase-by", "speed"), "has no feature 'speed'"),
        (("tic-tac-toe", "--method", "categories", "--phases", "3"), "phases is an option of linear and td, not of"),
        (("tic-tac-toe", "--method", "categories", "--phase-by", "lines-1"), "phase-by is an option of linear and td"),
        (("tic-tac-toe", "--lambda", "0.1"), "lambda is an option of td, not of linear"),
        (("tic-tac-toe", "--method", "td", "--bins", "3"), "bins is an option of categories, not of td"),
        (("tic-tac-toe", "--rounds", "2"), "rounds is an option of td, not of linear"),
        (("tic-tac-toe", "--held-out", "1"), "part held out"),
        (("tic-tac-toe", "--method", "td", "--from", "x.db"), "leave out --from"),
        (("tic-tac-toe", "--method", "td", "--player", "random"), "td learns from the values"),
        (("chameleon-chess", "--method", "td", "--player", "max-n(goal=rank)"), "td learns from the values"),
        (("tic-tac-toe", "--method", "td", "--player", "mtdf(depth=2)"), "mtdf needs whole numbers"),
        (("tic-tac-toe", "--against", "mtdf(depth=2)"), "mtdf needs whole numbers"),
        (("tic-tac-toe", "--player", "mtdf(depth=2)", "--against", "open-lines"), "mtdf needs whole numbers"),
        (("tic-tac-toe", "--player", "random", "--against", "open-lines"), "needs a search to play with"),
        (("tic-tac-toe", "--output", "model.txt"), "ends in .json"),
        (("tic-tac-toe", "--against", "nonsense"), "unknown evaluation"),
        (("tic-tac-toe", "--player", "human", "--games", "1"), "a human plays with"),
    ],
)
def test_bad_input_is_one_sentence(spielbaum: Command, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum("learn", *words)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_a_path_with_a_comma_is_refused_in_stored_players(spielbaum: Command, model: str) -> None:
    Path(model).rename("a,b.json")
    for words in (
        ("play", "tic-tac-toe", "--seats", "alpha-beta:1s", "--evaluation", "a,b.json", "--save", "saved.json"),
        ("tournament", "tic-tac-toe", "--players", "pvs,random", "--depth", "1", "--evaluation", "a,b.json"),
        ("learn", "tic-tac-toe", "--evaluation", "a,b.json"),
        ("learn", "tic-tac-toe", "--output", "a,b.json"),
        ("serve", "--port", "0", "--evaluation", "a,b.json", "--database", "served.db"),
    ):
        answer = spielbaum(*words)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert "must not contain a comma or parentheses" in answer.err
    assert not Path("saved.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--against", "model.json"),
        ("--against", "alpha-beta(depth=1, evaluation=model.json)"),
        ("--player", "alpha-beta(depth=1, evaluation=./model.json)"),
        ("--evaluation", "model.json"),
        ("--evaluation", "model.json", "--method", "td", "--output", "model.json"),
    ],
)
def test_a_model_never_overwrites_that_of_a_player(words: tuple[str, ...], spielbaum: Command, model: str) -> None:
    before = Path(model).read_text()
    answer = spielbaum("learn", "tic-tac-toe", "--games", "4", "--workers", "1", "--output", "model.json", *words)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "would overwrite" in answer.err
    assert Path(model).read_text() == before


def test_a_model_of_another_game_is_refused_everywhere(spielbaum: Command, model: str) -> None:
    for words in (
        ("analyze", "connect-four", "--evaluation", model, "--depth", "1"),
        ("evaluate", "connect-four", "--evaluation", model),
        ("analyze", "tic-tac-toe:order=centre", "--evaluation", model, "--depth", "1"),
        ("tournament", "connect-four", "--players", f"pvs(depth=1, evaluation={model}),random", "--database", "x.db"),
        ("analyze", "tic-tac-toe", "--evaluation", "missing.json", "--depth", "1"),
    ):
        answer = spielbaum(*words)
        assert answer.code == 2
        assert "model" in answer.err or "missing.json" in answer.err
        assert answer.err.count("\n") == 1
