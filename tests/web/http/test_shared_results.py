"""Results that simultaneous requests share."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from spielbaum.web.http.errors import WebError
from spielbaum.web.http.rate_limits import SerialQueue
from spielbaum.web.http.sharing import Shared
from spielbaum.web.live.site import traced_result
from visiting import run_apart


def test_simultaneous_requests_share_a_result_and_the_latest_results_are_kept() -> None:
    made: list[str] = []

    async def ask() -> None:
        shared, gate = Shared(2), asyncio.Event()

        async def make(name: str) -> str:
            made.append(name)
            await gate.wait()
            return name.upper()

        both = [asyncio.create_task(shared.get("a", lambda: make("a"))) for _ in range(3)]
        await asyncio.sleep(0)
        both[0].cancel()  # a visitor who leaves does not end it for the others
        gate.set()
        assert await asyncio.gather(*both[1:]) == ["A", "A"]
        for name in "abca":
            assert await shared.get(name, lambda name=name: make(name)) == name.upper()  # type: ignore[misc]
        assert "c" in shared
        assert "b" not in shared

    run_apart(ask())
    assert made == ["a", "b", "c", "a"]


def test_errors_are_raised_for_all_and_not_kept() -> None:
    async def ask() -> None:
        shared, calls = Shared(2), 0

        async def fail() -> None:
            nonlocal calls
            calls += 1
            raise ValueError("no")

        found = await asyncio.gather(*(shared.get("a", fail) for _ in range(2)), return_exceptions=True)
        assert [str(error) for error in found] == ["no", "no"]
        assert calls == 1
        with pytest.raises(ValueError, match="no"):
            await shared.get("a", fail)
        assert calls == 2

    run_apart(ask())


def test_a_visitor_who_leaves_does_not_end_the_search_that_others_wait_for() -> None:
    pool = SimpleNamespace(call=lambda *_: None)
    site = SimpleNamespace(shared=Shared(2), trees=SerialQueue(2), games=SimpleNamespace(pool=pool))

    def visitor(*, gone: bool) -> Any:
        async def is_disconnected() -> bool:
            return gone

        async def body() -> bytes:
            return b""

        app = SimpleNamespace(state=SimpleNamespace(site=site))
        return SimpleNamespace(app=app, body=body, is_disconnected=is_disconnected)

    async def ask() -> None:
        visitors = (visitor(gone=True), visitor(gone=False), visitor(gone=False))
        asked = (traced_result(one, "a", int, "7") for one in visitors)
        left, *stayed = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(left, WebError)
        assert stayed == [7, 7]

    run_apart(ask())
