"""The tidy table: a row for each game and occupied seat, whose sums are right."""

from pathlib import Path

import pytest

from spielbaum.arena.executors import played
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.errors import InputError
from spielbaum.store import CellRecord, ExperimentRecord, Experiments, Store, TournamentRecord
from spielbaum.store.tables import experiment_table
from spielbaum.store.tidy import COLUMNS, seat_rows
from tiers import at_night

SETUP = Setup(game="chameleon-chess", players=("random", "max-n(depth=1)", "random(seed=1)"), games=54, opening_plies=2)
CELL = CellRecord(
    number=3,
    factors={"game": SETUP.game, "limits": "depth=1", "openings": "plies=2"},
    labels=("chance", "max-n", "luck"),
    tournament=TournamentRecord(key="1", title="", setup=SETUP.to_dict(), games=54, created=""),
)


@pytest.mark.slow
@pytest.mark.interpreted
def test_rows_add_up_to_the_games() -> None:
    pairings = Tournament(SETUP).pairings
    games = list(played(SETUP, pairings if at_night() else pairings[::3], workers=1))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in seat_rows(CELL, games)]
    assert len(rows) == sum(len(game.seats) for game in games)
    for game in games:
        own = [row for row in rows if row["game"] == game.number]
        assert [row["seat"] for row in own] == list(game.seats)
        assert abs(sum(row["part"] for row in own) - 1) < 1e-12
        assert {row["plies"] for row in own} == {len(game.moves) + len(game.opening)}
        assert sum(row["moves"] for row in own) == len(game.moves)
        assert [row["nodes"] for row in own] == [
            sum(move.nodes for move in game.moves if move.seat == seat) for seat in game.seats
        ]
        assert own[0]["seating"].split("; ").count("-") == 4 - len(own)
    searching = [row for row in rows if row["player"] == "max-n"]
    assert {row["spec"] for row in searching} == {"max-n(depth=1)"}
    assert {row["depth_mean"] for row in searching if row["moves"]} == {1.0}
    assert {row["depth_mean"] for row in rows if row["player"] == "luck"} == {None}
    assert all(type(row[name]) in (kind, type(None)) for row in rows for name, kind in COLUMNS.items())


@pytest.mark.slow
def test_the_table_of_an_experiment_in_one_call(tmp_path: Path) -> None:
    games = list(played(SETUP, Tournament(SETUP).pairings[:6], workers=1))
    with Store(str(tmp_path / "one.db")) as store:
        record = ExperimentRecord(name="one", key="1", design="", created="", cells=(CELL,))
        (cell,) = Experiments(store).begin(record).cells
        store.add_all(cell.tournament.id, games)
        found = experiment_table(store, "one")
        with pytest.raises(InputError, match="did you mean 'one'"):
            experiment_table(store, "on")
    assert found.columns == list(COLUMNS)
    assert found.rows() == list(seat_rows(CELL, games))
