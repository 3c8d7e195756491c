"""Measure `spielbaum serve` with many simultaneous users.

Usage: python benchmarks/serve_load.py [--visitors 50] [--seconds 60] [--clicks 40] [--seed 1] [--cold]

Starts its own server on the loopback, with its own database. First one visitor clicks while an engine thinks.
Then all visitors start games of every kind, follow event streams like browsers, click the board or the list of moves,
undo, ask for hints and reasons, leave and come back. At the end every game is downloaded: the answered moves
must be there in order, exactly once. The exit code is 1 if one of the figures is missed. With --cold, kernels compile
during play; otherwise each is loaded beforehand.

Meanwhile a process that only watches the clock measures delays caused by the machine.
"""

import argparse
import asyncio
import html
import os
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from web_client import Answer, Client

from spielbaum.players import parse_player
from spielbaum.store import Plays, Store

CLICK = 0.1
"""Seconds within which a click of a single visitor must be answered."""

LATE = 0.1
"""Seconds by which a search may exceed its limit."""

PAUSE = (0.2, 1.5)
"""Seconds between the clicks of one visitor."""

LONGEST_SEARCH = 30.0

GAMES: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...] = (
    ("connect-four", {}, ("human", "medium")),
    ("tic-tac-toe", {}, ("human", "easy")),
    ("chameleon-chess", {}, ("human", "paranoid seconds=0.3", "max-n depth=2", "random")),
    ("domineering", {}, ("human", "alpha-beta seconds=0.5")),
    ("dots-and-boxes", {}, ("human", "pvs depth=4 seconds=1")),
    ("mnk", {"width": "7", "height": "7", "line": "4"}, ("human", "hard")),
    ("mnk", {"width": "6", "height": "6", "line": "4", "players": "3"}, ("human", "max-n seconds=0.3", "human")),
    ("nim", {"heaps": "5-6-7"}, ("human", "expert")),
    ("connect-four", {}, ("alpha-beta seconds=0.2", "medium")),
    ("random-tree", {"branching": "4", "depth": "8"}, ("human", "novice")),
    ("connect-four", {"width": "6", "height": "5"}, ("human", "human")),
    ("figure", {}, ("human", "novice")),
)
"""The games: name, options and seats; algorithms with their limits."""


@dataclass
class Findings:
    """The results of all visitors."""

    clicks: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0
    stale: int = 0

    def take(self, what: str, answer: Answer, times: list[float]) -> Answer:
        """Note an answer."""
        times.append(answer.seconds)
        if answer.status == 409:
            self.stale += 1
        elif answer.status >= 400:
            sentence = re.search(r'id="(?:error|message)">([^<]*)', answer.text)
            self.errors[f"{what}: {answer.status} {sentence[1] if sentence else ''}"] += 1
        return answer


@dataclass(frozen=True)
class Page:
    """A visitor's view of a game."""

    revision: int
    moves: tuple[str, ...]
    actions: tuple[str, ...]
    targets: tuple[str, ...]
    chosen: str
    waiting: bool

    @classmethod
    def of(cls, text: str) -> "Page":
        """Read a page."""
        found = re.search(r'name="revision" value="(\d+)"', text)
        moves = text.partition('id="moves"')[2].partition("</ol>")[0]
        chosen = re.search(r'name="chosen" value="([^"]*)"', text)
        return cls(
            revision=int(found[1]) if found else -1,
            moves=tuple(html.unescape(move) for move in re.findall(r"</span> ([^<]+)</a>", moves)),
            actions=tuple(html.unescape(one) for one in re.findall(r'name="action" value="([^"]*)"', text)),
            targets=tuple(html.unescape(one) for one in re.findall(r'class="place target" data-place="([^"]*)"', text)),
            chosen=html.unescape(chosen[1]) if chosen else "",
            waiting='/pause"' in text or "/pause?" in text,
        )


