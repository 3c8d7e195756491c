"""Matches of Spielbaum's chess against another engine, which speaks UCI or XBoard's protocol.

``python benchmarks/chess_engines.py --engine stockfish --option "Skill Level=3" --games 100`` plays pairs of games from
the same opening, with colours exchanged, and prints each result, the share of the points and the median depth.
``--kept FILE`` appends every game, as a line of JSON, and continues after existing ones. For GNU Chess
``--engine "gnuchess --uci"``; for Phalanx ``--engine phalanx --protocol xboard``.
"""

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from spielbaum import games
from spielbaum.arena.play import play
from spielbaum.arena.records import GameRecord
from spielbaum.game import Game
from spielbaum.players import EnginePlayer, SearchPlayer, parse_player
from spielbaum.statistics.results import Result
from spielbaum.statistics.shares import shares

SEARCH = (
    "pvs(replacement=two-deep, killers, history, order=gain, quiescence, null_move, reductions, reverse_futility=90, "
    "futility=120, delta=100, extensions, late_move_pruning, loose, reuse)"
)
PLAYER = f"{SEARCH[:-1]}, seconds=1)"
MAX_PLIES = 400


def one_game(game: Game, ours: SearchPlayer, engine: EnginePlayer, number: int, seed: int) -> GameRecord:
    """Play a game; in the first of the two from one opening Spielbaum has White."""
    seats = {number % 2: ours, 1 - number % 2: engine}
    return play(game, seats, number=number, opening=4, seed=seed + number // 2, max_plies=MAX_PLIES)


def line_of(record: GameRecord) -> dict[str, Any]:
    white = 0.5 if len(record.survivors) == 2 else float(record.survivors == (0,))
    return {
        "number": record.number,
        "ours": white if record.number % 2 == 0 else 1 - white,
        "end": record.end,
        "opening": list(record.opening),
        "moves": [move.action for move in record.moves],
        "depths": [move.depth for move in record.moves if move.depth is not None],
    }


def as_result(line: dict[str, Any]) -> Result:
    seat = line["number"] % 2
    winners = {1.0: (seat,), 0.5: (0, 1), 0.0: (1 - seat,)}[line["ours"]]
    return Result.won((0, 1) if seat == 0 else (1, 0), winners, line["number"] // 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", default=PLAYER)
    parser.add_argument("--engine", default="stockfish", help="a command, with its arguments")
    parser.add_argument("--protocol", default="uci", choices=("uci", "xboard"))
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, of the engine; any number")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move of the engine's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kept", type=Path, help="a file to which games are appended")
    arguments = parser.parse_args()
    kept = arguments.kept
    lines = [json.loads(text) for text in kept.read_text().splitlines()] if kept and kept.exists() else []
    game = games.load("chess")
    ours = SearchPlayer(game, parse_player(arguments.player))
    ours.choose(game.initial())
    options = ", ".join([f"time={arguments.seconds}", *arguments.option])
    engine = EnginePlayer(game, parse_player(f"{arguments.protocol}:{arguments.engine}({options})"))
    for number in range(len(lines), arguments.games):
        lines.append(line_of(one_game(game, ours, engine, number, arguments.seed)))
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps(lines[-1]) + "\n")
        last = lines[-1]
        print(f"game {number + 1}: {last['ours']:g} of 1, {last['end']}, {len(last['moves'])} moves", flush=True)
    engine.close()
    share = shares([as_result(line) for line in lines], ("spielbaum", "engine"))[0]
    print(f"{len(lines)} games: {share.share:.3f} of the points ({share.low:.3f} to {share.high:.3f})")
    depths = [depth for line in lines for depth in line["depths"]]
    print(f"median depth of Spielbaum: {statistics.median(depths)} plies")


if __name__ == "__main__":
    main()
