"""What a program is told of a search: the lines ``info`` and ``bestmove``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from spielbaum.game import Game, State
from spielbaum.game.notation import parse_action
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Number, Result, in_units
from spielbaum.search.driver.multipv import BestLines
from spielbaum.search.driver.searcher import Searcher

NO_MOVE = "0000"
"""What stands for a move where there is none, in UCI."""

LONGEST_SENTENCE = 300


def sentence(text: object) -> str:
    """Return a text as a line that a program can show: one line, printable, not too long.

    Examples
    --------
    >>> sentence("two" + chr(10) + "lines" + chr(0))
    'info string two lines?'
    """
    words = " ".join(str(text).split())
    shown = "".join(sign if sign.isprintable() else "?" for sign in words)
    return f"info string {shown if len(shown) <= LONGEST_SENTENCE else shown[:LONGEST_SENTENCE] + '…'}"


@dataclass(frozen=True)
class Scale:
    """How values become scores.

    Parameters
    ----------
    player
        Who asks.
    unit
        What one unit of utility is worth in the values of the search.
    win
        What the largest utility is worth there; infinity where that is not known.
    certain
        Whether no estimate is as large.
    plies
        Whether the way to the end is counted in plies, as in UGI, or in moves of one side, as in UCI.
    """

    player: int
    unit: float
    win: float
    certain: bool
    plies: bool

    @classmethod
    def of(cls, searcher: Searcher, player: int, *, plies: bool) -> "Scale":
        """Return the scale of a search, as a player sees it."""
        game = searcher.game
        win = inf if game.max_utility is None or not game.zero_sum else game.max_utility * searcher.unit
        return cls(player, searcher.unit, win, searcher.win < inf, plies)

    def score(self, value: Number, distance: Callable[[], int], *, exact: bool = False) -> str:
        """Return a value as ``cp``, or as ``mate`` where it is a proven win or loss, so many plies away.

        Exact values are utilities, others in the unit of the evaluation. Where both are the same, hundredths are told.

        Examples
        --------
        >>> chess = Scale(player=0, unit=100000, win=100000, certain=True, plies=False)
        >>> chess.score(35, lambda: 8), chess.score(100000, lambda: 5), chess.score(-1, lambda: 4, exact=True)
        ('score cp 35', 'score mate 3', 'score mate -2')
        """
        mine = value[self.player] if isinstance(value, tuple) else value
        worth = mine * self.unit if exact else mine
        if abs(worth) >= self.win and (exact or self.certain):
            away = distance() if self.plies else (distance() + (worth > 0)) // 2
            return f"score mate {away if worth > 0 else -away}"
        return f"score cp {round(worth * 100 if self.unit == 1 else worth)}"


def spent(nodes: int, seconds: float) -> str:
    """Return what a search has cost so far."""
    return f"nodes {nodes} nps {round(nodes / max(seconds, 1e-3))} time {round(1000 * seconds)}"


def depth_line(scale: Scale, progress: Progress, distance: Callable[[], int]) -> str:
    """Return the line about a depth that is finished."""
    assert progress.value is not None
    parts = ("info depth", str(progress.depth), scale.score(progress.value, distance))
    return " ".join([*parts, spent(progress.nodes, progress.seconds), *_line(progress.pv_text)])


def last_line(scale: Scale, result: Result, distance: Callable[[], int], fill: int | None) -> str:
    """Return the line about a search that is done; of one that was stopped half-way the value is only a bound."""
    parts = ["info depth", str(result.depth)]
    if result.complete:
        parts.append(scale.score(result.value, distance, exact=result.kind == "exact"))
    parts.append(spent(result.nodes, result.seconds))
    if fill is not None:
        parts.append(f"hashfull {fill}")
    return " ".join(parts + _line(result.pv_text))


def lines_of(
    scale: Scale, found: BestLines, distance: Callable[[Sequence[str], int], int], fill: int | None = None
) -> list[str]:
    """Return the lines about the best moves, one for each.

    Parameters
    ----------
    scale
        How values become scores.
    found
        The best moves. If the first one comes from a depth that was not finished, its value is a lower bound.
    distance
        ``(line, depth) -> plies to the end``.
    fill
        Thousandths of the table that are in use, for the last time.
    """
    told, in_utilities = [], all(one.proven for one in found.lines)
    for number, one in enumerate(found.lines, 1):
        assert one.value is not None
        value = in_units(one.value, scale.unit) if one.proven and not in_utilities else one.value
        unfinished = one.bound == "lower"
        parts = [f"info depth {one.depth + unfinished} multipv {number}"]
        parts.append(scale.score(value, partial(distance, one.pv_text, one.depth), exact=one.proven))
        parts += ["lowerbound"] if unfinished else []
        parts.append(spent(found.nodes, found.seconds))
        parts += [] if fill is None else [f"hashfull {fill}"]
        told.append(" ".join(parts + _line(one.pv_text)))
    return told


def _line(moves: Sequence[str]) -> list[str]:
    return ["pv", *moves] if moves else []


def best_line(moves: Sequence[str]) -> str:
    """Return the line with the move of a search, and with the answer that it expects."""
    if len(moves) > 1:
        return f"bestmove {moves[0]} ponder {moves[1]}"
    return f"bestmove {moves[0] if moves else NO_MOVE}"


def plies_to_end(game: Game, state: State, line: Sequence[str], depth: int) -> int:
    """Return how long a line of play is; where it was cut off before the game is over, so deep as was searched."""
    for move in line:
        state = game.result(state, parse_action(game, state, move))
    return len(line) if game.is_terminal(state) else max(depth, len(line))
