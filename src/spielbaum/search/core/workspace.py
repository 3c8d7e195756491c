"""The workspace of a search: counters, flags and arrays, and the meaning of their values."""

import sys
from collections.abc import Collection, Sequence
from functools import cache
from typing import Annotated, Any, Protocol, cast, get_args, get_type_hints

from spielbaum.kernel import Words, halve, new_workspace
from spielbaum.kernel.workspace import Layout
from spielbaum.search.core.cuts import MOST_REASONS
from spielbaum.search.core.limits import MAX_PLY

MAX_ROOT_ACTIONS = 4096
MAX_LISTED_ACTIONS = 1 << 16
HISTORY_PLACES = 1 << 12
MAX_PAST = 1 << 9
MAX_SET = 1 << 13
NO_ACTION = -(2**63)

RUNNING, STOPPED, OUT_OF_NODES, ENDLESS, OUT_OF_MEMORY, UNFIT_VALUE, FALSE_ENTRY, FULL, FOREIGN_ACTION = range(9)
"""Why a search stopped: the values of ``ws.stop``."""

ALL, LISTED, ONLY_FIRST, ALL_BUT_FIRST = range(4)
"""The root actions that are searched: the values of ``ws.part``."""

TO_DEPTH, TO_THE_END, ONLY_ENDS = range(3)
"""How far a search goes, the values of ``ws.unlimited``: to its depth, to the end of the game, or to its depth with the
same value for all leaves that are not terminal."""

EXACT, AT_MOST, UNKNOWN = range(3)
"""What the value of a root action is for the root player: the values of ``ws.bounded``."""

SELECTIVE = 2
"""The value of ``ws.unsound_cut`` in a selective search, in which a deeper one may find more."""

Place = int | tuple[int, int]


class Integers(Protocol):
    """Whole numbers of 64 bits, in one dimension or two."""

    def __getitem__(self, place: Place, /) -> int:
        """Return a number."""

    def __setitem__(self, place: Place, number: int, /) -> None:
        """Set a number."""


class Floats(Protocol):
    """Floating-point numbers, in one dimension or two."""

    def __getitem__(self, place: Place, /) -> float:
        """Return a number."""

    def __setitem__(self, place: Place, number: float, /) -> None:
        """Set a number."""


PLIES = MAX_PLY + 2
PLAYERS, SIDES = "players", "sides"

PerPly = Annotated[Integers, PLIES]
FloatPerPly = Annotated[Floats, PLIES]


