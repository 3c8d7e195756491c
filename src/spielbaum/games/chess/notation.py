"""Moves of chess as text: UCI (``e2e4``, ``e7e8q``) and SAN (``e4``, ``Nf3``, ``exd5``, ``O-O``, ``e8=Q+``)."""

import re

from spielbaum.errors import Message
from spielbaum.games._boards import moves_in_file
from spielbaum.games.chess.fen import as_white, piece_at, square_name, square_number
from spielbaum.games.chess.hooks import is_capture
from spielbaum.games.chess.moves import actions, in_check
from spielbaum.games.chess.rules import can_move, result
from spielbaum.games.chess.state import BLACK, State

PROMOTED = " NBRQ"
"""The letters of promotions, by number."""

NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}

_UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?")
_SAN = re.compile(r"([NBRQK])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([NBRQ]))?")
_CASTLES = {"O-O": 2, "0-0": 2, "O-O-O": -2, "0-0-0": -2}


split_actions = moves_in_file(["1-0", "0-1", "1/2-1/2", "*"])
"""The moves of a game in PGN."""


def squares_of(state: State, action: int) -> tuple[int, int]:
    """Return source and target of a move on White's board."""
    seen_from = 56 if state.to_move == BLACK else 0
    return action & 63 ^ seen_from, action >> 6 & 63 ^ seen_from


def format_action(state: State, action: int) -> str:
    """Return a move in UCI: source, target and, in lower case, the promotion.

    Examples
    --------
    >>> from spielbaum.games.chess.state import START
    >>> format_action(START, 12 | 28 << 6)
    'e2e4'
    """
    source, target = squares_of(state, action)
    return square_name(source) + square_name(target) + PROMOTED[action >> 12].strip().lower()


def click_path(state: State, action: int) -> tuple[str, str]:
    """Return the squares that are clicked to make a move; a promotion is chosen from a list."""
    source, target = squares_of(state, action)
    return square_name(source), square_name(target)


def parse_action(state: State, text: str) -> int:
    """Read a move in UCI or SAN; signs of check and mate, and annotations, may be omitted.

    Raises
    ------
    ValueError
        If it is neither, or SAN that matches no legal move, or several.

    Examples
    --------
    >>> from spielbaum.games.chess.state import START
    >>> parse_action(START, "Nf3") == parse_action(START, "g1f3")
    True
    """
    bare = text.rstrip("+#!?")
    uci = _UCI.fullmatch(bare)
    if uci:
        seen_from = 56 if state.to_move == BLACK else 0
        source, target = square_number(uci[1]) ^ seen_from, square_number(uci[2]) ^ seen_from
        return source | target << 6 | max(0, PROMOTED.find((uci[3] or " ").upper())) << 12
    fitting = _castles(state, bare) if bare in _CASTLES else _fitting(state, bare)
    if len(fitting) > 1:
        texts = " or ".join(san(state, action) for action in fitting)
        raise ValueError(Message("it may be {}: say which", texts))
    return fitting[0]


def _castles(state: State, text: str) -> list[int]:
    for action in actions(state):
        if piece_of(state, action) == "K" and (action >> 6 & 63) - (action & 63) == _CASTLES[text]:
            return [action]
    raise ValueError(Message("castling is not possible on the {}'s side", "king" if len(text) == 3 else "queen"))


def _fitting(state: State, text: str) -> list[int]:
    """Return the legal moves that match a text in SAN."""
    words = _SAN.fullmatch(text)
    if not words:
        raise ValueError(Message("a move is written as e2e4, e7e8q, e4, Nf3, exd5, e8=Q or O-O"))
    kind, file, rank, goal, promoted = words.groups()
    fitting = []
    for action in actions(state):
        source, target = squares_of(state, action)
        if target != square_number(goal) or PROMOTED[action >> 12].strip() != (promoted or ""):
            continue
        origin = square_name(source)
        if piece_of(state, action) == (kind or "P") and file in (None, origin[0]) and rank in (None, origin[1]):
            fitting.append(action)
    if not fitting:
        origin = f" from {file or ''}{rank or ''}" if file or rank else ""
        hint = f": write what it becomes, as in {goal}=Q" if not kind and not promoted and goal[1] in "18" else ""
        raise ValueError(Message("no {}{} can go to {}{}", NAMES[kind or "P"], origin, goal, hint))
    return fitting


def piece_of(state: State, action: int) -> str:
    """Return the capital letter of the moving piece."""
    return piece_at(as_white(state), squares_of(state, action)[0]).upper()


def san(state: State, action: int) -> str:
    """Return a legal move in standard algebraic notation.

    Examples
    --------
    >>> from spielbaum.games.chess.state import START
    >>> san(START, 6 | 21 << 6)
    'Nf3'
    """
    after = result(state, action)
    mark = "" if not in_check(after) else "+" if can_move(after) else "#"
    kind, step = piece_of(state, action), (action >> 6 & 63) - (action & 63)
    if kind == "K" and abs(step) == 2:
        return ("O-O" if step > 0 else "O-O-O") + mark
    source, target = map(square_name, squares_of(state, action))
    takes = "x" if is_capture(state, action) else ""
    if kind == "P":
        promotion = f"={PROMOTED[action >> 12]}" if action >> 12 else ""
        return (source[0] if takes else "") + takes + target + promotion + mark
    return kind + _origin(state, action, kind) + takes + target + mark


def _origin(state: State, action: int, kind: str) -> str:
    """Return the part of the source that distinguishes a piece from others of its kind with the same target."""
    source, target = map(square_name, squares_of(state, action))
    others = []
    for other in actions(state):
        start, goal = map(square_name, squares_of(state, other))
        if goal == target and start != source and piece_of(state, other) == kind:
            others.append(start)
    if not others:
        return ""
    if all(start[0] != source[0] for start in others):
        return source[0]
    return source[1] if all(start[1] != source[1] for start in others) else source
