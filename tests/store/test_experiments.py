"""Experiments in a store: found by name, refused if they differ, deleted without what others need."""

from dataclasses import replace

import pytest

from spielbaum.errors import InputError
from spielbaum.store import CellRecord, ExperimentRecord, Experiments, Store
from writing import TOURNAMENT, some_game

CELLS = tuple(
    CellRecord(
        number=number,
        factors={"game": "nim", "limits": f"depth={number + 1}"},
        labels=("Zoë", "random"),
        tournament=replace(TOURNAMENT, key=str(number), created="2026-01-01"),
    )
    for number in range(3)
)
RECORD = ExperimentRecord(name="depths", key="ab", design="title = 'depths'", created="2026-01-01", cells=CELLS)


def test_an_experiment_is_read_as_it_was_begun(url: str) -> None:
    with Store(url) as store:
        kept = Experiments(store)
        first = kept.begin(RECORD)
        store.add(first.cells[1].tournament.id, some_game(0))
        again = kept.begin(replace(RECORD, created="2027-01-01"))
        assert again == kept.find("depths")
        assert again.created == "2026-01-01"
        assert [(c.number, dict(c.factors), c.labels) for c in again.cells] == [
            (c.number, dict(c.factors), c.labels) for c in CELLS
        ]
        assert [cell.tournament.done for cell in again.cells] == [0, 1, 0]
        assert [found.name for found in kept.all()] == ["depths"]


def test_another_experiment_of_that_name_is_refused_with_advice(url: str) -> None:
    with Store(url) as store:
        Experiments(store).begin(RECORD)
        with pytest.raises(InputError, match=r"another experiment called 'depths'.*--fresh"):
            Experiments(store).begin(replace(RECORD, key="cd"))


def test_tournaments_of_another_experiment_are_not_deleted(url: str) -> None:
    with Store(url) as store:
        kept = Experiments(store)
        kept.begin(RECORD)
        other = kept.begin(replace(RECORD, name="other", key="cd", cells=CELLS[:1]))
        store.add(other.cells[0].tournament.id, some_game(0))
        kept.delete("depths")
        assert kept.find("depths") is None
        assert [stored.key for stored in store.tournaments()] == ["0"]
        assert kept.all() == [kept.find("other")]
        assert other.cells[0].tournament.key == kept.all()[0].cells[0].tournament.key
        kept.delete("other")
        assert store.tournaments() == []


def test_an_earlier_tournament_is_not_deleted(url: str) -> None:
    with Store(url) as store:
        kept = Experiments(store)
        number = store.begin(CELLS[1].tournament)
        store.add(number, some_game(0))
        later = "2026-01-02"
        cells = tuple(replace(cell, tournament=replace(cell.tournament, created=later)) for cell in CELLS)
        begun = kept.begin(replace(RECORD, created=later, cells=cells))
        assert [cell.tournament.done for cell in begun.cells] == [0, 1, 0]
        for _ in range(2):  # the second time there is none
            kept.delete("depths")
            assert kept.all() == []
            assert [(stored.id, stored.done) for stored in store.tournaments()] == [(number, 1)]


def test_games_that_are_stored_twice_count_once(url: str) -> None:
    with Store(url) as store:
        number = store.begin(TOURNAMENT)
        assert store.add_all(number, [some_game(0), some_game(1)]) == 2
        assert store.add_all(number, [some_game(1), some_game(2)]) == 1
        assert list(store.games(number)) == [some_game(0), some_game(1), some_game(2)]
        with pytest.raises(InputError, match="no tournament"):
            store.add_all(number + 1, [some_game(0)])
