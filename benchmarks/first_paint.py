"""Measure the browser's first paint of a game's page, on the loopback interface.

Usage: python benchmarks/first_paint.py [LOADS]; by default 20 of each page. Prints the median, and the slowest.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

TESTS = Path(__file__).parent.parent / "tests" / "support"
sys.path[:0] = [str(TESTS)]

from chromium import start_chromium
from serving import serving
from touching import Player

GAMES = ("tic-tac-toe", "connect-four", "chameleon-chess")
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main(loads: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(Path(folder) / "paint.db") as server,
    ):
        browser = start_chromium(playwright)
        page = browser.new_page(base_url=server.url)
        for name in GAMES:
            address = Player(page).begin(name, ["human"])
            times = []
            for _ in range(loads):
                page.goto(address)
                page.wait_for_function(PAINT)
                times.append(page.evaluate(PAINT))
            print(f"{name:16} first paint {statistics.median(times):.0f} ms, at most {max(times):.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20)
