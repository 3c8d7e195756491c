"""A book that the workers of a Dask cluster build; they are threads here, as processes play games elsewhere."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from spielbaum.arena.executors import spread
from spielbaum.arena.worker_pool import cluster as dask
from spielbaum.book import Plan, build_book
from spielbaum.book.file import read_file
from spielbaum.book.values import value_unit

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed")]


@pytest.mark.interpreted
def test_a_cluster_builds_the_same_book(tmp_path: Path) -> None:
    from distributed import LocalCluster

    text, plan = "nim:heaps=2-3", Plan(plies=2)
    with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address=None) as running:
        pool = dask(running.scheduler_address)
        build_book(
            text,
            plan,
            tmp_path / "there.book",
            run=lambda queue: (one for ended in spread(queue, value_unit, pool) for one in ended),
        )
    build_book(text, plan, tmp_path / "here.book")
    assert read_file(tmp_path / "there.book")[1:] == read_file(tmp_path / "here.book")[1:]
