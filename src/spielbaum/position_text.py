"""Positions and moves as people write them: in the game's notation, as JSON, in SGF, or as moves from the start."""

from spielbaum.errors import GameError, InputError, Message, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state, parse_state, place_of, read_transcript, split_line

SGF = "(;"
"""The beginning of a game in SGF."""


def parse_position(game: Game, text: str, to_move: str | None = None) -> State:
    """Read a state as ``parse_state`` does, or as the last position of a game in SGF.

    Raises
    ------
    PositionError
        If the text cannot be read or the state is impossible.
    InputError
        If the text is SGF and sgfmill is missing.
    """
    if not text.lstrip().startswith(SGF):
        return parse_state(game, text, to_move)
    from spielbaum.formats.sgf import position_in

    return parse_state(game, text, to_move, parse=position_in)


def read_either(game: Game, text: str) -> tuple[State, tuple[str, ...], State]:
    """Read moves from the start, or else a position.

    Returns
    -------
    start, actions, end
        The first state, the actions from there (none if the text is a position), and the state after them.

    Raises
    ------
    InputError
        If the text is neither, or the game is over there.
    """
    start, actions = game.initial(), tuple[str, ...]()
    try:
        moves, states = read_transcript(game, start, split_line(game, text))
        actions, end = tuple(moves), states[-1]
    except PositionError as not_actions:
        try:
            start = end = parse_position(game, text)
        except PositionError as not_position:
            raise InputError(Message("neither moves ({}) nor a position ({})", not_actions, not_position)) from None
    if game.is_terminal(end):
        raise InputError(Message("the game is over at {}", format_state(game, end)))
    return start, actions, end


def read_state(game: Game, *, position: str | None, moves: str | None, to_move: str | None = None) -> State:
    """Return the state that ``--position``, ``--moves`` and ``--to-move`` describe, by default the initial one.

    Raises
    ------
    InputError
        If they describe none.
    """
    return read_states(game, position=position, moves=moves, to_move=to_move)[-1]


def read_states(game: Game, *, position: str | None, moves: str | None, to_move: str | None = None) -> list[State]:
    """Return the state that ``read_state`` returns, preceded by all states before it.

    Raises
    ------
    InputError
        If the options describe none.
    """
    if to_move is not None and position is None:
        raise InputError(Message("--to-move goes with --position: the start says who moves"))
    state = game.initial() if position is None else parse_position(game, position, to_move)
    if state is None:
        raise GameError(Message("{}, returns None, not a state", place_of(game.initial)))
    return read_transcript(game, state, split_line(game, moves or "")).states
