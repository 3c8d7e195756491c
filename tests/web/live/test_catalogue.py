"""Evaluations in files are offered with their games; other files are not."""

from pathlib import Path

import pytest

from spielbaum.errors import InputError, SpielbaumError
from spielbaum.learning.models import Linear, Model, write_model
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.views.players import choices_of


def test_a_learned_evaluation_is_offered_with_its_game(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.json")
    body = Linear(weights=((1.0,),))
    write_model(Model(game="tic-tac-toe", features=("lines-2",), body=body, method="linear"), Path(path))
    catalogue = Catalogue(evaluations=(path,))
    assert choices_of(catalogue.game("tic-tac-toe")).evaluations == ("open-lines", path)
    assert path not in choices_of(catalogue.game("tic-tac-toe:order=centre")).evaluations
    assert path not in choices_of(catalogue.game("connect-four")).evaluations
    assert "mtdf" not in choices_of(catalogue.game("tic-tac-toe")).algorithms
    assert "mtdf" in choices_of(catalogue.game("connect-four")).algorithms


def test_a_damaged_model_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("{}")
    with pytest.raises(InputError, match="not a valid model"):
        Catalogue(evaluations=(str(path),))


@pytest.mark.parametrize(
    ("game", "feature", "words"),
    [
        ("tic-tac-toe", "speed", "mine.json cannot be used: it uses the feature 'speed'"),
        ("tic-tac-toe:order=centre", "speed", "mine.json cannot be used: it uses the feature 'speed'"),
        ("nim", "speed", "has no features"),
        ("my-own", "speed", "mine.json is a model of my-own, which is not offered"),
        ("tree:file=/etc/passwd", "speed", "which is not offered"),
    ],
)
def test_a_model_that_does_not_fit_its_game_is_refused(game: str, feature: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    write_model(Model(game=game, features=(feature,), body=Linear(weights=((1.0,),)), method="linear"), path)
    with pytest.raises(SpielbaumError, match=words):
        Catalogue(evaluations=(str(path),))


def test_a_model_of_a_file_is_offered_with_the_file(tmp_path: Path) -> None:
    path, file = str(tmp_path / "mine.json"), tmp_path / "own.py"
    file.write_text(
        "from dataclasses import replace\n"
        "from spielbaum import games\n"
        "game = replace(games.load('tic-tac-toe'), name='my-own')\n"
    )
    body = Linear(weights=((1.0,),))
    write_model(Model(game="my-own", features=("lines-2",), body=body, method="linear"), Path(path))
    catalogue = Catalogue((str(file),), (path,))
    assert choices_of(catalogue.game(str(file))).evaluations == ("open-lines", path)


def test_a_written_evaluation_is_offered_with_the_games_that_are_named(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.py")
    Path(path).write_text("def even(state):\n    return (0.0, 0.0)\n", encoding="utf-8")
    catalogue = Catalogue(("nim", "tic-tac-toe"), (path,))
    assert choices_of(catalogue.game("nim")).evaluations == (path,)
    assert choices_of(catalogue.game("tic-tac-toe")).evaluations == ("open-lines", path)
    assert path not in choices_of(catalogue.game("connect-four")).evaluations
    with pytest.raises(InputError, match="name one, too"):
        Catalogue(evaluations=(path,))
    with pytest.raises(SpielbaumError, match="there is no file"):
        Catalogue(("nim",), (str(tmp_path / "other.py"),))
