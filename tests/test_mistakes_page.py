"""Each mistake on the Troubleshooting page produces the documented message, without compiler jargon."""

import re
import shlex
from pathlib import Path

import pytest

from mistakes import Mistake, changed, is_expression, read_page
from spielbaum import Limits, SpielbaumError, load, search, watchdog
from spielbaum.cli import run

PAGE = Path(__file__).parent.parent / "docs" / "troubleshooting.md"
GAME, MISTAKES = read_page(PAGE)
COMPILED = {
    "A state that is a list", "A board that is a list", "A board that grows", "A board of rows", "A text in a state",
    "A fraction in a state", "A class that is no NamedTuple", "A name that is misspelt", "No answer in some case",
    "A list as a utility", "A default that is kept", "A global list", "An object of one's own",
    "A generator expression", "`iter`", "`yield from`", "`yield` within a function within", "`_replace`", "`try`",
    "An import within a function", "`print`", "A star", "A list of different things", "A global that is changed",
}  # fmt: skip
"""What only the compiler minds, or minds first; the others are found before anything is compiled."""

FOREIGN = re.compile(r"numba|typing|int64|unituple|nestedarray|dispatcher|traceback|site-packages", re.IGNORECASE)


def test_there_are_forty_and_each_has_a_sentence() -> None:
    assert len(MISTAKES) == PAGE.read_text(encoding="utf-8").count("\n### ") >= 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(mistake, marks=() if mistake.heading in COMPILED else pytest.mark.interpreted, id=mistake.heading)
        for mistake in MISTAKES
    ],
)
def test_a_mistake_gets_its_sentence(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(watchdog, "PATIENCE", 2)  # of a loop without a step
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
