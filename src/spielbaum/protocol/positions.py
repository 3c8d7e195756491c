"""The current position of a GUI, with the states that led to it."""

from dataclasses import dataclass

from spielbaum.errors import PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import parse_action, split_line, states_of_line
from spielbaum.game.repetition import RepetitionRule, draw_utility
from spielbaum.position_text import parse_position

NO_POSITION = "there is no position: the last one was invalid"


@dataclass(frozen=True)
class Position:
    """A first position, the moves from it, and all states along the line."""

    start: str | None
    moves: tuple[str, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.states[-1]


def initial_position(game: Game) -> Position:
    """Return the initial position of a game."""
    return Position(None, (), (game.initial(),))


def position_after(game: Game, start: str | None, moves: str, before: Position | None) -> Position:
    """Return the position that a ``position`` command sets.

    Parameters
    ----------
    game
        The game.
    start
        The notation of the first position; None for the initial state.
    moves
        The moves from it, as text.
    before
        The previous position, if any; if the new one continues it, only the new moves are played.

    Raises
    ------
    PositionError
        If the notation cannot be read, or a move is not legal.
    """
    words = tuple(split_line(game, moves))
    if before is not None and start == before.start and words[: len(before.moves)] == before.moves:
        return Position(start, words, before.states[:-1] + _played(game, before.state, words, len(before.moves)))
    state = game.initial() if start is None else parse_position(game, start)
    return Position(start, words, _played(game, state, words, 0))


def _played(game: Game, state: State, words: tuple[str, ...], known: int) -> tuple[State, ...]:
    return tuple(states_of_line(game, state, words[known:], first=known + 1))


def parse_actions(game: Game, state: State, moves: str) -> tuple[tuple[Action, ...], tuple[str, ...]]:
    """Return the distinct legal actions of a text, and the words that are not legal actions."""
    found, unknown = [], []
    for word in split_line(game, moves):
        try:
            found.append(parse_action(game, state, word))
        except PositionError:
            unknown.append(word)
    return tuple(dict.fromkeys(found)), tuple(unknown)


@dataclass(frozen=True)
class Outcome:
    """Whether a game is over, its result as in UGI, and whether the first player is to move."""

    over: bool
    result: str
    first_moves: bool


def find_outcome(game: Game, position: Position) -> Outcome:
    """Return the outcome of the game at a position."""
    state = position.state
    if game.is_terminal(state):
        first, second = game.utility(state)
    elif RepetitionRule(game).is_draw(position.states):
        first, second = draw_utility(game)
    else:
        return Outcome(False, "none", game.to_move(state) == 0)
    result = "p1win" if first > second else "p2win" if second > first else "draw"
    return Outcome(True, result, False)
