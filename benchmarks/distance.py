"""The cost of the questions for the fastest win and the slowest loss, and the correctness of their answers in chess.

``python benchmarks/distance.py nodes`` searches random positions of several games and prints how many nodes the
searches and the questions visited; ``python benchmarks/distance.py chess --engine stockfish`` draws endings of chess in
which one side mates in 1 to 4 moves, searches them, and compares distance and action with the engine's.
"""

import argparse
import random
from collections import Counter
from dataclasses import dataclass

import chess
import chess.engine

from spielbaum import Limits, Searcher, games
from spielbaum.game import Game, State
from spielbaum.game.notation import legal_actions, parse_state

LARGE = 25_000
"""From this number of nodes on, the questions may take at most a fiftieth of them."""

CASES = (
    ("tic-tac-toe", "alpha-beta", Limits(), 2),
    ("nim", "alpha-beta", Limits(), 3),
    ("mnk:width=4,height=4,line=4", "alpha-beta", Limits(depth=7), 5),
    ("mnk:width=6,height=6,line=4", "pvs:replacement=two-deep,history=true,killers=true", Limits(nodes=200_000), 10),
    ("connect-four", "alpha-beta", Limits(depth=9), 16),
    ("connect-four", "pvs:replacement=two-deep,history=true", Limits(nodes=200_000), 16),
    ("othello:size=6", "alpha-beta", Limits(), 23),
    ("dots-and-boxes:rows=2,columns=2", "pvs:replacement=two-deep", Limits(), 3),
    ("domineering:rows=5,columns=5", "alpha-beta", Limits(), 5),
    ("draughts", "alpha-beta", Limits(depth=7), 60),
)
POSITIONS = 60

MEN = ("Q", "R", "QR", "RR", "QQ", "QB", "RN", "QP", "RP")
WANTED = 25
MOST_MOVES = 4


@dataclass(frozen=True)
class Ending:
    """A chess position and the moves to mate, negative if the side to move is mated."""

    fen: str
    mate: int


def position(game: Game, plies: int, generator: random.Random) -> State | None:
    """Return a position after about a number of random plies; None if the game ended before."""
    state = game.initial()
    for _ in range(plies + generator.randint(0, 4)):
        if game.is_terminal(state):
            return None
        state = game.result(state, generator.choice(legal_actions(game, state)))
    return None if game.is_terminal(state) else state


def measure_nodes(seed: int) -> None:
    """Print a row for each case."""
    print(
        "| game | algorithm | searches | decided | distance known | nodes | of questions | per cent | worst of large |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for spec, algorithm, limits, plies in CASES:
        game, generator, counted = games.load(spec), random.Random(seed), Counter[str]()
        searcher, worst = Searcher(game, algorithm), 0.0
        for _ in range(POSITIONS):
            state = position(game, plies, generator)
            if state is None:
                continue
            result = searcher.search(state, limits)
            counted["searches"] += 1
            counted["decided"] += result.distance is not None or result.distance_nodes > 0
            counted["known"] += result.distance_exact
            counted["nodes"] += result.nodes
            counted["asked"] += result.distance_nodes
            if result.nodes >= LARGE:
                worst = max(worst, result.distance_nodes / result.nodes)
        share = 100 * counted["asked"] / max(1, counted["nodes"])
        print(
            f"| `{spec}` | `{algorithm}` | {counted['searches']} | {counted['decided']} | {counted['known']} |"
            f" {counted['nodes']:,} | {counted['asked']:,} | {share:.2f} | {100 * worst:.2f} |",
            flush=True,
        )


def drawn_board(generator: random.Random) -> chess.Board:
    """Return a position of two kings and a few pieces of one side, with a random side to move."""
    board = chess.Board(None)
    men = [chess.Piece.from_symbol(sign) for sign in ("K", "k", *generator.choice(MEN))]
    for man, square in zip(men, generator.sample(range(64), len(men)), strict=True):
        board.set_piece_at(square, man)
    board.turn = generator.choice((chess.WHITE, chess.BLACK))
    return board


def mate_in(engine: chess.engine.SimpleEngine, board: chess.Board) -> int | None:
    """Return an engine's number of moves in which the side to move mates or is mated."""
    if board.is_checkmate():
        return 0
    found = engine.analyse(board, chess.engine.Limit(depth=26), game=object())["score"].relative  # clears the table
    return found.mate()


def measure_chess(path: str, seed: int, depth: int) -> None:
    """Print the number of endings in which the answers agree with the engine's."""
    generator, found = random.Random(seed), Counter[str]()
    game, algorithms = games.load("chess"), ("alpha-beta", "pvs:replacement=two-deep,quiescence=true,history=true")
    searchers = {algorithm: Searcher(game, algorithm) for algorithm in algorithms}
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        while min(found["won"], found["lost"]) < WANTED:
            board = drawn_board(generator)
            usable = board.is_valid() and not board.is_game_over()
            mate = mate_in(engine, board) if usable else None
            kind = "won" if mate is not None and mate > 0 else "lost"
            if mate is None or abs(mate) > MOST_MOVES or found[kind] == WANTED:
                continue
            found[kind] += 1
            for algorithm, searcher in searchers.items():
                state = parse_state(game, board.fen())
                for name, limits in (("to a depth", Limits(depth=depth)), ("deepening", Limits(nodes=200_000))):
                    result = searcher.search(state, limits)
                    after = board.copy()
                    after.push_uci(str(result.action_text))
                    left = mate_in(engine, after)
                    plies = 2 * abs(mate) - (mate > 0)
                    row = f"{algorithm} {name}: {kind}"
                    found[f"{row}, best action"] += left is not None and left == (1 - mate if mate > 0 else -mate)
                    found[f"{row}, right distance"] += result.distance == plies
                    found[f"{row}, not said"] += result.distance is None
                    found[f"{row}, too short"] += result.distance is not None and result.distance < plies
                    found[f"{row}, nodes"] += result.nodes
                    found[f"{row}, of questions"] += result.distance_nodes
    for row, number in sorted(found.items()):
        print(f"{row} {number:,}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("nodes", "chess"))
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.part == "nodes":
        measure_nodes(given.seed)
    else:
        measure_chess(given.engine, given.seed, given.depth)
