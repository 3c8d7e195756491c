"""Where a program is: the position it was told, and the states that led there."""

from dataclasses import dataclass

from spielbaum.errors import PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import parse_action, parse_state, split_line, states_of_line
from spielbaum.game.repetition import RepetitionRule, draw_utility


@dataclass(frozen=True)
class Place:
    """A start, the moves from there, and the states on the way, the first one first."""

    start: str | None
    moves: tuple[str, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The state that was reached."""
        return self.states[-1]


def place_at_start(game: Game) -> Place:
    """Return the start of a game."""
    return Place(None, (), (game.initial(),))


def place_of(game: Game, start: str | None, moves: str, before: Place) -> Place:
    """Return where moves lead.

    Parameters
    ----------
    game
        The game.
    start
        The notation of a position; None for the start of the game.
    moves
        Actions from there.
    before
        The place before: where its moves go on, only the new ones are played.

    Raises
    ------
    PositionError
        If the position cannot be, or a move is not legal.
    """
    words = tuple(split_line(game, moves))
    known = len(before.moves)
    if start == before.start and words[:known] == before.moves:
        return Place(start, words, before.states[:-1] + _played(game, before.state, words, known))
    state = game.initial() if start is None else parse_state(game, start)
    return Place(start, words, _played(game, state, words, 0))


def _played(game: Game, state: State, words: tuple[str, ...], known: int) -> tuple[State, ...]:
    return tuple(states_of_line(game, state, words[known:], first=known + 1))


def actions_of(game: Game, state: State, moves: str) -> tuple[tuple[Action, ...], tuple[str, ...]]:
    """Return the actions that a text names, each once, and the words that name no legal one."""
    found, unknown = [], []
    for word in split_line(game, moves):
        try:
            found.append(parse_action(game, state, word))
        except PositionError:
            unknown.append(word)
    return tuple(dict.fromkeys(found)), tuple(unknown)


@dataclass(frozen=True)
class Outcome:
    """What is known of a place without searching."""

    over: bool
    result: str
    first_moves: bool


def outcome_of(game: Game, place: Place) -> Outcome:
    """Return whether the game is over there, how it ended, and whether the first player is to move."""
    state = place.state
    if game.is_terminal(state):
        first, second = game.utility(state)
    elif RepetitionRule(game).is_draw(place.states):
        first, second = draw_utility(game)
    else:
        return Outcome(False, "none", game.to_move(state) == 0)
    result = "p1win" if first > second else "p2win" if second > first else "draw"
    return Outcome(True, result, False)
