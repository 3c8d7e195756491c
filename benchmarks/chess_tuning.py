"""Tunes the positional evaluation of chess: ``python benchmarks/chess_tuning.py positions.jsonl``.

Weights are fitted by ``spielbaum.learning``, as ``spielbaum learn --method linear`` does it: logistic regression on the
features of both sides, here with the squares of the pieces among them, each once for the middle game and once for the
endgame. What is learned are not outcomes, of which there are few, but what Stockfish expects of quiet positions from
games of Spielbaum with itself. A fifth of the games is held out and judges.

``--play N`` plays N games and appends their quiet positions to the file, as lines of JSON, with what Stockfish says.
Without it the weights are fitted to the file, and written to ``games/chess/weights.py``.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.engine
import numpy as np
from chess_engines import SEARCH

import spielbaum.games.chess.weights as written
from spielbaum import Limits, Searcher, games
from spielbaum.clients.process import command_words
from spielbaum.game import Features, Game
from spielbaum.games.chess.evaluations import FULL_PHASE, PHASES
from spielbaum.games.chess.features import FEATURE_NAMES, features_of
from spielbaum.games.chess.fen import parse_state
from spielbaum.games.chess.hooks import is_capture
from spielbaum.games.chess.moves import in_check
from spielbaum.games.chess.state import WHITE, State, turned
from spielbaum.learning import Lesson, learn
from spielbaum.learning.positions import Positions
from spielbaum.models.model import Linear

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
SPREAD = 150.0
"""A position worth so many hundredths of a pawn has the odds e : 1."""

LONGEST = 200
"""Plies of a game."""

AT_ONCE = 10
"""Games that a process plays before it hands over its positions."""

LARGEST = 1000
"""Positions worth more are left out: they are decided, whatever the weights."""

Ask = Callable[[State], list[tuple[str, int]]]

ROWS = range(7, -1, -1)
PLACES = 17
"""What is counted of where pieces of a kind stand: eight rows, eight files, and once both together."""

NAMES = (*FEATURE_NAMES, *(f"{piece}-{place}" for piece in PIECES for place in range(PLACES)))


def play_and_ask(numbers: range, seed: int, nodes: int, asked: int) -> list[dict[str, Any]]:
    """Play games, each from a random opening, and return some quiet positions with what Stockfish expects of them."""
    game = games.load("chess")
    searcher = Searcher(game, SEARCH, table="64MB")
    with chess.engine.SimpleEngine.popen_uci(command_words("stockfish")) as engine:
        ask = partial(_asked, game, engine, chess.engine.Limit(nodes=asked))
        return [
            {"game": number, "position": position, "score": score}
            for number in numbers
            for position, score in _of_game(game, searcher, ask, Random(f"{seed} {number}"), nodes)
        ]


def _of_game(game: Game, searcher: Searcher, ask: Ask, chance: Random, nodes: int) -> Iterator[tuple[str, int]]:
    state = game.initial()
    for _ in range(chance.randint(4, 10)):
        state = game.result(state, chance.choice(list(game.actions(state))))
        if game.is_terminal(state):
            return
    for ply in range(LONGEST):
        if game.is_terminal(state):
            return
        action = searcher.search(state, limits=Limits(nodes=nodes)).action
        if ply and chance.random() < 0.5:
            yield from ask(state)
            other = chance.choice(list(game.actions(state)))  # searches meet moves that nobody plays
            yield from ask(game.result(state, other))
        state = game.result(state, action)


def _asked(
    game: Game, engine: chess.engine.SimpleEngine, limit: chess.engine.Limit, state: State
) -> list[tuple[str, int]]:
    """Return a position with what Stockfish says; nothing where it is over, in check, decided, or a capture is best."""
    if game.is_terminal(state) or in_check(state):
        return []
    position = game.notation.format_state(state)
    told = engine.analyse(chess.Board(position), limit)
    score, line = told["score"].relative.score(), told.get("pv")
    if score is None or abs(score) > LARGEST or not line:
        return []
    best = game.notation.parse_action(state, line[0].uci())
    return [] if is_capture(state, best) or best >> 12 else [(position, score)]


def _place(kind: int, square: int) -> np.ndarray:
    """Return what is counted of a square: its row, its file, mirrored but for kings, and the row times the centre."""
    found, (rank, file) = np.zeros(PLACES), divmod(square, 8)
    centre = min(file, 7 - file)
    found[rank] = 1
    found[8 + (file if PIECES[kind] == "king" else centre)] = 1
    found[-1] = rank * centre / 10
    return found


def described(state: State) -> tuple[list[float], list[float]]:
    """Return the features of the mover and of the other side, each times the part of the middle game, and of the end.

    Squares are numbered as their side sees them, from its first row.
    """
    sides = (state, turned(state))
    counted = [features_of(side) for side in sides]
    phases = [sum(PHASES[i] * count[1 + i] for i in range(4)) for count in counted]
    middle = min(FULL_PHASE, sum(phases)) / FULL_PHASE
    found = []
    for side, count in zip(sides, counted, strict=True):
        row = np.zeros(len(NAMES))
        row[: len(count)] = count
        queens = side.diagonals & side.straights
        boards = (
            side.pawns,
            side.knights,
            side.diagonals & ~queens,
            side.straights & ~queens,
            queens,
            side.kings,
        )
        for kind, board in enumerate(boards):
            pieces = board & side.own
            while pieces:
                square = (pieces & -pieces).bit_length() - 1
                first = len(FEATURE_NAMES) + PLACES * kind
                row[first : first + PLACES] += _place(kind, square)
                pieces &= pieces - 1
        found.append([*(row * middle), *(row * (1 - middle))])
    return found[0], found[1]


def read(path: Path, game: Game) -> Positions:
    """Return the positions of a file."""
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    states = [parse_state(line["position"]) for line in lines]
    with ProcessPoolExecutor() as pool:
        both = list(pool.map(described, states, chunksize=200))
    features = np.empty((len(states), 2, 2 * len(NAMES) + 1))
    for place, (state, rows) in enumerate(zip(states, both, strict=True)):
        seat = state.to_move
        features[place, seat, :-1], features[place, 1 - seat, :-1] = rows
        features[place, seat, -1], features[place, 1 - seat, -1] = 1, 0
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
    """Return chess with the squares among its features, and each for middle game and endgame."""
    names = tuple(f"{name}{part}" for part in ("", "-late") for name in NAMES)

    def features(state: State) -> tuple[tuple[float, ...], ...]:
        rows = [tuple(row) for row in described(state)]
        return (rows[0], rows[1]) if state.to_move == WHITE else (rows[1], rows[0])

    return replace(games.load("chess"), compiled=False, features=Features(names=names, function=features))


def as_squares(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of the features, and of 64 squares for each kind: around nothing, the rest in the piece's."""
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
    """Append positions to a file as they come, and say how many there are."""
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
    parser.add_argument("--nodes", type=int, default=2000, help="of a move")
    parser.add_argument("--asked", type=int, default=3000, help="nodes of Stockfish for a position")
    parser.add_argument("--penalty", type=float, default=50.0)
    parser.add_argument("--out", type=Path, default=Path(written.__file__))
    arguments = parser.parse_args()
    if arguments.play:
        last = arguments.first + arguments.play
        units = [range(first, min(first + AT_ONCE, last)) for first in range(arguments.first, last, AT_ONCE)]
        play = partial(play_and_ask, seed=arguments.seed, nodes=arguments.nodes, asked=arguments.asked)
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
