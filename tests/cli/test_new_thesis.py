"""The folder of ``spielbaum new thesis``: its script makes every figure of its document."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import load, search
from spielbaum.arena.experiment import read_experiment

FILES = ["evaluation.py", "experiment.toml", "make.py", "thesis.tex"]


@pytest.fixture
def folder(spielbaum: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    answer = spielbaum("new", "thesis")
    assert (answer.code, answer.err) == (0, "")
    return tmp_path / "thesis"


@pytest.mark.interpreted
def test_the_folder_has_an_experiment_and_an_evaluation_that_fit(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == FILES
    made = read_experiment(folder / "experiment.toml")
    assert len(made.cells) == 3
    game = load(made.cells[0].factors["game"])
    found = search(game, depth=1, evaluation=str(folder / "evaluation.py"))
    assert found.action_text == "3"
    assert found.value == 0.125


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_figure_of_the_document_is_made(
    spielbaum: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert spielbaum("new", "thesis", "--language", language).code == 0
    text = (tmp_path / "thesis" / "thesis.tex").read_text(encoding="utf-8")
    assert ("ngerman" in text) == (language == "de")
    script = runpy.run_path(str(tmp_path / "thesis" / "make.py"))
    assert script["LANGUAGE"] == language
    steps = script["STEPS"]
    made = {target.removesuffix(".tex") for target, _, _ in steps}
    wanted = set(re.findall(r"\\input\{(.*?)\}", text))
    assert len(wanted) == 5
    assert {name for name in wanted if not name.startswith("figures/report/")} <= made
    for target, sources, command in steps:
        assert target.rpartition("/")[0] in command
        assert all(name in FILES or name in {one for one, _, _ in steps} for name in sources)


def test_a_thesis_is_not_overwritten(folder: Path, spielbaum: Callable[..., Any]) -> None:
    answer = spielbaum("new", "thesis")
    assert (answer.code, answer.err) == (2, "spielbaum: thesis exists already: choose another name, or move it away\n")
    assert folder.is_dir()


@pytest.mark.long
def test_the_script_makes_all_and_then_what_has_changed(folder: Path) -> None:
    environment = {**os.environ, "SPIELBAUM_JIT": "0", "LC_ALL": "C"}

    def make(*options: str) -> str:
        asked = [sys.executable, "make.py", *options]
        done = subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, timeout=280)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    text = (folder / "experiment.toml").read_text(encoding="utf-8").replace("rounds = 20", "rounds = 2")
    (folder / "experiment.toml").write_text(text.replace("[1, 3, 5]", "[1, 2]"), encoding="utf-8")
    (folder / "make.py").write_text((folder / "make.py").read_text(encoding="utf-8").replace("..7", "..3"))
    assert make().count("spielbaum") == 5
    for name in re.findall(r"\\input\{(.*?)\}", (folder / "thesis.tex").read_text(encoding="utf-8")):
        assert (folder / f"{name}.tex").is_file()
    assert "spielbaum" not in make()
    evaluation = folder / "evaluation.py"
    evaluation.write_text(evaluation.read_text(encoding="utf-8").replace("/ 8", "/ 16"), encoding="utf-8")
    again = make()
    assert again.count("spielbaum") == 4
    assert "experiment.tex --language en --fresh" in again
    if shutil.which("pdflatex"):
        assert (folder / "thesis.pdf").stat().st_size > 10_000
        assert "Overfull" not in (folder / "thesis.log").read_text(encoding="latin-1")
