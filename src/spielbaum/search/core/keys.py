"""Keys of states for tables, and the probability that two states share one.

A table is indexed by some bits of a key, so all bits must be random. A game's own key is scrambled, unless it is
declared to be a hash; otherwise a key that packs a board would crowd the states into a few buckets.
"""

from collections.abc import Callable
from operator import index
from typing import Any, Literal, NamedTuple

from spielbaum.errors import GameError, Message
from spielbaum.game import Game, KeyKind, State
from spielbaum.game.hashes import ODD, STEP
from spielbaum.game.numbering import Numbering
from spielbaum.kernel import U64, AsIntegers, Shape, flattened, one_word, scrambled, shape_of, signed
from spielbaum.search.core.packing import make_packed, packing_of

WORD = (1 << 64) - 1
BUCKET = 4
"""The most entries with which a state is compared in the table of a proof."""

Function = Callable[[State], int]

Sureness = Literal["certain", "hash", "game"]
"""Why keys differ: no two states share one; they are hashes of Spielbaum's; the game's own key says so."""


class ProofKeys(NamedTuple):
    """The keys of a proof: ``lock`` identifies a state; ``place`` is another hash for the bucket, None for the same.

    ``both`` returns lock and place together, if that is faster.
    """

    lock: Function
    place: Function | None
    sure: Sureness
    both: Callable[[State], tuple[int, int]] | None = None

    def chance(self, met: int, buckets: int, threads: int) -> float:
        """Return an upper bound of the probability that a table confused any two states.

        If keys are hashes, the birthday paradox bounds the probability that two states share one. Only states that are
        compared can be confused, and a state is compared with the entries of one bucket. With several threads it may
        also be compared with an entry that is half written.

        Parameters
        ----------
        met
            The number of states that were looked up.
        buckets
            The number of buckets in the table, a power of two.
        threads
            The number of threads that searched.

        Examples
        --------
        >>> keys = ProofKeys(hash, None, "game")
        >>> f"{keys.chance(10**6, 2**20, 1):.1e}", f"{keys._replace(place=hash).chance(10**6, 2**20, 1):.1e}"
        ('2.7e-08', '2.6e-14')
        """
        of_place = buckets.bit_length() - 1
        bits = 64 if self.place is None else 64 + of_place
        shared = min(met * met / 2 ** (bits + 1), BUCKET * met / 2 ** (bits - of_place))
        torn = BUCKET * met / 2**64 if threads > 1 else 0.0
        return min(1.0, torn if self.sure == "certain" else shared + torn)


def search_key(game: Game, *, compiled: bool) -> Function:
    """Return the key of states in depth-limited searches; the game's own key may be shared by equivalent states."""
    if game.hints.key is None:
        return state_key(game, compiled=compiled)
    return _mixed(checked(game.hints.key, game, compiled=compiled), game.hints.key_kind)


def state_key(game: Game, *, compiled: bool) -> Function:
    """Return a key of whole states: a running number, the packed fields, or a hash if they do not fit."""
    if not has_fields(game):
        return Numbering(game.spec)
    shape = shape_of(game.initial())
    packing, hashed = packing_of(game), make_hash(shape)
    return _whole(hashed if packing is None else make_packed(packing, shape, hashed), game, compiled=compiled)


def proof_keys(game: Game, *, compiled: bool) -> ProofKeys:
    """Return the keys of a proof; they are injective if possible."""
    known = game.hints.proof if game.hints.proof.key else game.hints
    if known.key is not None:
        key = _signed(_mixed(checked(known.key, game, compiled=compiled), known.key_kind))
        if known.key_kind == "injective":
            return ProofKeys(key, None, "certain")
        if known.second_key is None:
            return ProofKeys(key, None, "game")
        both = None if game.hints.proof.both_keys is None else _lock_and_place(game.hints.proof.both_keys)
        return ProofKeys(_signed(checked(known.second_key, game, compiled=compiled)), key, "game", both)
    if not has_fields(game):
        return ProofKeys(_signed(Numbering(game.spec)), None, "certain")
    packing, shape = packing_of(game), shape_of(game.initial())
    if packing is not None:
        return ProofKeys(
            _signed(_whole(make_packed(packing, shape, _not_entered), game, compiled=compiled)), None, "certain"
        )
    hashed = _whole(make_hash(shape), game, compiled=compiled)
    if shape.size == 1:
        return ProofKeys(_signed(hashed), None, "certain")
    return ProofKeys(_signed(hashed), _signed(make_other_hash(shape)), "hash")


