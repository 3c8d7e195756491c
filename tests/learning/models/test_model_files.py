"""Model files: written, read, and refused with a reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from learned import COUNTED, LINEAR, MODELS, PHASES
from spielbaum.errors import InputError
from spielbaum.learning.models import Model, read_model, write_model

Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_is_read_as_it_was_written(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_model(model, path)
    assert read_model(path) == model
    assert [file.name for file in tmp_path.iterdir()] == ["model.json"]


CHANGES: dict[str, tuple[Model, Change, str]] = {
    "foreign": (LINEAR, lambda d: d.update(format="other"), "its format is not spielbaum-model"),
    "newer": (LINEAR, lambda d: d.update(version=2), "newer"),
    "older": (LINEAR, lambda d: d.update(version=0), "older"),
    "no game": (LINEAR, lambda d: d.pop("game"), "'game' is missing"),
    "unknown method": (LINEAR, lambda d: d.update(method="magic"), "method is one of"),
    "features twice": (LINEAR, lambda d: d.update(features=["a", "a", "b"]), "distinct names"),
    "too few weights": (LINEAR, lambda d: d["learned"].update(weights=[[1, 2]]), "for each of its 3 features"),
    "weights of text": (LINEAR, lambda d: d["learned"].update(weights=[["1", 2, 3]]), "numbers are expected"),
    "no weights": (LINEAR, lambda d: d["learned"].update(weights=[]), "for each of its 3 features"),
    "true for a number": (LINEAR, lambda d: d["learned"].update(weights=[[True, 2, 3]]), "numbers are expected"),
    "too large": (LINEAR, lambda d: d["learned"].update(weights=[[10**400, 2, 3]]), "too large"),
    "sums without end": (LINEAR, lambda d: d["learned"].update(weights=[[1e308, -1e308, 3]]), "larger than 1e.100"),
    "smoothing without end": (COUNTED, lambda d: d["learned"].update(smoothing=1e308), "larger than 1e.100"),
    "counts without end": (COUNTED, lambda d: d["learned"].update(cells=[[0, 10**400, 0, 0, 1, 1]]), "not too large"),
    "knots missing": (PHASES, lambda d: d["learned"].update(knots=[2]), "as many knots"),
    "falling knots": (PHASES, lambda d: d["learned"].update(knots=[6, 2]), "knots must rise"),
    "phase of move": (PHASES, lambda d: d["learned"].update(phase="to-move"), "name of a feature"),
    "thresholds missing": (COUNTED, lambda d: d["learned"].update(thresholds=[[0]]), "for each of its 2"),
    "falling thresholds": (COUNTED, lambda d: d["learned"].update(thresholds=[[1, 0], [0]]), "must rise"),
    "cell beyond": (COUNTED, lambda d: d["learned"]["cells"].append([99, 0, 0, 0, 0, 0]), "cell 99 is inconsistent"),
    "cell twice": (COUNTED, lambda d: d["learned"]["cells"].append([0, 0, 0, 0, 0, 0]), "cell 0 is inconsistent"),
    "short cell": (COUNTED, lambda d: d["learned"]["cells"].append([3, 1]), "each cell is"),
    "more points than games": (COUNTED, lambda d: d["learned"].update(cells=[[0, 1, 0, 0, 5, 1]]), "cell 0"),
    "games of a level missing": (COUNTED, lambda d: d["learned"]["games"].pop(), "games for each of its 2 features"),
    "games of a category missing": (COUNTED, lambda d: d["learned"]["games"][0].pop(), "one for each"),
    "more games than in all": (COUNTED, lambda d: d["learned"]["games"][0][1].__setitem__(1, 9), "are inconsistent"),
    "negative": (COUNTED, lambda d: d["learned"].update(cells=[[0, -1, 0, 9, 0, 1]]), "not negative"),
    "no list": (COUNTED, lambda d: d.update(learned=7), "not a valid model"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_file_is_refused_with_a_reason(change: str, tmp_path: Path) -> None:
    model, damage, words = CHANGES[change]
    path = tmp_path / "model.json"
    write_model(model, path)
    document = json.loads(path.read_text())
    damage(document)
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=words) as refused:
        read_model(path)
    assert "model.json" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "7", '{"format": ' + "[" * 100_000])
def test_files_that_are_not_models_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(InputError, match="is no"):
        read_model(path)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_not_finite_are_refused(number: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_model(LINEAR, path)
    path.write_text(path.read_text().replace("0.25", number))
    with pytest.raises(InputError, match="must be finite"):
        read_model(path)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_model(COUNTED, path)
    whole = path.read_bytes()
    for length in range(0, len(whole.rstrip()), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError):
            read_model(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read "):
        read_model(tmp_path / "none.json")
