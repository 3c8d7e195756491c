"""Fitting ProbCut: lines compared with another library, positions of played games, and files."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capturing import ROW
from spielbaum import Evaluation, Searcher, games
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.learning.fitting.probcut import Sampling, fit_checks, fit_probcut
from spielbaum.learning.models.probcut import Check, ProbCutModel, read_probcut, write_probcut
from tiers import examples

pytestmark = pytest.mark.interpreted

QUICK = Sampling(positions=25, depth=4, opening_plies=2, every=2, seed=3)


@examples(30)
@given(st.integers(0, 2**32), st.floats(0.1, 3), st.floats(-50, 50), st.floats(0.1, 20))
def test_a_noisy_line_is_recovered(seed: int, slope: float, offset: float, deviation: float) -> None:
    noise = np.random.default_rng(seed).normal
    shallow = noise(0, 40, 4000)
    deep = slope * shallow + offset + noise(0, deviation, 4000)
    columns = np.column_stack([shallow, noise(0, 1, 4000), deep])
    (check,) = fit_checks(columns)
    assert (check.depth, check.shallow, check.positions) == (3, 1, 4000)
    assert np.allclose([check.slope, check.offset], np.polyfit(shallow, deep, 1))
    assert abs(check.slope - slope) < 5 * deviation / 40 / 4000**0.5
    assert abs(check.deviation / deviation - 1) < 0.1
    assert np.isclose(check.correlation, np.corrcoef(shallow, deep)[0, 1])


def test_each_depth_is_predicted_by_the_deepest_searches_at_most_half_as_deep() -> None:
    values = np.random.default_rng(1).normal(size=(50, 1)) + np.random.default_rng(2).normal(0, 0.1, (50, 9))
    pairs = [(check.depth, check.shallow) for check in fit_checks(values)]
    assert pairs == [(3, 1), (4, 2), (5, 1), (6, 2), (7, 1), (7, 3), (8, 2), (8, 4), (9, 1), (9, 3)]
    falling = values * [1, 1, -1, 1, 1, 1, 1, 1, 1]
    assert [pair for pair in pairs if 3 not in pair] == [(found.depth, found.shallow) for found in fit_checks(falling)]
    values[:, 0] = 5.0
    assert [pair for pair in pairs if 1 not in pair] == [(found.depth, found.shallow) for found in fit_checks(values)]


def test_fitting_is_reproducible_and_models_are_read_as_written(tmp_path: Path) -> None:
    told: list[int] = []
    model = fit_probcut(ROW, QUICK, algorithm="pvs", progress=told.append)
    assert told == list(range(1, 26))
    other = fit_probcut(ROW, QUICK, algorithm="alpha-beta")
    assert (other.checks, other.least, other.most) == (model.checks, model.least, model.most)
    write_probcut(model, tmp_path / "model.json")
    assert read_probcut(tmp_path / "model.json") == model
    assert all(model.least < check.offset + check.slope < model.most for check in model.checks)


@pytest.mark.slow
def test_a_fitted_model_cuts_and_mostly_chooses_the_same_actions(tmp_path: Path) -> None:
    path = tmp_path / "othello.json"
    game = games.load("othello:size=6")
    write_probcut(fit_probcut(game, Sampling(positions=20, depth=4, seed=1)), path)
    generator, same, nodes = random.Random(5), 0, [0, 0]
    searchers = [Searcher(game, name) for name in ("pvs", f"pvs:probcut={path},probcut_threshold=1")]
    for _ in range(3):
        state = game.initial()
        for _ in range(8):
            state = game.result(state, generator.choice(list(game.actions(state))))
        plain, found = (searcher.search(state, depth=6) for searcher in searchers)
        nodes = [before + result.nodes for before, result in zip(nodes, (plain, found), strict=True)]
        same += plain.action == found.action
    assert nodes[1] < nodes[0]
    assert same >= 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "spielbaum-model"}, "its format and version are not spielbaum-probcut"),
        ({"version": 2}, "its format and version are not"),
        ({"checks": []}, "must be distinct"),
        ({"least": "low"}, "numbers are expected"),
        ({"origin": None}, "origin an object"),
        ({"checks": [{"depth": 3}]}, "missing"),
        ({"checks": None}, "not iterable"),
    ],
)
def test_a_damaged_file_is_refused(change: dict[str, object], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    check = Check(depth=3, shallow=1, slope=1.0, offset=0.0, deviation=1.0, correlation=1.0, positions=30)
    write_probcut(ProbCutModel(game="row", evaluation="men", least=-9.0, most=9.0, checks=(check,)), path)
    assert read_probcut(path).checks == (check,)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=sentence):
        read_probcut(path)


def test_errors_of_fitting_are_explained() -> None:
    with pytest.raises(UnsupportedGameError, match="unlike chinese-checkers:players=3"):
        fit_probcut(games.load("chinese-checkers:players=3"), QUICK)
    with pytest.raises(UnsupportedGameError, match="with an evaluation"):
        fit_probcut(ROW, QUICK, evaluation="none")
    with pytest.raises(InputError, match="only 0 positions of nim"):
        fit_probcut(replace(games.load("nim:heaps=1-2"), evaluations={"even": Evaluation(lambda _: (0, 0))}), QUICK)
    for wrong in ({"depth": 2}, {"positions": 1}, {"every": 0}):
        with pytest.raises(InputError, match=r"at least|nothing to fit"):
            Sampling(**wrong)
