"""Tunes the positional evaluation of chess: ``python benchmarks/chess_tuning.py positions.jsonl``.

Weights are fitted by ``spielbaum.learning``, as ``spielbaum learn --method linear`` does it: logistic regression on the
features of both sides, here with the squares of the pieces among them, each once for the middle game and once for the
endgame. The targets are not outcomes, of which there are few, but Stockfish's expectations for quiet positions from
its own games, with few nodes a move and some random moves. Many games matter more than many positions of a game. A
fifth of the games is held out for testing.

``--play N`` plays N games and appends some of their quiet positions to the file, as lines of JSON, with Stockfish's
values. Without it the weights are fitted to the file, and written to ``games/chess/weights.py``.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np

import spielbaum.games.chess.weights as written
from spielbaum import games
from spielbaum.clients.process import command_words
from spielbaum.game import Features, Game
from spielbaum.games.chess.evaluations import FULL_PHASE, PHASES
from spielbaum.games.chess.features import FEATURE_NAMES, features_of_both
from spielbaum.games.chess.fen import parse_state
from spielbaum.games.chess.state import WHITE, State, pieces_of, turned
from spielbaum.learning import Lesson, learn
from spielbaum.learning.fitting.positions import Positions
from spielbaum.learning.models.model import Linear

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
SPREAD = 150.0
"""The value, in hundredths of a pawn, of a position with odds e : 1."""

LONGEST = 240
"""Plies of a game."""

OPENING = (6, 16)
"""The least and greatest number of random plies at the start of a game."""

RANDOM = (0.03, 0.08, 0.15)
"""Fractions of random moves after them, one for each game, since searches meet moves that are never played."""

KEPT = 0.35
"""Fraction of the quiet positions of a game that are kept, since those of one game are similar."""

AT_ONCE = 20
"""Games that a process plays before it returns its positions."""

LARGEST, DECIDED = 1000, 4
"""Larger values are left out as decided, whatever the weights. After a few of these a game ends."""

ROWS = range(7, -1, -1)
PLACES = 17
"""Features of the squares of a kind of piece: eight ranks, eight files, and one product."""

NAMES = (*FEATURE_NAMES, *(f"{piece}-{place}" for piece in PIECES for place in range(PLACES)))


class Stockfish:
    """Direct communication with Stockfish, since python-chess would take longer than such short searches."""

    def __init__(self, nodes: int) -> None:
        words, pipe = command_words("stockfish"), subprocess.PIPE
        self._nodes, self._process = nodes, subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)

    def ask(self, position: str) -> tuple[int | None, str]:
        """Return the value of a position for the side to move, None for a mate, and the best move."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"position fen {position}\ngo nodes {self._nodes}\n")
        self._process.stdin.flush()
        score = None
        for line in self._process.stdout:
            words = line.split()
            if words[0] == "bestmove":
                return score, words[1]
            if "score" in words and "lowerbound" not in words and "upperbound" not in words:
                kind, number = words[words.index("score") + 1 :][:2]
                score = int(number) if kind == "cp" else None
        raise EOFError("Stockfish has ended")

    def close(self) -> None:
        """End the process."""
        self._process.communicate("quit\n")


def play_and_ask(numbers: range, seed: int, nodes: int) -> list[dict[str, Any]]:
    """Play games from random openings, and return some quiet positions with Stockfish's expectations."""
    stockfish = Stockfish(nodes)
    found = [
        {"game": number, "position": position, "score": score}
        for number in numbers
        for position, score in _of_game(stockfish, Random(f"{seed} {number}"))
    ]
    stockfish.close()
    return found


def _of_game(stockfish: Stockfish, chance: Random) -> Iterator[tuple[str, int]]:
    """Yield positions of a game that are not over, in check or decided, and whose best move is quiet."""
    board, decided = chess.Board(), 0
    for _ in range(chance.randint(*OPENING)):
        if moves := list(board.legal_moves):
            board.push(chance.choice(moves))
    share = chance.choice(RANDOM)
    while not board.is_game_over() and not board.is_repetition() and board.ply() < LONGEST and decided <= DECIDED:
        score, word = stockfish.ask(board.fen())
        best = chess.Move.from_uci(word)
        if score is None or abs(score) > LARGEST:
            decided += 1
        elif not (board.is_check() or board.is_capture(best) or best.promotion) and chance.random() < KEPT:
            yield board.fen(), score
        board.push(chance.choice(list(board.legal_moves)) if chance.random() < share else best)


def _place(kind: int, square: int) -> np.ndarray:
    """Return the features of a square: its rank, its file, mirrored except for kings, and the rank times the centre."""
    found, (rank, file) = np.zeros(PLACES), divmod(square, 8)
    centre = min(file, 7 - file)
    found[rank] = 1
    found[8 + (file if PIECES[kind] == "king" else centre)] = 1
    found[-1] = rank * centre / 10
    return found


def described(state: State) -> np.ndarray:
    """Return the features of the side to move and of the other, each times the middle-game and the endgame phase.

    Squares are numbered from the first rank of their side.
    """
    sides = (state, turned(state))
    counted = features_of_both(*sides)
    phases = [sum(PHASES[i] * count[1 + i] for i in range(4)) for count in counted]
    middle = min(FULL_PHASE, sum(phases)) / FULL_PHASE
    rows = np.zeros((2, len(NAMES)))
    for row, side, count in zip(rows, sides, counted, strict=True):
        row[: len(count)] = count
        for kind, pieces in enumerate(pieces_of(side)):
            while pieces:
                square = (pieces & -pieces).bit_length() - 1
                first = len(FEATURE_NAMES) + PLACES * kind
                row[first : first + PLACES] += _place(kind, square)
                pieces &= pieces - 1
    return np.concatenate([rows * middle, rows * (1 - middle)], axis=1)


