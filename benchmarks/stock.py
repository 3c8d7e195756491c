"""Kernels with our passes over Numba and without, in stock mode: the time to compile them, and their speed.

``python benchmarks/stock.py`` prints a table of processor times. Each kernel is compiled in both modes in one process,
both searches are made in turn, and the better of two counts. ``--games`` measures some only.
"""

import argparse
import tempfile
from statistics import geometric_mean

from passes import CASES, Kernel

ROUNDS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="*", choices=CASES, default=list(CASES))
    wanted = parser.parse_args()
    ratios = []
    print("| search | compiled in | in stock mode | ratio | million nodes/s | in stock mode | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for setting in ("", "stock"):  # Numba is imported
            Kernel(CASES[wanted.games[0]], setting, folder)
        for name in wanted.games:
            with_passes, stock = (Kernel(CASES[name], setting, folder) for setting in ("", "stock"))
            turns = [(with_passes.speed(), stock.speed()) for _ in range(ROUNDS)]
            assert with_passes.nodes == stock.nodes, f"{name}: {with_passes.nodes} nodes, {stock.nodes} in stock mode"
            fast, slow = map(max, zip(*turns, strict=True))
            ratios.append((stock.seconds / with_passes.seconds, slow / fast))
            print(
                f"| {name} | {with_passes.seconds:.1f} s | {stock.seconds:.1f} s | {ratios[-1][0]:.1f} "
                f"| {fast / 1e6:.2f} | {slow / 1e6:.2f} | {ratios[-1][1]:.2f} |",
                flush=True,
            )
    compiling, speed = (geometric_mean(part) for part in zip(*ratios, strict=True))
    print(f"| all | | | {compiling:.1f} | | | {speed:.2f} |")


if __name__ == "__main__":
    main()
