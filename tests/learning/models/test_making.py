"""A model as an evaluation: values by hand, facts, and searches."""

from dataclasses import replace
from math import exp, tanh
from pathlib import Path

import pytest

from learned import COUNTED, LINEAR, MODELS, PHASES
from spielbaum import Limits, games, search
from spielbaum.errors import GameError, InputError, UnsupportedGameError
from spielbaum.kernel import CompiledFunction
from spielbaum.learning.models import Categories, Counts, Linear, Model, Payoffs, explain, make_evaluation, write_model
from spielbaum.learning.models.making import as_function
from spielbaum.players import parse_player, refuse_unfit
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.search.core.evaluations import find_evaluation

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

GAME = games.load("tic-tac-toe")
OPENED = GAME.notation.parse_state("X...O..X.")  # type: ignore[misc]  # noughts to move
"""X1 is 2, X2 is 0; O1 is 1, O2 is 0: only crosses are in rows 1 and 3 and the right column."""


def test_the_example_of_the_texts() -> None:
    cell = Counts(wins=72, losses=20, draws=8, points=76.0, games=100)
    assert Payoffs.of(GAME).value(cell.share(2, 0.0)) == pytest.approx(0.52)


def test_laplace_and_the_error_by_hand() -> None:
    cell = Counts(wins=3, losses=1, draws=0, points=3.0, games=2)
    assert cell.share(2, 1.0) == pytest.approx(4 / 6)
    assert cell.error(2, 1.0) == pytest.approx((4 / 6 * 2 / 6 / 2) ** 0.5)
    assert Counts().share(4, 1.0) == pytest.approx(1 / 4)


def test_weights_by_hand() -> None:
    crosses, noughts = GAME.features.function(OPENED)  # type: ignore[misc]
    ahead = 0.25 * (crosses[0] - noughts[0]) + (crosses[1] - noughts[1]) - 0.5
    value = make_evaluation(GAME, LINEAR).function(OPENED)
    assert value[0] == pytest.approx(tanh(ahead / 2))
    assert value[1] == -value[0]


def test_phases_are_blended() -> None:
    crosses, noughts = GAME.features.function(OPENED)  # type: ignore[misc]
    late = (crosses[0] + noughts[0] - 2) / 4
    assert 0 < late < 1
    ahead = (1 + 2 * late) * (crosses[1] - noughts[1]) - late
    assert make_evaluation(GAME, PHASES).function(OPENED)[0] == pytest.approx(tanh(ahead / 2))


def test_rare_categories_are_joined() -> None:
    found, left_out = COUNTED.body.found(3)  # type: ignore[union-attr]
    assert (found, left_out) == (Counts(4, 0, 4, 4.0, 6), 1)
    assert COUNTED.body.found(5) == (Counts(50, 0, 10, 50.0, 60), 0)  # type: ignore[union-attr]


@pytest.mark.compiled
@pytest.mark.parametrize("model", MODELS)
def test_declared_facts_hold_and_compiled_values_are_as_interpreted(model: Model) -> None:
    evaluation = make_evaluation(GAME, model)
    asked = CompiledFunction(as_function(evaluation), GAME.initial(), rows=1, length=2)
    states = [GAME.initial()]
    for state in states:
        one, other = evaluation.function(state)
        assert one == -other
        assert -1 <= one <= evaluation.maximum == 1
        assert asked(state)[0] == pytest.approx((one, other), abs=1e-12)
        following = [GAME.result(state, action) for action in GAME.actions(state)][:3] if len(states) < 60 else []
        states += [child for child in following if not GAME.is_terminal(child)]


