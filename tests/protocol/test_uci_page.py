"""The sessions of the page on chess programs are what the engine answers, but for times."""

import re
from pathlib import Path

import pytest

from speaking import Program

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parent.parent.parent / "docs" / "uci.md").read_text(encoding="utf-8")
SESSIONS = dict(zip(("chess", "connect-four"), re.findall(r"```text\n(> .*?)\n```", PAGE, re.DOTALL), strict=True))


def without_times(line: str) -> str:
    return re.sub(r"nps \d+ time \d+", "nps N time T", line)


@pytest.mark.parametrize("game", SESSIONS)
def test_the_sessions_of_the_page_run_as_shown(game: str) -> None:
    with Program(game) as program:
        for exchange in re.split(r"^> ", SESSIONS[game], flags=re.MULTILINE)[1:]:
            said, *answers = exchange.rstrip("\n").split("\n")
            program.say(said)
            for answer in answers:
                assert program.process.stdout is not None
                heard = program.process.stdout.readline().decode().rstrip("\n")
                assert without_times(f"< {heard}") == without_times(answer)
        assert program.leave() == (0, "", "")
