"""States and actions as text: in the game's notation, otherwise as JSON and numbers."""

import json
from ast import literal_eval
from collections.abc import Callable, Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum.errors import GameError, Message, PositionError, Sentence
from spielbaum.files import parse_json
from spielbaum.game import NULL_MOVE, Action, Game, State
from spielbaum.game.action_fields import action_text
from spielbaum.kernel import shape_of

PASSES = "--"
"""The text of a null move, as in PGN."""

PASS = "pass"
"""The text of an action that is a pass."""

LONGEST_SHOWN = 200
"""The most characters of a position that a message quotes."""


def format_state(game: Game, state: State) -> str:
    """Return the one-line notation of a state."""
    if game.notation.format_state:
        return _text(game.notation.format_state, game.notation.format_state(state))
    names = _field_names(state)
    if names:
        try:
            return json.dumps({name: _as_json(getattr(state, name)) for name in names}, separators=(",", ":"))
        except TypeError:  # a field without a JSON form
            return repr(state)
    text = str(state)
    return text if text.isprintable() else repr(state)


def place_of(function: Callable[..., Any]) -> str:
    """Return the name of a function with its file and line."""
    code, name = getattr(function, "__code__", None), getattr(function, "__name__", repr(function))
    return Sentence("{} in {}, line {}", name, Path(code.co_filename).name, code.co_firstlineno) if code else name


def _text(function: Callable[..., Any], text: Any) -> str:
    if not isinstance(text, str):
        raise GameError(Message("{}, returns {!r}, not a text", place_of(function), text))
    return text


def _field_names(state: State) -> tuple[str, ...]:
    """Return the field names of a NamedTuple or a dataclass; none for other states."""
    if is_dataclass(state):
        return tuple(found.name for found in dataclass_fields(state) if found.init)
    return getattr(state, "_fields", ())


def _as_json(value: Any) -> Any:
    if isinstance(value, Integral):
        return int(value)
    if type(value) is tuple:
        return [_as_json(one) for one in value]
    if value is None or type(value) in (str, float):
        return value
    raise TypeError(value)


def _as_field(value: Any) -> Any:
    return tuple(map(_as_field, value)) if isinstance(value, list) else value


def parse_state(
    game: Game, text: str, to_move: str | None = None, *, parse: Callable[[Game, str], State] | None = None
) -> State:
    """Read a state in the game's notation, or as a JSON object of its fields.

    Parameters
    ----------
    game
        The game.
    text
        The notation.
    to_move
        The player to move, by name or number, if the notation leaves it open.
    parse
        Reads the text in another notation; raises ``ValueError`` with a sentence if it cannot.

    Raises
    ------
    PositionError
        If the text cannot be read or the state is impossible.
    """
    player = None if to_move is None else game.player_number(to_move)
    try:
        if parse is not None:
            state = parse(game, text)
        elif text.lstrip().startswith("{"):
            state = _state_of_json(game, text, player)
        elif game.notation.parse_state:
            state = game.notation.parse_state(text if player is None else f"{text} {game.player_name(player)}")
        else:
            state = _state_of_text(game, text)
        if state is None:
            raise ValueError(Message("{} reads None there, not a state", game.name))
        if game.notation.validate:
            game.notation.validate(state)
        if player is not None and game.to_move(state) != player:
            raise ValueError(Message("{} is to move there, not {}", game.player_name(game.to_move(state)), to_move))
    except RecursionError:
        raise PositionError(Message("position {!r}...: it is nested too deeply", text[:40])) from None
    except ValueError as error:
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        raise PositionError(Message("position {!r}: {}", shown, error)) from None
    return state


def _state_of_text(game: Game, text: str) -> State:
    """Read a state without fields, as ``format_state`` writes it."""
    start = game.initial()
    example = format_state(game, start)
    if text == example:
        return start
    if _field_names(start):
        raise ValueError(
            Message("{} has no notation of its own; write the fields as JSON, such as {}", game.name, example)
        )
    if isinstance(start, str) and text.isprintable() and text[:1] not in "'\"":
        return text
    try:
        state = literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError):
        state = None
    if type(state) is not type(start):
        raise ValueError(
            Message("{} has no notation of its own; write a state as Python does, such as {}", game.name, example)
        )
    return state


