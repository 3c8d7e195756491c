"""Every root action has its exact value and a line that leads to it, with every algorithm."""

from dataclasses import replace

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.game.notation import play_line
from spielbaum.search.core.progress import Stop
from spielbaum.search.driver.action_values import ActionLine
from tiers import all_but

pytestmark = pytest.mark.slow

FOUR = games.load("connect-four")
TREES = [games.load(f"random-tree:branching=4,depth=5,seed={seed}") for seed in range(3)]
CHAMELEON = games.load("chameleon-chess")
SCALAR = [
    "minimax",
    "alpha-beta",
    "alpha-beta:fail=hard",
    "alpha-beta-negamax",
    "pvs:replacement=two-deep,history=true,killers=true,pv=true",
]


def values(rows: tuple[ActionLine, ...]) -> list[object]:
    return [(row.action_text, row.value) for row in rows]


@pytest.mark.interpreted
@pytest.mark.parametrize("limits", [Limits(depth=4), Limits(depth=4, seconds=60), Limits()])
@pytest.mark.parametrize("algorithm", SCALAR)
@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
def test_action_values_are_those_of_minimax(game: Game, algorithm: str, limits: Limits) -> None:
    full = Searcher(game, "minimax").search(limits=Limits(depth=limits.depth))
    rows = Searcher(game, algorithm).action_values(limits=limits)
    assert values(rows) == [(row.action_text, row.value) for row in full.action_values]
    assert all(row.depth == (limits.depth or 5) for row in rows)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "algorithm",
    all_but(["max-n-is:replacement=new"], ["max-n-is", "max-n:transform=normalised", "max-n-is:replacement=new"]),
)
@pytest.mark.parametrize("line", ["", "a1b3 a5b3", "b1c3 a8b6 h8f7"])
def test_action_vectors_are_those_of_max_n(line: str, algorithm: str) -> None:
    state = play_line(CHAMELEON, CHAMELEON.initial(), line)
    full = Searcher(CHAMELEON, "max-n:transform=normalised").search(state, Limits(depth=3))
    rows = Searcher(CHAMELEON, algorithm).action_values(state, Limits(depth=3))
    assert values(rows) == [(row.action_text, row.value) for row in full.action_values]


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", all_but(["hypermax"], ["paranoid", "hypermax", "max-n-is"]))
def test_the_best_action_value_is_the_value_of_the_search(algorithm: str) -> None:
    searcher = Searcher(CHAMELEON, algorithm)
    best = searcher.search(limits=Limits(depth=3))
    rows = {row.action_text: row for row in searcher.action_values(limits=Limits(depth=3))}
    assert rows[best.action_text or ""].value == best.value
    assert rows[best.action_text or ""].pv_text == best.pv_text


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.long), False])
def test_a_line_leads_to_its_value(compiled: bool) -> None:
    game = replace(games.load("tic-tac-toe"), compiled=compiled)
    state = play_line(game, game.initial(), "0 4 8 2")
    for row in Searcher(game, "alpha-beta").action_values(state):
        end = play_line(game, state, " ".join(row.pv_text))
        assert row.proven
        assert game.is_terminal(end)
        assert game.utility(end)[0] == row.value
        assert row.depth <= 5


def test_actions_without_time_have_no_value() -> None:
    rows = Searcher(FOUR, "alpha-beta").action_values(limits=Limits(nodes=5))
    assert [row.value is None for row in rows] == [False, False, True, True, True, True, True]
    assert [row.depth for row in rows] == [1, 1, 0, 0, 0, 0, 0]
    assert rows[6].pv_text == (rows[6].action_text,)


@pytest.mark.interpreted
def test_all_action_values_have_the_same_depth() -> None:
    for nodes in (2000, 3500, 5000):
        rows = Searcher(FOUR, "alpha-beta").action_values(limits=Limits(nodes=nodes))
        (depth,) = {row.depth for row in rows}
        assert depth > 1
        exact = values(Searcher(FOUR, "minimax").action_values(limits=Limits(depth=depth)))
        assert [(row.action_text, row.value) for row in rows] == exact


def test_action_values_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    assert all(row.value is None for row in Searcher(FOUR).action_values(limits=Limits(seconds=60), stop=stop))


@pytest.mark.interpreted
def test_unsupported_action_values_are_refused() -> None:
    with pytest.raises(InputError, match="cannot search one action alone"):
        Searcher(FOUR, "mtdf").action_values(limits=Limits(depth=2))
    with pytest.raises(InputError, match="at least 1"):
        Searcher(FOUR).action_values(limits=Limits(depth=0))
    over = games.load("tic-tac-toe").notation.parse_state("XXXOO....")  # type: ignore[misc]
    assert Searcher(games.load("tic-tac-toe")).action_values(over) == ()
