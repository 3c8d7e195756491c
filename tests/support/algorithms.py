"""Which algorithms find the value of minimax."""

from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm


def is_minimax(name: str) -> bool:
    """Whether an algorithm gives the value of minimax to a depth, in games of two players."""
    found = find_algorithm(name)
    return found.finds_minimax


MINIMAX = [name for name in algorithm_names() if is_minimax(name)]