def _state_of_json(game: Game, text: str, player: int | None) -> State:
    fields, start = parse_json(text), game.initial()
    state_class: Any = type(start)
    names = _field_names(start)
    if not names:
        raise ValueError(Message("states of {} have no fields and cannot be read from JSON", game.name))
    if player is not None and "to_move" in names:
        fields["to_move"] = player
    if set(fields) != set(names):
        raise ValueError(Message("a state of {} has exactly the fields {}", game.name, ", ".join(names)))
    for name, value in fields.items():
        if not game.compiled:
            fields[name] = _like(name, _as_field(value), getattr(start, name))
        elif isinstance(getattr(start, name), tuple):
            fields[name] = _board(name, value, len(getattr(start, name)))
        else:
            fields[name] = _whole(Sentence("field {!r}", name), value, _bits_of(start, name))
    return state_class(**fields)


def _bits_of(start: State, name: str) -> int:
    try:
        wide = shape_of(start).wide
    except GameError:
        return 64
    return 128 if wide[_field_names(start).index(name)] else 64


def _board(name: str, value: Any, length: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(Message("field {!r} must be a list of {} whole numbers, not {!r}", name, length, value))
    return tuple(_whole(Sentence("number {} of field {!r}", place, name), number) for place, number in enumerate(value))


def _whole(what: str, value: Any, bits: int = 64) -> int:
    if not isinstance(value, int):
        raise ValueError(Message("{} must be a whole number, not {!r}", what, value))
    if not -(2**63) <= value < 2**bits:
        raise ValueError(Message("{} must fit into {} bits, {} does not", what, bits, value))
    return int(value)  # true and false count as 1 and 0


def legal_actions(game: Game, state: State) -> list[Action]:
    """Return the legal actions of a state that is not terminal.

    Raises
    ------
    GameError
        If there are none.
    """
    found = list(game.actions(state))
    if not found:
        where = format_state(game, state)
        raise GameError(Message("{} has no action at {}, which is not terminal", game.spec, where))
    return found


def _like(name: str, value: Any, example: Any) -> Any:
    """Return the value of a field if its type is that in the initial state."""
    if example is None or value is None or isinstance(value, type(example)):
        return value
    if isinstance(example, float) and isinstance(value, int):
        return value
    kind = Sentence("a list") if isinstance(example, tuple) else Sentence("of the kind of {!r}", example)
    raise ValueError(Message("field {!r} must be {}, not {!r}", name, kind, value))


def format_action(game: Game, state: State, action: Action) -> str:
    """Return the text of an action in the game's notation; its numbers without one."""
    if action == NULL_MOVE:
        return PASSES
    return (
        _text(game.notation.format_action, game.notation.format_action(state, action))
        if game.notation.format_action
        else action_text(action)
    )


def _an_action(game: Game, state: State) -> str:
    return next((format_action(game, state, action) for action in game.actions(state)), "")


def parse_action(game: Game, state: State, text: str) -> Action:
    """Read a legal action. A draw that must be claimed does not end the game here.

    Raises
    ------
    PositionError
        If the action is not legal, or the game is over.
    """
    if not isinstance(text, str):
        raise PositionError(
            Message("an action is read from its text, such as {!r}, not from {!r}", _an_action(game, state), text)
        )
    if game.played_on(state) is None:
        raise PositionError(Message("no action {!r}: the game is over at {}", text, format_state(game, state)))
    legal = list(game.actions(state))
    texts = [format_action(game, state, action) for action in legal]
    if text in texts:
        return legal[texts.index(text)]
    if game.notation.parse_action:
        try:
            action = game.notation.parse_action(state, text)
        except ValueError as error:
            raise PositionError(Message("action {!r}: {}", text, error)) from None
        if action in legal:
            return action
    shown = ", ".join(texts[:12])
    if len(texts) > 12:
        shown = Sentence("{} and {} more", shown, len(texts) - 12)
    raise PositionError(Message("action {!r} is not legal at {}: legal is {}", text, format_state(game, state), shown))


def after(game: Game, state: State, action: Action) -> State:
    """Return the state after an action, or after a null move."""
    if action == NULL_MOVE:
        assert game.hints.null_move is not None
        return game.hints.null_move(state)
    return game.result(state, action)


def format_line(game: Game, state: State, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return the texts of a sequence of actions from a state."""
    texts = []
    for action in actions:
        texts.append(format_action(game, state, action))
        state = after(game, state, action)
    return tuple(texts)


def split_line(game: Game, text: str) -> list[str]:
    """Split a text into actions, at spaces and commas, or as the game does."""
    words = text.replace(",", " ")
    return game.notation.split_actions(words) if game.notation.split_actions else words.split()


def steps_of(game: Game, state: State, word: str, mover: int | None = None) -> list[Action]:
    """Return the actions of a word in a transcript: one, preceded by a pass if the transcript omits it.

    Parameters
    ----------
    game, state
        The game and the state before the action.
    word
        The text of the action.
    mover
        The player who makes it, if known; otherwise a pass is inserted only if it is the only action.

    Raises
    ------
    PositionError
        If the action is legal neither with nor without the pass.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("othello:size=4")
    >>> state = play_line(game, game.initial(), "a2a3b4c1a4")
    >>> format_line(game, state, steps_of(game, state, "b1"))
    ('pass', 'b1')
    """
    if mover is not None and not game.is_terminal(state) and game.to_move(state) != mover:
        omitted = next((action for action in game.actions(state) if format_action(game, state, action) == PASS), None)
        if omitted is None:
            names = game.player_name(mover), game.player_name(game.to_move(state))
            raise PositionError(Sentence("{} moves, and {} is to move").format(*names))
        return [omitted, parse_action(game, game.result(state, omitted), word)]
    try:
        return [parse_action(game, state, word)]
    except PositionError:
        only = [] if game.is_terminal(state) else list(game.actions(state))
        if [format_action(game, state, action) for action in only] != [PASS]:
            raise
        return [*only, parse_action(game, game.result(state, only[0]), word)]


class Transcript(NamedTuple):
    """A line of play: the texts of its actions, and the states from the first to the last."""

    moves: list[str]
    states: list[State]


def read_transcript(game: Game, state: State, words: Iterable[str]) -> Transcript:
    """Read a sequence of actions, inserting omitted passes.

    Raises
    ------
    PositionError
        If an action is not legal; the message has its number.
    """
    found = Transcript([], [state])
    for number, word in enumerate(words, 1):
        try:
            steps = steps_of(game, found.states[-1], word)
        except PositionError as error:
            raise PositionError(Message("move {}: {}", number, error)) from None
        for action in steps:
            found.moves.append(format_action(game, found.states[-1], action))
            found.states.append(game.result(found.states[-1], action))
    return found


def play_line(game: Game, state: State, text: str) -> State:
    """Return the state after the actions of a text.

    Raises
    ------
    PositionError
        If an action is not legal; the message has its number.
    """
    return read_transcript(game, state, split_line(game, text)).states[-1]


def states_of_line(game: Game, state: State, actions: Iterable[str], *, first: int = 1) -> list[State]:
    """Return a state and the states after each of some actions; ``first`` is the number of the first action.

    Raises
    ------
    PositionError
        If an action is not legal; the message has its number.
    """
    states = [state]
    for number, word in enumerate(actions, first):
        try:
            states.append(game.result(states[-1], parse_action(game, states[-1], word)))
        except PositionError as error:
            raise PositionError(Message("move {}: {}", number, error)) from None
    return states
