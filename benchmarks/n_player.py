"""The tables of docs/n-player.md, from the databases of ladders.

``spielbaum ladder examples/n-player.toml --database n-player.db`` plays one; ``python benchmarks/n_player.py
examples/n-player.toml n-player.db`` prints what its games say about each claim, as Markdown.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from spielbaum.arena.ladder import Verdict, read_ladder
from spielbaum.report.ladder import ClaimResult, ladder_result
from spielbaum.store import Store


def shown(verdicts: Sequence[Verdict]) -> str:
    """Return the share of the player that is said to be ahead, with its interval."""
    for one in verdicts:
        low, high = (1 + one.low) / 2, (1 + one.high) / 2
        return f"{one.share:.2f} ({low:.2f}–{high:.2f}), {one.finding}"
    return ""


def print_claim(claim: ClaimResult, budgets: Sequence[str]) -> None:
    """Print the rows of a claim: a row for each game, a column for each budget."""
    games = dict.fromkeys(one.game for one in claim.verdicts)
    print(f"**{claim.claim.text}** {claim.claim.source}.\n")
    print("| `" + claim.claim.ahead + "` against `" + claim.claim.behind + "` | games |", *(f"{b} |" for b in budgets))
    print("|---|---:|" + "---|" * len(budgets))
    for game in games:
        here = [one for one in claim.verdicts if one.game == game]
        cells = (shown([one for one in here if one.budget == budget]) for budget in budgets)
        print(f"| `{game}` | {sum(one.games for one in here):,} |", *(f"{cell} |" for cell in cells))
    print()


def main() -> None:
    """Print all claims of a ladder."""
    file, database = sys.argv[1:]
    with Store(database) as store:
        found = ladder_result(read_ladder(Path(file)), store)
    print(f"{found.games:,} games\n")
    for claim in found.claims:
        if claim.verdicts:
            print_claim(claim, list(dict.fromkeys(one.budget for one in claim.verdicts)))


if __name__ == "__main__":
    main()