def has_fields(game: Game) -> bool:
    """Return whether states are NamedTuples of integers, as in compiled code, even if the game runs interpreted."""
    if not game.compiled:
        return False
    try:
        shape_of(game.initial())
    except GameError:
        return False
    return True


def make_hash(shape: Shape) -> Function:
    """Return a hash of all fields of a state; it is a bijection for a single field."""
    as_integers = AsIntegers(shape)

    def key(state: State) -> int:
        mixed = salt = U64(STEP)
        for number in as_integers(state):
            mixed = U64(mixed ^ scrambled(U64((number + salt) & WORD)))
            salt = U64((salt + STEP) & WORD)
        return mixed

    return key


def make_other_hash(shape: Shape) -> Function:
    """Return a second, cheap hash of all fields: a weighted sum of what the first one mixes."""
    as_integers = AsIntegers(shape)

    def key(state: State) -> int:
        added = salt = U64(STEP)
        for number in as_integers(state):
            added = U64((added * ODD + scrambled(U64((number + salt) & WORD))) & WORD)
            salt = U64((salt + STEP) & WORD)
        return scrambled(added)

    return key


def _mixed(key: Function, kind: KeyKind) -> Function:
    """Return a key whose bits are all random; 0 stays 0."""
    if kind == "hash":
        return key

    def mixed(state: State) -> int:
        return scrambled(U64(key(state) & WORD))

    return mixed


def _signed(key: Function) -> Function:
    def signed_key(state: State) -> int:
        return signed(key(state))

    return signed_key


def _lock_and_place(both_keys: Callable[[State], tuple[int, int]]) -> Callable[[State], tuple[int, int]]:
    def lock_and_place(state: State) -> tuple[int, int]:
        place, lock = both_keys(state)
        return signed(lock), signed(place)

    return lock_and_place


def _not_entered(_state: State) -> int:
    """Return the key of states that are not stored in the table of a proof."""
    return U64(0)


def checked(key: Function, game: Game, *, compiled: bool) -> Function:
    """Return the same key, which raises an error for numbers of more than 64 bits unless compiled code truncates them.

    Keys of wide states are not truncated: a board of 128 bits is easily mistaken for a key.
    """
    wide = has_fields(game) and any(shape_of(game.initial()).wide)
    if game.compiled and not wide:
        return key
    if compiled:
        return _of_one_word(key)

    def checked(state: State) -> int:
        number: Any = key(state)
        if not isinstance(number, int) or not -(2**63) <= number < 2**64:
            raise GameError(Message("key of {} gives {!r}, which is not a whole number of 64 bits", game.spec, number))
        return number

    return checked


def _of_one_word(key: Function) -> Function:
    def whole_key(state: State) -> int:
        return one_word(key(state))

    return whole_key


def _whole(key: Function, game: Game, *, compiled: bool) -> Function:
    """Return the same key, which raises an error for interpreted states that compiled code could not represent."""
    if compiled:
        return key
    shape = shape_of(game.initial())
    limits = [2**64 if unsigned else 2**63 for unsigned in shape.unsigned_numbers]

    def whole(state: State) -> int:
        for number, limit in zip(flattened(state, shape), limits, strict=True):
            if not hasattr(number, "__index__") or not -(2**63) <= index(number) < limit:
                raise GameError(
                    Message(
                        "the state {} has a field that is no whole number of 64 bits: keep it smaller, declare "
                        "it as U64 or U128, or set compiled=False on the game",
                        state,
                    )
                )
        return key(state)

    return whole