class Visitor:
    """Plays games, one after the other."""

    def __init__(self, url: str, kinds: Iterator[int], found: Findings, generator: random.Random) -> None:
        self.client = Client(url)
        self.kinds, self.found, self.random = kinds, found, generator
        self.page = Page(0, (), (), (), "", False)
        self.path = ""
        self.changed = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None
        self.by_hand = generator.random() < 0.6

    async def play(self, until: float) -> None:
        """Play until a time, and check the last game."""
        await asyncio.sleep(self.random.uniform(0, 1))
        while time.monotonic() < until:
            await self.begin(*GAMES[next(self.kinds)])
            await self.go_on(until)
            await self.check()
        await self.client.close()

    async def begin(self, key: str, options: dict[str, str], seats: tuple[str, ...]) -> None:
        """Begin a game and look at it."""
        fields = {f"option-{name}": value for name, value in options.items()}
        for number, seat in enumerate(seats):
            fields |= seat_fields(f"seat-{number}", seat)
        answer = await self.client.post(f"/new/{key}", fields, by_htmx=False)
        self.found.take("begin", answer, self.found.pages)
        if answer.status != 303:
            raise SystemExit(f"a game of {key} does not begin: {answer.status} {answer.text[:3000]}")
        self.found.games += 1
        self.path = answer.headers["location"]
        self.page = Page.of(self.found.take("page", await self.client.get(self.path), self.found.pages).text)
        self.listen()

    def listen(self) -> None:
        """Open a window."""
        self.listening = asyncio.ensure_future(self.client.events(f"{self.path}/events", self.changed))

    async def leave(self) -> None:
        """Close the window."""
        if self.listening:
            self.listening.cancel()
            with suppress(asyncio.CancelledError):
                await self.listening
        self.listening = None

    async def go_on(self, until: float) -> None:
        """Play a game to its end, or until a time."""
        while time.monotonic() < until and (self.page.actions or self.page.waiting):
            if self.page.actions:
                await asyncio.sleep(self.random.uniform(*PAUSE))
                await self.my_turn()
            else:
                await self.wait_for_engine()
        await self.leave()

    async def my_turn(self) -> None:
        """Do one thing."""
        dice = self.random.random()
        if dice < 0.05 and self.page.moves:
            before = self.page.moves
            await self.do("undo")
            self.expect(before[: len(self.page.moves)] == self.page.moves, "undo made a move")
        elif dice < 0.07:
            await self.do("hint")
        elif dice < 0.10 and self.page.moves:
            self.found.take("past", await self.client.get(f"{self.path}/view?ply=0"), self.found.clicks)
        elif dice < 0.11:
            table = await self.client.get(f"{self.path}/analysis")
            self.found.take("why", table, [])
        elif dice < 0.13:
            await self.leave()
            await asyncio.sleep(self.random.uniform(0.5, 3))
            await self.look("", self.found.pages)
            self.listen()
        else:
            await self.move()

    async def move(self) -> None:
        """Make a move, by touching places or from the list."""
        before, known = self.page.moves, ()
        if self.by_hand and self.page.targets:
            for _ in range(4):
                known = self.page.actions
                place = self.random.choice([one for one in self.page.targets if one not in self.page.chosen.split()])
                await self.do("touch", chosen=self.page.chosen, place=place)
                if len(self.page.moves) > len(before) or len(self.page.targets) == len(self.page.chosen.split()):
                    break
        if len(self.page.moves) <= len(before) and self.page.actions:
            known = (self.random.choice(self.page.actions),)
            await self.do("move", action=known[0])
        added = self.page.moves[len(before) :]
        self.expect(self.page.moves[: len(before)] == before and bool(added), "an answered move is not there")
        self.expect(not added or added[0] in known, "another move was made")
        self.found.moves += 1

    async def wait_for_engine(self) -> None:
        """Wait until the game has changed; sometimes do something meanwhile."""
        start, before, dice = time.monotonic(), self.page, self.random.random()
        if dice < 0.05:
            await self.do("now")
        elif dice < 0.08:
            await self.do("pause")
            await self.do("go-on")
        with suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), 20)
        self.changed.clear()
        await self.look("/view", self.found.clicks)
        self.expect(self.page.moves[: len(before.moves)] == before.moves, "a move is gone")
        if len(self.page.moves) > len(before.moves):
            self.found.waits.append(time.monotonic() - start)

    async def look(self, part: str, times: list[float]) -> None:
        """Look at the game again."""
        self.page = Page.of(self.found.take(part, await self.client.get(self.path + part), times).text)

    async def do(self, deed: str, **fields: str) -> None:
        """Click."""
        answer = await self.client.post(f"{self.path}/{deed}", {"revision": self.page.revision, **fields})
        self.found.take(deed, answer, self.found.clicks)
        if 'id="moves"' in answer.text:
            self.page = Page.of(answer.text)

    async def check(self) -> None:
        """Compare the game that can be downloaded with what was answered."""
        answer = self.found.take("download", await self.client.get(f"{self.path}/download"), self.found.pages)
        moves = re.search(r'"moves": \[(.*?)\]', answer.text, re.DOTALL)
        kept = tuple(re.findall(r'"([^"]*)"', moves[1])) if moves else ()
        self.expect(kept[: len(self.page.moves)] == self.page.moves, "lost or changed moves")

    def expect(self, holds: bool, what: str) -> None:
        """Record an error if a condition does not hold."""
        if not holds:
            self.found.errors[what] += 1


