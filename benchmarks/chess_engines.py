"""Matches of Spielbaum's chess against another engine, which speaks UCI or XBoard's protocol.

``python benchmarks/chess_engines.py --engine stockfish --option "Skill Level=3" --games 100`` plays pairs of games from
the same opening, with colours exchanged, and prints each result, the share of the points and the median depth.
``--kept FILE`` appends every game, as a line of JSON, and goes on after those that are there. For GNU Chess
``--engine "gnuchess --uci"``; for Phalanx ``--engine phalanx --protocol xboard``.
"""

import argparse
import json
import shlex
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chess
import chess.engine

from spielbaum import games
from spielbaum.arena.play import play
from spielbaum.arena.records import GameRecord
from spielbaum.game import Game, State
from spielbaum.games.chess.notation import parse_action
from spielbaum.players import Choice, SearchPlayer, parse_player
from spielbaum.statistics.results import Result
from spielbaum.statistics.shares import shares

PLAYER = "pvs(replacement=two-deep, history, quiescence, seconds=1)"
MAX_PLIES = 400


class Engine:
    """A player that asks another engine, and tells it all the moves, so that it knows of repetitions."""

    def __init__(self, command: str, protocol: str, options: Sequence[str], seconds: float) -> None:
        start = chess.engine.SimpleEngine.popen_uci if protocol == "uci" else chess.engine.SimpleEngine.popen_xboard
        self.engine = start(shlex.split(command), timeout=30)
        self.engine.configure(dict(option.split("=", 1) for option in options))
        self.limit = chess.engine.Limit(time=seconds)
        self.format_state: Any = games.load("chess").notation.format_state
        self.board = chess.Board()

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return the engine's move."""
        start = time.perf_counter()
        self._follow((*history, state))
        move = self.engine.play(self.board, self.limit).move
        assert move is not None
        return Choice(parse_action(state, move.uci()), time.perf_counter() - start)

    def _follow(self, states: Sequence[State]) -> None:
        """Make the moves that led through the states, those that are not on the board yet."""
        known = len(self.board.move_stack) + 1
        if known == 1 or known > len(states):
            self.board, known = chess.Board(self.format_state(states[0])), 1
        for state in states[known:]:
            wanted = chess.Board(self.format_state(state)).board_fen()
            self.board.push(next(move for move in self.board.legal_moves if self._leads_to(self.board, move, wanted)))

    @staticmethod
    def _leads_to(board: chess.Board, move: chess.Move, wanted: str) -> bool:
        board.push(move)
        found = board.board_fen() == wanted
        board.pop()
        return found


def one_game(game: Game, ours: SearchPlayer, engine: Engine, number: int, seed: int) -> GameRecord:
    """Play a game; of the two from one opening Spielbaum has White in the first."""
    seats = {number % 2: ours, 1 - number % 2: engine}
    return play(game, seats, number=number, opening=4, seed=seed + number // 2, max_plies=MAX_PLIES)


def line_of(record: GameRecord) -> dict[str, Any]:
    white = (record.utility[0] if record.utility else 0) / 2 + 0.5
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
    engine = Engine(arguments.engine, arguments.protocol, arguments.option, arguments.seconds)
    for number in range(len(lines), arguments.games):
        lines.append(line_of(one_game(game, ours, engine, number, arguments.seed)))
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps(lines[-1]) + "\n")
        last = lines[-1]
        print(f"game {number + 1}: {last['ours']:g} of 1, {last['end']}, {len(last['moves'])} moves", flush=True)
    engine.engine.quit()
    share = shares([as_result(line) for line in lines], ("spielbaum", "engine"))[0]
    print(f"{len(lines)} games: {share.share:.3f} of the points ({share.low:.3f} to {share.high:.3f})")
    depths = [depth for line in lines for depth in line["depths"]]
    print(f"median depth of Spielbaum: {statistics.median(depths)} plies")


if __name__ == "__main__":
    main()
