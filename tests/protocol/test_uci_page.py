"""The sessions of the page on chess programs are what the engine answers, but for times and the version."""

import re
from pathlib import Path

import pytest

from speaking import Program
from tiers import all_but

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parent.parent.parent / "docs" / "uci.md").read_text(encoding="utf-8")
SESSIONS = dict(zip(("chess", "connect-four"), re.findall(r"```text\n(> .*?)\n```", PAGE, re.DOTALL), strict=True))


def without_what_varies(line: str) -> str:
    line = re.sub(r"nps \d+ time \d+", "nps N time T", line)
    return re.sub(r"(id name Spielbaum) \S+", r"\1 VERSION", line)


@pytest.mark.parametrize("game", all_but(["connect-four"], list(SESSIONS)))
def test_the_sessions_of_the_page_run_as_shown(game: str) -> None:
    with Program(game) as program:
        for exchange in re.split(r"^> ", SESSIONS[game], flags=re.MULTILINE)[1:]:
            said, *answers = exchange.rstrip("\n").split("\n")
            program.say(said)
            for answer in answers:
                assert program.process.stdout is not None
                heard = program.process.stdout.readline().decode().rstrip("\n")
                assert without_what_varies(f"< {heard}") == without_what_varies(answer)
        assert program.leave() == (0, "", "")
