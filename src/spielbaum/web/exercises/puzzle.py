"""Positions from random games in which exactly one move wins, solved to the end of the game."""

from dataclasses import dataclass, replace
from random import Random

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_state
from spielbaum.position_text import parse_position
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.searcher import Searcher

GAMES = (
    "tic-tac-toe",
    "connect-four:width=5,height=4",
    "nim",
    "domineering:rows=4,columns=5",
    "othello:size=6",
)
"""The games with puzzles."""

MOST_GAMES = 40
"""The most random games that are played for one seed."""

NODES, MOST_NODES = 500, 20_000
"""Node limits: for the searches that look for a puzzle, and for a given position."""

SECONDS = 3.0
LEAST_MOVES, LEAST_PLIES = 3, 3
"""The fewest moves that a puzzle offers, and the fewest plies to the win."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, with the values of all moves.

    Attributes
    ----------
    game, state
        The position.
    lines
        The moves, each with its outcome and its principal variation.
    """

    game: Game
    state: State
    lines: tuple[ActionLine, ...]

    @property
    def solution(self) -> ActionLine:
        """The winning move."""
        return next(line for line in self.lines if line.outcome == "win")

    def line_of(self, action: Action) -> ActionLine:
        """Return the line of a move."""
        return next(line for line in self.lines if line.action == action)


def find_puzzle(game: Game, position: str | None, seed: int) -> Puzzle:
    """Return the puzzle of a position, or else of a seed.

    Raises
    ------
    InputError
        If there is none.
    """
    return read_puzzle(game, parse_position(game, position)) if position else make_puzzle(game, seed)


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
        raise InputError("a puzzle needs a move to find, and here the game is over")
    lines = _solver(game).action_values(state, nodes=MOST_NODES, seconds=SECONDS)
    if any(line.outcome is None for line in lines):
        raise InputError(Message("this position of {} cannot be solved within {:,} nodes", game.spec, MOST_NODES))
    wins = sum(line.outcome == "win" for line in lines)
    if wins != 1:
        raise InputError(
            Message("in a puzzle exactly one move wins, and at {} there are {}", format_state(game, state), wins)
        )
    return Puzzle(game, state, lines)


def make_puzzle(game: Game, seed: int) -> Puzzle:
    """Return a puzzle from random games; the same seed gives the same puzzle.

    Raises
    ------
    InputError
        If the random games contain none.
    """
    solver = _solver(game)
    for number in range(MOST_GAMES):
        random = Random(f"{game.spec} {seed} {number}")
        states = _random_game(game, random)
        for state in reversed(states):
            if len(list(game.actions(state))) < LEAST_MOVES:
                continue
            lines = solver.action_values(state, nodes=NODES)
            if any(line.outcome is None for line in lines):
                break  # earlier positions take even longer
            winning = [line for line in lines if line.outcome == "win"]
            if len(winning) == 1 and (winning[0].distance or LEAST_PLIES) >= LEAST_PLIES:
                return Puzzle(game, state, lines)
    raise InputError(Message("seed {} gives no puzzle of {} in {} games: try another", seed, game.spec, MOST_GAMES))


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
