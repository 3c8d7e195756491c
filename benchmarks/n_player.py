"""The tables of docs/n-player.md and docs/ladder-findings.md, from the databases of ladders.

``spielbaum ladder examples/ladder.toml --database ladder.db`` plays one; ``python benchmarks/n_player.py
examples/ladder.toml ladder.db`` prints as Markdown the ratings with each budget, and what the games say about each
claim.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from spielbaum import games
from spielbaum.arena.ladder import Verdict, read_ladder
from spielbaum.report.ladder import ClaimResult, LadderTable, ladder_result
from spielbaum.statistics import Rank
from spielbaum.store import Store
from spielbaum.store.ladders import LadderStore


def rows(claim: ClaimResult, budgets: Sequence[str]) -> Iterator[list[str]]:
    """Yield a row for each game of a claim, with a cell for each budget; the first row has the claim and its source."""
    published = f"{claim.claim.source}: {claim.claim.figure}" if claim.claim.figure else claim.claim.source
    first = [claim.claim.text, published]
    for game in dict.fromkeys(one.game for one in claim.verdicts):
        here = {one.budget: one for one in claim.verdicts if one.game == game}
        cells = [shown(here[budget]) if budget in here else "" for budget in budgets]
        yield [*first, named(game), f"{sum(one.games for one in here.values()):,}", *cells]
        first = ["", ""]


def named(game: str) -> str:
    """Return the name of a game and its number of players, which tell the games of the ladders apart."""
    loaded = games.load(game)
    return f"{loaded.name}, {loaded.players}"


def shown(one: Verdict) -> str:
    """Return the share of the player that is said to be ahead, its interval, and the verdict."""
    return f"{one.share:.2f} ({(1 + one.low) / 2:.2f}–{(1 + one.high) / 2:.2f}) {one.finding}"


def print_ratings(tables: Sequence[LadderTable]) -> None:
    """Print the ratings with one budget: a row for each player, the best mean rating first, a column for each game."""
    cells = [{row.player: row.rank for row in table.rows if row.rank is not None} for table in tables]
    ratings: dict[str, list[float]] = {}
    for cell in cells:
        for player, rank in cell.items():
            ratings.setdefault(player, []).append(rank.rating.rating)
    print(f"\n{tables[0].limits}\n")
    print("| Elo, and ranks that the games allow |", *(f"{named(table.game)} |" for table in tables))
    print("|---|" + "---:|" * len(tables))
    for player in sorted(ratings, key=lambda name: -fmean(ratings[name])):
        print(f"| `{player}` |", *(f"{rated(cell.get(player))} |" for cell in cells))
    print("| games |", *(f"{table.games:,} |" for table in tables))


def rated(rank: Rank | None) -> str:
    """Return a rating with its interval, and the ranks that the games allow."""
    if rank is None:
        return "–"
    one = rank.rating
    return f"{one.rating:+.0f} ± {(one.high - one.low) / 2:.0f} ({rank.low}–{rank.high})".replace("-", "−")


def main() -> None:
    """Print the ratings and the claims of a ladder."""
    file, database = sys.argv[1:]
    with Store(database) as store:
        found = ladder_result(LadderStore(read_ladder(Path(file)), store))
    print(f"{found.games:,} games")
    for budget in found.budgets:
        rated_tables = [table for table in found.tables if table.limits == budget and table.games]
        if rated_tables:
            print_ratings(rated_tables)
    print()
    print("| Claim | Published | Game | Games |", *(f"{budget} |" for budget in found.budgets))
    print("|---|---|---|---:|" + "---|" * len(found.budgets))
    for claim in found.claims:
        for row in rows(claim, found.budgets):
            print("|", *(f"{cell} |" for cell in row))


if __name__ == "__main__":
    main()
