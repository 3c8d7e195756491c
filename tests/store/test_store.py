"""Records are stored once, and read exactly as they were."""

import dataclasses
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import InputError
from spielbaum.store import Store, StoredTournament, default_url, schema
from spielbaum.store.store import PAGE
from tiers import at_night, examples
from writing import TOURNAMENT, some_game, some_move

words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
number64 = st.integers(0, 2**63 - 1)
real = st.floats(allow_nan=False)
seconds = st.floats(0, 1e9)
vectors = st.lists(real, max_size=4).map(tuple)
moves = st.builds(
    MoveRecord,
    ply=st.just(0),
    seat=st.integers(0, 3),
    action=words,
    value=st.none() | real | vectors,
    depth=st.none() | st.integers(0, 511),
    nodes=number64,
    leaves=number64,
    seconds=seconds,
    comment=st.none() | words,
)
games = st.builds(
    GameRecord,
    number=st.just(0),
    game=words,
    start=words,
    seating=st.lists(st.none() | st.integers(0, 3), max_size=4).map(tuple),
    opening=st.lists(words, max_size=3).map(tuple),
    end=st.sampled_from(["finished", "plies"]),
    utility=st.none() | vectors,
    survivors=st.lists(st.integers(0, 3), max_size=4).map(tuple),
    position=words,
    seed=number64,
    versions=st.dictionaries(words, words, max_size=3),
    started=words,
    seconds=seconds,
    tags=st.none() | st.dictionaries(words, words, max_size=3),
    moves=st.lists(moves, max_size=4).map(lambda row: tuple(replace(row[i], ply=i) for i in range(len(row)))),
)


def test_the_tables_have_a_column_for_every_field_of_the_records() -> None:
    for record, table, more in ((GameRecord, schema.game, "moves"), (MoveRecord, schema.move, "")):
        fields = {field.name for field in dataclasses.fields(record)} - {more}
        assert fields == set(table.columns.keys()) - {"id", "tournament_id", "game_id"}


