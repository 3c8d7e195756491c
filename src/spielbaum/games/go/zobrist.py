"""Zobrist keys of Go: stones, the point of a ko, passes, and the player to move.

The field is the key of the rule of repetition. The number of plies, which ends the game, is mixed in for the
table only. Rotated and reflected boards have different keys.
"""

from dataclasses import replace
from typing import NamedTuple

from spielbaum import U64, Game, Repetition
from spielbaum.game.zobrist import make_xor, random_words, with_zobrist
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.rules import NO_KO, PASSES, State
from spielbaum.kernel import scrambled


class KeyedState(NamedTuple):
    """A state, and its key."""

    black: U64
    black_high: U64
    white: U64
    white_high: U64
    ko: int
    passes: int
    plies: int
    zobrist: U64


EMPTY = State(U64(0), U64(0), U64(0), U64(0), NO_KO, 0, 0)


def key(state: KeyedState) -> int:
    """Return the key of the transposition table: the field and the number of plies."""
    return U64(state.zobrist ^ scrambled(U64(state.plies + 1)))


def repetition(state: KeyedState) -> int:
    """Return the key of the rule of repetition; never 0."""
    return state.zobrist if state.zobrist else U64(1)


def with_keys(game: Game, goban: Goban) -> Game:
    """Return the game with incremental keys."""
    low, high = goban.split, max(1, goban.points - goban.split)
    xor_black, xor_black_high = make_xor(low, seed=0), make_xor(high, seed=1)
    xor_white, xor_white_high = make_xor(low, seed=2), make_xor(high, seed=3)
    of_ko = (0, *random_words(goban.points, seed=4))
    of_passes = (0, *random_words(PASSES, seed=5))
    of_turn = (0, *random_words(1, seed=6))

    def update(key: U64, before: State, after: State) -> U64:
        key = xor_black(key, U64(before.black ^ after.black))
        key = xor_black_high(key, U64(before.black_high ^ after.black_high))
        key = xor_white(key, U64(before.white ^ after.white))
        key = xor_white_high(key, U64(before.white_high ^ after.white_high))
        key = U64(key ^ U64(of_ko[before.ko + 1]) ^ U64(of_ko[after.ko + 1]))
        key = U64(key ^ U64(of_passes[before.passes]) ^ U64(of_passes[after.passes]))
        return U64(key ^ U64(of_turn[(before.plies ^ after.plies) & 1]))

    keyed = with_zobrist(game, KeyedState, update, EMPTY)
    return replace(keyed, hints=replace(keyed.hints, key=key), repetition=Repetition(key=repetition, times=2))