class Workspace(Protocol):
    """The memory of a search. This class declares its layout: numbers, and arrays with their shapes.

    Plies are counted from the root: ``node.ply``.
    """

    # The search
    stop: int  # RUNNING, or why it ended
    depth: int  # of the root
    unlimited: int  # how far it goes; full-width if nothing is estimated
    open_value: float  # the value of leaves that are not terminal for the root player, if only ends count
    root_player: int
    active_players: int  # bit p: player p is still in the game at the root
    node_limit: int
    pause_at: int  # the number of nodes at which the search looks whether it is to go on
    nodes: int
    max_nodes: int  # with the root player to move
    leaves: int
    heuristic: int  # whether the value of any leaf is an estimate
    unsound_cut: int  # whether a cut may have changed the value
    cutoffs: Annotated[Integers, MOST_REASONS]  # by reason, in the order of ``REASONS``
    deepest: int  # ply of the deepest terminal state
    reached: int  # ply of the deepest state over all iterations

    # The actions of the root
    part: int  # which are searched
    first: int  # the one searched before the others
    root_moves: int  # the number of those to search; 0 for all
    root_move: Annotated[Integers, MAX_ROOT_ACTIONS]
    root_done: int  # the number of those that have values
    root_action: Annotated[Integers, MAX_ROOT_ACTIONS]
    root_value: Annotated[Floats, MAX_ROOT_ACTIONS, PLAYERS]
    root_floor: Annotated[Floats, MAX_ROOT_ACTIONS]  # a value not above it is an upper bound; NaN: no bound either
    bounded: int  # what the value of the present root action is

    # The principal variation
    pv_length: PerPly
    pv: Annotated[Integers, PLIES, PLIES]  # one for each ply

    # The transposition table
    table: Words
    salt: int  # separates the keys of searches that must not share values
    generation: int  # the number of this search
    oldest_generation: int  # entries of earlier searches count as empty
    guess: float  # of the value of the root
    entries: int  # a power of two
    nodes_saved: int  # nodes below table cutoffs
    estimates: int  # leaves whose value is an estimate
    value: float  # of the last table cutoff
    key: PerPly
    table_move: PerPly  # the action that is tried first
    displaced: PerPly  # the action it replaced
    best_move: PerPly  # the best action so far
    work_before: PerPly
    estimates_before: PerPly

    # The order of actions
    frame: PerPly  # the actions listed for ply p begin at action[frame[p]]
    action: Annotated[Integers, MAX_LISTED_ACTIONS]
    rank: Annotated[Floats, MAX_LISTED_ACTIONS]  # by the game's order
    merit: Annotated[Floats, MAX_LISTED_ACTIONS]  # by killers and history, beside its rank
    killer: Annotated[Integers, PLIES, 2]  # the last two actions that cut off at this ply
    history: Annotated[Integers, SIDES, HISTORY_PLACES]  # cutoffs by player and action, weighted
    current_rank: FloatPerPly  # of the action being searched; in Max^n its place in the game's order
    previous_pv: PerPly  # the principal variation of the iteration before
    previous_pv_length: int
    on_previous_pv: PerPly  # whether the actions that led to this ply are those of it
    reachable: FloatPerPly  # no action is better for the player to move
    heuristic_before: int  # before internal iterative deepening
    busy: Words  # what other threads are searching
    busy_mark: PerPly  # the mark of the action that this thread searches

    # Forward pruning
    estimate: FloatPerPly  # of the node of a ply to the player to move; infinite where it was not asked for
    skipped: PerPly  # whether an action of it was left out
    passed: PerPly  # whether a null move led to it
    checked: PerPly  # whether it is being searched by ProbCut
    singular: PerPly  # the action of it that is by far the best

    # Speculative pruning
    mover: PerPly  # the player to move
    secured: FloatPerPly  # the mover's best value so far
    declined_at: PerPly  # of a node at its last action: the ply of the ancestor that declines its best; -1 for none
    pruned_for: int  # the ply of the ancestor for which the last child was pruned; -1 if the child's value is known
    queue: Annotated[Integers, MAX_LISTED_ACTIONS]  # actions to search again, those of deeper nodes behind those above
    place: Annotated[Integers, MAX_LISTED_ACTIONS]  # in the game's order, of queued actions or of those listed
    queue_end: int

    # Sets of vectors
    set_value: Annotated[Floats, MAX_SET, PLAYERS]  # those of deeper nodes behind those above
    set_high: Annotated[Floats, MAX_SET]  # the most that the mover can have by the child a vector comes from
    set_end: int

    # The offensive strategy
    target: int  # the opponent who leads at the root

    # Draws by repetition
    iteration: int  # its depth
    stamp: int  # its number in entries and marks
    marks: Words  # of the positions that were searched
    mark_cells: int  # a power of two
    draw_value: FloatPerPly  # what a draw is worth to the player to move
    rests_on: PerPly  # the ply nearest to the root that draws below are with
    best_rests_on: PerPly  # the same of the best action
    path: PerPly  # the key of each ply's position in the rule of repetition
    back: PerPly  # how many plies back its position may have been
    past: Annotated[Integers, MAX_PAST]  # keys from before the root that would end the game
    past_length: int


@cache
def layout(players: int, kind: Any = Workspace, sides: int = 2) -> Layout:
    """Return the layout that a class declares, for values of ``players`` numbers and a game of ``sides`` players."""
    lengths = {PLAYERS: players, SIDES: max(2, sides)}
    found: Layout = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        kind, *shape = get_args(hint) or (hint,)
        letter = "f8" if kind in (float, Floats) else "i8"
        found[name] = letter, tuple(lengths.get(length, length) for length in shape)
    return found


_NO_KILLERS = 2 * PLIES * NO_ACTION.to_bytes(8, sys.byteorder, signed=True)


def new_search_workspace(players: int, *, compiled: bool, kind: Any = Workspace, sides: int = 2) -> Workspace:
    """Return a workspace for values of ``players`` numbers and a game of ``sides`` players, declared by ``kind``."""
    ws = new_workspace(layout(players, kind, sides), compiled=compiled)
    ws.killer.cast("B")[:] = _NO_KILLERS
    return cast(Workspace, ws)


def restrict(ws: Any, actions: Collection[int]) -> None:
    """Restrict this iteration to some root actions; none given means all."""
    ws.root_moves = len(actions)
    ws.part = LISTED if actions else ALL
    for i, action in enumerate(actions):
        ws.root_move[i] = action


def reset(ws: Any, depth: int, *, unlimited: int, previous_pv: Sequence[int] = ()) -> None:
    """Reset a workspace for the next iteration, which may follow the pv of the last one.

    Counters continue, the history is aged.
    """
    ws.stop = RUNNING
    ws.depth = ws.iteration = depth
    ws.unlimited = unlimited
    ws.heuristic = 0
    ws.unsound_cut = 0
    ws.deepest = 0
    ws.part = ALL
    ws.root_done = 0
    ws.bounded = EXACT
    ws.pv_length[0] = 0
    ws.frame[0] = 0
    halve(ws.history)
    ws.previous_pv_length = len(previous_pv)
    ws.on_previous_pv[0] = 1
    for ply, action in enumerate(previous_pv):
        ws.previous_pv[ply] = action
