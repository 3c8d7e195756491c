"""Tunes the weights and the squares of chess by games that were played, and prints them as ``games/chess/tuning.py``.

``spielbaum learn chess --games 3000 --player 'pvs(...)' --database games.db ...`` plays the games, and
``python benchmarks/chess_tuning.py games.db > src/spielbaum/games/chess/tuning.py`` reads them. What is fitted is the
chance to win as a logistic function of the value (P. Österlund, Texel's tuning method, 2014), to the outcome and to
what the search expected, both alike; the farther from ``positional``, where it begins, the dearer. Positions in check
and those where a capture gains something are left out.
"""

import argparse
from collections.abc import Iterator

import numpy as np
from scipy.optimize import minimize

from spielbaum import games
from spielbaum.arena.records import GameRecord
from spielbaum.arena.replay import replay
from spielbaum.game import Game
from spielbaum.games.chess.evaluations import (
    FULL_PHASE,
    PHASES,
    SQUARES,
    WEIGHTS,
    end_of,
    middle_of,
)
from spielbaum.games.chess.features import SideFeatures, features
from spielbaum.games.chess.hooks import gain, may_stand_pat
from spielbaum.games.chess.moves import noisy_actions
from spielbaum.games.chess.state import WHITE, State, turned
from spielbaum.store import Store

SCALE = 1 / 180
"""Of hundredths of a pawn to the logarithm of the odds."""

KINDS = len(SQUARES)
NAMES = ("pawns", "knights", "bishops", "rooks", "queens", "kings")


def is_quiet(state: State) -> bool:
    return may_stand_pat(state) and all(gain(state, action) <= 0 for action in noisy_actions(state))


def learned_from(game: Game, records: list[GameRecord], part: float) -> tuple[list[State], np.ndarray]:
    """Return the quiet positions of games, and White's part of the win, by the outcome and by searches."""
    states, wanted = [], []
    for record in records:
        before, outcome = game.initial(), 0.5 if len(record.survivors) == 2 else float(record.survivors == (0,))
        for step in replay(game, record):
            if step.move is not None and step.move.value is not None and is_quiet(before):
                value = step.move.value if before.to_move == WHITE else -step.move.value
                expected = 1 / (1 + np.exp(-SCALE * max(-2000, min(2000, value))))
                states.append(before)
                wanted.append(part * outcome + (1 - part) * expected)
            before = step.state
    return states, np.array(wanted)


def places(state: State) -> Iterator[int]:
    """Yield kind and square of every piece of the side to move, as one number."""
    queens = state.own & state.diagonals & state.straights
    boards = (
        state.own & state.pawns,
        state.own & state.knights,
        state.own & state.diagonals & ~queens,
        state.own & state.straights & ~queens,
        queens,
        state.own & state.kings,
    )
    for kind, board in enumerate(boards):
        for square in range(64):
            if board >> square & 1:
                yield 64 * kind + square


def table_of(states: list[State]) -> np.ndarray:
    """Return for each position how many pieces of White's stand on each square, less Black's."""
    rows = np.zeros((len(states), 64 * KINDS), dtype=np.float32)
    for row, state in zip(rows, states, strict=True):
        for side, sign in ((state, 1), (turned(state), -1)):
            for place in places(side):
                row[place] += sign if state.to_move == WHITE else -sign
    return rows


def mirrored(values: np.ndarray) -> np.ndarray:
    """Return the sum of each square and the one on the other wing, but for kings and pawns."""
    boards = values.reshape(*values.shape[:-1], KINDS, 8, 8)
    both = (boards + boards[..., ::-1]) / 2
    both[..., (0, KINDS - 1), :, :] = boards[..., (0, KINDS - 1), :, :]
    return both.reshape(values.shape)


def fitted(
    given: np.ndarray, phase: np.ndarray, wanted: np.ndarray, start: np.ndarray, spread: np.ndarray, games_: int
) -> np.ndarray:
    """Return the values for middle game and endgame, two rows, that make what is wanted most likely."""

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        middle, end = (start + (flat.reshape(2, -1) * spread)).astype(np.float32)
        score = SCALE * (phase * (given @ middle) + (1 - phase) * (given @ end)).astype(float)
        chance = 1 / (1 + np.exp(-score))
        part = games_ / len(wanted)
        told = -part * (wanted * np.log(chance + 1e-12) + (1 - wanted) * np.log(1 - chance + 1e-12)).sum()
        wrong = ((chance - wanted) * SCALE * part).astype(np.float32)
        slope = np.stack([given.T @ (wrong * phase), given.T @ (wrong * (1 - phase))]).astype(float) * spread
        return told + flat @ flat / 2, slope.ravel() + flat

    found = minimize(loss, np.zeros(2 * given.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return start + found.x.reshape(2, -1) * spread


def text_of(name: str, doc: str, tables: np.ndarray) -> str:
    lines = [f"{name} = ("]
    for kind, table in zip(NAMES, tables.reshape(KINDS, 8, 8), strict=True):
        rows = ["        " + ", ".join(f"{int(value)}" for value in row) + "," for row in table]
        lines += [f"    (  # {kind}", *rows, "    ),"]
    return "\n".join([*lines, ")", f'"""{doc}"""'])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--deviation", type=float, default=30, help="of squares from those of positional, expected")
    parser.add_argument("--part", type=float, default=0.5, help="of the outcome in what is learned, not of the search")
    arguments = parser.parse_args()
    game = games.load("chess")
    with Store(arguments.database) as store:
        records = [
            record for kept in store.tournaments() for record in store.games(kept.id) if record.game == game.spec
        ]
    states, wanted = learned_from(game, records, arguments.part)
    rows = np.array([features(state) for state in states], dtype=float)
    counts = rows.sum(axis=1)[:, 1:5]
    phase = np.minimum(1, counts @ np.array(PHASES) / FULL_PHASE)
    given = np.hstack([rows[:, 0] - rows[:, 1], mirrored(table_of(states))]).astype(np.float32)
    known = [*WEIGHTS, *(value for table in SQUARES for value in table)]
    start = np.array([[middle_of(value) for value in known], [end_of(value) for value in known]], dtype=float)
    spread = np.full(len(known), arguments.deviation)
    spread[: len(WEIGHTS)] = np.maximum(4, np.abs(start[:, : len(WEIGHTS)]).max(axis=0) / 3)
    found = fitted(given, phase, wanted, start, spread, 20 * len(records))
    weights, squares = found[:, : len(WEIGHTS)].round(), mirrored(found[:, len(WEIGHTS) :]).round()
    print('"""What `tuned` weighs in chess, and what squares are worth: printed by `benchmarks/chess_tuning.py`."""\n')
    print(f"# {len(records):,} games, {len(states):,} positions")
    print("# fmt: off\n")
    for name, row in zip(("MIDDLE", "END"), weights, strict=True):
        print(f"{name}_WEIGHTS = (")
        for field, value in zip(SideFeatures._fields, row, strict=True):
            print(f"    {int(value)},  # {field}")
        print(")\n")
    print(
        text_of(
            "MIDDLE_SQUARES", "Squares from a1 along the rows, as the owner sees them, in the middle game.", squares[0]
        )
    )
    print()
    print(text_of("END_SQUARES", "The same in the endgame.", squares[1]))


if __name__ == "__main__":
    main()