def seat_fields(name: str, seat: str) -> dict[str, str]:
    """Return the fields of a seat."""
    who, *limits = seat.split()
    if not limits:
        return {f"{name}-who": who}
    pairs = (limit.split("=") for limit in limits)
    return {f"{name}-who": "algorithm", f"{name}-algorithm": who, **{f"{name}-{key}": value for key, value in pairs}}


async def warm_up(url: str) -> None:
    """Let every engine make a move."""
    for number in range(len(GAMES)):
        found = Findings()
        visitor = Visitor(url, iter([number]), found, random.Random(number))
        key, options, seats = GAMES[number]
        await visitor.begin(key, options, tuple("random" if seat == "human" else seat for seat in seats))
        while visitor.page.waiting and len(visitor.page.moves) <= len(seats):
            await visitor.wait_for_engine()
        await visitor.leave()
        await visitor.client.close()


async def alone(url: str, clicks: int) -> list[float]:
    """Return how long the clicks of one visitor take while the engine thinks in the same game."""
    found = Findings()
    visitor = Visitor(url, iter(()), found, random.Random(1))
    await visitor.begin("connect-four", {}, ("human", "alpha-beta seconds=10"))
    for number in range(clicks):
        if visitor.page.waiting:
            await asyncio.sleep(0.1)
            await visitor.do("undo")
        else:
            await visitor.do("move", action=visitor.page.actions[number % len(visitor.page.actions)])
        await visitor.look("/view?flip=1", found.clicks)
        await visitor.look("/view", found.clicks)
    await visitor.leave()
    await visitor.client.close()
    if found.errors:
        raise SystemExit(f"a lone visitor met errors: {found.errors}")
    return found.clicks


async def together(url: str, visitors: int, seconds: float, seed: int) -> Findings:
    """Return what many visitors meet."""
    found = Findings()
    kinds = cycle(range(len(GAMES)))
    until = time.monotonic() + seconds
    playing = [
        Visitor(url, kinds, found, random.Random(seed * 1000 + number)).play(until) for number in range(visitors)
    ]
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, BaseException):
            found.errors[f"{type(outcome).__name__}: {outcome}"] += 1
    return found


