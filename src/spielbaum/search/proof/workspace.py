"""The workspaces of proofs."""

from typing import Annotated, Protocol

from spielbaum.kernel import Words
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, Floats, Integers, PerPly

HISTORY_PLIES, HISTORY_ACTIONS = 128, 256
"""Sizes of the history by ply, powers of two: plies and actions are taken modulo these, and may collide."""

HISTORY_KEYS, QUESTIONS = 1 << 18, 8
"""Sizes of the history by key, powers of two: keys and questions are taken modulo these, and may collide."""

PerAction = Annotated[Integers, MAX_LISTED_ACTIONS]


class ProofWorkspace(Protocol):
    """The memory of a null-window search to the end of the game."""

    stop: int  # RUNNING, or why it ends
    node_limit: int
    pause_at: int
    nodes: int
    decided: int  # children that were not searched: a bound or the table decided
    probes: int  # of the table, for children
    buckets: int  # of the table, a power of two
    busy: Words  # the marks of what threads are searching
    best: PerPly  # the best value of the actions so far
    best_move: PerPly
    frame: PerPly  # the actions listed for ply p begin at action[frame[p]]
    action: PerAction
    rank: Annotated[Floats, MAX_LISTED_ACTIONS]
    turned: PerAction  # whether the other player moves after it
    child_lock: PerAction  # the key of the child: lock and place
    child_place: PerAction
    child_offset: PerAction  # the part of its value that the key leaves out
    success: Annotated[Floats, HISTORY_PLIES, HISTORY_ACTIONS]  # the share of searches, by ply, that reached the bound


class HorizonWorkspace(ProofWorkspace, Protocol):
    """The memory of a null-window search to a horizon, for games with repetition."""

    horizon: int  # the ply at which a search ends
    question: int  # the number of the question and of the kind of search, 1 or more
    search_kind: int  # PESSIMISTIC, OPTIMISTIC or STRICT
    open: PerPly  # whether what a ply returns rests on the horizon
    answer_open: int  # the same of the table's answer
    path: PerPly  # the keys of the positions from the root on, 0 for none
    rests_on: PerPly  # the ply nearest to the root whose position was repeated below
    spent: PerPly  # plies by which late moves above have brought the horizon nearer
    tried: Annotated[Floats, 2, QUESTIONS * HISTORY_KEYS]  # depths, summed over searches: by player and place
    reached: Annotated[Floats, 2, QUESTIONS * HISTORY_KEYS]  # the same of the searches that reached the bound
