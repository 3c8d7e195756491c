"""Players on the positions of a suite: what each chooses, what that costs, and how often they agree.

The tables are those of papers on search: nodes of each player and in percent of the first one's (A. Plaat, Research Re:
search & Re-search (1996)), nodes, time and depth reached, and how often two algorithms choose the same move
(N. Sturtevant, Multi-Player Games: Algorithms and Approaches (2003)).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from statistics import fmean
from typing import Any

from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.measuring.agreement import disagreements, same_value
from spielbaum.measuring.grid import Row
from spielbaum.measuring.settings import Setting
from spielbaum.measuring.suite_file import SuitePosition
from spielbaum.players import PlayerSpec
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Result
from spielbaum.search.driver.searcher import Searcher

Tell = Callable[[PlayerSpec, Progress | None], None]
"""Told who searches, and how far it is; None while its search is compiled."""


@dataclass(frozen=True)
class Reached:
    """What it cost to search to a depth, all depths before it included, and what was chosen there."""

    depth: int
    nodes: int
    seconds: float
    action: str = ""


@dataclass(frozen=True)
class Solution:
    """What a player made of a position.

    Attributes
    ----------
    number, position
        Which position, counted from 1.
    player
        Which player of the list, from 0.
    result
        The answer of the search.
    depths
        What each depth cost that was searched to its end: the last one alone if the player does not deepen.
    """

    number: int
    position: SuitePosition
    player: int
    result: Result
    depths: tuple[Reached, ...]

    @property
    def right(self) -> bool | None:
        """Whether a best move was chosen, and none to avoid; None where they are not known."""
        return self.position.solved_by(self.result.action_text)

    @property
    def found(self) -> Reached | None:
        """The depth at which such a move was found and then kept; None where it was not."""
        if not self.right:
            return None
        kept = list(takewhile(lambda reached: self.position.solved_by(reached.action), reversed(self.depths)))
        return kept[-1] if kept else Reached(self.result.depth, self.result.nodes, self.result.seconds)

    @property
    def right_value(self) -> bool | None:
        """Whether the value is the known one; None where it is not known, or of another kind: a number or a vector."""
        known, found = self.position.value, self.result.value
        if known is None or isinstance(known, tuple) != isinstance(found, tuple):
            return None
        return same_value(known, found)


@dataclass(frozen=True)
class Total:
    """A player on all positions.

    Attributes
    ----------
    positions
        How many it searched.
    nodes, nodes_mean, seconds_mean, depth_mean
        Nodes in all, and means.
    part
        Its nodes as a part of the first player's.
    asked, right
        Positions whose best moves are known, and those of them in which it chose one.
    values_asked, values_right
        The same for values.
    depths
        Means over the positions in which a depth was searched to its end, and how many these are.
    """

    positions: int
    nodes: int
    nodes_mean: float
    seconds_mean: float
    depth_mean: float
    part: float
    asked: int
    right: int
    values_asked: int
    values_right: int
    depths: tuple[tuple[Reached, int], ...]


def run_suite(
    game: Game,
    positions: Sequence[SuitePosition],
    *,
    players: Sequence[PlayerSpec],
    table: int | str | None = None,
    threads: int = 1,
    tell: Tell | None = None,
) -> Iterator[Solution]:
    """Let every player search every position, one position after the other, and yield each solution.

    Parameters
    ----------
    game, positions
        What is searched.
    players
        Who searches; nobody remembers anything from one position to the next.
    table, threads
        Of each search, where it has a transposition table.
    tell
        Told of progress.

    Raises
    ------
    InputError
        If a player does not search, or does not fit the game.
    """
    searchers = []
    for player in players:
        if not player.searches:
            raise InputError(f"{player} does not search: the players of a suite are algorithms")
        if tell:
            tell(player, None)
        found = Searcher(game, player.algorithm, evaluation=player.evaluation, table=table, threads=threads)
        found.compile()
        searchers.append(found)
    for number, position in enumerate(positions, 1):
        for index, player in enumerate(players):
            yield _solve(number, position, index, player, searchers[index], tell)


def _solve(
    number: int, position: SuitePosition, index: int, player: PlayerSpec, searcher: Searcher, tell: Tell | None
) -> Solution:
    depths: list[Reached] = []
    result = searcher.search(
        position.state,
        player.limits,
        progress=None if tell is None else lambda done: tell(player, done),
        on_iteration=lambda done: depths.append(Reached(done.depth, done.nodes, done.seconds, *done.pv_text[:1])),
    )
    if not depths or result.depth > depths[-1].depth:
        depths.append(Reached(result.depth, result.nodes, result.seconds, result.action_text or ""))
    return Solution(number, position, index, result, tuple(depths))


def totals(solutions: Sequence[Solution], players: int) -> list[Total]:
    """Return one row for each player."""
    own = [[solution for solution in solutions if solution.player == player] for player in range(players)]
    return [_total(found, own[0]) for found in own if found]


def _total(own: Sequence[Solution], first: Sequence[Solution]) -> Total:
    numbers = {solution.number for solution in own}
    nodes = [solution.result.nodes for solution in own]
    rights = [solution.right for solution in own if solution.right is not None]
    values = [solution.right_value for solution in own if solution.right_value is not None]
    return Total(
        positions=len(own),
        nodes=sum(nodes),
        nodes_mean=fmean(nodes),
        seconds_mean=fmean(solution.result.seconds for solution in own),
        depth_mean=fmean(solution.result.depth for solution in own),
        part=sum(nodes) / sum(solution.result.nodes for solution in first if solution.number in numbers),
        asked=len(rights),
        right=sum(rights),
        values_asked=len(values),
        values_right=sum(values),
        depths=tuple(_reached(own)),
    )


def _reached(own: Sequence[Solution]) -> Iterator[tuple[Reached, int]]:
    every = [reached for solution in own for reached in solution.depths]
    for depth in sorted({reached.depth for reached in every}):
        there = [reached for reached in every if reached.depth == depth]
        nodes, seconds = fmean(one.nodes for one in there), fmean(one.seconds for one in there)
        yield Reached(depth, round(nodes), seconds), len(there)


def nodes_by_depth(solutions: Sequence[Solution], player: int) -> list[dict[int, int]]:
    """Return for each position that a player searched the nodes of each depth alone, without those before it.

    `spielbaum.statistics.growth_factor` says how fast they grow.
    """
    found = []
    for solution in solutions:
        if solution.player == player:
            totals_before = [0, *(reached.nodes for reached in solution.depths)]
            pairs = zip(solution.depths, totals_before, strict=False)
            found.append({now.depth: now.nodes - before for now, before in pairs if now.depth and now.nodes > before})
    return found


def agreements(solutions: Sequence[Solution], players: int) -> list[tuple[int, int, list[bool]]]:
    """Return for each two players, for each position that both searched, whether they chose the same move."""
    chosen = [
        {solution.number: solution.result.action_text for solution in solutions if solution.player == player}
        for player in range(players)
    ]
    rows = []
    for one, other in combinations(range(players), 2):
        both = chosen[one].keys() & chosen[other].keys()
        rows.append((one, other, [chosen[one][number] == chosen[other][number] for number in sorted(both)]))
    return rows


def contradictions(solutions: Sequence[Solution]) -> list[str]:
    """Return a sentence for each position and depth at which values differ that must not."""
    sentences = []
    for evaluation in dict.fromkeys(solution.result.evaluation for solution in solutions):
        own = [solution.result for solution in solutions if solution.result.evaluation == evaluation]
        rows = [Row(Setting(result.algorithm, result.depth), (result,), None) for result in own]
        sentences += disagreements(rows)
    return sentences


def row_of(solution: Solution, names: Sequence[str]) -> dict[str, Any]:
    """Return a solution as plain values; ``names`` are those of the players."""
    found, kept = solution.result, solution.found
    return {
        "number": solution.number,
        "name": solution.position.name,
        "position": solution.position.text,
        "player": names[solution.player],
        "action": found.action_text,
        **{name: getattr(found, name) for name in ("value", "kind", "depth", "nodes", "leaves", "cutoffs")},
        "seconds": found.seconds,
        "best": list(solution.position.best),
        "avoid": list(solution.position.avoid),
        "right": solution.right,
        "found": None if kept is None else {"depth": kept.depth, "nodes": kept.nodes, "seconds": kept.seconds},
        "known_value": solution.position.value,
        "right_value": solution.right_value,
        "depths": [{"depth": one.depth, "nodes": one.nodes, "seconds": one.seconds} for one in solution.depths],
    }


def total_row(total: Total, name: str) -> dict[str, Any]:
    """Return a total as plain values, with the name of the player."""
    depths = [
        {"depth": mean.depth, "positions": count, "nodes_mean": mean.nodes, "seconds_mean": mean.seconds}
        for mean, count in total.depths
    ]
    return {"player": name, **{key: getattr(total, key) for key in Total.__dataclass_fields__}, "depths": depths}
