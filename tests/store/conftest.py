"""An opened store for a test."""

from collections.abc import Iterator

import pytest

from spielbaum.store import Store, database


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite wait for the disk, as it does outside of tests."""
    monkeypatch.setattr(database, "_configure", getattr(database._configure, "__wrapped__", database._configure))
