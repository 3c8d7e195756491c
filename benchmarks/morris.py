"""Nine Men's Morris in three versions, from natural Python to bit boards: nodes a second of alpha-beta.

``python benchmarks/morris.py`` searches each from the start, and prints the table of ``docs/natural-to-fast.md``. It
asserts that all three have the same tree.
"""

import argparse
import time
from pathlib import Path

from spielbaum import Limits, Searcher, load

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = ("morris.py", "morris_that_remembers.py", "morris_on_bits.py")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=9, help="the depth of the search (9)")
    parser.add_argument("--rounds", type=int, default=5, help="the fastest of so many rounds counts (5)")
    given = parser.parse_args()
    searchers = {file: Searcher(load(str(EXAMPLES / file))) for file in FILES}
    seconds, nodes = dict.fromkeys(FILES, float("inf")), set()
    for searcher in searchers.values():
        searcher.search(limits=Limits(depth=3))
    for _ in range(given.rounds):
        for file, searcher in searchers.items():
            before = time.process_time()
            nodes.add(searcher.search(limits=Limits(depth=given.depth)).nodes)
            seconds[file] = min(seconds[file], time.process_time() - before)
    (count,) = nodes
    print(f"{count:,} nodes\n\n| file | lines | million nodes/s | times as fast |\n|---|---:|---:|---:|")
    for file in FILES:
        lines = sum(bool(line.strip()) for line in (EXAMPLES / file).read_text(encoding="utf-8").splitlines())
        print(f"| `{file}` | {lines} | {count / seconds[file] / 1e6:.1f} | {seconds[FILES[0]] / seconds[file]:.1f} |")


if __name__ == "__main__":
    main()
