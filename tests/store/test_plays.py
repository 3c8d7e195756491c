"""Games in the browser: complete, by revision, and kept after SIGKILL."""

import dataclasses
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from playing import some_play
from spielbaum.errors import InputError
from spielbaum.store import PlayRecord, Plays, Store, schema
from tiers import all_but, at_night

pytestmark = pytest.mark.slow

WRITER = str(Path(__file__).parents[1] / "support" / "playing.py")


@pytest.fixture
def plays(store: Store) -> Plays:
    return Plays(store)


def test_the_table_has_a_column_for_every_field() -> None:
    assert {field.name for field in dataclasses.fields(PlayRecord)} == set(schema.play.columns.keys())


def test_a_game_is_read_as_it_was_stored(plays: Plays) -> None:
    for name in ("odd", "even"):
        plays.add(some_play(name))
        assert plays.find(name) == some_play(name)
    for revision in range(1, 9):
        assert plays.save(some_play("odd", revision))
        assert repr(plays.find("odd")) == repr(some_play("odd", revision))
    assert plays.find("even") == some_play("even")
    assert plays.find("nowhere") is None


def test_only_the_next_revision_is_saved(plays: Plays) -> None:
    plays.add(some_play("one"))
    assert plays.save(some_play("one", 1))
    for revision in (0, 1, 3):
        assert not plays.save(some_play("one", revision))
    assert not plays.save(some_play("two", 1))
    assert plays.find("one") == some_play("one", 1)
    assert plays.find("two") is None


def test_only_one_of_simultaneous_saves_succeeds(plays: Plays) -> None:
    plays.add(some_play("one"))
    won: list[int] = []

    def save(number: int) -> None:
        for revision in range(1, 21):
            if plays.save(replace(some_play("one", revision), seed=number)):
                won.append(revision)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = plays.find("one")
    assert found is not None
    assert sorted(won) == list(range(1, found.revision + 1))


def test_an_id_can_be_used_once(plays: Plays) -> None:
    plays.add(some_play("one"))
    with pytest.raises(InputError, match="cannot be used"):
        plays.add(some_play("one"))


def test_old_games_are_deleted(plays: Plays) -> None:
    for number in range(5):
        plays.add(replace(some_play(f"g{number}"), changed=f"2026-01-0{number + 1}T00:00:00.000+00:00"))
    assert plays.forget(datetime(2026, 1, 3, tzinfo=UTC)) == 2
    assert [plays.find(f"g{number}") is not None for number in range(5)] == [False, False, True, True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("url", all_but(["postgres"], ["sqlite", "postgres"]), indirect=True)
def test_a_killed_process_loses_no_save_that_it_has_acknowledged(url: str) -> None:
    for killing in range(6 if at_night() else 2):
        words = [sys.executable, WRITER, url, "game", "100000"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        said = [int(process.stdout.readline()) for _ in range(5)]
        time.sleep(killing * 0.003)  # at a different point each time
        process.send_signal(signal.SIGKILL)
        said += [int(line) for line in process.stdout.read().splitlines()]
        process.stdout.close()
        assert process.wait(timeout=60) == -signal.SIGKILL
        with Store(url) as store:
            found = Plays(store).find("game")
        assert found is not None
        assert found.revision in (said[-1], said[-1] + 1)  # it may have died before it said so
        assert found == some_play("game", found.revision)


def test_a_full_disk_is_one_sentence_and_changes_nothing(sqlite_url: str) -> None:
    with Store(sqlite_url) as store:
        plays = Plays(store)
        plays.add(some_play("one"))
        with store.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with pytest.raises(InputError, match="cannot be used: database or disk is full"):
            plays.save(replace(some_play("one", 1), start="x" * 100_000))
        assert plays.find("one") == some_play("one")


def test_a_locked_database_is_refused_in_one_sentence(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, Store(sqlite_url) as other:
        Plays(store).add(some_play("one"))
        with store.reading() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout=50")
        with other.writing(), pytest.raises(InputError, match="cannot be used: database is locked"):
            Plays(store).save(some_play("one", 1))
        assert Plays(store).save(some_play("one", 1))


@pytest.mark.usefixtures("waiting")
def test_nothing_is_lost_in_a_power_failure(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2  # FULL: each commit is on the disk
