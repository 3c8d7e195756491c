"""How often hypermax and Max^n with deep pruning choose a different action from Max^n, and at what cost.

``python benchmarks/hypermax_and_deep.py [--trees N]``

Random trees whose leaves are shares of 100. An error is a different action; its price is the root player's loss if
all others play Max^n. ``only`` are trees in which one errs and the other does not.
"""

import argparse

from spielbaum import Searcher, games

SHAPES = [(3, 2, 4), (3, 2, 6), (3, 3, 4), (3, 3, 6), (3, 4, 5), (4, 2, 6), (4, 3, 5)]
ALGORITHMS = {"hypermax": "hypermax", "deep": "max-n:deep,transform=none"}


def errors(players: int, branching: int, depth: int, seed: int) -> dict[str, float]:
    """Return for each algorithm the cost of its choice, 0 if it agrees with Max^n."""
    game = games.load(f"random-tree:players={players},branching={branching},depth={depth},low=0,total=100,seed={seed}")
    full = Searcher(game, "max-n:transform=none").search()
    worth = {row.action: row.value[0] for row in full.action_values}
    return {
        name: worth[full.action] - worth[Searcher(game, algorithm).search().action]
        for name, algorithm in ALGORITHMS.items()
    }


def main() -> None:
    """Print a row for each shape of the tree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trees", type=int, default=400, help="how many of each shape")
    trees = parser.parse_args().trees
    print(" n  b  d  hypermax   deep   both  only h.  only d.  price h.  price d.")
    for players, branching, depth in SHAPES:
        found = [errors(players, branching, depth, seed) for seed in range(trees)]
        hyper, deep = ([one[name] > 0 for one in found] for name in ALGORITHMS)
        both = sum(a and b for a, b in zip(hyper, deep, strict=True))
        prices = [sum(one[name] for one in found) / max(1, sum(one[name] > 0 for one in found)) for name in ALGORITHMS]
        shares = [100 * n / trees for n in (sum(hyper), sum(deep), both, sum(hyper) - both, sum(deep) - both)]
        print(
            f"{players:>2} {branching:>2} {depth:>2}  {shares[0]:7.1f}% {shares[1]:5.1f}% {shares[2]:5.1f}% "
            f"{shares[3]:7.1f}% {shares[4]:7.1f}%  {prices[0]:8.1f}  {prices[1]:8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
