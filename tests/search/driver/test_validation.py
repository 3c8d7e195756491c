"""What the algorithms for N players refuse, and the sentence that names what is missing."""

from dataclasses import replace
from typing import Any

import pytest

from obvious import IRREGULAR
from spielbaum import Evaluation, Game, Limits, Searcher, check_game, games, search
from spielbaum.errors import GameError, InputError, UnknownNameError, UnsupportedGameError
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms.choice import choose, default_algorithm
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.search.core.result import Certainty


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")


@pytest.mark.parametrize("algorithm", ["max-n:shallow", "max-n:deep", "max-n-is"])
@pytest.mark.parametrize(
    ("spec", "missing"),
    [
        ("random-tree:players=3,low=-1", "no value is negative"),
        ("random-tree:players=3,low=0", "the largest sum"),
        ("random-tree", "no value is negative"),
    ],
)
def test_shallow_pruning_needs_facts(algorithm: str, spec: str, missing: str) -> None:
    with pytest.raises(UnsupportedGameError, match=f"shallow pruning .*{missing}.* {spec} "):
        Searcher(games.load(spec), algorithm)


@pytest.mark.parametrize("algorithm", ["max-n:immediate", "max-n-is"])
@pytest.mark.parametrize("spec", ["dots-and-boxes", "dots-and-boxes:rows=2"])
def test_immediate_pruning_needs_the_maximum(algorithm: str, spec: str) -> None:
    with pytest.raises(
        UnsupportedGameError, match=f"immediate pruning needs the largest value .* {spec} .* a maximum, Eval"
    ):
        Searcher(games.load(spec), algorithm)


@pytest.mark.parametrize(
    "without",
    [
        {"non_negative": False},
        {"utility_sum": None},
        {"evaluations": {"some": Evaluation(IRREGULAR.utility, maximum=12, maximal_sum=12)}},
        {"evaluations": {"some": Evaluation(IRREGULAR.utility, maximum=12, non_negative=True)}},
    ],
)
def test_each_missing_fact_is_named(without: dict[str, Any]) -> None:
    Searcher(IRREGULAR, "max-n:shallow,transform=none")
    with pytest.raises(UnsupportedGameError, match="shallow"):
        Searcher(replace(IRREGULAR, **without), "max-n:shallow,transform=none")


@pytest.mark.parametrize("algorithm", ["max-n:immediate", "max-n:shallow", "max-n-is"])
def test_normalised_vectors_have_all_facts(algorithm: str) -> None:
    joint = "," if ":" in algorithm else ":"
    game = games.load("random-tree:players=3,low=1,depth=3")
    assert search(game, algorithm=f"{algorithm}{joint}transform=normalised").is_proven


def _with_estimate(vector: tuple[float, ...], *, declared: bool) -> Game:
    game = from_data([[[1, 2, 3], [3, 2, 1]], [[2, 2, 2], [1, 4, 1]]], 3)
    return replace(game, evaluations={"guess": Evaluation(lambda _state: vector, non_negative=declared)})


@pytest.mark.parametrize("vector", [(0, 0, 0), (1, -1, 3), (-1, 2, 3), (2, 3, -0.5)])
@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "paranoid", "hypermax"])
def test_vectors_without_shares_are_an_error_that_names_the_evaluation(algorithm: str, vector: Any) -> None:
    game = _with_estimate(vector, declared=False)
    for limits in (Limits(depth=1), Limits(nodes=3)):
        with pytest.raises(GameError, match=r"'guess' of tree .* cannot be normalised: .*transform=none"):
            search(game, algorithm=f"{algorithm}:transform=normalised", limits=limits)
    # To the end of the game nothing is estimated.
    assert search(game, algorithm=f"{algorithm}:transform=normalised").action is not None


def test_a_value_that_breaks_a_declaration_is_an_error() -> None:
    game = _with_estimate((1, -1, 3), declared=True)
    for algorithm in ("max-n", "max-n:transform=none"):
        with pytest.raises(GameError, match=r"returns \(1, -1, 3\), and it states non_negative=True"):
            search(game, algorithm=algorithm, limits=Limits(depth=1))


