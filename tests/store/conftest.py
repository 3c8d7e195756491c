"""An opened store for a test."""

from collections.abc import Iterator

import pytest

from spielbaum.store import Store


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened
