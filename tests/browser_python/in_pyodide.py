"""Runs in Pyodide: does what ``test_pyodide.py`` asks about, and prints the answers."""

import asyncio
import json
import os
import time
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from stuck import shipped_packages

import spielbaum
from spielbaum.arena import Setup, Tournament, played
from spielbaum.browser.pool import BrowserPool
from spielbaum.browser.workers import JsWorker
from spielbaum.errors import SpielbaumError
from spielbaum.players import parse_player

FOUR = spielbaum.load("connect-four")


def searches():
    yield "imported for a search", shipped_packages()
    kernel = spielbaum.Searcher(FOUR, "alpha-beta")
    result = kernel.search(depth=8)
    yield "compiled", [kernel.compiled, result.nodes, result.value, result.action]
    result = spielbaum.search(FOUR, algorithm="minimax", depth=4)
    yield "interpreted", [result.nodes, result.value, result.action]
    start = time.perf_counter()
    result = kernel.search(seconds=0.3)
    yield "time limit", [result.nodes > 0, 0.2 < time.perf_counter() - start < 5]
    start = time.perf_counter()
    result = spielbaum.search("chameleon-chess", seconds=0.5)
    yield "time limit, interpreted", [result.action is not None, time.perf_counter() - start < 5]
    seen = []
    kernel.search(seconds=0.5, progress=seen.append)
    yield "progress", [bool(seen), seen == sorted(seen, key=lambda now: now.nodes)]


def features():
    yield "tree", len(spielbaum.record_tree("tic-tac-toe", depth=2).nodes)
    yield "check", spielbaum.check_game("nim", games=2).ok
    yield "solve", spielbaum.Solver("nim").solve().value
    setup = Setup(game="nim", players=("random", "alpha-beta:depth=1"))
    yield "played", [len(game.moves) > 1 for game in played(setup, Tournament(setup).pairings, workers=2)]


def refusals():
    from spielbaum.statistics import growth_factor

    asked = {
        "growth": lambda: growth_factor([{1: 10, 2: 100}, {1: 10, 2: 120}]),
        "learning": lambda: spielbaum.learning.learn,
        "bridge": lambda: __import__("spielbaum.bridges.pettingzoo"),
        "threads": lambda: spielbaum.Searcher(FOUR, "alpha-beta", threads=2),
        "engine": lambda: choose(BrowserPool(lambda: None), "uci:stockfish"),
    }
    for name, call in asked.items():
        try:
            call()
        except SpielbaumError as error:
            yield name, str(error)


def choose(pool, player, game=FOUR):
    return pool.choose("anna", game, spec=parse_player(player), state=game.initial())


async def engines(pool):
    choice = await asyncio.wrap_future(choose(pool, "alpha-beta:depth=8").future)
    yield "choice", [choice.result.nodes, choice.value, choice.action]
    job = choose(pool, "alpha-beta:20s")
    while job.status().progress.depth < 3:
        await asyncio.sleep(0.05)
    start = time.perf_counter()
    job.stop(play_now=True)
    choice = await asyncio.wrap_future(job.future)
    yield "move now", [choice.action in range(7), time.perf_counter() - start < 5]
    job = choose(pool, "minimax:20s")
    while not job.status().progress.nodes:
        await asyncio.sleep(0.05)
    job.stop()
    choice = await asyncio.wrap_future(choose(pool, "alpha-beta:depth=2").future)
    yield "after Stop", [job.future.cancelled(), choice.result.nodes]
    yield "call", await asyncio.wrap_future(pool.call(partial(spielbaum.perft, "tic-tac-toe", depth=3)).future)
    try:
        await asyncio.wrap_future(pool.call(spielbaum.load, "no-game").future)
    except SpielbaumError as error:
        yield "error", str(error)


