"""Tidy tables: a row for each game and seat, a row for each move, equal to the records."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars
import pytest
from polars.testing import assert_frame_equal

from spielbaum.arena import repeats
from spielbaum.arena.records import GameRecord
from spielbaum.errors import InputError
from spielbaum.store import Store, TournamentRecord
from spielbaum.store.export import export
from spielbaum.store.frames import FEW
from spielbaum.store.summary import STEPS, circumstances, efforts, lines_of_play, summaries
from spielbaum.store.tables import GAMES, MOVES, games_table, moves_table, write_table
from writing import TOURNAMENT, some_game

PLAYERS = TOURNAMENT.setup["players"]


def playable(number: int, plies: int = 12) -> GameRecord:
    """A game in which only occupied seats move, with few nodes."""
    game = some_game(number, plies)
    moves = [
        replace(move, value=move.value or None, nodes=1000 + move.ply, leaves=7 * move.ply)
        for move in game.moves
        if move.seat in game.seats
    ]
    return replace(game, moves=tuple(moves))


GAMES_KEPT = [playable(0), playable(1), playable(2, 0), playable(5, 7)]


@pytest.fixture
def number(store: Store) -> int:
    other = store.begin(TournamentRecord(key="other", title="o", setup={"players": ["x"] * 4}, games=1, created=""))
    store.add(other, playable(9))
    found = store.begin(TOURNAMENT)
    for game in reversed(GAMES_KEPT):
        store.add(found, game)
    return found


def row(tournament: int, game: GameRecord, seat: int, rounds: int) -> dict[str, Any]:
    own = [move for move in game.moves if move.seat == seat]
    depths = [move.depth for move in own if move.depth is not None]
    player = game.seating[seat]
    assert player is not None
    return {
        "tournament": tournament,
        "game": game.number,
        "variant": game.game,
        "round": rounds,
        "opening": " ".join(game.opening),
        "seat": seat,
        "player": PLAYERS[player],
        "utility": game.utility[seat] if game.utility else None,
        "won": seat in game.survivors,
        "share": 0.5 if seat in game.survivors else 0.0,
        "end": game.end,
        "plies": len(game.opening) + len(game.moves),
        "moves": len(own),
        "depth": sum(depths) / len(depths) if depths else None,
        "nodes": sum(move.nodes for move in own),
        "leaves": sum(move.leaves for move in own),
        "seconds": sum(move.seconds for move in own),
        "seed": game.seed,
        "started": game.started,
    }


def test_a_row_for_each_game_and_seat(store: Store, number: int) -> None:
    seeds = sorted(game.seed for game in GAMES_KEPT)
    wanted = [row(number, game, seat, seeds.index(game.seed)) for game in GAMES_KEPT for seat in game.seats]
    found = games_table(store, [number])
    assert found.columns == list(GAMES)
    assert_frame_equal(found, polars.DataFrame(wanted, schema=found.schema))


def test_a_row_for_each_move_as_it_is_exported(store: Store, number: int, tmp_path: Path) -> None:
    export(store.games(number), PLAYERS, tmp_path / "moves.parquet")
    found = moves_table(store, [number])
    assert found.columns == list(MOVES)
    texts = found.drop("tournament").cast({polars.Categorical: polars.String})
    assert_frame_equal(texts, polars.read_parquet(tmp_path / "moves.parquet"))
    assert all(kind == polars.Categorical for kind in found.select(FEW).dtypes)
    assert moves_table(store).height == found.height + len(playable(9).moves)


def test_empty_tables_have_their_columns(store: Store) -> None:
    assert games_table(store).schema.names() == list(GAMES)
    assert moves_table(store).schema.names() == list(MOVES)
    assert games_table(store).height == moves_table(store).height == 0


def test_tables_in_files(store: Store, number: int, tmp_path: Path) -> None:
    frame = moves_table(store)
    write_table(frame, tmp_path / "moves.parquet")
    assert_frame_equal(polars.read_parquet(tmp_path / "moves.parquet"), frame)
    write_table(frame, tmp_path / "moves.csv")
    read = polars.read_csv(tmp_path / "moves.csv")
    assert read.columns == frame.columns
    assert read["action"].to_list() == frame["action"].to_list()
    assert set(read["survivors"]) == {"[0, 2]"}
    with pytest.raises(InputError, match="cannot write"):
        write_table(frame, tmp_path / "missing" / "moves.csv")
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


def test_summaries_are_the_records_without_moves(store: Store, number: int) -> None:
    again = playable(7, 7)
    store.add(number, again)
    games = list(store.games(number))
    found = list(summaries(store, number))
    for game, line in zip(games, found, strict=True):
        assert (line.number, line.seating, line.survivors) == (game.number, game.seating, game.survivors)
        assert (line.seed, line.ended) == (game.seed, game.end == "finished")
        (played,) = lines_of_play(store, [line.id])
        assert played == (game.start, (*game.opening, *(move.action for move in game.moves)))
    assert [line.repeats for line in found] == repeats(games)
    assert found[-1].repeats == 5


def test_efforts_are_sums_over_moves(store: Store, number: int) -> None:
    wanted: dict[tuple[int, int | None, int], list[float]] = {}
    for game in store.games(number):
        for move in game.moves:
            step = next((i for i, end in enumerate(STEPS) if move.seconds < end), len(STEPS))
            player = game.seating[move.seat]
            assert player is not None
            sums = wanted.setdefault((player, move.depth, step), [0, 0, 0.0])
            for place, more in enumerate((1, move.nodes, move.seconds)):
                sums[place] += more
    found = {
        (row.player, row.depth, row.step): [row.moves, row.nodes, pytest.approx(row.seconds)]
        for row in efforts(store, number)
    }
    assert wanted == found


def test_circumstances_name_times_and_versions(store: Store, number: int) -> None:
    game = some_game(0)
    found = circumstances(store, number)
    assert (found.first, found.last, found.versions) == (game.started, game.started, (game.versions,))
