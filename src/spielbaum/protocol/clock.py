"""How long to think: from what a ``go`` says of clocks to the limits of a search."""

from spielbaum.protocol.commands import Order
from spielbaum.search.core.limits import MAX_PLY, Limits

FOREVER = 1e8
"""Seconds of a search that somebody else ends: three years."""

MOVES_TO_COME = 30
"""So many moves the time must last where nobody says how many there are."""

PART_OF_INCREMENT = 0.6
"""What is left over fills the clock until it can bear a stall."""

MOST_OF_CLOCK = 0.4
"""No move may take a larger part of what is left."""

LEAST = 0.001


def budget(left: float, increment: float, moves: int | None, overhead: float) -> float:
    """Return how many seconds a move may take.

    Parameters
    ----------
    left, increment
        Seconds on the clock, and those that are added after the move.
    moves
        How many there are until the clock is set again, None for all the rest of the game.
    overhead
        Seconds that every move loses on its way.

    Examples
    --------
    >>> round(budget(60, 0, None, 0.05), 2), round(budget(1, 0.1, None, 0.05), 3), budget(0.02, 0, None, 0.05)
    (2.0, 0.092, 0.001)
    """
    usable = left - overhead
    share = usable / min(MOVES_TO_COME, max(1, moves or MOVES_TO_COME)) + PART_OF_INCREMENT * increment
    most = MOST_OF_CLOCK if moves != 1 else 2 * MOST_OF_CLOCK
    return max(LEAST, min(share, most * usable))


def seconds_of(order: Order, player: int, overhead: float) -> float | None:
    """Return the seconds that an order leaves to a player; None if it does not speak of time."""
    times = []
    if "movetime" in order.counts:
        times.append(max(LEAST, order.counts["movetime"] / 1000))
    if player in order.clocks:
        increment = max(0, order.increments.get(player, 0)) / 1000
        moves = order.counts.get("movestogo")
        times.append(budget(order.clocks[player] / 1000, increment, moves, overhead))
    return min(times, default=None)


def limits_of(order: Order, player: int, overhead: float, defaults: Limits) -> Limits:
    """Return the limits of a search, which deepens in any case: at every depth there is something to tell.

    Parameters
    ----------
    order
        What was asked for.
    player
        Who is to move, and whose clock runs.
    overhead
        Seconds that every move loses on its way.
    defaults
        For an order without limits; without them too, the search goes on until it is stopped.
    """
    seconds = seconds_of(order, player, overhead)
    depths = [order.counts["depth"]] if "depth" in order.counts else []
    depths += [2 * order.counts["mate"] - 1] if "mate" in order.counts else []
    depth = min(max(1, min(depths)), MAX_PLY - 1) if depths else None
    nodes = max(1, order.counts["nodes"]) if "nodes" in order.counts else None
    if (depth, nodes, seconds) == (None, None, None) and not order.infinite:
        depth, nodes, seconds = defaults.depth, defaults.nodes, defaults.seconds
    return Limits(depth=depth, nodes=nodes, seconds=min(seconds or FOREVER, FOREVER))
