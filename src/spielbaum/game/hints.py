"""What a game may tell a search besides its rules, to make it faster: keys, an order, bounds, help for proofs."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Literal, get_args

from spielbaum.errors import GameError
from spielbaum.game.facts import Action, State, Vector
from spielbaum.game.fields import check_functions, explains_fields, takes

Symmetries = Literal["square", "rectangle", "mirror", "turn"]
"""All eight of a square; both mirrors and the half turn; left and right alone; the half turn alone."""

NULL_MOVE: Action = -(2**63)
"""What stands in a line of play where a player passes; no action has this number."""

KeyKind = Literal["any", "hash", "injective"]
"""What is known of a key: ``hash`` where all its bits are random, ``injective`` where only states share one for certain
that are worth the same to each player."""


@explains_fields
@dataclass(frozen=True, kw_only=True)
class ProofHints:
    """What is known of a game that is played to its end: help for proofs, which must never change a value.

    It may ignore what only estimates see. All of it is optional, and only the key is asked of terminal states.

    Parameters
    ----------
    candidates
        ``state -> iterator of ints``: some of the legal actions, one of the best among them.
    settled
        ``state -> state``: the state after all actions that are forced, worth the same to each player.
    bounds
        As in ``SearchHints``, where they hold only for a game that begins in the state, with nothing before it that
        could come again; without it the ``bounds`` of the search hints.
    order
        ``(state, action) -> number``: how promising an action is; without it the ``order`` of the search hints.
    order_open
        ``(state, action) -> number``: another order, of those actions alone that bounds and table leave open, and so
        one that may be dear; ties as ``order`` says. Not asked where positions can come again.
    key
        ``state -> int``, 64 bits, equal only for states of equal value, 0 for those that are not to be stored; without
        it the ``key`` of the search hints.
    key_kind, second_key
        As in ``SearchHints``.
    both_keys
        ``state -> (int, int)``: ``key`` and ``second_key`` at once, where they share most of their work.
    parts
        ``state -> iterator of ints``, 64 bits each: numbers that stand for the parts of the state that have nothing to
        do with one another, such as the heaps of nim. Keys are made of it unless ``key`` is given: states of the same
        parts, in whatever order, must be of equal value to the player to move. What else matters is a part, too.
    offset
        ``state -> int``: the part of the value to the player to move that ``key`` leaves out, such as the margin of a
        game whose score adds up. Keys are then equal only for states of equal value less offset, and the table knows
        what is still to be won, whatever the score.
    fastest_first
        In so many plies from the root actions are tried the earlier, the fewer answers the bounds and the table leave
        open; ties as the orders say. It costs a look at all answers, and saves most where few plies are dear.
    history
        What the orders of an action gain if it has always been good enough of late where it was searched at the same
        ply, and a share of it if only sometimes. It helps where many actions are as promising, and else does harm.
        Where positions can come again there is a history always, of all plies, and 0 means as much as 500.
    history_key
        ``(state, action) -> int``: by what that history knows an action, such as the pattern around it; without it by
        the action itself. Not asked where no position can come again.

    Examples
    --------
    >>> ProofHints().settled is None
    True
    """

    candidates: Callable[[State], Iterable[Action]] | None = field(default=None, metadata=takes("state"))
    settled: Callable[[State], State] | None = field(default=None, metadata=takes("state"))
    bounds: Callable[[State], tuple[float, float]] | None = field(default=None, metadata=takes("state"))
    order: Callable[[State, Action], float] | None = field(default=None, metadata=takes("state, action"))
    order_open: Callable[[State, Action], float] | None = field(default=None, metadata=takes("state, action"))
    key: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    key_kind: KeyKind = "any"
    second_key: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    both_keys: Callable[[State], tuple[int, int]] | None = field(default=None, metadata=takes("state"))
    parts: Callable[[State], Iterable[int]] | None = field(default=None, metadata=takes("state"))
    offset: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    fastest_first: int = 0
    history: float = 0.0
    history_key: Callable[[State, Action], int] | None = field(default=None, metadata=takes("state, action"))


@explains_fields
@dataclass(frozen=True, kw_only=True)
class SearchHints:
    """What a search may ask of a game besides its rules; all of it is optional, and none of it changes who wins.

    Parameters
    ----------
    key
        ``state -> int``, 64 bits: by it tables know states, which are hashed without it. It may be equal for states
        that are equal for play, such as mirror images.
    key_kind
        What that key is. ``"injective"``: only such states share one, for certain, so that a proof is certain.
        ``"hash"``: others may by chance, but all bits are random, and tables take them as they are. ``"any"``: unknown.
    second_key
        ``state -> int``: another hash of 64 bits of what ``key`` is a hash of, as good and independent of it. A proof
        compares both, so that it is hardly possible that it takes a state for another one. 0 where ``key`` is.
    symmetries
        What turns and mirrors of the board leave the game as it is: ``"square"`` for all eight, ``"rectangle"`` for the
        mirrors and the half turn, ``"mirror"`` for left and right, ``"turn"`` for the half turn. A key is made of it,
        by which all images of a state are one, unless ``key`` is given. The board is a tuple, or ``view.bits``; all
        other fields must mean the same in an image.
    order
        ``(state, action) -> number``: how promising an action is; searches may try larger ones first. Sorting is faster
        where it never reads the state, and the game states ``distinct_actions`` of at most 64.
    count
        ``state -> int``: how many legal actions there are, found without making them; not asked of terminal states.
    bounds
        ``state -> (low, high)``: least and largest utility that the player to move can still reach; not asked of
        terminal states.
    noisy
        ``(state, action) -> bool``: whether an action changes so much that no state is estimated before it is answered,
        such as a capture; a quiescence search goes on with these alone.
    noisy_actions
        ``state -> iterator of ints``: the legal actions that are noisy, in the order in which the game yields them; a
        quiescence search asks for them where it would else generate all actions and ask ``noisy`` of each.
    may_stand_pat
        ``state -> bool``: whether the player to move may leave all noisy actions alone and keep to the estimate. Where
        it is false (in chess, in check) a quiescence search tries all actions. Without it players always may.
    null_move
        ``state -> state``: the same, but that the player to move has passed, whether the rules allow it or not, and the
        next player in turn moves. It must be a state in which the rules still work; when all have passed, the actions
        are what they were. Not asked of terminal states.
    may_pass
        ``state -> bool``: whether to have to move cannot be worse than to pass, as it is in zugzwang; false also where
        nobody can pass (in chess, in check). Without it players always may.
    gain
        ``(state, action) -> number``: what a noisy action gains at once, exchanges included, in the unit of the first
        evaluation; below 0 where it loses.
    extends
        ``state -> bool``: whether a state is searched one ply deeper, such as one in check.
    leaf_values
        All vectors of utilities that an end of the game can have, where these are few: Max^n prunes by them.
    uniform
        ``state -> (branching factor, plies)`` where every state below has so many actions, all lines end after so many
        plies, and the players move in turn; None for a state of which that is not true.
    proof
        What helps to prove the value of a state.

    Examples
    --------
    >>> SearchHints(order=lambda state, action: action).order(None, 3)
    3
    """

    key: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    key_kind: KeyKind = "any"
    second_key: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    symmetries: Symmetries | None = None
    order: Callable[[State, Action], float] | None = field(default=None, metadata=takes("state, action"))
    count: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    bounds: Callable[[State], tuple[float, float]] | None = field(default=None, metadata=takes("state"))
    noisy: Callable[[State, Action], bool] | None = field(default=None, metadata=takes("state, action"))
    noisy_actions: Callable[[State], Iterable[Action]] | None = field(default=None, metadata=takes("state"))
    may_stand_pat: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    null_move: Callable[[State], State] | None = field(default=None, metadata=takes("state"))
    may_pass: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    gain: Callable[[State, Action], float] | None = field(default=None, metadata=takes("state, action"))
    extends: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    leaf_values: Collection[Vector] = ()
    uniform: Callable[[State], tuple[int, int] | None] | None = field(default=None, metadata=takes("state"))
    proof: ProofHints = field(default_factory=ProofHints)


def check_hints(hints: SearchHints, owner: str) -> None:
    """Raise an error if the hints of a game are not what they should be.

    Parameters
    ----------
    hints
        Those of a game.
    owner
        Which game: ``game 'x'``.
    """
    check_functions(hints, "hints.", owner)
    if not isinstance(hints.proof, ProofHints):
        raise GameError(f"hints.proof of {owner} must be ProofHints(...), not {hints.proof!r}")
    check_functions(hints.proof, "hints.proof.", owner)
    _check_keys(hints, "hints.", owner)
    _check_keys(hints.proof, "hints.proof.", owner)
    if hints.proof.both_keys and (hints.proof.second_key is None or hints.proof.key_kind != "hash"):
        raise GameError(f"hints.proof.both_keys of {owner} goes with a second_key, and key_kind='hash'")
    if hints.proof.offset and hints.proof.key is None and hints.proof.parts is None:
        raise GameError(f"hints.proof.offset of {owner} goes with hints.proof.key, which leaves that part out")
    plies = hints.proof.fastest_first
    if type(plies) is not int or plies < 0:
        raise GameError(f"hints.proof.fastest_first of {owner} must be a number of plies, 0 or more, not {plies!r}")
    weight = hints.proof.history
    if type(weight) not in (int, float) or not 0 <= weight < inf:
        raise GameError(f"hints.proof.history of {owner} must be a number, 0 or more, not {weight!r}")
    if hints.may_pass and not hints.null_move:
        raise GameError(f"hints.may_pass of {owner} goes with hints.null_move: without it nobody passes")
    if hints.gain and not hints.noisy:
        raise GameError(f"hints.gain of {owner} goes with hints.noisy: it is asked of noisy actions")
    if hints.noisy_actions and not hints.noisy:
        raise GameError(f"hints.noisy_actions of {owner} goes with hints.noisy, which it is a quicker form of")
    if hints.may_stand_pat and not hints.noisy:
        raise GameError(f"hints.may_stand_pat of {owner} goes with hints.noisy: without it no search is quiescent")


def _check_keys(hints: SearchHints | ProofHints, prefix: str, owner: str) -> None:
    if hints.key_kind not in get_args(KeyKind):
        kinds = ", ".join(map(repr, get_args(KeyKind)))
        raise GameError(f"{prefix}key_kind of {owner} must be {kinds}, not {hints.key_kind!r}")
    if hints.second_key is not None and hints.key is None:
        raise GameError(f"{prefix}second_key of {owner} goes with {prefix}key, of which it is another hash")
