"""Time management: from the clocks of a ``go`` to the limits of a search."""

from spielbaum.protocol.commands import GoParameters
from spielbaum.search.core.limits import MAX_PLY, Limits

FOREVER = 1e8
"""The time limit, in seconds, of a search that only ``stop`` ends: three years."""

MOVES_TO_GO = 30
"""The number of moves that the time must last if there is no ``movestogo``."""

INCREMENT_SHARE = 0.6
"""The share of the increment that a move may spend; the rest builds up a reserve."""

MAX_CLOCK_SHARE = 0.4
"""The largest share of the remaining time for one move."""

MIN_SECONDS = 0.001

USUAL_SECONDS = 1.0
"""Seconds for a move without a limit of time, depth or nodes."""


def time_budget(left: float, increment: float, moves: int | None, overhead: float) -> float:
    """Return the seconds for one move.

    Parameters
    ----------
    left, increment
        Seconds on the clock, and seconds added after the move.
    moves
        Moves to the next time control; None or a number below 1 if the time is for the rest of the game.
    overhead
        Seconds of communication that each move costs.

    Examples
    --------
    >>> round(time_budget(60, 0, None, 0.05), 2), round(time_budget(1, 0.1, None, 0.05), 3)
    (2.0, 0.092)
    >>> time_budget(0.02, 0, None, 0.05)
    0.001
    """
    usable = left - overhead
    moves = moves if moves is not None and moves > 0 else MOVES_TO_GO
    share = usable / min(MOVES_TO_GO, moves) + INCREMENT_SHARE * increment
    most = MAX_CLOCK_SHARE if moves != 1 else 2 * MAX_CLOCK_SHARE
    return max(MIN_SECONDS, min(share, most * usable))


def seconds_for(parameters: GoParameters, player: int, overhead: float) -> float | None:
    """Return the seconds that a ``go`` gives a player; None if it has no time limit."""
    times = []
    if "movetime" in parameters.counts:
        times.append(max(MIN_SECONDS, parameters.counts["movetime"] / 1000))
    if player in parameters.clocks:
        increment = max(0, parameters.increments.get(player, 0)) / 1000
        moves = parameters.counts.get("movestogo")
        times.append(time_budget(parameters.clocks[player] / 1000, increment, moves, overhead))
    return min(times, default=None)


def limits_for(parameters: GoParameters, player: int, overhead: float, defaults: Limits) -> Limits:
    """Return the limits of a search, always with a time limit, so that it deepens iteratively and reports each depth.

    Parameters
    ----------
    parameters
        The parameters of the ``go``.
    player
        The player to move, whose clock counts.
    overhead
        Seconds of communication that each move costs.
    defaults
        Limits for a ``go`` without limits; if these are empty too, the search runs until it is stopped. A ``go`` whose
        limits do not apply to the mover uses the other player's clock, or one second.
    """
    seconds = seconds_for(parameters, player, overhead)
    depths = [parameters.counts["depth"]] if "depth" in parameters.counts else []
    depths += [2 * parameters.counts["mate"] - 1] if "mate" in parameters.counts else []
    depth = min(max(1, min(depths)), MAX_PLY - 1) if depths else None
    nodes = max(1, parameters.counts["nodes"]) if "nodes" in parameters.counts else None
    simulations = None
    if (depth, nodes, seconds) == (None, None, None) and not parameters.infinite:
        depth, nodes, seconds, simulations = defaults.depth, defaults.nodes, defaults.seconds, defaults.simulations
        if defaults == Limits() and parameters.names_limits:
            seconds = seconds_for(parameters, 1 - player, overhead) or USUAL_SECONDS
    return Limits(depth=depth, nodes=nodes, seconds=min(seconds or FOREVER, FOREVER), simulations=simulations)
