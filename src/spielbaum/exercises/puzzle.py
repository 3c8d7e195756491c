"""Positions from random games in which exactly one move wins, solved to the end of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_state
from spielbaum.position_text import parse_position
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.searcher import Searcher

GAMES = (
    "connect-four:width=5,height=4",
    "tic-tac-toe",
    "dots-and-boxes:rows=2,columns=3",
    "domineering:rows=4,columns=5",
    "othello:size=6",
)
"""The games with puzzles."""

MOST_GAMES, ENOUGH_GAMES = 60, 25
"""The most random games that are played for one seed, and for a puzzle of the wanted level if there is another."""

NODES, MOST_NODES = 800, 20_000
"""Node limits: for the searches that look for a puzzle, times its level, and for a given position."""

SECONDS = 3.0
LEAST_MOVES, LEAST_PLIES = 3, 3
"""The fewest moves that a puzzle offers, and the fewest plies to the win."""

TRAP = 2
"""By how many plies a trap makes a puzzle more difficult."""

LEVELS = (6, 9)
"""The most difficult puzzle of each level but the last: plies to the win, and ``TRAP`` for each trap."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, with the values of all moves.

    Attributes
    ----------
    game, state
        The position.
    lines
        The moves, each with its outcome and its principal variation.
    traps
        The wrong moves that only one of several replies refutes.
    """

    game: Game
    state: State
    lines: tuple[ActionLine, ...]
    traps: int = 0

    @property
    def solution(self) -> ActionLine:
        """The winning move."""
        return next(line for line in self.lines if line.outcome == "win")

    @property
    def level(self) -> int:
        """The difficulty: from 1 to 3."""
        plies = (self.solution.distance or LEAST_PLIES) + TRAP * self.traps
        return 1 + sum(plies > most for most in LEVELS)


@dataclass(frozen=True)
class Stage:
    """A position in the line of a puzzle, in which its solver has a choice, or which ends it.

    Attributes
    ----------
    before, state
        The position before the last move, and the present one.
    played
        The moves since the first position.
    lines
        The moves, each with its outcome; none at the end.
    """

    before: State
    state: State
    played: tuple[Action, ...]
    lines: tuple[ActionLine, ...]

    def line_of(self, action: Action) -> ActionLine:
        """Return the line of a move."""
        return next(line for line in self.lines if line.action == action)

    @property
    def is_won(self) -> bool:
        """Whether the game is over."""
        return not self.lines


def first_stage(puzzle: Puzzle) -> Stage:
    """Return the position that a puzzle begins with."""
    return Stage(puzzle.state, puzzle.state, (), puzzle.lines)


def next_stage(puzzle: Puzzle, stage: Stage, action: Action) -> Stage:
    """Return the position after a move that wins, its best replies, and moves without a choice."""
    game, solver, player = puzzle.game, _solver(puzzle.game), puzzle.game.to_move(puzzle.state)
    waiting = list(stage.line_of(action).pv[1:])
    before, state, played = stage.state, game.result(stage.state, action), [*stage.played, action]
    while not game.is_terminal(state):
        if game.to_move(state) == player or not waiting:
            lines = solver.action_values(state, nodes=MOST_NODES)
            if game.to_move(state) == player and len(lines) > 1:
                return Stage(before, state, tuple(played), lines)
            waiting = list(best_line(lines).pv)
        before, state = state, game.result(state, waiting[0])
        played.append(waiting.pop(0))
    return Stage(before, state, tuple(played), ())


def best_line(lines: Sequence[ActionLine]) -> ActionLine:
    """Return the best move: a win as soon as possible, or else a loss as late as possible."""

    def worth(line: ActionLine) -> tuple[int, int]:
        plies = line.distance or 0
        return {"win": (2, -plies), "loss": (0, plies)}.get(line.outcome or "", (1, 0))

    return max(lines, key=worth)


def find_puzzle(game: Game, position: str | None, seed: int, level: int = 1) -> Puzzle:
    """Return the puzzle of a position, or else of a seed.

    Raises
    ------
    InputError
        If there is none.
    """
    return read_puzzle(game, parse_position(game, position)) if position else make_puzzle(game, seed, level)


def read_puzzle(game: Game, state: State) -> Puzzle:
    """Return the puzzle of a position.

    Raises
    ------
    InputError
        If the position is not a puzzle: it is too large to solve, terminal, or does not have exactly one winning move.
    """
    if not game.is_duel:
        raise InputError(Message("a puzzle needs a two-player zero-sum game, and {} is not one", game.spec))
    if game.is_terminal(state):
        raise InputError(Message("a puzzle needs a move to find, and here the game is over"))
    lines = _solver(game).action_values(state, nodes=MOST_NODES, seconds=SECONDS)
    if any(line.outcome is None for line in lines):
        raise InputError(Message("this position of {} cannot be solved within {:,} nodes", game.spec, MOST_NODES))
    wins = sum(line.outcome == "win" for line in lines)
    if wins != 1:
        raise InputError(
            Message("in a puzzle exactly one move wins, and at {} there are {}", format_state(game, state), wins)
        )
    return _measured(game, state, lines)


def make_puzzle(game: Game, seed: int, level: int = 1) -> Puzzle:
    """Return a puzzle from random games; the same seed and level give the same puzzle.

    If the random games contain none of that level, it is one of the nearest.

    Raises
    ------
    InputError
        If the random games contain none.
    """
    solver, found = _solver(game), list[Puzzle]()
    for number in range(MOST_GAMES):
        random = Random(f"{game.spec} {seed} {number}")
        for puzzle in _puzzles_in(game, solver, _random_game(game, random), NODES * level):
            if puzzle.level == level:
                return puzzle
            found.append(puzzle)
        if found and number + 1 >= ENOUGH_GAMES:
            break
    if not found:
        raise InputError(Message("seed {} gives no puzzle of {} in {} games: try another", seed, game.spec, MOST_GAMES))
    return min(found, key=lambda puzzle: abs(puzzle.level - level))


def _puzzles_in(game: Game, solver: Searcher, states: Sequence[State], nodes: int) -> Iterator[Puzzle]:
    """Yield the puzzles among the states of a game, from its end on."""
    for state in reversed(states):
        if len(list(game.actions(state))) < LEAST_MOVES:
            continue
        lines = solver.action_values(state, nodes=nodes)
        if any(line.outcome is None for line in lines):
            return  # earlier positions take even longer
        winning = [line for line in lines if line.outcome == "win"]
        if len(winning) == 1 and (winning[0].distance or LEAST_PLIES) >= LEAST_PLIES:
            yield _measured(game, state, lines)


def _measured(game: Game, state: State, lines: tuple[ActionLine, ...]) -> Puzzle:
    """Return a puzzle with the number of its traps."""
    solver, player = _solver(game), game.to_move(state)

    def is_trap(line: ActionLine) -> bool:
        after = game.result(state, line.action)
        if line.outcome == "win" or game.is_terminal(after) or game.to_move(after) == player:
            return False
        replies = solver.action_values(after, nodes=MOST_NODES)
        return len(replies) > 1 and sum(reply.outcome != "loss" for reply in replies) == 1

    return Puzzle(game, state, lines, sum(map(is_trap, lines)))


def _random_game(game: Game, random: Random) -> list[State]:
    """Return the non-terminal states of a random game."""
    states, state = [], game.initial()
    while not game.is_terminal(state):
        states.append(state)
        state = game.result(state, random.choice(list(game.actions(state))))
    return states


def _solver(game: Game) -> Searcher:
    """Return a searcher that is interpreted, because compiling takes longer than a small search."""
    return Searcher(replace(game, compiled=False), "alpha-beta")
