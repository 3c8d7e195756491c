"""Games determined by their number, and a process that stores them: ``writing.py URL FIRST COUNT PLIES``.

The process prints the number of each game that it has added.
"""

import sys

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.store import Store, TournamentRecord

TOURNAMENT = TournamentRecord(
    key="1f" * 32,
    title="Chameleon Chess, four players: Zoë × Ярослав",
    setup={
        "game": "chameleon-chess:players=RYGB",
        "players": ["Zoë", "Ярослав", "小林", "random"],
        "limits": {"depth": 4, "seconds": None, "nodes": 2**40},
        "seed": 2**63 - 1,
        "weight": 0.1 + 0.2,
    },
    games=10_000,
    created="2025-11-21T07:00:00+00:00",
)


def some_move(ply: int) -> MoveRecord:
    values = [None, 0.1 + 0.2, (1 / 3, -0.0, 5e-324, -1.7976931348623157e308), float("inf"), ()]
    return MoveRecord(
        ply=ply,
        seat=ply % 4,
        action=f"♜a{ply}–b{ply} \"x\" 'y' \\z",
        value=values[ply % len(values)],
        depth=None if ply % 3 == 0 else ply,
        nodes=2**62 + ply,
        leaves=2**40 + ply,
        seconds=ply / 7,
    )


def some_game(number: int, plies: int = 12) -> GameRecord:
    return GameRecord(
        number=number,
        game="chameleon-chess:players=RYGB",
        start="♜ 'start'\n",
        seating=(3, 1, None, 2) if number % 2 else (3, 1, 0, 2),
        opening=() if number % 2 else ("a1-a2", "é\tß"),
        end="plies" if number % 2 else "finished",
        utility=None if number % 2 else (0.1 + 0.2, 1 / 3, -0.0, 1e-300),
        survivors=(0, 2),
        position="rnb1/♜ 'q' \"w\"\n0",
        seed=2**63 - 1 - number,
        versions={"spielbaum": "0.1.0", "python": "3.11.2"},
        started="2025-11-21T07:00:00.123456+00:00",
        seconds=number / 3,
        moves=tuple(some_move(ply) for ply in range(plies)),
    )


if __name__ == "__main__":
    url = sys.argv[1]
    first, games, plies = map(int, sys.argv[2:])
    with Store(url) as store:
        tournament = store.begin(TOURNAMENT)
        for number in range(first, first + games):
            if store.add(tournament, some_game(number, plies)):
                print(number, flush=True)
