"""Tournaments: the same games whoever plays them, and the published tables."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from outcomes import moves, results
from spielbaum import games
from spielbaum.arena.branching import complexity
from spielbaum.arena.executors import played
from spielbaum.arena.records import GameRecord
from spielbaum.arena.standings import standings
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.errors import InputError
from spielbaum.game.notation import format_state, parse_action, parse_state
from tiers import at_night


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_workers() -> None:
    setup = Setup(
        game="tic-tac-toe",
        players=("alpha-beta(depth=2)", "minimax(nodes=500)", "random"),
        games=18,
        opening_plies=2,
        seed=5,
    )
    alone = moves(results(setup, workers=1))
    assert alone == moves(results(setup, workers=2))
    with ThreadPoolExecutor(3) as executor:
        assert alone == moves(results(setup, executor=executor))
    assert alone != moves(results(Setup(**{**setup.to_dict(), "seed": 6}), workers=1))


@pytest.mark.slow
def test_at_most_one_worker_per_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, workers: int, **_: Any) -> None:
            begun.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counted)
    setup = Setup(game="nim", players=("random", "random(seed=1)"))
    pairings = Tournament(setup).pairings
    assert len(list(played(setup, pairings, workers=8))) == len(pairings) == 2
    assert len(list(played(setup, pairings[:1], workers=8))) == 1  # in this process
    assert list(played(setup, (), workers=8)) == []
    assert begun == [2]


def test_all_games_of_a_round_have_the_same_opening() -> None:
    setup = Setup(game="connect-four", players=("random", "random(seed=2)"), games=6, opening_plies=3)
    found = results(setup, workers=1)
    assert [record.opening for record in found[::2]] == [record.opening for record in found[1::2]]
    assert len({record.opening for record in found}) == 3


def positions(records: list[GameRecord]) -> list[str]:
    """Return where the players were asked first."""
    game = games.load(records[0].game)
    found = []
    for record in records:
        state = parse_state(game, record.start)
        for text in record.opening:
            state = game.result(state, parse_action(game, state, text))
        found.append(format_state(game, state))
    return found


def test_random_openings_may_be_distinct() -> None:
    setup = Setup(game="tic-tac-toe", players=("random", "minimax"), games=18, opening_plies=1, distinct=True)
    begun = positions(results(setup, workers=1))
    assert begun[::2] == begun[1::2]
    assert len(set(begun)) == 9


def test_rounds_take_given_openings_in_turn() -> None:
    lines = ("4 0", "X.O.X.... O", "0")
    setup = Setup(game="tic-tac-toe", players=("random", "minimax"), openings=lines)
    found = results(setup, workers=1)
    assert len(found) == 6
    begun = positions(found)
    assert begun[::2] == begun[1::2]
    assert begun[2] == "X.O.X.... O"
    longer = positions(results(Setup(**{**setup.to_dict(), "games": 8}), workers=1))
    assert longer[:6] == begun
    assert longer[6:] == begun[:2]


def test_given_openings_are_for_all_seats() -> None:
    with pytest.raises(InputError, match="all 4 seats"):
        Tournament(Setup(game="chameleon-chess", players=("random", "random(seed=2)"), openings=("0",)))
    with pytest.raises(InputError, match="neither moves"):
        Tournament(Setup(game="tic-tac-toe", players=("random", "random(seed=2)"), openings=("nonsense",)))


def test_keys_of_tournaments_do_not_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.arena.tournament.versions", lambda: {"spielbaum": "0.1.0"})
    players = ("alpha-beta(depth=6)", "random")
    old = Setup(game="connect-four", players=players, games=100, opening_plies=4, seed=1)
    assert old.key == "af84ddad8a7dd4128050ab000d92acf552cdd55c5eea0d118945eda39f50518f"
    assert Setup(game="nim", players=("random",)).key.startswith("0d87f97facb21bd5")
    assert Setup(**{**old.to_dict(), "distinct": True}).key != old.key
    assert Setup(game="nim", players=("random",), openings=("1",)).key != Setup(game="nim", players=("random",)).key


def test_missing_games_are_those_not_played() -> None:
    tournament = Tournament(Setup(game="nim", players=("random", "minimax")))
    assert [pairing.number for pairing in tournament.missing({0})] == [1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ()}, "needs players"),
        ({"players": ("random", "random")}, "twice"),
        ({"max_plies": 0}, "at least 1 ply"),
        ({"games": 0}, "at least 1 game"),
        ({"opening_plies": -1}, "opening"),
        ({"opening_plies": 2, "openings": ("1-1",)}, "not both"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Setup(**{"game": "nim", "players": ("random",), **change})


def test_key_of_a_setup(tmp_path) -> None:
    one = Setup(game="nim", players=("random",))
    assert one.key == Setup(game="nim", players=("random",)).key
    assert one.key != Setup(game="nim", players=("random",), seed=1).key
    path = tmp_path / "own.py"
    path.write_text("# a game")
    before = Setup(game=str(path), players=("random",)).key
    path.write_text("# another game")
    assert Setup(game=str(path), players=("random",)).key != before


def test_branching_factor() -> None:
    setup = Setup(game="tic-tac-toe", players=("random", "minimax(depth=9)"), games=4)
    (row,) = complexity(games.load("tic-tac-toe"), results(setup, workers=1))
    assert (row.players, row.games, row.branching_max) == (2, 4, 9)
    # Nine actions at first, then one less with every ply.
    records = results(setup, workers=1)
    widths = [9 - ply for record in records for ply in range(len(record.moves))]
    assert row.branching_mean == pytest.approx(sum(widths) / len(widths))
    assert row.positions == len(widths)


def scores(players: tuple[str, ...]) -> list[tuple[int, int, int]]:
    setup = Setup(game="chameleon-chess", players=players)
    rows = standings(results(setup, workers=None if at_night() else 1), setup.players)
    return [(row.wins, row.draws, row.losses) for row in rows]


def total(tables: Iterable[list[tuple[int, int, int]]]) -> list[tuple[int, ...]]:
    return [tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*tables, strict=True)]


EVALUATIONS = ("count-pawns", "count-pawns-10-roles", "count-pawns-100-roles", "count-pawns-100-moves")


@pytest.mark.long
def test_evaluations_against_each_other() -> None:
    """Dröse (2020): Max^n, depths 1 to 4 together; (29, 4, 63) and (19, 6, 71) there, where rounding breaks ties."""
    tables = [scores(tuple(f"max-n(depth={d}, evaluation={name})" for name in EVALUATIONS)) for d in range(1, 5)]
    assert total(tables) == [(13, 0, 83), (30, 3, 63), (29, 3, 64), (19, 5, 72)]


@pytest.mark.long
def test_the_two_best_evaluations_as_published() -> None:
    tables = [scores(tuple(f"max-n(depth={d}, evaluation={name})" for name in EVALUATIONS[1:3])) for d in range(1, 5)]
    assert total(tables) == [(71, 4, 77), (77, 4, 71)]


@pytest.mark.long
def test_hypermax_plain_and_normalised() -> None:
    """(77, 3, 72) in the thesis, where rounding breaks ties."""
    tables = [scores((f"hypermax(depth={d})", f"hypermax(depth={d}, transform=normalised)")) for d in range(1, 5)]
    assert total(tables) == [(73, 3, 76), (76, 3, 73)]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("depth", [1, *(pytest.param(depth, marks=pytest.mark.long) for depth in (2, 3))])
def test_pruning_changes_no_move(depth: int) -> None:
    """In the thesis's tournament of four, Max^n with and without prunings scores the same, move by move."""
    names = ("max-n", "max-n-is", "hypermax", "paranoid")
    found = scores(tuple(f"{name}(depth={depth})" for name in names))
    assert found[0] == found[1]
    if depth in (1, 3):  # there the published table agrees, whose Paranoid has a defect from depth 2 on
        assert found == {1: [(6, 0, 18)] * 4, 3: [(8, 0, 16)] * 3 + [(0, 0, 24)]}[depth]
