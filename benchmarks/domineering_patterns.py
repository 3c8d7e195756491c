"""Learn the weights of patterns by which proofs of Domineering order actions, and write them into the package.

    python benchmarks/domineering_patterns.py positions.jsonl

First it proves, for random positions of 9 × 9 that bounds do not decide, who wins after each action and in how
many nodes, without patterns; each position is a line of the file, and an interrupted run continues. Then it
fits the weights: the action that wins in the fewest nodes should come before every other, weighted by the nodes that
the other one would waste (logistic regression of pairs, with a penalty for large weights). It prints the quality of the
order on held-out positions, with and without patterns: how often the first action wins, and the
nodes down to the first winning action as a multiple of the fewest possible, in the geometric mean.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from spielbaum import Game, games
from spielbaum.files import write_whole
from spielbaum.game.notation import format_state, parse_state
from spielbaum.games.domineering import patterns
from spielbaum.games.domineering.hints import PLACE
from spielbaum.games.domineering.patterns import ACROSS, CODES, FILE, make_around, make_patterns, pattern_at
from spielbaum.games.domineering.rules import Board
from spielbaum.kernel import clear_words, compile_kernel, new_words, new_workspace, pack, shape_of, words_of
from spielbaum.search.proof import null_window
from spielbaum.search.proof.bounds_table import BUCKET_WORDS
from spielbaum.search.proof.proof_rules import make_proof_rules
from spielbaum.search.proof.solver import make_entry

SPEC, SIZE = "domineering:rows=9,columns=9", Board(9, 9)
PLIES, MOST_NODES, BUCKETS = (9, 18), 20_000, 1 << 16
FASTEST_FIRST = 6
"""Plies in which proofs of the positions use no order, so that the nodes of an action depend less on it."""
PENALTY = 0.001

Order = Callable[[Any, int], float]


def make_game() -> tuple[Game, Order]:
    """Return the game without patterns, and its order of the actions that bounds leave open."""
    game = games.load(SPEC)
    learned, around = game.hints.proof.order_open, make_around(SIZE)
    assert learned is not None

    def order_open(state: Any, square: int) -> float:
        return learned(state, square) - around(state.occupied, state.to_move, square)

    proof = replace(game.hints.proof, order_open=order_open, fastest_first=FASTEST_FIRST, history=0.0)
    return replace(game, hints=replace(game.hints, proof=proof)), order_open


class Prover(NamedTuple):
    """The game without patterns, a test whether the player to move loses, and a function that clears its table."""

    game: Game
    lost: Callable[[Any], tuple[bool, int]]
    forget: Callable[[], None]


@cache
def make_prover() -> Prover:
    """Return the prover of a process; a position not decided within a number of nodes counts as not lost."""
    game, _ = make_game()
    rules = make_proof_rules(game, compiled=True)
    kernel, table = compile_kernel(make_entry(rules, null_window.make(rules))), new_words(BUCKETS * BUCKET_WORDS)
    ws, shape = new_workspace(null_window.LAYOUT, compiled=True), shape_of(game.initial())
    ws.buckets = BUCKETS

    def lost(state: Any) -> tuple[bool, int]:
        ws.stop, ws.nodes, ws.node_limit = 0, 0, MOST_NODES
        value = kernel(pack(state, shape), 0, 0, ws, words_of(table, compiled=True))
        return not ws.stop and value < 0, ws.nodes

    return Prover(game, lost, lambda: clear_words(table))


def random_position(game: Game, random: Random) -> Any:
    """Return the position after some promising actions; None if bounds decide the winner."""
    order, bounds = game.hints.proof.order, game.hints.bounds
    assert order is not None
    assert bounds is not None
    state = game.initial()
    for _ in range(random.randint(*PLIES)):
        if game.is_terminal(state):
            return None
        actions = sorted(game.actions(state), key=partial(order, state), reverse=True)
        state = game.result(state, random.choice(actions[: 4 if random.random() < 0.8 else 12]))
    return None if game.is_terminal(state) or bounds(state) != (-1, 1) else state


def proved(seed: int) -> str:
    """Return a line with a won position, and the nodes of each action that bounds leave open."""
    game, lost, forget = make_prover()
    random, bounds, candidates = Random(seed), game.hints.bounds, game.hints.proof.candidates
    assert bounds is not None
    assert candidates is not None
    while True:
        state = random_position(game, random)
        if state is None:
            continue
        forget()
        children = [(action, game.result(state, action)) for action in candidates(state)]
        if any(game.is_terminal(child) or bounds(child)[1] < 1 for _, child in children):
            continue
        open_ones = [(action, child) for action, child in children if bounds(child)[0] < 1]
        found = [(int(action), *lost(child)) for action, child in open_ones]
        if len(found) > 1 and any(wins for _, wins, _ in found):
            return json.dumps({"position": format_state(game, state), "actions": found})


def prove_positions(path: Path, positions: int, processes: int) -> None:
    """Append missing positions to a file, each as soon as those before it are proved."""
    seeds = range(len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0, positions)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool, path.open("a", encoding="utf-8") as file:
        for line in track(pool.map(proved, seeds), "proving", total=len(seeds)):
            file.write(line + "\n")
            file.flush()


class Sample(NamedTuple):
    """A position: the move scores of its actions, the patterns of each, which of them win, and in how many nodes."""

    promise: np.ndarray
    shared: list[list[int]]
    wins: np.ndarray
    nodes: np.ndarray

    @property
    def best(self) -> int:
        """The action that wins in the fewest nodes."""
        return int(np.argmin(np.where(self.wins, self.nodes, np.inf)))

    @property
    def waste(self) -> np.ndarray:
        """Return the waste of trying an action before the best: log(1 + x), for x times the nodes of the best."""
        wasted = np.where(self.wins, self.nodes - self.nodes[self.best], self.nodes)
        return np.log1p(wasted / self.nodes[self.best])


def weight_of(index: int) -> int:
    """Return the index of the weight of a pattern, which mirror images share."""
    row, column, code = pattern_at(index)
    return (2 * row + column) * CODES + code


def read(lines: list[str]) -> Iterator[Sample]:
    """Read positions, with the order without patterns."""
    game, order = make_game()
    patterns_of = make_patterns(SIZE)
    number = [weight_of(index) for index in range(2 * ACROSS * CODES)]
    for line in lines:
        found = json.loads(line)
        state = parse_state(game, found["position"])
        actions, wins, nodes = zip(*found["actions"], strict=True)
        yield Sample(
            np.array([order(state, action) / PLACE for action in actions]),
            [[number[i] for i in patterns_of(state.occupied, state.to_move, action)] for action in actions],
            np.array(wins, bool),
            np.maximum(1.0, nodes),
        )


def fitted(samples: list[Sample]) -> np.ndarray:
    """Return the weight of the move score, and the weights of the patterns."""
    sizes = [len(sample.nodes) for sample in samples]
    first = np.cumsum([0, *sizes[:-1]])
    best = np.repeat(first + [sample.best for sample in samples], sizes)
    promise, waste = (np.concatenate(parts) for parts in zip(*((s.promise, s.waste) for s in samples), strict=True))
    columns = np.concatenate([np.ravel(sample.shared) for sample in samples])
    rows = np.repeat(np.arange(len(promise)), ACROSS)
    used = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(promise), 4 * CODES))

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        score = weights[0] * promise + used @ weights[1:]
        behind = score - score[best]
        pull = waste / (1 + np.exp(-behind))
        pull -= np.bincount(best, pull, len(score))
        gradient = np.concatenate([[promise @ pull], used.T @ pull]) / len(samples) + 2 * PENALTY * weights
        return waste @ np.logaddexp(0, behind) / len(samples) + PENALTY * weights @ weights, gradient

    start = np.zeros(1 + 4 * CODES)
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x)


def quality(samples: list[Sample], weights: np.ndarray) -> str:
    """Return the quality of an order."""
    first, multiples = [], []
    for sample in samples:
        score = weights[0] * sample.promise + weights[1:][sample.shared].sum(axis=1)
        order = np.argsort(-score, kind="stable")
        tried = order[: np.argmax(sample.wins[order]) + 1]
        first.append(sample.wins[order[0]])
        multiples.append(sample.nodes[tried].sum() / sample.nodes[sample.best])
    return f"{np.mean(first):.1%} of the first actions win, {np.exp(np.mean(np.log(multiples))):.2f} times the nodes"


def main() -> None:
    """Prove positions, fit the weights, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the positions are, and are added")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    prove_positions(given.file, given.positions, given.processes)
    samples = list(read(given.file.read_text(encoding="utf-8").splitlines()))
    plain = np.zeros(1 + 4 * CODES)
    plain[0] = 1
    left_out = len(samples) // 4
    print("without patterns:", quality(samples[:left_out], plain))
    print("with patterns:   ", quality(samples[:left_out], fitted(samples[left_out:])))
    weights = fitted(samples)
    in_units = np.rint(PLACE * weights[1:] / weights[0]).astype(int).reshape(2, 2, CODES)
    write_whole(Path(patterns.__file__).with_name(FILE), json.dumps(in_units.tolist()) + "\n")


if __name__ == "__main__":
    main()
