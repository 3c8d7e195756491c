"""The tables of docs/n-player.md, from the databases of ladders.

``spielbaum ladder examples/ladder.toml --database ladder.db`` plays one; ``python benchmarks/n_player.py
examples/ladder.toml ladder.db`` prints as Markdown what its games say about each claim.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from spielbaum.arena.ladder import Verdict, read_ladder
from spielbaum.report.ladder import ClaimResult, ladder_result
from spielbaum.store import Store
from spielbaum.store.ladders import LadderStore


def rows(claim: ClaimResult, budgets: Sequence[str]) -> Iterator[list[str]]:
    """Yield a row for each game of a claim, with a cell for each budget; the first row has the claim and its source."""
    published = f"{claim.claim.source}: {claim.claim.figure}" if claim.claim.figure else claim.claim.source
    first = [claim.claim.text, published]
    for game in dict.fromkeys(one.game for one in claim.verdicts):
        here = {one.budget: one for one in claim.verdicts if one.game == game}
        cells = [shown(here[budget]) if budget in here else "" for budget in budgets]
        yield [*first, f"`{game}`", f"{sum(one.games for one in here.values()):,}", *cells]
        first = ["", ""]


def shown(one: Verdict) -> str:
    """Return the share of the player that is said to be ahead, its interval, and the verdict."""
    return f"{one.share:.2f} ({(1 + one.low) / 2:.2f}–{(1 + one.high) / 2:.2f}) {one.finding}"


def main() -> None:
    """Print the claims of a ladder."""
    file, database = sys.argv[1:]
    with Store(database) as store:
        found = ladder_result(LadderStore(read_ladder(Path(file)), store))
    print(f"{found.games:,} games\n")
    print("| Claim | Published | Game | Games |", *(f"{budget} |" for budget in found.budgets))
    print("|---|---|---|---:|" + "---|" * len(found.budgets))
    for claim in found.claims:
        for row in rows(claim, found.budgets):
            print("|", *(f"{cell} |" for cell in row))


if __name__ == "__main__":
    main()
