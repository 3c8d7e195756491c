"""Hints that make searches faster: keys, move ordering, bounds, and hints for proofs."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Literal, get_args

from spielbaum.errors import GameError, Message
from spielbaum.game.facts import Action, State, Vector
from spielbaum.game.fields import check_functions, explains_fields, takes

Symmetries = Literal["square", "rectangle", "mirror", "turn"]
"""The eight symmetries of a square; both reflections and the half turn; the left-right reflection; the half turn."""

NULL_MOVE: Action = -(2**63)
"""The number of a null move in a line of play; no action has it."""

KeyKind = Literal["any", "hash", "injective"]
"""The kind of a key: ``hash`` if all its bits are random; ``injective`` if states that share a key certainly have equal
value."""


@explains_fields
@dataclass(frozen=True, kw_only=True)
class ProofHints:
    """Hints for proofs, which search to the end of the game; they must not change any value.

    They may ignore what matters only to evaluations. All of them are optional, and only the key is called for terminal
    states.

    Parameters
    ----------
    candidates
        ``state -> iterator of ints``: a subset of the legal actions that contains a best one.
    settled
        ``state -> state``: the state after all forced actions, of equal value.
    bounds
        As in ``SearchHints``, if they hold only for a game that begins in the state, without earlier positions that
        could recur; without it the ``bounds`` of the search hints.
    order
        ``(state, action) -> number``: the priority of an action; without it the ``order`` of the search hints.
    order_open
        ``(state, action) -> number``: a priority for those actions that bounds and table do not decide, which may be
        expensive; ``order`` breaks ties. Not called if positions can recur.
    key
        ``state -> int``, 64 bits, equal only for states of equal value, 0 for states not to be stored; without it the
        ``key`` of the search hints.
    key_kind, second_key
        As in ``SearchHints``.
    both_keys
        ``state -> (int, int)``: ``key`` and ``second_key`` at once, if they share most of the work.
    parts
        ``state -> iterator of ints``, 64 bits each: numbers for the independent parts of the state, such as the heaps
        of nim. Unless ``key`` is given, keys are made from them: states with the same parts, in any order, must have
        equal value for the player to move. Anything else that matters must be a part too.
    offset
        ``state -> int``: the part of the value for the player to move that ``key`` leaves out, such as the margin so
        far if scores add up. Equal keys then mean equal value minus offset, and the table holds what is still to be
        won.
    fastest_first
        Up to this many plies from the root, actions are tried in ascending order of the number of replies that bounds
        and table leave open; ties are broken by the orders. It generates all replies, and pays off if a few plies are
        expensive.
    history
        The bonus in the orders for an action that recently always succeeded at the same ply, or a fraction of it if it
        succeeded sometimes. It helps if many actions look alike, and hurts otherwise. If positions can recur, there is
        always one history for all plies, and 0 means 500.
    history_key
        ``(state, action) -> int``: the index of an action in that history, such as the pattern around it; without it
        the action itself. Called only if positions can recur.

    Examples
    --------
    >>> ProofHints().settled is None
    True
    """

    candidates: Callable[[State], Iterable[Action]] | None = field(
        default=None, metadata=takes("state", gives="actions")
    )
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
    """Hints for searches; all of them are optional, and none changes who wins.

    Parameters
    ----------
    key
        ``state -> int``, 64 bits: the key of the state in tables; without it, states are hashed. It may be equal for
        states that are equivalent for play, such as mirror images.
    key_kind
        ``"injective"``: only states of equal value share a key, so that a proof is certain. ``"hash"``: others may
        collide, but all bits are random, and tables use them as they are. ``"any"``: unknown.
    second_key
        ``state -> int``: a second 64-bit hash of the same data, as good as ``key`` and independent of it. A proof
        compares both, so that a collision is all but impossible. 0 wherever ``key`` is 0.
    symmetries
        The rotations and reflections of the board that preserve the game: ``"square"`` for all eight, ``"rectangle"``
        for the reflections and the half turn, ``"mirror"`` for the left-right reflection, ``"turn"`` for the half turn.
        Unless ``key`` is given, a key shared by all images of a state is made. The board is a tuple, or ``view.bits``;
        all other fields must mean the same in an image.
    order
        ``(state, action) -> number``: the priority of an action; searches may try larger ones first. Sorting is faster
        if it never reads the state and ``distinct_actions`` is at most 64.
    count
        ``state -> int``: the number of legal actions, found without generating them; not called for terminal states.
    bounds
        ``state -> (low, high)``: the least and the largest utility that the player to move can still reach; not called
        for terminal states.
    noisy
        ``(state, action) -> bool``: whether an action, such as a capture, changes so much that the state after it
        should not be evaluated; a quiescence search tries only these.
    noisy_actions
        ``state -> iterator of ints``: the legal noisy actions, in the game's order; it saves a quiescence search from
        generating all actions and calling ``noisy`` for each.
    may_stand_pat
        ``state -> bool``: whether the player to move may decline all noisy actions and keep the evaluation. If false
        (in chess, in check), a quiescence search tries all actions. Without it players always may.
    null_move
        ``state -> state``: the state after the player to move has passed, whether or not the rules allow it, and the
        next player is to move. The rules must work in it; when all players have passed, the actions are the same as
        before. Not called for terminal states.
    may_pass
        ``state -> bool``: whether passing cannot be better than moving, as it is in zugzwang; false also if passing is
        impossible (in chess, in check). Without it players always may.
    gain
        ``(state, action) -> number``: the immediate gain of a noisy action, exchanges included, in the unit of the
        first evaluation; negative if it loses.
    extends
        ``state -> bool``: whether a state is searched one ply deeper, such as one in check.
    leaf_values
        All possible utility vectors, if they are few: Max^n prunes by them.
    uniform
        ``state -> (branching factor, plies)`` if all states below have that many actions, all lines end after that
        many plies, and the players alternate; None for any other state.
    proof
        Hints for proofs.

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
    noisy_actions: Callable[[State], Iterable[Action]] | None = field(
        default=None, metadata=takes("state", gives="actions")
    )
    may_stand_pat: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    null_move: Callable[[State], State] | None = field(default=None, metadata=takes("state"))
    may_pass: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    gain: Callable[[State, Action], float] | None = field(default=None, metadata=takes("state, action"))
    extends: Callable[[State], bool] | None = field(default=None, metadata=takes("state"))
    leaf_values: Collection[Vector] = ()
    uniform: Callable[[State], tuple[int, int] | None] | None = field(default=None, metadata=takes("state"))
    proof: ProofHints = field(default_factory=ProofHints)


