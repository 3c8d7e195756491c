"""A database of several tournaments of several games, played once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spielbaum.arena import Setup, Tournament, played
from spielbaum.store import Store, TournamentRecord

SETUPS = (
    Setup(game="tic-tac-toe", players=("alpha-beta(depth=1)", "random"), games=24, opening_plies=2),
    Setup(game="tic-tac-toe", players=("alpha-beta(depth=3)", "random"), games=24, opening_plies=2),
    Setup(game="tic-tac-toe", players=("minimax(depth=1)", "minimax(depth=3)"), games=36, opening_plies=1),
    Setup(
        game="mnk:width=4,height=3,line=3,players=3",
        players=("max-n(depth=1)", "paranoid(depth=1)", "random"),
        games=36,
        opening_plies=1,
        max_plies=9,
    ),
    Setup(game="nim:heaps=1-2", players=("minimax", "random"), games=2),
)


def keep(store: Store, setup: Setup) -> int:
    """Play a tournament into a store, and return its number."""
    tournament = Tournament(setup)
    record = TournamentRecord(
        key=setup.key,
        title=setup.title,
        setup=setup.to_dict(),
        games=len(tournament.pairings),
        created="2026-01-01T00:00:00+00:00",
    )
    number = store.begin(record)
    for game in played(setup, tournament.pairings, workers=1):
        store.add(number, game)
    return number


@pytest.fixture(scope="session")
def keeping() -> Callable[[Store, Setup], int]:
    return keep


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "results.db"
    with Store(str(path)) as store:
        for setup in SETUPS:
            keep(store, setup)
    return path


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    with Store(str(database)) as opened:
        yield opened
