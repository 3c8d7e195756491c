"""The words of stored searches: the evaluation of a stored game is not run unless the server offers it."""

from dataclasses import replace
from pathlib import Path

import pytest

from spielbaum import games
from spielbaum.language import translations_for
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.session import Turn
from spielbaum.web.views.searches import evaluation_of, searched_by, turn_words

pytestmark = pytest.mark.interpreted
ENGLISH = translations_for("en")
TOUCHING = """\
from pathlib import Path

Path(__file__).with_suffix(".touched").touch()


def even(state):
    return (0.0, 0.0)
"""


def test_a_stored_game_does_not_choose_what_the_server_runs(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(TOUCHING, encoding="utf-8")
    nim = games.load("nim")
    for player in (f"pvs(depth=1, evaluation={path})", f"best(depth=1, evaluation={path}:even)"):
        turn = Turn(seat=0, text="a1", player=player, value=0.5, kind="heuristic", depth=1)
        assert evaluation_of(nim, turn) is None
        assert turn_words(ENGLISH, nim, turn) == ""
        assert searched_by(nim, turn) == player.partition("(")[0]
    assert not path.with_suffix(".touched").exists()
    known = find_evaluation(nim, str(path))
    assert path.with_suffix(".touched").exists()
    offered = replace(nim, evaluations={str(path): known})
    assert evaluation_of(offered, replace(turn, player=f"pvs(depth=1, evaluation={path})")) is not None
