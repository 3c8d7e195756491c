"""A site (``spielbaum site``) in headless Chromium, beside this machine's own kernels and ``spielbaum serve``.

``python benchmarks/site.py FOLDER`` measures a site that ``spielbaum site FOLDER`` wrote, and prints three tables: the
speed of kernels in the browser as a part of that of machine code, with equal nodes; the time to the first picture and
to the first move of an engine; the bytes that are loaded, and the memory of a page.
"""

import argparse
import base64
import os
import pickle
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page, sync_playwright

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / "support")]

from chromium import start_chromium
from serving import serving
from spielbaum.browser.messages import Answer, Call
from spielbaum.registry import load
from spielbaum.search.algorithms.choice import best, default_algorithm

BELOW = "~name/games"
"""The path of the site on the server."""

SEARCHES = {
    "connect-four": (16, 14),
    "chess": (14, 7),
    "chameleon-chess": (6, 6),
    "othello": (13, 12),
    "chinese-checkers": (9, 8),
}
"""Games, and the depths to which the algorithm of the levels and the default algorithm search."""

PROOFS = ("connect-four:width=6,height=6", "connect-four")
TABLE = "64MB"
ROUNDS = 3

ASK = """async ([base, messages]) => {
  const worker = new Worker(new URL("engine-worker.js", base), { type: "module" });
  const text = (bytes) => new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  let answered;
  worker.onmessage = ({ data }) => text(data).includes("Answer") && answered(data);
  worker.postMessage({ begin: true, flag: null });
  const answers = [];
  for (const message of messages) {
    const answer = new Promise((resolve) => (answered = resolve));
    worker.postMessage(Uint8Array.from(atob(message), (letter) => letter.charCodeAt(0)));
    answers.push(btoa(Array.from(await answer, (byte) => String.fromCharCode(byte)).join("")));
  }
  worker.terminate();
  return answers;
}"""
"""Starts an engine, and returns its answers to messages."""


class Handler(SimpleHTTPRequestHandler):
    """Hands out a folder below a path, silently, and counts what it sends."""

    sent = 0

    def translate_path(self, path: str) -> str:
        """Return the file of a path."""
        return super().translate_path(path.removeprefix(f"/{BELOW}"))

    def log_message(self, format: str, *values: Any) -> None:  # noqa: A002
        """Count a response."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        Handler.sent += len(content)
        outputfile.write(content)


@contextmanager
def handing_out(folder: Path) -> Iterator[str]:
    """Start a server of static files, and yield the address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/{BELOW}/"
    server.shutdown()


def searching(game: str, depth: int, algorithm: str) -> str:
    """Return an expression that searches, and gives the nodes and the seconds."""
    found = f"__import__('spielbaum').search({game!r}, algorithm={algorithm!r}, depth={depth})"
    return f"(lambda found: (found.nodes, found.seconds, str(found.value)))({found})"


def proving(game: str) -> str:
    """Return an expression that proves a game."""
    found = f"__import__('spielbaum').Solver({game!r}, table={TABLE!r}).solve()"
    return f"(lambda found: (found.nodes, found.seconds, str(found.value)))({found})"


def evaluated(page: Page, address: str, expressions: list[str]) -> list[tuple[int, float, str]]:
    """Return what an engine of the page makes of expressions."""
    messages = [base64.b64encode(pickle.dumps(Call(eval, (text,)))).decode() for text in expressions]
    answers: list[Answer] = [pickle.loads(base64.b64decode(text)) for text in page.evaluate(ASK, [address, messages])]
    for answer in answers:
        if answer.error is not None:
            raise answer.error
    return [answer.result for answer in answers]


def kernels(page: Page, address: str, proofs: tuple[str, ...]) -> None:
    """Print the speed of kernels in the browser as a part of that of machine code."""
    cases = {}
    for name, depths in SEARCHES.items():
        game = load(name)
        algorithms = dict.fromkeys((best(game), default_algorithm(game)))
        for algorithm, depth in zip(algorithms, depths, strict=False):
            cases[f"{name}, {algorithm.name}, depth {depth}"] = searching(name, depth, str(algorithm))
    cases |= {f"solve {name}, {TABLE}": proving(name) for name in proofs}
    print("| search | nodes | here, million nodes/s | in the browser | ratio |")
    print("|---|---:|---:|---:|---:|")
    for name, text in cases.items():
        here = [eval(text) for _ in range(2)]
        there = evaluated(page, address, [text] * ROUNDS)
        here += [eval(text) for _ in range(ROUNDS - 1)]
        counts = {(nodes, value) for nodes, _, value in (*here, *there)}
        assert len(counts) == 1, f"{name}: {counts}"
        fast, slow = (max(nodes / seconds for nodes, seconds, _ in found) / 1e6 for found in (here, there))
        nodes = here[0][0]
        print(f"| {name} | {nodes:,} | {fast:.2f} | {slow:.2f} | {slow / fast:.2f} |", flush=True)


