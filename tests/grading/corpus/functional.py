"""No loops with counters, no state: tuples, generators, lambdas, max with a key."""

from functools import reduce
from itertools import chain

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
LINES = [*ROWS, *zip(*ROWS), (0, 4, 8), (2, 4, 6)]

initial = lambda: (0,) * 9
player = lambda s: 1 if sum(s) == 0 else -1
actions = lambda s: (i for i, mark in enumerate(s) if mark == 0)
result = lambda s, a: s[:a] + (player(s),) + s[a + 1:]
sums = lambda s: [sum(s[i] for i in line) for line in LINES]
terminal = lambda s: 3 in sums(s) or -3 in sums(s) or 0 not in s
utility = lambda s: (3 in sums(s)) - (-3 in sums(s))


def children(s):
    """Yield pairs: an action and the state after it."""
    for a in actions(s):
        yield a, result(s, a)


def minimax(s):
    """The pair (value for the first player, best action)."""
    if terminal(s):
        return utility(s), None
    choose = max if player(s) == 1 else min
    return choose(((minimax(t)[0], a) for a, t in children(s)), key=lambda pair: pair[0])


negamax = lambda s: player(s) * utility(s) if terminal(s) else max(-negamax(result(s, a)) for a in actions(s))


def alphabeta(s, alpha=float("-inf"), beta=float("inf")):
    """Negamax with a window; the value is that of the player to move."""
    if terminal(s):
        return player(s) * utility(s)
    value = float("-inf")
    for _, t in children(s):
        value = max(value, -alphabeta(t, -beta, -max(alpha, value)))
        if value >= beta:
            return value
    return value


def line_points(marks):
    xs, os = marks.count(1), marks.count(-1)
    return {(1, 0): 1, (2, 0): 3, (0, 1): -1, (0, 2): -3}.get((xs, os), 0)


evaluate = lambda s: reduce(lambda total, line: total + line_points([s[i] for i in line]), LINES, 0)


def limited(s, depth):
    """The value for the first player, depth plies deep."""
    if terminal(s):
        return 100 * utility(s)
    if depth == 0:
        return evaluate(s)
    values = (limited(t, depth - 1) for _, t in children(s))
    return max(values) if player(s) == 1 else min(values)