def check_hints(hints: SearchHints, owner: str) -> None:
    """Raise a GameError if hints are invalid; ``owner`` is ``game 'x'``."""
    check_functions(hints, "hints.", owner)
    if not isinstance(hints.proof, ProofHints):
        raise GameError(Message("hints.proof of {} must be ProofHints(...), not {!r}", owner, hints.proof))
    check_functions(hints.proof, "hints.proof.", owner)
    _check_keys(hints, "hints.", owner)
    _check_keys(hints.proof, "hints.proof.", owner)
    if hints.proof.both_keys and (hints.proof.second_key is None or hints.proof.key_kind != "hash"):
        raise GameError(Message("hints.proof.both_keys of {} goes with a second_key, and key_kind='hash'", owner))
    if hints.proof.offset and hints.proof.key is None and hints.proof.parts is None:
        raise GameError(
            Message("hints.proof.offset of {} goes with hints.proof.key, which leaves the offset out", owner)
        )
    plies = hints.proof.fastest_first
    if type(plies) is not int or plies < 0:
        raise GameError(
            Message("hints.proof.fastest_first of {} must be a number of plies, 0 or more, not {!r}", owner, plies)
        )
    weight = hints.proof.history
    if type(weight) not in (int, float) or not 0 <= weight < inf:
        raise GameError(Message("hints.proof.history of {} must be a number, 0 or more, not {!r}", owner, weight))
    if hints.may_pass and not hints.null_move:
        raise GameError(Message("hints.may_pass of {} goes with hints.null_move: without it no player passes", owner))
    if hints.gain and not hints.noisy:
        raise GameError(Message("hints.gain of {} goes with hints.noisy: it is called for noisy actions", owner))
    if hints.noisy_actions and not hints.noisy:
        raise GameError(Message("hints.noisy_actions of {} goes with hints.noisy: it is a faster form of it", owner))
    if hints.may_stand_pat and not hints.noisy:
        raise GameError(
            Message("hints.may_stand_pat of {} goes with hints.noisy: without it there is no quiescence search", owner)
        )


def _check_keys(hints: SearchHints | ProofHints, prefix: str, owner: str) -> None:
    if hints.key_kind not in get_args(KeyKind):
        kinds = ", ".join(map(repr, get_args(KeyKind)))
        raise GameError(Message("{}key_kind of {} must be {}, not {!r}", prefix, owner, kinds, hints.key_kind))
    if hints.second_key is not None and hints.key is None:
        raise GameError(
            Message("{}second_key of {} goes with {}key: it is a second hash of the same data", prefix, owner, prefix)
        )
