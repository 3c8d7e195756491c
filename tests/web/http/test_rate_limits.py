"""Rate limits, the limit on open windows, and the serial queue."""

import asyncio

from starlette.testclient import TestClient
from starlette.types import Message

from malforming import Wrong, ask
from spielbaum.web import Settings, make_app
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.rate_limits import RateLimiter, SerialQueue
from visiting import run_apart


def test_games_of_an_address_are_limited(database: str) -> None:
    form = {"seat-0-who": "human", "seat-1-who": "human"}
    with TestClient(make_app(Settings(database=database, games_per_minute=2))) as client:
        codes = [client.post("/new/nim", data=form, follow_redirects=False).status_code for _ in range(3)]
        assert codes == [303, 303, 429]


def test_windows_of_an_address_are_limited(database: str) -> None:
    app = make_app(Settings(database=database, windows_each=2, hosts=("localhost",)))
    over = asyncio.Event()

    async def window(path: str, statuses: list[int]) -> None:
        pieces = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if not pieces:
                await over.wait()
            return pieces.pop() if pieces else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app(Wrong(path=f"{path}/events").scope, receive, send)

    async def opened(path: str, number: int) -> list[int]:
        statuses: list[int] = []
        over.clear()
        tasks = [asyncio.create_task(window(path, statuses)) for _ in range(number)]
        while len(statuses) < number:
            await asyncio.sleep(0.01)
        over.set()
        await asyncio.wait_for(asyncio.gather(*tasks), 30)
        return sorted(statuses)

    async def client() -> None:
        async with app.router.lifespan_context(app):
            begun = await ask(app, Wrong("POST", "/new/nim", body=b"seat-0-who=human&seat-1-who=human"))
            path = begun.headers["location"]
            assert await opened(path, 9) == [200] * 2 + [429] * 7
            assert await opened(path, 2) == [200] * 2

    run_apart(client())


def test_the_rate_limit_recovers_with_time() -> None:
    now = [0.0]
    buckets = RateLimiter(30, clock=lambda: now[0])
    assert [buckets.allow("a") for _ in range(31)] == [True] * 30 + [False]
    assert buckets.allow("b")
    now[0] = 2.0
    assert [buckets.allow("a"), buckets.allow("a")] == [True, False]


def test_the_queue_runs_one_at_a_time_and_refuses_too_many() -> None:
    order: list[str] = []

    async def client(queue: SerialQueue, name: str) -> None:
        try:
            async with queue.turn():
                order.append(f"{name} in")
                await asyncio.sleep(0)
                order.append(f"{name} out")
        except WebError as error:
            order.append(f"{name} {error.status}")

    async def all_come() -> None:
        queue = SerialQueue(2)
        await asyncio.gather(*(client(queue, name) for name in "abcd"))
        await client(queue, "e")

    run_apart(all_come())
    assert "d 503" in order
    entered = [entry for entry in order if entry.endswith(("in", "out"))]
    assert entered == [f"{name} {way}" for name in "abce" for way in ("in", "out")]
