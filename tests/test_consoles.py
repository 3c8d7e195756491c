"""The consoles of the documentation show the commands' real output, except for times and rates."""

import re
from pathlib import Path

import pytest

from consoles import Step, agree, answer_of, steps_of
from tiers import at_night, by_tier

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

DOCS = Path(__file__).parent.parent / "docs"
BY_DAY = [
    DOCS / name
    for name in (
        "sixty-seconds.md",
        "first-ten-minutes.md",
        "tutorial.md",
        "command-line.md",
        "games/tree.md",
        "games/nim.md",
    )
]

NOT_TYPED = re.compile(
    r"^spielbaum (serve|tournament|match|learn|suite|bench|perft|experiment|evaluate \S+ --moves|play cha|show --game)"
    r"|--seconds|--plot|--profile|--replacement all|--json"
)
"""Commands whose output is times, that need the reader's files, do not end, or are shown in part."""

PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if any(step.command and not NOT_TYPED.search(step.command) for step in steps_of(page.read_text(encoding="utf-8")))
]
NODES_BY_DAY = 20_000


def is_short(step: Step) -> bool:
    """Return whether a command is fast without a kernel, judged by the numbers it prints."""
    counts = [int(re.sub("[.,]", "", number)) for number in re.findall(r"\b\d[\d.,]*\b", step.answer)]
    return max(counts, default=0) <= NODES_BY_DAY


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).with_suffix("").as_posix()


@pytest.mark.parametrize("page", by_tier(BY_DAY[:1], BY_DAY, PAGES), ids=name_of)
def test_the_consoles_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LANGUAGE", "de" if page.parent.name == "de" else "en")
    mygame = next(step for step in steps_of((DOCS / "tutorial.md").read_text(encoding="utf-8")) if step.file)
    Path(mygame.file).write_text(mygame.answer, encoding="utf-8")
    Path("examples").symlink_to(DOCS.parent / "examples")
    code, compared, known = 0, 0, True
    for step in steps_of(page.read_text(encoding="utf-8")):
        if step.file:
            Path(step.file).write_text(step.answer, encoding="utf-8")
        elif NOT_TYPED.search(step.command) or not (at_night() or is_short(step)):
            known = False
        elif known or step.command != "echo $?":
            if step.command.startswith("spielbaum check"):  # which reports what cannot be compiled
                monkeypatch.setenv("SPIELBAUM_JIT", "1")
            answer, code = answer_of(step.command, code)
            assert agree(step.answer, answer) or not step.answer, (step.command, answer)
            compared, known = compared + 1, True
            monkeypatch.setenv("SPIELBAUM_JIT", str(int(at_night())))
    assert compared