async def pages(pool):
    from spielbaum.web import Settings, make_app

    app = make_app(Settings(database="/home/pyodide/games.sqlite"), pool)
    lifespan = asyncio.ensure_future(started(app))
    for path in ("/", "/understand", "/new/connect-four", "/exercises", "/exercise"):
        yield path, (await asked(app, path))[0]
    tree, puzzle = (
        asyncio.ensure_future(asked(app, path)) for path in ("/understand/twenty-seven/tree.json", "/puzzle")
    )
    yield "answered meanwhile", [(await asked(app, "/understand"))[0], tree.done()]
    yield "tree as data", "nodes" in (await tree)[2]
    yield "puzzle", (await puzzle)[1].get("location", "").partition("&")[0]
    status, headers, _ = await asked(app, "/new/tic-tac-toe", {"seat-0-who": "human", "seat-1-who": "novice"})
    yield "created", status
    game = headers["location"]
    yield "moved", (await asked(app, f"{game}/move", {"revision": "0", "action": "0"}))[0]
    page = ""
    while 'name="revision" value="2"' not in page:
        await asyncio.sleep(0.05)
        _, _, page = await asked(app, game)
    yield "stored", Path("/home/pyodide/games.sqlite").stat().st_size > 0
    yield "imported for the pages", shipped_packages()
    yield "imported by an engine", await asyncio.wrap_future(pool.call(shipped_packages).future)
    lifespan.cancel()


async def started(app):
    """Run the lifespan of the application."""
    messages = [{"type": "lifespan.startup"}]

    async def receive():
        return messages.pop() if messages else await asyncio.get_running_loop().create_future()

    async def send(message):
        assert message["type"] == "lifespan.startup.complete", message

    await app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send)


async def asked(app, path, form=None):
    """Return the status, the headers and the text of a response."""
    bodies, sent = [urlencode(form or {}).encode()], []

    async def receive():
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        return await asyncio.get_running_loop().create_future()

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST" if form else "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 0), "server": ("localhost", None),
    }  # fmt: skip
    await app(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]).decode()


async def without_shared_memory(start_engine):
    pool = BrowserPool(lambda: JsWorker(start_engine(False)), workers=2)
    job = choose(pool, "alpha-beta:20s")
    while not job.status().progress.pv:
        await asyncio.sleep(0.05)
    job.stop(play_now=True)
    choice = await asyncio.wrap_future(job.future)
    yield "move now", choice.action in range(7)
    jobs = [choose(pool, "minimax:20s") for _ in range(2)]
    while not all(job.status().progress.nodes for job in jobs):
        await asyncio.sleep(0.05)
    pool.stop("anna")
    yield "stopped", [job.future.cancelled() for job in jobs]
    choice = await asyncio.wrap_future(choose(pool, "alpha-beta:depth=2").future)
    yield "after Stop", choice.result.nodes
    pool.close()


async def stuck(start_engine):
    Path("/home/pyodide/application").touch()  # in which the game is not stuck
    pool = BrowserPool(lambda: JsWorker(start_engine(True)), workers=1)
    try:
        await asyncio.wrap_future(choose(pool, "alpha-beta:2s", spielbaum.load("/packages/stuck.py")).future)
    except SpielbaumError as error:
        yield "sentence", str(error)
    choice = await asyncio.wrap_future(choose(pool, "alpha-beta:depth=2").future)
    yield "next", choice.result.nodes
    pool.close()


async def day(start_engine):
    found = dict(searches()) | dict(features()) | dict(refusals())
    pool = BrowserPool(lambda: JsWorker(start_engine(True)), workers=1)
    found |= {name: answer async for name, answer in engines(pool)}
    found |= {name: answer async for name, answer in pages(pool)}
    pool.close()
    return found


async def night(start_engine):
    found = {name: answer async for name, answer in without_shared_memory(start_engine)}
    return found | {name: answer async for name, answer in stuck(start_engine)}


async def main(start_engine):
    """Print the answers as JSON; ``start_engine`` returns a function that starts a worker."""
    answers = {"day": day, "night": night}[os.environ["TIME_OF_DAY"]]
    print(json.dumps(await answers(start_engine)))
