"""The verdict on a game that is written in the page: what is wrong, and the lines around."""

from typing import Any

from spielbaum.web.live.own_games import Verdict

AROUND = 2
"""The lines that are shown before and after the one at fault."""


def verdict_view(source: str, verdict: Verdict) -> dict[str, Any]:
    """Return the template context of a verdict on a source."""
    lines, fault = source.splitlines(), verdict.line
    shown = range(0) if fault is None else range(max(1, fault - AROUND), min(len(lines), fault + AROUND) + 1)
    return {
        "sentence": verdict.sentence,
        "moves": " ".join(verdict.moves),
        "line": fault,
        "lines": [(number, lines[number - 1], number == fault) for number in shown],
        "play": "",
        "compiled": "",
    }
