"""The output of a search in UCI and UGI: ``info`` and ``bestmove`` lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Number, Result, in_units
from spielbaum.search.driver.multipv import BestLines
from spielbaum.search.searcher import Searcher

NO_MOVE = "0000"
"""The null move of UCI, sent if there is no move."""

LONGEST_STRING = 300


def info_string(text: object) -> str:
    """Return a text as an ``info string``: one printable line, truncated if it is too long.

    Examples
    --------
    >>> info_string("two" + chr(10) + "lines" + chr(0))
    'info string two lines?'
    """
    words = " ".join(str(text).split())
    shown = "".join(sign if sign.isprintable() else "?" for sign in words)
    return f"info string {shown if len(shown) <= LONGEST_STRING else shown[:LONGEST_STRING] + '…'}"


@dataclass(frozen=True)
class Scale:
    """The conversion of search values to scores.

    Parameters
    ----------
    player
        The player from whose point of view scores are given.
    unit
        The value of one unit of utility.
    win
        The value of the largest utility; infinity if that is unknown.
    certain
        Whether every evaluation is less than ``win``.
    plies
        Whether mate distances are counted in plies, as in UGI, or in moves, as in UCI.
    """

    player: int
    unit: float
    win: float
    certain: bool
    plies: bool

    @classmethod
    def of(cls, searcher: Searcher, player: int, *, plies: bool) -> "Scale":
        """Return the scale of a searcher from the point of view of a player."""
        game = searcher.game
        win = inf if game.max_utility is None or not game.zero_sum else game.max_utility * searcher.unit
        return cls(player, searcher.unit, win, searcher.win < inf, plies)

    def score(self, value: Number, distance: int | None = None, *, exact: bool = False) -> str:
        """Return a value as ``score cp``, or as ``score mate`` if a win or loss within some plies is proven.

        Exact values are utilities, others are in units of the evaluation; if both units are equal, ``cp`` are
        hundredths of the unit.

        Examples
        --------
        >>> chess = Scale(player=0, unit=100000, win=100000, certain=True, plies=False)
        >>> chess.score(35), chess.score(100000, 5), chess.score(-1, 4, exact=True), chess.score(100000)
        ('score cp 35', 'score mate 3', 'score mate -2', 'score cp 100000')
        """
        mine = value[self.player] if isinstance(value, tuple) else value
        worth = mine * self.unit if exact else mine
        if distance is not None and abs(worth) >= self.win and (exact or self.certain):
            away = distance if self.plies else (distance + (worth > 0)) // 2
            return f"score mate {away if worth > 0 else -away}"
        return f"score cp {round(worth * 100 if self.unit == 1 else worth)}"


def node_counts(nodes: int, seconds: float) -> str:
    """Return the fields ``nodes``, ``nps`` and ``time`` (milliseconds)."""
    return f"nodes {nodes} nps {round(nodes / max(seconds, 1e-3))} time {round(1000 * seconds)}"


def info_line(scale: Scale, progress: Progress) -> str:
    """Return the ``info`` line of a completed depth."""
    assert progress.value is not None
    parts = ("info depth", str(progress.depth), scale.score(progress.value))
    return " ".join([*parts, node_counts(progress.nodes, progress.seconds), *_line(progress.pv_text)])


def final_info_line(scale: Scale, result: Result, fill: int | None) -> str:
    """Return the last ``info`` line; without a score if the last iteration is incomplete, which gives only a bound."""
    parts = ["info depth", str(result.depth)]
    if result.certainty.complete:
        parts.append(scale.score(result.value, result.distance, exact=result.in_utilities))
    parts.append(node_counts(result.nodes, result.seconds))
    if fill is not None:
        parts.append(f"hashfull {fill}")
    return " ".join(parts + _line(result.pv_text))


def multipv_lines(scale: Scale, found: BestLines, fill: int | None = None) -> list[str]:
    """Return the ``info`` lines of the best moves, one for each.

    Parameters
    ----------
    scale
        The conversion of values to scores.
    found
        The best moves. The value of a first move from an incomplete depth is a lower bound.
    fill
        The fill of the transposition table in permille; with the last lines only.
    """
    shown, in_utilities = [], all(one.proven for one in found.lines)
    for number, one in enumerate(found.lines, 1):
        assert one.value is not None
        value = in_units(one.value, scale.unit) if one.proven and not in_utilities else one.value
        unfinished = one.bound == "lower"
        parts = [f"info depth {one.depth + unfinished} multipv {number}"]
        parts.append(scale.score(value, one.distance, exact=one.proven))
        parts += ["lowerbound"] if unfinished else []
        parts.append(node_counts(found.nodes, found.seconds))
        parts += [] if fill is None else [f"hashfull {fill}"]
        shown.append(" ".join(parts + _line(one.pv_text)))
    return shown


def _line(moves: Sequence[str]) -> list[str]:
    return ["pv", *moves] if moves else []


def bestmove_line(moves: Sequence[str]) -> str:
    """Return the ``bestmove`` line of a principal variation, with the expected reply to ponder on."""
    if len(moves) > 1:
        return f"bestmove {moves[0]} ponder {moves[1]}"
    return f"bestmove {moves[0] if moves else NO_MOVE}"
