"""The keys of positions in a book: 96 bits, equal for positions with the same key of the game.

For states that are NamedTuples the key of the game is used, so that mirror images and other equivalent positions are
stored once. Exact values use the key of proofs, which may leave out a part of the value; other values use the key of
searches. Other objects are identified by their notation, as their keys may depend on hashes that differ between
processes.
"""

from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import NamedTuple

from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.kernel import flattened, shape_of
from spielbaum.search.core.keys import checked, has_fields

KEY_BYTES = 12
"""The probability of a collision among a million positions is less than 1e-17."""

FIRST_POSITIONS = 100
"""The number of first positions in the fingerprint of a game."""

NO_KEY = 0


class BookKeys(NamedTuple):
    """``key`` gives the key of an unfinished state, and ``offset`` the part of its value that the key leaves out.

    ``joins`` says whether different states may share a key.
    """

    key: Callable[[State], bytes]
    offset: Callable[[State], int]
    joins: bool


def book_keys(game: Game, *, exact: bool) -> BookKeys:
    """Return the keys of a game's positions in a book.

    Parameters
    ----------
    game
        The game.
    exact
        Whether the values are exact: then positions of equal value may share a key.
    """
    if not has_fields(game):
        return BookKeys(lambda state: _digest(format_state(game, state).encode()), _no_offset, joins=False)
    shape = shape_of(game.initial())

    def whole(state: State) -> bytes:
        return _digest(repr(tuple(map(int, flattened(state, shape)))).encode())

    hints = game.hints.proof if exact and game.hints.proof.key else game.hints
    if hints.key is None:
        return BookKeys(whole, _no_offset, joins=False)
    own = checked(hints.key, game, compiled=False)
    second = own if hints.second_key is None else checked(hints.second_key, game, compiled=False)

    def key(state: State) -> bytes:
        first = int(own(state))
        return whole(state) if first == NO_KEY else _digest(f"{first} {int(second(state))}".encode())

    offset = game.hints.proof.offset if hints is game.hints.proof else None
    return BookKeys(key, offset or _no_offset, joins=True)


def fingerprint(game: Game, keys: BookKeys) -> str:
    """Return a hash of the first positions of a game: notation, actions, utilities and keys.

    It reveals books of a game whose rules or keys have changed since.
    """
    seen, hashed = [game.initial()], sha256()
    for place in range(FIRST_POSITIONS):
        if place == len(seen):
            break
        state = seen[place]
        hashed.update(f"{format_state(game, state)}\n".encode())
        if game.is_terminal(state):
            hashed.update(f"{[float(value) for value in game.utility(state)]}\n".encode())
            continue
        actions = list(game.actions(state))
        hashed.update(f"{keys.key(state).hex()} {int(keys.offset(state))} {actions}\n".encode())
        if len(seen) < FIRST_POSITIONS:
            seen += [game.result(state, action) for action in actions]
    return hashed.hexdigest()


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=KEY_BYTES).digest()


def _no_offset(_state: State) -> int:
    return 0
