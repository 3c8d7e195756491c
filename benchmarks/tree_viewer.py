"""Times of a browser for the first paint of a large tree's page, and for interactions.

``python benchmarks/tree_viewer.py`` needs Playwright (``pip install playwright``) and a Chromium; CHROMIUM is its path
unless that is /usr/bin/chromium.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from spielbaum import tree

GAME = "random-tree:branching=5,depth=10,low=-9,high=9"
NODES, RUNS = 100_000, 7
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
PAINTED = """() => new Promise(done => {
  const look = () => document.querySelector(".tv-node rect")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now()))) : requestAnimationFrame(look);
  look();
})"""
UNFOLD_ALL = """() => {
  const pane = window.spielbaumTrees.viewers[0].panes[0];
  const begin = performance.now();
  for (let id = 0; id < pane.model.parent.length; id++) if (pane.model.inside[id]) pane.open.add(id);
  pane.layOut();
  pane.fit();
  pane.draw();
  return performance.now() - begin;
}"""
STEP = """() => {
  const pane = window.spielbaumTrees.viewers[0].panes[0];
  const begin = performance.now();
  pane.goTo(Math.floor(pane.model.steps / 2));
  return performance.now() - begin;
}"""


def main() -> None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("this needs Playwright: pip install playwright")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "tree.html"
        begin = time.perf_counter()
        made = tree(GAME, max_nodes=NODES)
        recorded = time.perf_counter()
        made.save(path)
        nodes = len(next(iter(made.records.values())).nodes)
        print(
            f"{nodes:,} nodes recorded in {recorded - begin:.1f} s, written in {time.perf_counter() - recorded:.1f} s"
        )
        print(f"the page has {path.stat().st_size / 1e6:.1f} MB")
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS
        )
        painted, unfolded, stepped = [], [], []
        for _ in range(RUNS):
            page = browser.new_page()
            page.goto(path.as_uri(), wait_until="commit")
            painted.append(page.evaluate(PAINTED))
            stepped.append(page.evaluate(STEP))
            unfolded.append(page.evaluate(UNFOLD_ALL))
            page.close()
        browser.close()
    for name, times in (("first tree painted", painted), ("half of the search", stepped), ("all unfolded", unfolded)):
        print(f"{name} after {median(times):,.0f} ms ({min(times):,.0f} to {max(times):,.0f}, {RUNS} runs)")


if __name__ == "__main__":
    main()
