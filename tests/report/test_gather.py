"""The numbers of a report equal statistics of the records of the games."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median

import pytest

from spielbaum import games as library
from spielbaum.arena import Setup, outcomes, repeats, standings
from spielbaum.arena.outcomes import by_chance
from spielbaum.errors import InputError
from spielbaum.game.notation import parse_action, parse_state
from spielbaum.report import TournamentResult, gather
from spielbaum.statistics import difference, ratings, seat_effect, shares
from spielbaum.store import Store, TournamentRecord
from spielbaum.store.summary import STEPS


@pytest.fixture
def found(store: Store) -> tuple[TournamentResult, ...]:
    return gather(store).tournaments


@pytest.mark.slow
def test_shares_ratings_and_seats_are_those_of_the_records(store: Store, found: tuple[TournamentResult, ...]) -> None:
    assert [cell.id for cell in found] == [1, 2, 3, 4, 5]
    for cell in found:
        games = list(store.games(cell.id))
        results = outcomes(games, repeated=by_chance(cell.players))
        figures = [(row.share, row.low, row.high, row.games, row.unit, row.units) for row in cell.standings]
        assert figures == [
            (row.share, row.low, row.high, row.games, row.unit, row.units) for row in shares(results, cell.players)
        ]
        if len(results) >= 10:
            assert cell.ratings == ratings(results, cell.players)
            assert cell.seats == seat_effect(results)
        else:
            assert cell.ratings is None
            assert cell.seats is None
            assert any("too few to say" in note for note in cell.notes)
    assert any(cell.ratings is None for cell in found)


def test_short_games_that_chance_repeats_all_count(tmp_path: Path, keeping: Callable[[Store, Setup], int]) -> None:
    players = ("random", "random(seed=1)")
    with Store(str(tmp_path / "chance.db")) as store:
        keeping(store, Setup(game="nim:heaps=1-2", players=players, games=60))
        games = list(store.games(1))
        (cell,) = gather(store).tournaments
    assert sum(mark is not None for mark in repeats(games)) > 40
    assert (cell.games, cell.repeated) == (60, 0)
    wanted = standings(games, players)
    figures = [(row.games, row.wins, row.draws, row.losses) for row in wanted]
    assert [(row.games, row.wins, row.draws, row.losses) for row in cell.standings] == figures
    assert [row.share for row in cell.standings] == pytest.approx([row.share for row in wanted])


def test_counts_are_those_of_the_records(store: Store, found: tuple[TournamentResult, ...]) -> None:
    for cell in found:
        games = list(store.games(cell.id))
        marks = [None] * len(games) if by_chance(cell.players) else repeats(games)
        assert (cell.games, cell.repeated) == (len(games), sum(mark is not None for mark in marks))
        assert cell.cut_off == sum(game.end == "plies" for game in games)
        different = [game for game, mark in zip(games, marks, strict=True) if mark is None]
        for row, wanted in zip(cell.standings, standings(different, cell.players), strict=True):
            assert (row.wins, row.draws, row.losses) == (wanted.wins, wanted.draws, wanted.losses)
    assert sum(cell.repeated for cell in found) > 0
    assert found[3].cut_off > 0


def test_moves_are_those_of_the_records(store: Store, found: tuple[TournamentResult, ...]) -> None:
    for cell in found:
        games = list(store.games(cell.id))
        for number, row in enumerate(cell.standings):
            moves = [move for game in games for move in game.moves if game.seating[move.seat] == number]
            depths = [move.depth for move in moves if move.depth is not None]
            assert row.moves == len(moves)
            assert row.depth_median == (median(depths) if depths else None)
            assert row.depth_mean == (pytest.approx(fmean(depths)) if depths else None)
            assert row.nodes_mean == pytest.approx(fmean(move.nodes for move in moves))
            assert row.seconds_mean == pytest.approx(fmean(move.seconds for move in moves))
            assert {one.depth: one.moves for one in cell.depths if one.player == row.player} == Counter(depths)
            steps = Counter(next((end for end in STEPS if move.seconds < end), None) for move in moves)
            assert {one.below: one.moves for one in cell.times if one.player == row.player} == steps


def test_the_cross_table_counts_common_games(store: Store, found: tuple[TournamentResult, ...]) -> None:
    for cell in found:
        results = outcomes(list(store.games(cell.id)), repeated=by_chance(cell.players))
        for (player, other), row in cell.cross.items():
            ahead = difference(results, cell.players, player=player, other=other)
            assert row.games == ahead.games
            assert row.share - cell.cross[other, player].share == pytest.approx(ahead.difference)
            assert row.low <= row.share <= row.high


def test_branching_is_counted_by_replaying(store: Store, found: tuple[TournamentResult, ...]) -> None:
    cell = found[2]
    game, widths = library.load(cell.game), Counter[int]()
    for record in store.games(cell.id):
        state = parse_state(game, record.start)
        for ply, text in enumerate([*record.opening, *(move.action for move in record.moves)]):
            widths[ply] += len(list(game.actions(state)))
            state = game.result(state, parse_action(game, state, text))
    assert cell.sampled == cell.games
    assert {row.ply: row.mean * row.positions for row in cell.branching} == pytest.approx(dict(widths))


def test_curves_within_a_tournament_and_across(store: Store, found: tuple[TournamentResult, ...]) -> None:
    curves = {(curve.player, curve.scale): curve for curve in gather(store).curves}
    within, across = curves["minimax", "rating"], curves["alpha-beta", "share"]
    assert found[2].ratings is not None
    assert [(p.limit, p.value) for p in within.points] == [
        (1, found[2].ratings.players[0].rating),
        (3, found[2].ratings.players[1].rating),
    ]
    assert [(p.limit, p.value, p.tournament) for p in across.points] == [
        (1, found[0].standings[0].share, 1),
        (3, found[1].standings[0].share, 2),
    ]
    assert all(p.low <= p.value <= p.high for curve in curves.values() for p in curve.points)


def test_a_tournament_is_chosen_by_number_or_title(store: Store, found: tuple[TournamentResult, ...]) -> None:
    assert gather(store, ["3", found[0].title]).tournaments == (found[0], found[2])
    with pytest.raises(InputError, match="unknown tournament"):
        gather(store, ["nim"])


def test_the_document_is_json(store: Store) -> None:
    document = json.loads(json.dumps(gather(store).to_dict(), allow_nan=False))
    assert list(document) == ["database", "tournaments", "curves", "experiments"]


def test_a_tournament_without_games_has_a_note(tmp_path: Path) -> None:
    setup = {"game": "nim", "players": ["random", "minimax"], "max_plies": 100}
    with Store(str(tmp_path / "new.db")) as store:
        with pytest.raises(InputError, match="no tournament"):
            gather(store)
        store.begin(TournamentRecord(key="1", title="nim", setup=setup, games=4, created="2026-01-01"))
        (cell,) = gather(store).tournaments
    assert (cell.games, cell.wanted, cell.cross, cell.branching) == (0, 4, {}, ())
    assert cell.notes[0] == "0 of 4 games are played."


def test_games_that_cannot_be_replayed_are_reported_without_branching(store: Store, tmp_path: Path) -> None:
    with Store(str(tmp_path / "moved.db")) as moved:
        setup = {"game": str(tmp_path / "gone.py"), "players": ["alpha-beta(depth=1)", "random"]}
        number = moved.begin(TournamentRecord(key="1", title="gone", setup=setup, games=40, created="2026-01-01"))
        for game in store.games(1):
            moved.add(number, replace(game, game=setup["game"]))
        (cell,) = gather(moved).tournaments
    assert cell.branching == ()
    assert any("cannot be replayed" in note for note in cell.notes)
    assert cell.ratings is not None
