"""Zobrist keys: the XOR of a random word for each piece on each square, updated move by move.

A move changes a few squares, so the next key is the present one XOR the words of the changes. States are immutable, so
the key is one more field of them.

A. L. Zobrist, A new hashing method with application for game playing, University of Wisconsin (1970).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spielbaum.game.facts import Action, State
from spielbaum.game.hashes import STEP
from spielbaum.game.record import Game
from spielbaum.kernel import U64, clear_lowest, lowest_index, scrambled

WORD = (1 << 64) - 1


def random_words(count: int, seed: int = 0) -> tuple[int, ...]:
    """Return random 64-bit words, the same for equal seeds.

    Parameters
    ----------
    count
        The number of words.
    seed
        The seed.

    Examples
    --------
    >>> random_words(2) == random_words(2), len({*random_words(64), *random_words(64, seed=1)})
    (True, 128)
    """
    start = scrambled(U64(seed + 1))
    return tuple(int(scrambled(U64((start + number * STEP) & WORD))) for number in range(1, count + 1))


def make_xor(squares: int, seed: int = 0) -> Callable[[U64, int], U64]:
    """Return ``xor(key, changed)``, the key after some squares of a bitboard have changed.

    Parameters
    ----------
    squares
        The number of squares, at most 128.
    seed
        The seed, a different one for each bitboard of a state.

    Examples
    --------
    >>> xor = make_xor(9)
    >>> key = xor(U64(0), U64(0b101))
    >>> xor(key, U64(0b101)), xor(xor(U64(0), U64(0b001)), U64(0b100)) == key
    (0, True)
    """
    words = random_words(squares, seed)

    def xor(key: U64, changed: int) -> U64:
        while changed:
            key = U64(key ^ U64(words[lowest_index(changed)]))
            changed = clear_lowest(changed)
        return key

    return xor


def with_zobrist(
    game: Game, keyed: Callable[..., Any], update: Callable[[U64, State, State], U64], empty: State
) -> Game:
    """Return a game whose states have a Zobrist key as their last field, ``zobrist``, which becomes ``hints.key``.

    The rules of the game are kept; they read the fields of a state by name. Hints that need more than that field, and
    the rule of repetition, are left to the caller.

    Parameters
    ----------
    game
        A game whose states are NamedTuples of integers.
    keyed
        The class of states with the key: the same fields, and ``zobrist: U64``.
    update
        ``(key, before, after) -> key``: the key XOR the words of all differences between two states.
    empty
        The state of key 0, such as the empty board.
    """
    initial, result = game.initial, game.result
    parse, settled, passed = game.notation.parse_state, game.hints.proof.settled, game.hints.null_move

    def whole(state: State) -> State:
        return keyed(*state[:], update(U64(0), empty, state))

    def keyed_initial() -> State:
        return whole(initial())

    def keyed_result(state: State, action: Action) -> State:
        after = result(state, action)
        return keyed(*after[:], update(state.zobrist, state, after))

    def keyed_settled(state: State) -> State:
        after = settled(state)  # type: ignore[misc]
        return keyed(*after[:], update(state.zobrist, state, after))

    def keyed_null_move(state: State) -> State:
        after = passed(state)  # type: ignore[misc]
        return keyed(*after[:], update(state.zobrist, state, after))

    def keyed_parse(text: str) -> State:
        return whole(parse(text))  # type: ignore[misc]

    def key(state: State) -> int:
        found: int = state.zobrist
        return found

    proof = replace(game.hints.proof, settled=keyed_settled if settled else None)
    return replace(
        game,
        initial=keyed_initial,
        result=keyed_result,
        hints=replace(
            game.hints,
            key=key,
            key_kind="hash",
            second_key=None,
            null_move=keyed_null_move if passed else None,
            proof=proof,
        ),
        notation=replace(game.notation, parse_state=keyed_parse if parse else None),
    )