def first_picture(page: Page, address: str) -> float:
    """Open a page, and return the seconds until the start page is seen."""
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    frame_with(page, "a[href*='new/']")
    return time.perf_counter() - start


def frame_with(page: Page, selector: str) -> Frame:
    """Wait for an element in the page or a frame of it."""
    while True:
        for frame in page.frames:
            try:
                if frame.locator(selector).count():
                    return frame
            except Error:  # the frame goes elsewhere
                continue
        time.sleep(0.1)


def first_move(page: Page, address: str) -> float:
    """Open the form of a game, start it, and return the seconds until an engine has moved."""
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    frame = frame_with(page, "#begin")
    frame.click("#more > summary")
    frame.select_option("#seat-0-who", "novice")
    frame.select_option("#seat-1-who", "human")
    frame.click("#begin")
    frame_with(page, "#moves li")
    return time.perf_counter() - start


def waiting_times(browser: Browser, folder: Path) -> None:
    """Print the times to the first picture and the first move, and the bytes that were loaded."""
    print("\n| what | nothing cached | cached | serve |\n|---|---:|---:|---:|")
    with (
        handing_out(folder) as address,
        tempfile.TemporaryDirectory() as kept,
        serving(Path(kept) / "site.db") as server,
    ):
        context = browser.new_context()
        Handler.sent = 0
        picture = []
        for _ in range(2):
            page = context.new_page()
            picture.append(first_picture(page, address))
            page.close()
        served = first_picture(browser.new_page(), server.url)
        print(f"| first picture | {picture[0]:.2f} s | {picture[1]:.2f} s | {served:.2f} s |")
        context.close()
        context = browser.new_context()
        Handler.sent = 0
        moves = []
        for _ in range(2):
            page = context.new_page()
            moves.append(first_move(page, f"{address}#/new/connect-four"))
            sent = Handler.sent
            page.close()
        served = first_move(browser.new_page(), f"{server.url}/new/connect-four")
        print(f"| first move of a novice in Connect Four | {moves[0]:.2f} s | {moves[1]:.2f} s | {served:.2f} s |")
        print(f"| megabytes sent until then | {sent / 1e6:.2f} | | |")
        context.close()


def memory(context: BrowserContext, address: str) -> None:
    """Print the memory of a page in which four engines play."""
    page = context.new_page()
    page.goto(f"{address}#/new/chameleon-chess", wait_until="commit")
    frame = frame_with(page, "#begin")
    frame.click("#more > summary")
    for seat in range(4):
        frame.select_option(f"#seat-{seat}-who", "expert")
    frame.click("#begin")
    frame = frame_with(page, "#moves li")
    frame.wait_for_function("() => document.querySelectorAll('#moves li').length >= 2", timeout=120_000)
    resident, own = max(map(memory_of, renderers()))
    print(f"\nFour engines play Chameleon Chess: the page has {own:.0f} MB of its own, {resident:.0f} MB resident.")
    page.close()


def renderers() -> list[Path]:
    """Return the processes that show pages of this program's browser."""
    parents, found = {}, []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parents[process.name] = (process / "stat").read_text().rpartition(") ")[2].split()[1]
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                found.append(process)
        except OSError:
            continue
    return [process for process in found if str(os.getpid()) in ancestors(process.name, parents)]


def ancestors(process: str, parents: Mapping[str, str]) -> list[str]:
    """Return the numbers of the processes from which a process descends."""
    found = [process]
    while found[-1] in parents:
        found.append(parents[found[-1]])
    return found


def memory_of(process: Path) -> tuple[float, float]:
    """Return the resident memory of a process in megabytes, and the part that is its own."""
    try:
        found = dict(re.findall(r"(\w+): +(\d+) kB", (process / "smaps_rollup").read_text()))
    except OSError:
        return 0, 0
    own = int(found["Private_Dirty"]) + int(found["Private_Clean"])
    return int(found["Rss"]) * 1024 / 1e6, own * 1024 / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only", nargs="*", choices=["kernels", "times", "memory"], default=["kernels", "times", "memory"]
    )
    parser.add_argument("--proofs", nargs="*", default=PROOFS)
    wanted = parser.parse_args()
    with sync_playwright() as playwright, handing_out(wanted.folder) as address:
        browser = start_chromium(playwright)
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        frame_with(page, "#begin, a[href*='new/']")
        if "kernels" in wanted.only:
            kernels(page, address, tuple(wanted.proofs))
        page.close()
        if "times" in wanted.only:
            waiting_times(browser, wanted.folder)
        if "memory" in wanted.only:
            memory(context, address)
        browser.close()


if __name__ == "__main__":
    main()