def read(path: Path, game: Game) -> Positions:
    """Return the positions of a file."""
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    states = [parse_state(line["position"]) for line in lines]
    features = np.zeros((len(states), 2, 2 * len(NAMES) + 1))
    with ProcessPoolExecutor() as pool:
        for place, rows in enumerate(pool.map(described, states, chunksize=200)):
            mover = states[place].to_move
            features[place, [mover, 1 - mover], :-1] = rows
            features[place, mover, -1] = 1
    chances = 1 / (1 + np.exp(-np.array([line["score"] for line in lines]) / SPREAD))
    seats = np.array([state.to_move for state in states])
    shares = np.where(seats[:, None] == np.arange(2), chances[:, None], 1 - chances[:, None])
    numbers = np.array([line["game"] for line in lines])
    return Positions(
        states=states,
        names=(*game.features.names, "to-move"),
        features=features,
        present=np.ones((len(states), 2), dtype=bool),
        outcomes=shares,
        searched=shares,
        games=np.searchsorted(np.unique(numbers), numbers),
        beginnings=np.arange(len(np.unique(numbers))),
    )


def richer() -> Game:
    """Return chess with squares among its features, each for middle game and endgame."""
    names = tuple(f"{name}{part}" for part in ("", "-late") for name in NAMES)

    def features(state: State) -> tuple[tuple[float, ...], ...]:
        mine, others = map(tuple, described(state).tolist())
        return (mine, others) if state.to_move == WHITE else (others, mine)

    return replace(games.load("chess"), compiled=False, features=Features(names=names, function=features))


def as_squares(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of the features, and of 64 squares for each kind, centred at 0."""
    counts, places = weights[:, : len(FEATURE_NAMES)].copy(), weights[:, len(FEATURE_NAMES) :].reshape(2, -1, PLACES)
    kinds = range(len(PIECES))
    squares = np.stack([places[:, k] @ np.stack([_place(k, s) for s in range(64)], axis=1) for k in kinds], axis=1)
    used = slice(8, 56)
    squares[:, 0, :8] = squares[:, 0, 56:] = 0
    for kind in kinds:
        of_kind = squares[:, kind, used] if kind == 0 else squares[:, kind]
        means = of_kind.mean(axis=1, keepdims=True)
        of_kind -= means
        if kind < len(PIECES) - 1:
            counts[:, kind] += means[:, 0]
    return counts, squares


def text_of(counts: np.ndarray, squares: np.ndarray, tempo: float) -> str:
    """Return the module with the weights: middle game and endgame, a column for each name or square."""
    whole = np.rint(counts).astype(int)
    boards = np.rint(squares).astype(int).reshape(2, len(PIECES), 8, 8)
    text = Path(written.__file__).read_text().split("WEIGHTS = ")[0]
    text = re.sub(r"TEMPO = \d+", f"TEMPO = {tempo:.0f}", text) + "WEIGHTS = SideFeatures(\n"
    for name, (middle, end) in zip(FEATURE_NAMES, whole.T, strict=False):
        text += f"    {name.replace('-', '_')}=both({middle}, {end}),\n"
    text += ")\n\n# fmt: off\nSQUARES = (\n"
    for kind, piece in enumerate(PIECES):
        rows = ["     ".join("".join(f"{n:5}" for n in boards[part, kind, row]) for part in (0, 1)) for row in ROWS]
        text += '_of_board("""\n' + "\n".join(rows) + f'\n"""),  # {piece}s\n'
    return text + ')\n"""Of each kind of piece, from pawn to king, what a square is worth."""\n'


def keep(done: Iterable[list[dict[str, Any]]], path: Path) -> None:
    """Append positions to a file as they come, and print their number."""
    kept = 0
    for number, found in enumerate(done):
        with path.open("a") as file:
            file.write("".join(json.dumps(line) + "\n" for line in found))
        kept += len(found)
        print(f"\r{AT_ONCE * (number + 1)} games, {kept} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--play", type=int, default=0, metavar="N", help="games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=800, help="of a move")
    parser.add_argument("--penalty", type=float, default=50.0)
    parser.add_argument("--out", type=Path, default=Path(written.__file__))
    arguments = parser.parse_args()
    if arguments.play:
        last = arguments.first + arguments.play
        units = [range(first, min(first + AT_ONCE, last)) for first in range(arguments.first, last, AT_ONCE)]
        play = partial(play_and_ask, seed=arguments.seed, nodes=arguments.nodes)
        with ProcessPoolExecutor() as pool:
            keep(pool.map(play, units), arguments.positions)
        return
    game = richer()
    positions = read(arguments.positions, game)
    model = learn(game, positions, Lesson(penalty=arguments.penalty))
    assert isinstance(model.body, Linear)
    weights = SPREAD * np.array(model.body.weights[0])
    print({name: value for name, value in model.scores.items() if name != "calibration"})
    (counts, squares), tempo = as_squares(weights[:-1].reshape(2, len(NAMES))), weights[-1]
    scale = 100 / counts[:, 0].mean()
    print(f"a pawn was {100 / scale:.0f} of Stockfish's")
    arguments.out.write_text(text_of(scale * counts, scale * squares, scale * tempo))


if __name__ == "__main__":
    main()
