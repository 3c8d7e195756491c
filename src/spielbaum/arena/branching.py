"""Branching factors and game lengths in a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from spielbaum.arena.records import PLIES, GameRecord
from spielbaum.game import Game
from spielbaum.game.notation import parse_action, parse_state


@dataclass(frozen=True)
class Complexity:
    """Branching factor and length of the games with one number of players.

    Attributes
    ----------
    players
        The number of players.
    games, positions
        The number of games, and the number of non-terminal positions in them.
    branching_mean, branching_median, branching_max
        Statistics of the number of legal actions.
    plies_mean, plies_median
        Statistics of the length of a game, the opening included.
    cut_off
        The number of games that the tournament cut off; they would have been longer.
    """

    players: int
    games: int
    positions: int
    branching_mean: float
    branching_median: float
    branching_max: int
    plies_mean: float
    plies_median: float
    cut_off: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Width:
    """The branching factor at a ply, counted from 0 at the start of the game.

    Attributes
    ----------
    ply, positions
        The ply, and the number of positions at it.
    mean, maximum
        Statistics of the number of legal actions.
    """

    ply: int
    positions: int
    mean: float
    maximum: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


def widths_by_ply(game: Game, lines: Iterable[tuple[str, Sequence[str]]]) -> list[Width]:
    """Return the branching factor at each ply of some lines of play.

    Parameters
    ----------
    game
        The game.
    lines
        The first position and the actions of each line, as texts.

    Examples
    --------
    >>> from spielbaum import games
    >>> widths_by_ply(games.load("nim:heaps=1-2"), [("1-2 0", ["a1", "b2"])])
    [Width(ply=0, positions=1, mean=3.0, maximum=3), Width(ply=1, positions=1, mean=2.0, maximum=2)]
    """
    widths: dict[int, list[int]] = defaultdict(list)
    for start, actions in lines:
        state = parse_state(game, start)
        for ply, text in enumerate(actions):
            widths[ply].append(sum(1 for _ in game.actions(state)))
            state = game.result(state, parse_action(game, state, text))
    return [Width(ply, len(found), fmean(found), max(found)) for ply, found in sorted(widths.items())]


def complexity(game: Game, games: Iterable[GameRecord]) -> list[Complexity]:
    """Return one row for each number of players of some games."""
    widths: dict[int, list[int]] = defaultdict(list)
    lengths: dict[int, list[int]] = defaultdict(list)
    cut_off: dict[int, int] = defaultdict(int)
    for record in games:
        players = len(record.seats)
        state = parse_state(game, record.start)
        line = [*record.opening, *(move.action for move in record.moves)]
        for text in line:
            widths[players].append(sum(1 for _ in game.actions(state)))
            state = game.result(state, parse_action(game, state, text))
        lengths[players].append(len(line))
        cut_off[players] += record.end == PLIES
    return [
        Complexity(
            players=players,
            games=len(lengths[players]),
            positions=len(widths[players]),
            branching_mean=fmean(widths[players]) if widths[players] else 0.0,
            branching_median=float(median(widths[players])) if widths[players] else 0.0,
            branching_max=max(widths[players], default=0),
            plies_mean=fmean(lengths[players]),
            plies_median=float(median(lengths[players])),
            cut_off=cut_off[players],
        )
        for players in sorted(lengths)
    ]
