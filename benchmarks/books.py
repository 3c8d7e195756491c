"""Measure the cost of a book of exact values on a sample of its last ply, or on all of it.

A sample consists of runs of neighbouring positions, spread evenly, that are proved one after the other with one
table. The first half of each run warms the table, and the second is measured. This is an upper bound: in a whole
build the table is warmer, since no positions are skipped.

    python benchmarks/books.py                             # Connect Four to ply 8, a sample
    python benchmarks/books.py domineering:rows=6,columns=6 --plies 4
    python benchmarks/books.py --reference scores.csv      # moves,score on each line: compare with proofs
    python benchmarks/books.py --build eight.book          # build it, or continue
"""

import argparse
import csv
import time
from pathlib import Path

from spielbaum import Solver, games
from spielbaum.arena.executors import spread
from spielbaum.arena.worker_pool import sharing
from spielbaum.book import Book, Plan, build_book
from spielbaum.book.build import positions_of
from spielbaum.book.oracle import Oracle
from spielbaum.book.values import stop_units, value_unit


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default="connect-four")
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--runs", type=int, default=6, help="runs of neighbours in a sample")
    parser.add_argument("--length", type=int, default=200, help="positions in a run")
    parser.add_argument("--table", default="2GB")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--build", type=Path, help="build the whole book there")
    parser.add_argument("--reference", type=Path, help="a file of known scores: moves,score")
    asked = parser.parse_args()
    book = build(asked) if asked.build else sample(asked)
    if asked.reference:
        compare(asked, book)


def sample(asked: argparse.Namespace) -> None:
    """Prove runs of neighbours, and extrapolate to all positions."""
    game = games.load(asked.game)
    found = positions_of(game, Plan(plies=asked.plies))
    count = len(found.leaves)
    print(f"{game.spec}: by ply {' '.join(map(str, found.by_ply))}; {count:,} positions to be proved")
    solver = Solver(game, table=asked.table)
    solver.compile()
    seconds, proved, nodes = 0.0, 0, 0
    length = min(asked.length, count)
    for run in range(asked.runs):
        first = (2 * run + 1) * count // (2 * asked.runs) - length // 2
        keys = found.leaves[max(0, first) : max(0, first) + length]
        halves = []
        for part in (keys[: length // 2], keys[length // 2 :]):
            began = time.process_time()
            solutions = [solver.solve(found.all[key].state, strong=True, with_action=False) for key in part]
            halves.append((time.process_time() - began, sum(one.nodes for one in solutions)))
        (cold, _), (warm, searched) = halves
        halfway = 1000 * cold / max(1, length // 2)
        print(f"positions from {first:,}: {halfway:.1f} ms each, then {1000 * warm / len(part):.1f} ms", flush=True)
        seconds, proved, nodes = seconds + warm, proved + len(part), nodes + searched
    each = seconds / proved
    minutes = each * count / 60
    print(f"{1000 * each:.1f} ms of one core and {nodes / proved:,.0f} nodes a position", flush=True)
    print(f"at most {minutes:.0f} minutes of one core for all, {minutes / asked.workers:.0f} on {asked.workers}")


def build(asked: argparse.Namespace) -> Book:
    """Build the book with threads on one table."""
    pool = sharing(asked.workers, stop_units)
    began, spent = time.perf_counter(), time.process_time()
    book = build_book(
        asked.game,
        Plan(plies=asked.plies),
        asked.build,
        table=asked.table,
        run=lambda queue: (one for ended in spread(queue, value_unit, pool) for one in ended),
    )
    spent, taken = time.process_time() - spent, time.perf_counter() - began
    size = asked.build.stat().st_size
    print(f"{len(book):,} positions in {taken:,.1f} s ({spent:,.1f} s of cores), {size:,} bytes")
    return book


def compare(asked: argparse.Namespace, book: Book | None) -> None:
    """Compare known scores with the book, or with proofs if there is none."""
    game = games.load(asked.game)
    oracle = Oracle(game, book, table=asked.table)
    wrong, rows = 0, list(csv.DictReader(asked.reference.open(encoding="utf-8")))
    for row in rows:
        found = oracle.answer(row["moves"])["score"] if book is None else _score(book, row["moves"])
        wrong += found != int(row["score"])
    print(f"{len(rows)} known scores, {wrong} of them otherwise here")


def _score(book: Book, moves: str) -> float | None:
    assert book.game.notation.parse_state is not None
    return book.value(book.game.notation.parse_state(moves))


if __name__ == "__main__":
    main()
