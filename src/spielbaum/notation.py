"""States and actions as text: the game's own notation, or JSON and numbers where it has none."""

import json
from collections.abc import Iterable
from typing import Any

from spielbaum.errors import GameError, InputError, PositionError
from spielbaum.files import parse_json
from spielbaum.game import Action, Game, State

LONGEST_SHOWN = 200
"""So many characters of a position are repeated in a message."""


def format_state(game: Game, state: State) -> str:
    """Return the one-line notation of a state."""
    if game.format_state:
        return game.format_state(state)
    if hasattr(state, "_asdict"):
        return json.dumps({name: int(value) for name, value in state._asdict().items()}, separators=(",", ":"))
    return str(state)


def parse_state(game: Game, text: str, to_move: str | None = None) -> State:
    """Read a state in the game's notation, or as a JSON object of its fields.

    Parameters
    ----------
    game
        The game.
    text
        The notation.
    to_move
        The player to move, by name or number, where the notation leaves it open.

    Raises
    ------
    PositionError
        If the text cannot be read or no such state can be.
    """
    player = None if to_move is None else game.player_number(to_move)
    try:
        if text.lstrip().startswith("{"):
            state = _state_of_json(game, text, player)
        elif game.parse_state:
            state = game.parse_state(text if player is None else f"{text} {game.player_name(player)}")
        else:
            if not hasattr(game.initial(), "_fields"):
                raise ValueError(f"{game.name} has no notation: a game gets one by parse_state and format_state")
            example = format_state(game, game.initial())
            raise ValueError(f"{game.name} has no notation of its own; write the fields as JSON, such as {example}")
        if game.validate:
            game.validate(state)
        if player is not None and game.to_move(state) != player:
            raise ValueError(f"{game.player_name(game.to_move(state))} is to move there, not {to_move}")
    except ValueError as error:
        shown = repr(text) if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]!r}…"
        raise PositionError(f"position {shown}: {error}") from None
    return state


def _state_of_json(game: Game, text: str, player: int | None) -> State:
    fields = parse_json(text)
    state_class: Any = type(game.initial())
    names = getattr(state_class, "_fields", None)
    if names is None:
        raise ValueError(f"states of {game.name} are no NamedTuples and cannot be read from JSON")
    if player is not None and "to_move" in names:
        fields["to_move"] = player
    if set(fields) != set(names):
        raise ValueError(f"a state of {game.name} has exactly the fields {', '.join(names)}")
    for name, value in fields.items():
        if not isinstance(value, int):
            raise ValueError(f"field {name!r} must be a whole number, not {value!r}")
        if not -(2**63) <= value < 2**64:
            raise ValueError(f"field {name!r} must fit into 64 bits, {value} does not")
    return state_class(**{name: int(value) for name, value in fields.items()})  # true and false count as 1 and 0


def legal_actions(game: Game, state: State) -> list[Action]:
    """Return the legal actions of an unfinished state.

    Raises
    ------
    GameError
        If there is none.
    """
    found = list(game.actions(state))
    if not found:
        where = format_state(game, state)
        raise GameError(f"{game.spec} has no action at {where}, and is_terminal says that the game goes on there")
    return found


def format_action(game: Game, state: State, action: Action) -> str:
    """Return an action as text."""
    return game.format_action(state, action) if game.format_action else str(action)


def parse_action(game: Game, state: State, text: str) -> Action:
    """Read an action and check that it is legal.

    Raises
    ------
    PositionError
        If it is not, or the game is over.
    """
    if game.is_terminal(state):
        raise PositionError(f"no action {text!r}: the game is over at {format_state(game, state)}")
    legal = list(game.actions(state))
    texts = [format_action(game, state, action) for action in legal]
    if text in texts:
        return legal[texts.index(text)]
    if game.parse_action:
        try:
            action = game.parse_action(state, text)
        except ValueError as error:
            raise PositionError(f"action {text!r}: {error}") from None
        if action in legal:
            return action
    shown = ", ".join(texts[:12]) + (f" and {len(texts) - 12} more" if len(texts) > 12 else "")
    raise PositionError(f"action {text!r} is not legal at {format_state(game, state)}: legal is {shown}")


def format_line(game: Game, state: State, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return the texts of a sequence of actions from a state."""
    texts = []
    for action in actions:
        texts.append(format_action(game, state, action))
        state = game.result(state, action)
    return tuple(texts)


def split_line(game: Game, text: str) -> list[str]:
    """Return the actions of a text, separated by spaces or commas, or as the game splits them."""
    words = text.replace(",", " ")
    return game.split_actions(words) if game.split_actions else words.split()


def play_line(game: Game, state: State, text: str) -> State:
    """Return the state after the actions of a text, separated by spaces or commas, or as the game splits them.

    Raises
    ------
    PositionError
        If one of them is not legal; the message says which.
    """
    return states_of_line(game, state, split_line(game, text))[-1]


def states_of_line(game: Game, state: State, actions: Iterable[str], *, first: int = 1) -> list[State]:
    """Return a state and those after each of some actions, of which the first one has a number.

    Raises
    ------
    PositionError
        If one of them is not legal; the message says which.
    """
    states = [state]
    for number, word in enumerate(actions, first):
        try:
            states.append(game.result(states[-1], parse_action(game, states[-1], word)))
        except PositionError as error:
            raise PositionError(f"move {number}: {error}") from None
    return states


def read_either(game: Game, text: str) -> tuple[State, tuple[str, ...], State]:
    """Read a text that is either moves from the start or a position; what can be both is taken for moves.

    Returns
    -------
    start, actions, end
        Where play begins, the actions made from there, and the state after them; for a position there are none.

    Raises
    ------
    InputError
        If it is neither, or the game is over there.
    """
    start, actions = game.initial(), tuple(split_line(game, text))
    try:
        end = play_line(game, start, text)
    except PositionError as not_actions:
        try:
            start, actions = parse_state(game, text), ()
            end = start
        except PositionError as not_position:
            raise InputError(f"neither moves ({not_actions}) nor a position ({not_position})") from None
    if game.is_terminal(end):
        raise InputError(f"the game is over at {format_state(game, end)}")
    return start, actions, end


def read_state(game: Game, *, position: str | None, moves: str | None, to_move: str | None = None) -> State:
    """Return the state that ``--position``, ``--moves`` and ``--to-move`` describe, from the start without them.

    Raises
    ------
    InputError
        If they do not describe one.
    """
    return read_states(game, position=position, moves=moves, to_move=to_move)[-1]


def read_states(game: Game, *, position: str | None, moves: str | None, to_move: str | None = None) -> list[State]:
    """Return the same with all states before it, the first one first.

    Raises
    ------
    InputError
        If they do not describe one.
    """
    if to_move is not None and position is None:
        raise InputError("--to-move goes with --position: the start says who moves")
    state = game.initial() if position is None else parse_state(game, position, to_move)
    return states_of_line(game, state, split_line(game, moves or ""))
