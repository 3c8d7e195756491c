"""Time and memory of ``spielbaum report`` and the table of moves: ``python benchmarks/report_size.py``.

The games are random, since a report does not depend on the quality of play. Depths,
nodes and seconds are random numbers. The database is made in FOLDER once, and reused the next time.
"""

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from spielbaum import Game, games
from spielbaum.arena import Setup
from spielbaum.arena.play import versions
from spielbaum.arena.seatings import seatings
from spielbaum.game.notation import format_action, format_state
from spielbaum.store import Store, TournamentRecord, schema

SETUPS = (
    Setup(game="connect-four", players=("alpha-beta(depth=4)", "alpha-beta(depth=6)", "mtdf(depth=6)")),
    Setup(
        game="mnk:width=6,height=6,line=4,players=3",
        players=("max-n(depth=3)", "paranoid(depth=3)", "hypermax(depth=3)"),
    ),
)
BATCH = 2_000
WHEN = "2026-01-01T00:00:00.000+00:00"
TABLE = """
import resource, sys
from spielbaum.store import Store
from spielbaum.store.tables import moves_table
table = moves_table(Store(sys.argv[1]))
used = resource.getrusage(resource.RUSAGE_SELF)
print(f"table of {table.height:,} moves: {used.ru_utime + used.ru_stime:.1f} s of a core, "
      f"{table.estimated_size() / 1e6:,.0f} MB, at most {used.ru_maxrss / 1024:,.0f} MB while it is made")
"""
Rows = tuple[dict[str, Any], list[dict[str, Any]]]
"""Of a game, and of its moves."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=100_000, help="in all tournaments together")
    arguments = parser.parse_args()
    database = arguments.folder / f"games-{arguments.games}.db"
    if not database.exists():
        make(database, arguments.games)
    page = arguments.folder / "report.html"
    spent = 0.0
    for options in ([], ["--html", str(page)]):
        began = time.perf_counter()
        command = [sys.executable, "-c", "from spielbaum.cli import main; main()", "report", str(database), "--json"]
        subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor, spent = used.ru_utime + used.ru_stime - spent, used.ru_utime + used.ru_stime
        peak = used.ru_maxrss / 1024  # maximum over children so far
        print(f"report {' '.join(options[:1]):8} {seconds:6.1f} s, {processor:.1f} s of a core, at most {peak:,.0f} MB")
    print(f"the page has {page.stat().st_size / 1e6:.1f} MB")
    subprocess.run([sys.executable, "-c", TABLE, str(database)], check=True)


def make(database: Path, wanted: int) -> None:
    """Fill a database with games, as a tournament does."""
    part = database.with_suffix(".part")
    part.unlink(missing_ok=True)
    moves = 0
    with Store(str(part)) as store:
        for setup in SETUPS:
            count = wanted // len(SETUPS)
            record = TournamentRecord(
                key=setup.key,
                title=setup.title,
                setup=setup.to_dict(),
                games=count,
                created=WHEN,
            )
            tournament = store.begin(record)
            rows = records(games.load(setup.game), len(setup.players), tournament, count)
            for start in range(0, count, BATCH):
                batch = [next(rows) for _ in range(min(BATCH, count - start))]
                moves += sum(len(line) for _, line in batch)
                with store.writing() as connection:
                    connection.execute(insert(schema.game), [game for game, _ in batch])
                    connection.execute(insert(schema.move), [move for _, line in batch for move in line])
    part.rename(database)
    print(f"{wanted:,} games, {moves:,} moves, {database.stat().st_size / 1e6:.0f} MB")


def records(game: Game, players: int, tournament: int, count: int) -> Iterator[Rows]:
    """Yield rows of games and of their moves."""
    generator, rounds = random.Random(tournament), seatings(game, players)
    for number in range(count):
        seating = rounds[number % len(rounds)]
        state, line = game.initial(), []
        key = (tournament - 1) * 10_000_000 + number + 1
        while not game.is_terminal(state):
            action = generator.choice(list(game.actions(state)))
            line.append(
                {
                    "game_id": key,
                    "ply": len(line),
                    "seat": game.to_move(state),
                    "action": format_action(game, state, action),
                    "value": generator.gauss(),
                    "depth": generator.randint(3, 6),
                    "nodes": generator.randint(100, 100_000),
                    "leaves": generator.randint(50, 50_000),
                    "seconds": generator.lognormvariate(-5, 1),
                }
            )
            state = game.result(state, action)
        utility = game.utility(state)
        yield (
            {
                "id": key,
                "tournament_id": tournament,
                "number": number,
                "game": game.spec,
                "start": format_state(game, game.initial()),
                "seating": seating,
                "opening": [],
                "end": "finished",
                "utility": utility,
                "survivors": [seat for seat in range(game.players) if utility[seat] == max(utility)],
                "position": format_state(game, state),
                "seed": number // len(rounds),
                "versions": versions(),
                "started": WHEN,
                "seconds": sum(move["seconds"] for move in line),
            },
            line,
        )


if __name__ == "__main__":
    main()
