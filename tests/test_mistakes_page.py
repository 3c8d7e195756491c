"""Each mistake on the Troubleshooting page produces the documented message, without compiler jargon."""

import re
import shlex
from pathlib import Path

import pytest

from mistakes import Mistake, changed, is_expression, read_page
from spielbaum import Limits, SpielbaumError, load, search, watchdog
from spielbaum.checking import trial
from spielbaum.cli import run

PAGE = Path(__file__).parent.parent / "docs" / "troubleshooting.md"
GAME, MISTAKES = read_page(PAGE)
COMPILED = {
    "A list as a state", "A list as a board", "A board that grows", "A board of rows", "A string in a state",
    "A fraction in a state", "A class other than a NamedTuple", "A misspelt name", "A missing return value",
    "A mutable default", "An object of your own class", "`try`", "An import within a function", "`print`",
    "A list of mixed types", "Changing a global", "The order of a set",
    "A generator that is used twice", "An object made in a rule", "A function of two types",
}  # fmt: skip
"""Mistakes that only the compiler finds, or finds first; the others are found before compiling."""

FOREIGN = re.compile(r"numba|typing|int64|unituple|nestedarray|dispatcher|traceback|site-packages", re.IGNORECASE)


def test_there_are_at_least_forty_mistakes_with_a_message_each() -> None:
    assert len(MISTAKES) == PAGE.read_text(encoding="utf-8").count("\n### ") >= 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(mistake, marks=() if mistake.heading in COMPILED else pytest.mark.interpreted, id=mistake.heading)
        for mistake in MISTAKES
    ],
)
def test_a_mistake_gets_its_message(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("spielbaum.cli.shared.output.FIRST_LINE", 600)  # no progress on a busy machine
    monkeypatch.setattr(trial, "SECONDS", 30)  # a pause for garbage may take as long as a trial
    if mistake.heading not in COMPILED:  # the compiler may take longer on a busy machine
        monkeypatch.setattr(watchdog, "PATIENCE", 2)
    expression = is_expression(mistake.code)
    Path("race.py").write_text(GAME if expression else changed(GAME, mistake.code), encoding="utf-8")
    if expression:
        with pytest.raises(SpielbaumError) as caught:
            eval(mistake.code, {"game": load("race.py"), "search": search, "Limits": Limits})
        said = str(caught.value)
    else:
        code = run(shlex.split(mistake.command or "spielbaum analyze race.py")[1:])
        out, err = capsys.readouterr()
        assert (code, bool(err)) in ((2, True), (1, False)), (code, out, err)
        said = err.removeprefix("spielbaum: ") or out.partition("detail  ")[2]
    assert " ".join(said.split()) == mistake.says
    assert not FOREIGN.search(said)