def test_games_are_read_in_order_as_they_were_stored(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    numbers = [3, 0, 2**31 - 1, 1]
    assert all(store.add(tournament, some_game(number)) for number in numbers)
    back = list(store.games(tournament))
    assert back == [some_game(number) for number in sorted(numbers)]
    assert repr(back) == repr([some_game(number) for number in sorted(numbers)])  # distinguishes -0.0 from 0.0
    assert store.done(tournament) == set(numbers)


@pytest.mark.slow
def test_any_record_is_read_exactly_as_stored(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    number = 0

    @examples(50 if at_night() else 30)
    @given(games)
    def law(game: GameRecord) -> None:
        nonlocal number
        number += 1
        game = replace(game, number=number)
        assert store.add(tournament, game)
        assert repr(store._page(tournament, number - 1)[0]) == repr(game)

    law()


def test_adding_a_game_twice_changes_nothing(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    assert store.add(tournament, some_game(5))
    assert not store.add(tournament, some_game(5))
    assert not store.add(tournament, replace(some_game(5, plies=40), position="another"))
    assert list(store.games(tournament)) == [some_game(5)]


def test_a_game_that_cannot_be_stored_leaves_nothing_behind(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    twice = replace(some_game(0), moves=(some_move(0), some_move(1), some_move(1)))
    with pytest.raises(InputError, match="cannot be used"):
        store.add(tournament, twice)
    assert store.done(tournament) == set()
    assert store.add(tournament, some_game(0))
    assert list(store.games(tournament)) == [some_game(0)]


def test_games_without_moves_and_long_games(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    store.add(tournament, some_game(0, plies=0))
    store.add(tournament, some_game(1, plies=3000))
    assert list(store.games(tournament)) == [some_game(0, plies=0), some_game(1, plies=3000)]


def test_more_games_than_a_page_and_games_added_while_reading(store: Store) -> None:
    tournament = store.begin(TOURNAMENT)
    for number in range(PAGE + 2):
        store.add(tournament, some_game(number, plies=1))
    reader = store.games(tournament)
    first = next(reader)
    store.add(tournament, some_game(PAGE + 2, plies=1))
    assert [first, *reader] == [some_game(number, plies=1) for number in range(PAGE + 3)]


def test_tournaments_are_found_again_by_their_keys(store: Store, url: str) -> None:
    first = store.begin(TOURNAMENT)
    second = store.begin(replace(TOURNAMENT, key="2", title="another", setup={}, games=2))
    assert first != second
    store.add(first, some_game(0))
    store.add(first, some_game(1))
    store.add(second, some_game(0))
    with Store(url) as again:
        assert again.begin(replace(TOURNAMENT, title="asked anew", created="later")) == first
        fields = dict(vars(TOURNAMENT))
        one, two = again.tournaments()
        assert one == StoredTournament(**fields, id=first, done=2)
        assert repr(one.setup["weight"]) == repr(0.1 + 0.2)
        assert (two.id, two.done, two.title, two.setup, two.games) == (second, 1, "another", {}, 2)
        assert again.done(first) == {0, 1}


def test_an_empty_store_has_no_games_and_deletes_none(store: Store) -> None:
    assert store.tournaments() == []
    assert store.done(1) == set()
    assert list(store.games(1)) == []
    store.delete(1)


def test_the_id_of_a_deleted_tournament_is_not_reused(store: Store, url: str) -> None:
    tournament, other = store.begin(TOURNAMENT), store.begin(replace(TOURNAMENT, key="2"))
    for each in (tournament, other):
        store.add(each, some_game(0))
    store.delete(other)
    assert [kept.id for kept in store.tournaments()] == [tournament]
    assert list(store.games(other)) == []
    with pytest.raises(InputError, match=rf"has no tournament {other}$"):
        store.add(other, some_game(1))
    assert store.begin(replace(TOURNAMENT, key="2")) not in (tournament, other)
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM move")) == len(some_game(0).moves)
    engine.dispose()


def test_two_stores_on_one_database(store: Store, url: str) -> None:
    with Store(url) as other:
        tournament = store.begin(TOURNAMENT)
        assert other.begin(TOURNAMENT) == tournament
        assert store.add(tournament, some_game(0))
        assert not other.add(tournament, some_game(0))
        assert other.add(tournament, some_game(1))
        assert list(store.games(tournament)) == list(other.games(tournament)) == [some_game(0), some_game(1)]


def test_reading_does_not_wait_for_a_writer(store: Store, url: str) -> None:
    tournament = store.begin(TOURNAMENT)
    store.add(tournament, some_game(0))
    with store._writing.begin() as connection:
        connection.execute(text("UPDATE tournament SET title = 'in the middle'"))
        with Store(url) as other:
            assert other.tournaments()[0].title == TOURNAMENT.title
            assert list(other.games(tournament)) == [some_game(0)]


@pytest.mark.usefixtures("waiting")
def test_a_file_database_is_safe_by_its_settings(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, store._engine.connect() as connection:
        ask = {
            name: connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert ask == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_default_database_is_a_file_of_the_user_or_named_by_a_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SPIELBAUM_DATABASE", raising=False)
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("spielbaum.sqlite")
    file = tmp_path / "deep" / "er" / "results.db"
    monkeypatch.setenv("SPIELBAUM_DATABASE", str(file))
    assert default_url() == str(file)
    with Store() as store:
        assert store.name == str(file)
        store.begin(TOURNAMENT)
    assert file.exists()


def test_a_relative_path_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with Store("my results?.db") as store, Store("sqlite:///other.db") as other:
        monkeypatch.chdir(tmp_path / "elsewhere")
        for each in (store, other):
            each.close()  # the next connection is a new one
            each.begin(TOURNAMENT)
    assert (tmp_path / "my results?.db").exists()
    assert (tmp_path / "other.db").exists()
    assert not list((tmp_path / "elsewhere").iterdir())
