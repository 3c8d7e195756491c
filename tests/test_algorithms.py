"""Algorithms as functions of their options, and as objects."""

import pickle
from dataclasses import replace

import pytest

from algorithm_stub import STUB, stub
from spielbaum import Game, algorithms, games, load, record_tree, search
from spielbaum.errors import InputError, UnknownNameError
from spielbaum.players import parse_player
from spielbaum.search.algorithms.choice import AlgorithmChoice, as_algorithm, choose, parse_algorithm
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm

pytestmark = pytest.mark.interpreted


def test_stub_is_up_to_date() -> None:
    assert STUB.read_text(encoding="utf-8") == stub()


def test_every_algorithm_is_a_function() -> None:
    assert algorithms.names() == algorithm_names()
    for name in algorithms.names():
        function = getattr(algorithms, name.replace("-", "_"))
        assert function() == choose(name) == parse_algorithm(name)
        assert function.__name__ in dir(algorithms)
    with pytest.raises(AttributeError, match="no algorithm 'minimaxx'"):
        algorithms.minimaxx  # noqa: B018


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pvs", "pvs"),
        ("pvs(history)", "pvs:history=true"),
        ("pvs:history=yes,killers=off", "pvs:history=true,killers=false"),
        ("pvs:aspiration=30", "pvs:aspiration=30"),
        ("pvs:aspiration=0.50", "pvs:aspiration=0.5"),
        ("alpha-beta(fail=hard)", "alpha-beta:fail=hard"),
    ],
)
def test_text_round_trip(text: str, canonical: str) -> None:
    choice = parse_algorithm(text)
    assert str(choice) == canonical
    again = parse_algorithm(canonical)
    assert (again, hash(again)) == (choice, hash(choice))
    assert pickle.loads(pickle.dumps(choice)) == choice
    assert eval(repr(choice), {"algorithms": algorithms}) == choice


@pytest.mark.parametrize("kind", ["cuts", "order"])
def test_an_algorithm_that_prunes_nothing_has_no_exercises_on_pruning(kind: str) -> None:
    minimax = find_algorithm("minimax")
    assert not minimax.prunes
    with pytest.raises(InputError, match=f"^minimax prunes nothing: it can have no exercises of the kind {kind}$"):
        replace(minimax, exercises={"values": "", kind: ""})


def test_order_of_options_does_not_matter() -> None:
    one, other = parse_algorithm("pvs:history,killers"), parse_algorithm("pvs:killers,history")
    assert (one, hash(one)) == (other, hash(other))
    assert one != one.with_options(killers=False) != one.without("killers")
    assert one != "pvs:history,killers"


def test_values_are_checked() -> None:
    choice = algorithms.pvs(aspiration=30)
    assert choice.value("aspiration") == 30.0
    assert choice.value("fail") is None
    with pytest.raises(UnknownNameError, match="fail"):
        choice.with_options(fail="hard")
    with pytest.raises(InputError, match="must be true or false, not 'yes'"):
        choice.with_options(killers="yes")
    with pytest.raises(InputError, match=r"must be one of none, deep, .*, not 'huge'"):
        choice.with_options(replacement="huge")
    with pytest.raises(InputError, match="must be a number, not True"):
        choice.with_options(aspiration=True)
    with pytest.raises(InputError, match="algorithm must be a text such as 'alpha-beta', not 5"):
        as_algorithm(load("nim"), 5)  # type: ignore[arg-type]


def test_objects_are_accepted_wherever_texts_are() -> None:
    game = games.load("tic-tac-toe")
    choice = algorithms.alpha_beta(fail="hard")
    assert search(game, algorithm=choice, depth=2).algorithm == "alpha-beta:fail=hard"
    assert record_tree(game, algorithm=choice, depth=2).nodes == record_tree(game, algorithm=str(choice), depth=2).nodes


def with_settings(**settings: str) -> Game:
    from dataclasses import replace

    return replace(load("nim"), settings=settings)


def test_best_is_the_setting_for_matches() -> None:
    game = with_settings(match="pvs(killers)", slow="minimax")
    assert as_algorithm(game, "best") == algorithms.pvs(killers=True)
    assert as_algorithm(game, "best:history") == algorithms.pvs(killers=True, history=True)
    assert as_algorithm(game, "slow") == algorithms.minimax()
    assert as_algorithm(game, "best", "none") != algorithms.pvs(killers=True)  # found with the first evaluation
    assert search(game, algorithm="best", depth=2).algorithm == "pvs:killers=true"
    with pytest.raises(UnknownNameError, match="slow"):
        as_algorithm(load("nim"), "slow")


def test_best_takes_the_limits() -> None:
    game = load("go:size=5")
    assert as_algorithm(game, "best", None, {"seconds"}) == algorithms.mcts()
    assert as_algorithm(game, "best", None, {"depth"}).name == "pvs"
    assert str(parse_player("best(depth=2)").for_game(game)).startswith("pvs(depth=2, ")


def test_settings_of_included_games_can_be_read() -> None:
    for name in games.names():
        game = load(name)
        for text in game.settings.values():
            assert isinstance(as_algorithm(game, text), AlgorithmChoice)
