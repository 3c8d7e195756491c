"""Zobrist keys of chess: pieces on squares, castling rights, the en passant square, and the side to move.

A state has the board as the side to move sees it; the random words belong to White's squares, so that a piece that
does not move keeps its word.
"""

from dataclasses import replace
from typing import NamedTuple

from spielbaum import U64, Game, Repetition
from spielbaum.game.zobrist import make_xor, random_words, with_zobrist
from spielbaum.games.chess.rules import SAFE_CLOCK, reversible
from spielbaum.games.chess.state import WHITE, State, turned
from spielbaum.kernel import scrambled


class KeyedState(NamedTuple):
    """A state, and its key."""

    own: U64
    enemy: U64
    pawns: U64
    knights: U64
    diagonals: U64
    straights: U64
    kings: U64
    castling: U64
    en_passant: U64
    clock: int
    number: int
    to_move: int
    zobrist: U64


EMPTY = State(U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), 0, 1, WHITE)

BLACK_TO_MOVE = random_words(1, seed=9)[0]

xor_white, xor_black = make_xor(64, seed=0), make_xor(64, seed=1)
xor_pawns, xor_knights, xor_diagonals = make_xor(64, seed=2), make_xor(64, seed=3), make_xor(64, seed=4)
xor_straights, xor_kings = make_xor(64, seed=5), make_xor(64, seed=6)
xor_castling, xor_en_passant = make_xor(64, seed=7), make_xor(64, seed=8)


def as_white_sees(state: State) -> State:
    """Return the boards as White sees them; the side to move is ignored."""
    if state.to_move == WHITE:
        return State(*state[:12])
    return turned(state)


def update(key: U64, before: State, after: State) -> U64:
    """Return the key updated by the differences between two states."""
    old, new = as_white_sees(before), as_white_sees(after)
    key = xor_white(key, U64(old.own ^ new.own))
    key = xor_black(key, U64(old.enemy ^ new.enemy))
    key = xor_pawns(key, U64(old.pawns ^ new.pawns))
    key = xor_knights(key, U64(old.knights ^ new.knights))
    key = xor_diagonals(key, U64(old.diagonals ^ new.diagonals))
    key = xor_straights(key, U64(old.straights ^ new.straights))
    key = xor_kings(key, U64(old.kings ^ new.kings))
    key = xor_castling(key, U64(old.castling ^ new.castling))
    key = xor_en_passant(key, U64(old.en_passant ^ new.en_passant))
    return U64(key ^ U64(BLACK_TO_MOVE)) if before.to_move != after.to_move else key


def position_key(state: KeyedState) -> int:
    """Return the key for the rule of repetition: the field."""
    return state.zobrist


def key(state: KeyedState) -> int:
    """Return the key of the transposition table: the field, and the half-move clock if it may soon end the game."""
    late = U64(max(0, state.clock - SAFE_CLOCK))
    return U64(state.zobrist ^ scrambled(late)) if late else state.zobrist


def with_keys(game: Game) -> Game:
    """Return the game with incremental keys."""
    keyed = with_zobrist(game, KeyedState, update, EMPTY)
    repetition = Repetition(key=position_key, reversible=reversible)
    return replace(keyed, hints=replace(keyed.hints, key=key), repetition=repetition)
