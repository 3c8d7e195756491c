"""One test for every game: the contract holds on random play."""

from typing import Any

import pytest

from spielbaum import check_game
from spielbaum.registry import load, names
from tiers import all_but, at_night

VARIANTS = (
    "connect-four:width=8,height=7",
    "mnk:width=8,height=8,line=5",
    "mnk:width=4,height=4,line=3,players=3",
    "mnk:width=3,height=3,line=3,players=4",
    "nim:heaps=5-5-5",
    "nim:heaps=5-5-5,misere=true",
    "random-tree:players=3,low=0,total=100",
    "random-tree:players=4,low=0,total=100",
    "random-tree:players=4,values=normal",
    "tic-tac-toe:order=centre",
)
LONG_GAMES = ("chinese-checkers:players=3", "chinese-checkers:players=6,arm=2")
"""Of these one or two are enough, for they have hundreds of plies."""

SLOW = ("blokus", "chameleon-chess", "chess", "chinese-checkers", "focus", "go")
"""Games of hundreds of plies with dozens of actions; one of them holds enough states for a day."""


def games_of(spec: str) -> int:
    """Return how many random games are played: few by day, and at night as many as in a check by hand."""
    if at_night():
        return 15 if spec in SLOW else 50
    return 1 if spec in (*SLOW, "othello") else 3


COMPILED_ELSEWHERE = (
    "blokus",
    "chameleon-chess",
    "chess",
    "chinese-checkers",
    "connect-four",
    "domineering",
    "dots-and-boxes",
    "draughts",
    "focus",
    "go",
    "nim",
    "othello",
    "rolit",
    "tic-tac-toe",
)
"""Games whose rules are compiled by their own tests or those of proofs: by day they are interpreted here."""


def by_day(spec: Any) -> Any:
    mark = pytest.mark.interpreted if spec in COMPILED_ELSEWHERE else pytest.mark.interpreted("quick")
    return (
        pytest.param(spec, marks=mark)
        if isinstance(spec, str)
        else pytest.param(*spec.values, marks=[*spec.marks, mark])
    )


FEW_VARIANTS = (
    "mnk:width=4,height=4,line=3,players=3",
    "nim:heaps=5-5-5,misere=true",
    "random-tree:players=3,low=0,total=100",
)


@pytest.mark.parametrize("spec", [*map(by_day, names()), *map(by_day, all_but(FEW_VARIANTS, VARIANTS))])
def test_game_keeps_the_contract(spec: str) -> None:
    games = games_of(spec)
    report = check_game(load(spec), games=games)
    assert report.failures == ()
    assert report.ok
    assert report.games == games
    assert report.states > 1


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("spec", all_but(LONG_GAMES[:1], LONG_GAMES))
def test_game_of_many_plies_keeps_the_contract(spec: str) -> None:
    games = 2 if at_night() else 1
    report = check_game(load(spec), games=games)
    assert report.failures == ()
    assert (report.ok, report.games) == (True, games)
    assert report.states > 100


@pytest.mark.parametrize("name", names())
def test_a_figure_has_a_title_and_can_be_loaded_from_its_spec(name: str) -> None:
    game = load(name)
    assert game.name == name
    assert game.spec == name
    assert game.doc
    assert "\n" not in game.doc
    assert load(game.spec).initial() == game.initial()


@pytest.mark.parametrize("spec", [*VARIANTS, *LONG_GAMES])
def test_spec_of_a_game_holds_its_options(spec: str) -> None:
    game = load(spec)
    wanted = dict(part.split("=") for part in spec.partition(":")[2].split(","))
    assert {key: str(value).lower() for key, value in game.options.items()} == wanted
    assert load(game.spec).initial() == game.initial()
