"""Evaluations in a Python file, for games of the library."""

from dataclasses import replace
from pathlib import Path

import pytest

from spielbaum import games, search
from spielbaum.arena.tournament import Setup
from spielbaum.errors import GameError, InputError, SpielbaumError
from spielbaum.players import files_of, located, parse_player
from spielbaum.search.core.evaluations import find_evaluation

pytestmark = pytest.mark.interpreted

CENTRE = """\
MIDDLE = 0b11111 << 21


def centre(state):
    mine, theirs = (state.own & MIDDLE).bit_count(), (state.occupied & ~state.own & MIDDLE).bit_count()
    value = 0.01 * (mine - theirs)
    return (value, -value) if state.occupied.bit_count() % 2 == 0 else (-value, value)
"""

EVEN = """\
from spielbaum import Evaluation


def even(game):
    players = game.players

    def evaluate(state):
        return (1 / players,) * players

    return Evaluation(evaluate, maximum=0.25)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(CENTRE, encoding="utf-8")
    return path


def test_a_search_estimates_by_a_file_as_by_a_game_with_that_function(mine: Path) -> None:
    game = games.load("connect-four")
    written = find_evaluation(game, str(mine))
    assert written is not None
    own = replace(game, evaluations={"centre": written.function})
    expected, found = search(own, depth=5), search(game, depth=5, evaluation=str(mine))
    assert (found.value, found.action, found.nodes, found.evaluation) == (
        expected.value, expected.action, expected.nodes, str(mine))  # fmt: skip
    assert found.value == 0.01
    assert found.nodes != search(game, depth=5).nodes


def test_every_player_has_a_number(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def first(state):\n    return (0.5, -0.25, -0.25)\n", encoding="utf-8")
    found = search("mnk:players=3", algorithm="max-n", depth=1, evaluation=str(path))
    assert found.value == (0.5, -0.25, -0.25)


def test_a_function_of_the_game_makes_its_evaluation(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(EVEN, encoding="utf-8")
    found = find_evaluation(games.load("chameleon-chess"), f"{path}:even")
    assert found is not None
    assert found.function(None) == (0.25,) * 4
    assert found.maximum == 0.25


@pytest.mark.parametrize(
    ("text", "name", "error", "sentence"),
    [
        (None, "", InputError, "there is no file .*mine.py' with an evaluation"),
        ("x = 1\n", "", InputError, "mine.py has no evaluation: write a function of a state"),
        (
            "def a(s): ...\ndef b(s): ...\n",
            "",
            InputError,
            "functions of a state, a, b: name one, such as .*:a",
        ),
        ("def centre(s): ...\n", ":center", InputError, "unknown evaluation .*did you mean 'centre'"),
        ("def a(s)\n", "", GameError, "mine.py, line 1: SyntaxError"),
        ("import nothing_like_this\n", "", GameError, "mine.py, line 1: ModuleNotFoundError"),
        ("def a(game):\n    return game.nothing\n", "", GameError, "cannot make an evaluation of nim: AttributeError"),
        ("def a(game):\n    return 3\n", "", GameError, "must be a function, not 3"),
        ("def a(s):\n    return (1.0, 2.0, 3.0)\n", "", GameError, "not a tuple of 2 numbers"),
        ("def a(s):\n    return (0.5, 0.5)\n", "", GameError, "zero"),
        ("def a(s):\n    return 0.5\n", "", GameError, "not a tuple of 2 numbers"),
    ],
)
def test_a_file_without_a_fitting_evaluation_is_one_sentence(
    tmp_path: Path, text: str | None, name: str, error: type[SpielbaumError], sentence: str
) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=sentence):
        search("nim", depth=2, evaluation=f"{path}{name}")


def test_one_function_is_chosen_by_its_name() -> None:
    assert str(located(parse_player("pvs(depth=2, evaluation=mine.py:centre)"), Path("/own"))) == (
        "pvs(depth=2, evaluation=/own/mine.py:centre)"
    )
    assert files_of(parse_player("pvs(depth=2, evaluation=/own/mine.py:centre)")) == ["/own/mine.py"]


def test_the_function_evaluate_counts_if_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def a(s): ...\ndef evaluate(s):\n    return (0.5, -0.5)\n", encoding="utf-8")
    found = find_evaluation(games.load("nim"), str(path))
    assert found is not None
    assert found.function(None) == (0.5, -0.5)


def test_an_edited_file_is_another_tournament(mine: Path) -> None:
    setup = Setup(game="connect-four", players=(f"pvs(depth=1, evaluation={mine})", "random"))
    before = setup.key
    mine.write_text(CENTRE.replace("0.01", "0.02"), encoding="utf-8")
    assert setup.key != before
    found = find_evaluation(games.load("connect-four"), str(mine))
    assert found is not None