@pytest.mark.parametrize("model", MODELS)
def test_algorithms_agree_on_a_learned_evaluation(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    path = str(tmp_path / "model.json")
    write_model(model, Path(path))
    values = {
        algorithm: search(GAME, OPENED, algorithm=algorithm, evaluation=path, limits=Limits(depth=3)).value
        for algorithm in ("minimax", "alpha-beta", "pvs:replacement=two-deep")
    }
    assert len({round(float(value), 12) for value in values.values()}) == 1  # type: ignore[arg-type]
    assert values["minimax"] != search(GAME, OPENED, algorithm="minimax", limits=Limits(depth=3)).value


def test_algorithms_for_integers_are_not_offered_with_a_learned_evaluation(tmp_path: Path) -> None:
    path = str(tmp_path / "model.json")
    write_model(LINEAR, Path(path))
    assert set(fitting_algorithms(GAME)) - set(fitting_algorithms(GAME, path)) == {"mtdf", "sss-star", "dual-star"}
    with pytest.raises(UnsupportedGameError, match="mtdf needs whole numbers"):
        search(GAME, algorithm="mtdf", evaluation=path, limits=Limits(depth=2))
    with pytest.raises(UnsupportedGameError, match="mtdf needs whole numbers"):
        refuse_unfit(GAME, parse_player(f"mtdf(depth=2, evaluation={path})"))


def test_a_certain_part_is_worth_as_much_as_an_expected_one() -> None:
    shared = replace(GAME, zero_sum=False, utility_sum=1, max_utility=0.75, non_negative=True, evaluations={})
    assert make_evaluation(shared, LINEAR).utility_weight == 1
    halved = replace(GAME, utility_sum=0, max_utility=0.5, evaluations={})
    assert make_evaluation(halved, LINEAR).utility_weight == 2


def test_max_n_agrees_with_and_without_pruning(tmp_path: Path) -> None:
    chess = games.load("chameleon-chess")
    weights = (4.0, -2.0, 1.6, 0.8, 1.2, 0.2, 0.4, 2.4, -0.8, -1.6, 0.0)
    model = Model(
        game=chess.spec, features=tuple(chess.features.names), body=Linear(weights=(weights,)), method="linear"
    )
    path = tmp_path / "model.json"
    write_model(model, path)
    evaluation = find_evaluation(chess, str(path))
    assert evaluation is not None
    assert (evaluation.non_negative, evaluation.maximum, evaluation.maximal_sum) == (True, 1, 1)
    plain, pruned = (
        search(chess, algorithm=algorithm, evaluation=str(path), limits=Limits(depth=3))
        for algorithm in ("max-n", "max-n-is")
    )
    assert pruned.action_text == plain.action_text
    assert pruned.value == pytest.approx(plain.value)
    assert sum(plain.value) == pytest.approx(1)  # type: ignore[arg-type]
    assert pruned.nodes < plain.nodes


def test_players_who_are_out_expect_nothing() -> None:
    chess = games.load("chameleon-chess")
    model = Model(game=chess.spec, features=("pawns",), body=Linear(weights=((0.5,),)), method="linear")
    state = chess.start_with((0, 2))  # type: ignore[misc]
    assert make_evaluation(chess, model).function(state) == pytest.approx((0.5, 0, 0.5, 0))
    first, second = exp(0.5 * 4), exp(0.5 * 3)
    fewer = chess.notation.parse_state("8/Br7/Bg7/By7/8/8/8/RrRgRyRb4 R a1h8")  # type: ignore[misc]
    assert make_evaluation(chess, model).function(fewer)[0] == pytest.approx(first / (first + second))


def test_the_kernel_changes_with_the_model(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    values = set()
    for weight in (0.25, 0.5):
        body = Linear(weights=((weight, 1.0, 0.5),))
        write_model(Model(game="tic-tac-toe", features=LINEAR.features, body=body, method="linear"), path)
        found = search(GAME, OPENED, algorithm="minimax", evaluation=str(path), limits=Limits(depth=1))
        values.add(tuple(row.value for row in found.action_values))
    assert len(values) == 2


def test_no_evaluation_is_none() -> None:
    found = search(GAME, algorithm="minimax", evaluation="none", limits=Limits(depth=2))
    assert (found.value, found.evaluation) == (0, None)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("tic-tac-toe:order=centre", InputError, "a model of tic-tac-toe, not of tic-tac-toe:order=centre"),
        ("nim", GameError, "has no features"),
        ("random-tree:players=3", UnsupportedGameError, "utility_sum"),
    ],
)
def test_other_games_are_refused(name: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        make_evaluation(games.load(name), LINEAR)


def test_counts_of_another_number_of_players_are_refused() -> None:
    body = COUNTED.body
    assert isinstance(body, Categories)
    with pytest.raises(InputError, match="of 3 players, and tic-tac-toe has 2"):
        make_evaluation(GAME, replace(COUNTED, body=replace(body, players=3)))


def test_explained_weights_sum_to_the_score() -> None:
    found = explain(GAME, PHASES, OPENED)
    for row in found["players"]:
        assert sum(feature["contribution"] for feature in row["features"]) == pytest.approx(row["score"])
    ahead = found["players"][0]["score"] - found["players"][1]["score"]
    assert found["value"][0] == pytest.approx(tanh(ahead / 2))


def test_explained_counts_are_those_of_the_category() -> None:
    row = explain(GAME, COUNTED, OPENED)["players"][1]
    assert [feature["bin"] for feature in row["features"]] == [[-0.5, 0.5], [0.0, None]]
    assert (row["category"], row["left_out"]) == (3, 1)
    assert row["counts"] == {"wins": 4, "draws": 0, "losses": 4, "positions": 8, "games": 6}
    assert row["share"] == pytest.approx(0.5)
