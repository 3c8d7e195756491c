"""A book that the workers of a Dask cluster build, each with a table of its own."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from clusters import Cluster
from spielbaum.arena.executors import spread
from spielbaum.arena.worker_pool import cluster as dask
from spielbaum.book import Plan, build_book
from spielbaum.book.file import read_file
from spielbaum.book.values import value_unit

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed")]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    with Cluster(tmp_path) as started:
        started.start_worker()
        yield started


@pytest.mark.interpreted
def test_a_cluster_builds_the_same_book(running: Cluster, tmp_path: Path) -> None:
    text, plan = "nim:heaps=2-3", Plan(plies=2)
    pool = dask(running.address)
    build_book(
        text,
        plan,
        tmp_path / "there.book",
        run=lambda queue: (one for ended in spread(queue, value_unit, pool) for one in ended),
    )
    build_book(text, plan, tmp_path / "here.book")
    assert read_file(tmp_path / "there.book")[1:] == read_file(tmp_path / "here.book")[1:]
