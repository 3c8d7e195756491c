"""The table of docs/grand-comparison.md, from the database of an experiment.

``spielbaum experiment examples/grand-comparison.toml --database grand.db`` plays it;
``python benchmarks/grand_comparison.py grand.db`` prints the ranks as Markdown, games for two players and for more.
"""

import sys
from collections.abc import Sequence

from spielbaum import games
from spielbaum.report import gather
from spielbaum.report.results import Level
from spielbaum.statistics import mean_ranks
from spielbaum.store import Store

TITLE = "Grand comparison at equal nodes"


def print_table(levels: Sequence[Level]) -> None:
    ranked = [{row.player: row for row in level.ranks} for level in levels]
    print("| algorithm | mean rank |", *(f"`{level.factors['game']}` |" for level in levels))
    print("|---|---:|" + "---:|" * len(levels))
    for player, mean, tables in mean_ranks(level.ranks for level in levels):
        rows = (found.get(player) for found in ranked)
        texts = ("–" if row is None else f"{row.rank} ({row.low}–{row.high})" for row in rows)
        print(f"| `{player}` | {mean:.1f} of {tables} |", *(f"{text} |" for text in texts))


def main() -> None:
    database, title = sys.argv[1], (sys.argv[2:] or [TITLE])[0]
    with Store(database) as store:
        (experiment,) = gather(store, experiments=[title]).experiments
    print(f"{experiment.games:,} games\n")
    for many in (False, True):
        print_table([one for one in experiment.levels if (games.load(one.factors["game"]).players > 2) is many])
        print()


if __name__ == "__main__":
    main()
