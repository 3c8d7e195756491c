"""Suites of positions, read from CSV or EPD, and what players make of them: moves, values, nodes, depth and time.

::

    position,best,value,comment
    XX.OO....,2,1,completes the row
    X........,4,0,

The first column is ``position`` (the game's notation or JSON) or ``moves`` (from the start). The others are optional:
``best`` has one or several moves, all equally good; ``value`` a number, or one for each player; ``comment`` any text.
Without a header the columns are position or moves, best, value, comment; what can be read as either is read as moves.
Empty lines are skipped.

In EPD, ``bm`` has the best moves, ``am`` the moves to avoid, and ``id`` is the name of the position.

The tables are those of papers on search: nodes of each player and in percent of the first player's (A. Plaat, Research
Re: search & Re-search (1996)); nodes, time and depth, and how often two algorithms choose the same move (N. Sturtevant,
Multi-Player Games: Algorithms and Approaches (2003)).
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from math import isfinite, nan
from pathlib import Path
from statistics import fmean
from typing import Any

from spielbaum.errors import InputError, Message, PositionError, Sentence, UnknownNameError
from spielbaum.files import read_text
from spielbaum.formats.files import EPD, named, read_epd
from spielbaum.formats.played import at_line
from spielbaum.game import Game, State
from spielbaum.game.notation import (
    format_action,
    format_state,
    parse_action,
    play_line,
    split_line,
)
from spielbaum.measuring.agreement import disagreements, same_value
from spielbaum.measuring.grid import Row
from spielbaum.measuring.settings import Setting
from spielbaum.players import PlayerSpec
from spielbaum.position_text import parse_position, read_either
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Number, Result, tidy
from spielbaum.search.searcher import Searcher

POSITION, MOVES = "position", "moves"
MORE_COLUMNS = ("best", "value", "comment")

Tell = Callable[[PlayerSpec, Progress | None], None]
"""Called with a player when its search is compiled (``None``) and as it makes progress."""


@dataclass(frozen=True)
class SuitePosition:
    """A position of a suite.

    Attributes
    ----------
    state, text
        The position, and its notation.
    best
        The best moves, as texts; empty if they are not known.
    value
        For the player to move, or one number for each player; None if it is not known.
    avoid
        The wrong moves, as texts.
    name
        The name of the position; may be empty.
    """

    state: State
    text: str
    best: tuple[str, ...] = ()
    value: Number | None = None
    avoid: tuple[str, ...] = ()
    name: str = ""

    def solved_by(self, action: str | None) -> bool | None:
        """Return whether an action is among the best and not among those to avoid; None if neither are known."""
        if not (self.best or self.avoid):
            return None
        return action not in self.avoid and (not self.best or action in self.best)


def read_suite(game: Game, path: Path) -> list[SuitePosition]:
    """Return the positions of a file.

    Raises
    ------
    InputError
        If the file cannot be read or has an error. The message names the file, the line and, in CSV, the column.
    """
    if path.suffix.lower() == EPD:
        return _read_epd(game, path)
    found: list[SuitePosition] = []
    columns: Sequence[str] | None = None
    for number, cells in _rows(path):
        where = Sentence("{}, line {}", path, number)
        if columns is None:
            columns = _columns(cells, where)
            if cells[0].lower() in (POSITION, MOVES):
                continue
        if len(cells) > len(columns):
            raise InputError(Message("{}, column {}: there are only {} columns", where, len(columns) + 1, len(columns)))
        found.append(_position(game, dict(zip(columns, cells, strict=False)), where))
    if not found:
        raise InputError(
            Message("{} holds no position: each line begins with a position or with moves from the start", path)
        )
    return found


def _read_epd(game: Game, path: Path) -> list[SuitePosition]:
    found: list[SuitePosition] = []
    try:
        for line in read_epd(game, path):
            text = format_state(game, line.state)
            if game.is_terminal(line.state):
                raise at_line(line.number, Sentence("the game is over at {}", text))
            best, avoid = line.moves(game, "bm"), line.moves(game, "am")
            found.append(SuitePosition(line.state, text, best, avoid=avoid, name=line.text("id")))
    except InputError as error:
        raise named(path, error) from None
    if not found:
        raise InputError(Message("{} holds no position", path))
    return found


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        reader = csv.reader(io.StringIO(read_text(path, "utf-8-sig")), strict=True, skipinitialspace=True)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise InputError(Message("{}, line {}: {}", path, reader.line_num, error)) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else Sentence("it is not UTF-8 text")
        raise InputError(Message("cannot read the positions in {}: {}", path, reason)) from None


def _columns(cells: Sequence[str], where: str) -> list[str]:
    """Return the names of the columns, from the header or the default ones."""
    first, *others = (cell.lower() for cell in cells)
    if first not in (POSITION, MOVES):
        return ["", *MORE_COLUMNS]
    for number, name in enumerate(others, 2):
        if name not in MORE_COLUMNS:
            raise InputError(
                Message("{}, column {}: {}", where, number, UnknownNameError("column", name, MORE_COLUMNS))
            )
        if name in others[: number - 2]:
            raise InputError(Message("{}, column {}: {!r} appears twice", where, number, name))
    return [first, *others]


def _position(game: Game, cells: dict[str, str], where: str) -> SuitePosition:
    first = next(iter(cells))
    column = first or "1"
    try:
        state = _state(game, cells[first], first)
        column = "best"
        best = tuple(
            format_action(game, state, parse_action(game, state, word))
            for word in split_line(game, cells.get(column, ""))
        )
        column = "value"
        return SuitePosition(state, format_state(game, state), best, _value(game, cells.get(column, "")))
    except InputError as error:
        raise InputError(Message("{}, column {}: {}", where, column, error)) from None


def _state(game: Game, text: str, column: str) -> State:
    if not text:
        raise InputError(Message("it is empty"))
    if not column:
        return read_either(game, text)[2]
    state = parse_position(game, text) if column == POSITION else play_line(game, game.initial(), text)
    if game.is_terminal(state):
        raise PositionError(Message("the game is over at {}", format_state(game, state)))
    return state


def _value(game: Game, text: str) -> Number | None:
    try:
        numbers = tuple(tidy(float(word)) for word in text.split())
    except ValueError:
        numbers = (nan,)
    if not all(map(isfinite, numbers)):
        raise InputError(Message("{!r} is no number", text))
    if len(numbers) not in (0, 1, game.players):
        raise InputError(Message("a value is one number or {}, one for each player, and not {!r}", game.players, text))
    return None if not numbers else numbers[0] if len(numbers) == 1 else numbers


@dataclass(frozen=True)
class Reached:
    """A depth that was completed: its cost, with all depths before it, and the action chosen there."""

    depth: int
    nodes: int
    seconds: float
    action: str = ""


@dataclass(frozen=True)
class Solution:
    """The answer of a player to a position.

    Attributes
    ----------
    number, position
        The position and its number, from 1.
    player
        The index of the player, from 0.
    result
        The result of the search.
    depths
        The completed depths; only the last one if the player does not deepen.
    """

    number: int
    position: SuitePosition
    player: int
    result: Result
    depths: tuple[Reached, ...]

    @property
    def right(self) -> bool | None:
        """Whether a best move was chosen, and not one to avoid; None if they are not known."""
        return self.position.solved_by(self.result.action_text)

    @property
    def found(self) -> Reached | None:
        """The depth from which on a right move was chosen; None if the final move is not right."""
        if not self.right:
            return None
        kept = list(takewhile(lambda reached: self.position.solved_by(reached.action), reversed(self.depths)))
        return kept[-1] if kept else Reached(self.result.depth, self.result.nodes, self.result.seconds)

    @property
    def right_value(self) -> bool | None:
        """Whether the value is the known one; None if unknown, or if one is a number and the other a vector."""
        known, found = self.position.value, self.result.value
        if known is None or isinstance(known, tuple) != isinstance(found, tuple):
            return None
        return same_value(known, found)


@dataclass(frozen=True)
class Total:
    """The totals of a player over all positions.

    Attributes
    ----------
    positions
        The number of positions it searched.
    nodes, nodes_mean, seconds_mean, depth_mean
        Its nodes in all, and means.
    part
        Its nodes relative to those of the first player.
    asked, right
        Positions with known best moves, and those in which it chose one.
    values_asked, values_right
        Positions with known values, and those in which it found it.
    depths
        For each depth, means over the positions in which it was completed, and the number of these positions.
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
    """Search every position with every player, position by position, and yield each solution.

    Parameters
    ----------
    game, positions
        The game and the suite.
    players
        The players; each starts every position with an empty table.
    table, threads
        The size of the transposition table and the number of threads of each search.
    tell
        Called with progress.

    Raises
    ------
    InputError
        If a player does not search, or does not suit the game.
    """
    searchers = []
    for player in players:
        if not player.searches:
            raise InputError(Message("{} does not search: the players of a suite are algorithms", player))
        if tell:
            tell(player, None)
        found = Searcher(
            game, player.for_game(game).algorithm, evaluation=player.evaluation, table=table, threads=threads
        )
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
    """Return the totals of each player."""
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
    """Return the nodes of each depth alone, without the depths before it, for each position of a player.

    `spielbaum.statistics.growth_factor` fits their growth.
    """
    found = []
    for solution in solutions:
        if solution.player == player:
            totals_before = [0, *(reached.nodes for reached in solution.depths)]
            pairs = zip(solution.depths, totals_before, strict=False)
            found.append({now.depth: now.nodes - before for now, before in pairs if now.depth and now.nodes > before})
    return found


def agreements(solutions: Sequence[Solution], players: int) -> list[tuple[int, int, list[bool]]]:
    """Return each pair of players with, for each position that both searched, whether they chose the same move."""
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
    """Return a sentence for each position and depth at which values differ but must not."""
    sentences = []
    for evaluation in dict.fromkeys(solution.result.evaluation for solution in solutions):
        own = [solution.result for solution in solutions if solution.result.evaluation == evaluation]
        rows = [Row(Setting(parse_algorithm(result.algorithm), result.depth), (result,), None) for result in own]
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
        "value": found.value,
        "kind": found.certainty.kind,
        **{name: getattr(found, name) for name in ("depth", "nodes", "leaves", "cutoffs")},
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