def test_without_an_evaluation_the_error_names_the_game() -> None:
    game = from_data([[0, 0, 0], [1, 1, 1]], 3)
    with pytest.raises(GameError, match=r"^tree gives a vector"):
        search(game, algorithm="max-n:transform=normalised")


@pytest.mark.long
def test_compiled_searches_report_vectors_without_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPIELBAUM_JIT")
    game = games.load("random-tree:players=3,low=-3,high=3")
    with pytest.raises(GameError, match="cannot be normalised"):
        search(game, algorithm="hypermax:transform=normalised")


def test_hypermax_reports_them_if_the_first_player_is_out() -> None:
    game = replace(
        from_data([[[0, 1, -1], [0, 2, 3]], [[0, 1, 1], [0, 2, 2]]], 3),
        active_players=lambda _state: 0b110,
        to_move=lambda state: 1 + state.ply % 2,
    )
    with pytest.raises(GameError, match="cannot be normalised"):
        search(game, algorithm="hypermax:transform=normalised")


def test_a_search_stopped_at_once_returns_no_nan() -> None:
    try:
        value = search(
            _with_estimate((0, 0, 0), declared=False),
            algorithm="max-n:transform=normalised",
            limits=Limits(nodes=1),
        ).value
    except GameError:
        return
    assert isinstance(value, tuple)
    assert all(number == number for number in value)


@pytest.mark.parametrize("algorithm", ["max-n", "max-n:immediate", "max-n-is", "hypermax"])
def test_algorithms_with_vectors_take_no_window(algorithm: str) -> None:
    with pytest.raises(InputError, match="takes no window"):
        Searcher(games.load("mnk:players=3"), algorithm).search(window=(0, 1))


def test_paranoid_takes_a_window() -> None:
    game = games.load("random-tree:players=3,depth=4")
    truth = search(game, algorithm="paranoid").value
    assert isinstance(truth, int)
    above, below = (
        search(game, algorithm="paranoid", window=(truth + shift, truth + shift + 1)) for shift in (-1.5, 0.5)
    )
    assert (above.certainty, below.certainty) == (Certainty("bound", "lower"), Certainty("bound", "upper"))
    assert below.value >= truth >= above.value  # type: ignore[operator]


@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "paranoid", "hypermax"])
def test_unknown_transforms_are_refused(algorithm: str) -> None:
    with pytest.raises(InputError, match=r"transform.* must be one of .*none, normalised"):
        Searcher(IRREGULAR, f"{algorithm}:transform=halved")


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alpha-beta", "alpha-beta-negamax"])
def test_algorithms_for_two_do_not_transform(algorithm: str) -> None:
    with pytest.raises(UnknownNameError, match="transform"):
        Searcher(games.load("tic-tac-toe"), f"{algorithm}:transform=none")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("spec", "default"),
    [
        ("connect-four", "alpha-beta"),
        ("mnk:players=3", "max-n-is"),
        ("random-tree:players=3", "max-n"),
        ("random-tree:players=3,low=0", "max-n"),
        ("random-tree:players=4,low=0,total=9", "max-n-is"),
        ("chameleon-chess", "max-n-is"),
        ("chameleon-chess:players=RY", "max-n-is"),
    ],
)
def test_the_default_algorithm_fits(spec: str, default: str) -> None:
    game = games.load(spec)
    assert default_algorithm(game) == Searcher(game).choice == choose(default)
    assert default in fitting_algorithms(game)
    for algorithm in fitting_algorithms(game):
        searcher = Searcher(game, algorithm)
        limits = searcher.algorithm.family.shortest(Limits())
        assert searcher.search(limits=limits).action is not None


def test_max_utility_sum_is_enough_for_shallow_pruning() -> None:
    game = from_data([[[5, 3, 1], [2, 2, 2]], [[3, 6, 1], [0, 0, 0]]], players=3)
    assert (game.utility_sum, game.max_utility_sum) == (None, 10)
    plain, shallow = (search(game, algorithm=f"max-n:{more}transform=none") for more in ("", "shallow,"))
    assert (shallow.value, shallow.action) == (plain.value, plain.action)
    assert shallow.leaves == plain.leaves - 1
    failures = check_game(replace(game, max_utility_sum=9), games=20).failures
    assert "states max_utility_sum=9" in failures[0].detail
