"""What a search keeps while it runs: counters, flags and arrays, and what their numbers mean."""

from collections.abc import Collection, Sequence
from typing import Any

from spielbaum.kernel import Workspace, new_workspace
from spielbaum.kernel.workspace import Layout
from spielbaum.search.core.limits import MAX_PLY

MAX_ROOT_ACTIONS = 4096
MAX_LISTED_ACTIONS = 1 << 16
HISTORY_PLACES = 1 << 12
MAX_PAST = 1 << 9
NO_ACTION = -(2**63)

RUNNING, STOPPED, OUT_OF_NODES, ENDLESS, OUT_OF_MEMORY, UNFIT_VALUE, FALSE_ENTRY = range(7)
"""Why a search was stopped: the values of ``ws.stop``."""

ALL, LISTED, ONLY_FIRST, ALL_BUT_FIRST = range(4)
"""Which actions of the root are searched: the values of ``ws.part``."""

EXACT, AT_MOST, UNKNOWN = range(3)
"""What the root player's entry of a root action is known to be: the values of ``ws.bounded``."""

ALPHA_BETA, IMMEDIATE, SHALLOW, DEEP, HYPERMAX = range(5)
REASONS = ("alpha-beta", "immediate", "shallow", "deep", "hypermax")
"""Why a node was left before its last action: the index of ``ws.cutoffs``."""


FOR_THE_TABLE: Layout = {
    "salt": ("i8", ()),  # makes keys of searches differ whose values must not meet
    "search": ("i8", ()),  # its number
    "guess": ("f8", ()),  # of the value of the root
    "entries": ("i8", ()),  # a power of two
    "saved": ("i8", ()),  # positions that the table spared
    "estimates": ("i8", ()),  # leaves whose value is an estimate
    "recalled": ("f8", ()),
    "key": ("i8", (MAX_PLY + 1,)),
    "hint": ("i8", (MAX_PLY + 1,)),  # the action that the table knows
    "displaced": ("i8", (MAX_PLY + 1,)),  # the action whose place it took
    "choice": ("i8", (MAX_PLY + 1,)),  # the best action so far
    "work_before": ("i8", (MAX_PLY + 1,)),
    "estimates_before": ("i8", (MAX_PLY + 1,)),
}
"""Fields of the workspace that a transposition table needs; arrays have one number for each ply."""

FOR_ORDERING: Layout = {
    "killer": ("i8", (MAX_PLY + 1, 2)),  # the last two actions that cut off at this ply
    "history": ("i8", (2, HISTORY_PLACES)),  # cutoffs by player and action, weighted
    "plan": ("i8", (MAX_PLY + 1,)),  # the principal variation of the iteration before
    "plan_length": ("i8", ()),
    "on_plan": ("i8", (MAX_PLY + 1,)),  # whether the actions that led to this ply are those of the plan
    "reachable": ("f8", (MAX_PLY + 1,)),  # no action is better for the player to move
    "evaluated_before": ("i8", ()),  # as it was before an internal search
    "busy": ("i8", ()),  # where the marks stand of what threads are searching
    "taken": ("i8", (MAX_PLY + 1,)),  # the mark of this thread for each ply
    "merit": ("f8", (MAX_LISTED_ACTIONS,)),  # of a listed action, beside its rank
}
"""Fields that the ordering of actions needs."""


FOR_REPETITION: Layout = {
    "iteration": ("i8", ()),  # its depth
    "stamp": ("i8", ()),  # its number in entries and marks
    "marks": ("i8", ()),  # where the marks stand of what has been searched
    "mark_cells": ("i8", ()),  # a power of two
    "even": ("f8", (MAX_PLY + 2,)),  # what a draw is worth to the player to move
    "rests_on": ("i8", (MAX_PLY + 2,)),  # the ply nearest to the root that draws below are with
    "best_rests_on": ("i8", (MAX_PLY + 2,)),  # the same of the best action
    "path": ("i8", (MAX_PLY + 2,)),  # the key of each ply's position in the rule of repetition
    "back": ("i8", (MAX_PLY + 2,)),  # so many plies back its position may have been
    "past": ("i8", (MAX_PAST,)),  # keys from before the root that would end the game
    "past_length": ("i8", ()),
}
"""Fields that draws by repetition need."""


def layout(players: int) -> Layout:
    """Return the fields of a workspace for values of so many numbers."""
    return {
        "stop": ("i8", ()),
        "depth": ("i8", ()),  # of the root; ply = ws.depth - depth
        "unlimited": ("i8", ()),
        "root_player": ("i8", ()),
        "alive": ("i8", ()),  # bit p: player p is still in the game at the root
        "node_limit": ("i8", ()),
        "nodes": ("i8", ()),
        "max_nodes": ("i8", ()),  # where the root player is to move
        "leaves": ("i8", ()),
        "evaluated": ("i8", ()),  # whether the value of any leaf is an estimate
        "guessed": ("i8", ()),  # whether anything was cut that might have changed the value
        "cutoffs": ("i8", (len(REASONS),)),
        "deepest": ("i8", ()),  # ply of the deepest finished game
        "part": ("i8", ()),
        "first": ("i8", ()),  # the root action that is searched before the others
        "only": ("i8", ()),  # so many root actions are searched, no others; 0 for all
        "only_action": ("i8", (MAX_ROOT_ACTIONS,)),
        "root_done": ("i8", ()),  # root actions whose values are known
        "root_action": ("i8", (MAX_ROOT_ACTIONS,)),
        "root_value": ("f8", (MAX_ROOT_ACTIONS, players)),
        # A value not above its floor is only known to be at most so large; with NaN as floor nothing is known.
        "root_floor": ("f8", (MAX_ROOT_ACTIONS,)),
        "bounded": ("i8", ()),  # what the value of the present child of the root is
        **FOR_THE_TABLE,
        **FOR_ORDERING,
        **FOR_REPETITION,
        "line_length": ("i8", (MAX_PLY + 1,)),
        "line": ("i8", (MAX_PLY + 1, MAX_PLY + 1)),  # principal variation of each ply
        "frame": ("i8", (MAX_PLY + 1,)),  # the actions listed for ply p begin at action[frame[p]]
        "action": ("i8", (MAX_LISTED_ACTIONS,)),
        "rank": ("f8", (MAX_LISTED_ACTIONS,)),
    }


def new_search_workspace(players: int, *, compiled: bool) -> Workspace:
    """Return the workspace of a search whose values are vectors for so many players, or numbers for 1."""
    ws = new_workspace(layout(players), compiled=compiled)
    ws.killer[:] = NO_ACTION
    return ws


def restrict(ws: Any, actions: Collection[int]) -> None:
    """Let only these actions of the root be searched in this iteration; without any all are."""
    ws.only = len(actions)
    ws.part = LISTED if actions else ALL
    for i, action in enumerate(actions):
        ws.only_action[i] = action


def reset(ws: Any, depth: int, *, unlimited: bool, plan: Sequence[int] = ()) -> None:
    """Make a workspace ready for the next iteration, which may follow a plan; the counters go on, the history ages."""
    ws.stop = RUNNING
    ws.depth = ws.iteration = depth
    ws.unlimited = int(unlimited)
    ws.evaluated = 0
    ws.guessed = 0
    ws.deepest = 0
    ws.part = ALL
    ws.root_done = 0
    ws.bounded = EXACT
    ws.line_length[0] = 0
    ws.frame[0] = 0
    ws.history[:] //= 2
    ws.plan_length = len(plan)
    ws.on_plan[0] = 1
    for ply, action in enumerate(plan):
        ws.plan[ply] = action