def lateness(database: Path) -> list[tuple[float, str]]:
    """Return the seconds by which each search that reached its limit exceeded it, and its player."""
    late = []
    with closing(sqlite3.connect(database)) as opened:
        ids = [row[0] for row in opened.execute("SELECT id FROM play")]
    with Store(str(database)) as store:
        for record in map(Plays(store).find, ids):
            for turn in (*record.turns, *record.undone) if record else ():
                if turn["depth"] is not None:
                    limit = parse_player(turn["player"]).limits.seconds or LONGEST_SEARCH
                    late.append((turn["seconds"] - limit, f"{turn['player']} in {record.game}"))
    return sorted(late)


@contextmanager
def server(database: Path) -> Iterator[tuple[str, int]]:
    """Start a server; its address and the id of its process."""
    program = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
    command = [*program, "serve", "--port", "0", "--database", str(database)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    try:
        found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server does not start")
        yield found[0], process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)


def memory(process: int) -> float:
    """Return the memory of a process in MiB."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


CONTROL = """
import time
while True:
    time.sleep(0.1)
    start = last = time.perf_counter()
    longest = 0.0
    while last < start + 0.05:
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    print(longest, flush=True)
"""


@contextmanager
def control() -> Iterator[list[float]]:
    """Run a process that only watches the clock, and then return the longest gaps."""
    gaps: list[float] = []
    process = subprocess.Popen([sys.executable, "-c", CONTROL], stdout=subprocess.PIPE, text=True)
    try:
        yield gaps
    finally:
        process.terminate()
        gaps += [float(line) for line in process.communicate()[0].splitlines() if line.count(".") == 1]


def spread(seconds: list[float]) -> str:
    """Return the median, the quantiles and the worst of some times."""
    ordered = sorted(seconds) or [0.0]
    quantiles = [ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.95, 0.99)]
    values = [statistics.median(ordered), *quantiles, ordered[-1]]
    return " | ".join(f"{1000 * value:,.0f} ms" for value in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clicks", type=int, default=40, help="of the visitor who is alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="compile while people play")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        database = Path(folder) / "plays.db"
        with server(database) as (url, process):
            if not asked.cold:
                asyncio.run(warm_up(url))
            before = memory(process)
            with control() as gaps:
                lone = asyncio.run(alone(url, asked.clicks))
                found = asyncio.run(together(url, asked.visitors, asked.seconds, asked.seed))
            after = memory(process)
        searches = lateness(database)
    late = searches[-1][0] if searches else 0.0
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    print("| what | how many | median | 95 % | 99 % | worst |\n|---|---|---|---|---|---|")
    print(f"| click of a lone visitor while the engine thinks | {len(lone)} | {spread(lone)} |")
    print(f"| click, {asked.visitors} visitors | {len(found.clicks)} | {spread(found.clicks)} |")
    print(f"| page, {asked.visitors} visitors | {len(found.pages)} | {spread(found.pages)} |")
    print(f"| engines' answers, {asked.visitors} visitors | {len(found.waits)} | {spread(found.waits)} |")
    print(f"| the machine holds up a process that only looks at the clock | {len(gaps)} | {spread(gaps)} |")
    print(f"{found.games} games, {found.moves} moves of visitors, {found.stale} clicks that came too late")
    over = [seconds for seconds, _ in searches if seconds > -0.02]
    print(f"| searches that went to their limit, past it | {len(over)} | {spread(over)} |")
    latest = "; ".join(f"{1000 * seconds:+.0f} ms, {who}" for seconds, who in searches[-3:])
    print(f"{len(searches)} searches; the latest were {latest}")
    print(f"memory of the server {before:.0f} MiB before, {after:.0f} MiB after")
    for what, count in found.errors.most_common():
        print(f"ERROR {count} times: {what}")
    slow = sum(seconds > CLICK for seconds in lone)
    if slow:
        print(f"MISSED {slow} clicks of a lone visitor took more than {1000 * CLICK:.0f} ms")
    if late > LATE:
        print(f"MISSED a search went past its limit by more than {1000 * LATE:.0f} ms")
    raise SystemExit(1 if found.errors or slow or late > LATE else 0)


if __name__ == "__main__":
    main()
