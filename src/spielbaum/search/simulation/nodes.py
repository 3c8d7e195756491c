"""The nodes of the tree in memory: words in one array, the children of a node side by side.

A node is identified by the place of its first word; the root is at place 0. ::

    VISITS   simulations through the node
    ACTION   that leads to it
    LINK     the place of its first child (39 bits), the player to move (8 bits), the number of children (16 bits)
    VALUES   the sums of the values of these simulations, ``width`` numbers
    BOUNDS   proven bounds: two numbers, or a flag and ``width`` numbers; only with a solver
    AMAF     visits and sum of values of all simulations in which the action was played later; only with RAVE
    OWN      the hash of the root player's actions on the way to the node; only with opponent move abstraction
    STATIC   the minimax value of the estimates below the node, ``width`` numbers; only with implicit minimax backups

So a tree is a block of memory without pointers, which grows at its end.
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.game import Action
from spielbaum.kernel import (
    add_shared_float,
    add_shared_word,
    always_inline,
    bits_of,
    float_of,
    read_word,
    swap_shared_word,
    write_word,
)
from spielbaum.search.simulation.workspace import TreeWorkspace

ROOT = 0
VISITS, ACTION, LINK, VALUES = range(4)

COUNT_BITS, PLAYER_BITS = 16, 8
MOST_CHILDREN = (1 << COUNT_BITS) - 1
NOBODY = (1 << PLAYER_BITS) - 1
"""The player to move at a node without visits."""


class Fields(NamedTuple):
    """The layout of a node.

    Attributes
    ----------
    width
        The numbers of a value: 1, or one for each player.
    bounds, amaf, own, static
        The offsets of these words in the node, if it has them.
    size
        Words of a node.
    """

    width: int
    bounds: int
    amaf: int
    own: int
    static: int
    size: int


def fields_for(width: int, *, solver: bool, rave: bool, oma: bool = False, implicit: bool = False) -> Fields:
    """Return the layout of the nodes of a search."""
    bounds = VALUES + width
    amaf = bounds + (0 if not solver else 2 if width == 1 else 1 + width)
    own = amaf + 2 * rave
    static = own + oma
    return Fields(width, bounds, amaf, own, static, static + width * implicit)


@always_inline
def visits(node: int, ws: TreeWorkspace) -> int:
    """Return the number of simulations through a node."""
    return read_word(ws.table, node + VISITS)


@always_inline
def action_of(node: int, ws: TreeWorkspace) -> Action:
    """Return the action that leads to a node."""
    return read_word(ws.table, node + ACTION)


@always_inline
def first_child(node: int, ws: TreeWorkspace) -> int:
    """Return the place of the first child of a node that has children."""
    return read_word(ws.table, node + LINK) >> COUNT_BITS + PLAYER_BITS


@always_inline
def count_of(node: int, ws: TreeWorkspace) -> int:
    """Return the number of children of a node; 0 for a leaf of the tree."""
    return read_word(ws.table, node + LINK) & MOST_CHILDREN


@always_inline
def player_of(node: int, ws: TreeWorkspace) -> int:
    """Return the player to move at a node that has children."""
    return read_word(ws.table, node + LINK) >> COUNT_BITS & NOBODY


@always_inline
def link_to(first: int, player: int, count: int) -> int:
    """Return the link of a node with children."""
    return first << COUNT_BITS + PLAYER_BITS | player << COUNT_BITS | count


@always_inline
def number(place: int, ws: TreeWorkspace) -> float:
    """Return the number in a word."""
    return float_of(read_word(ws.table, place))


@always_inline
def set_number(place: int, value: float, ws: TreeWorkspace) -> None:
    """Put a number into a word."""
    write_word(ws.table, place, bits_of(value))


class Writes(NamedTuple):
    """The writes to nodes, atomic if threads share the tree.

    Attributes
    ----------
    add_visit
        ``(place, ws)``: count a visit.
    add_number
        ``(place, number, ws)``: add to the number in a word.
    replace
        ``(place, expected, word, ws) -> bool``: replace a word unless another thread has changed it.
    """

    add_visit: Callable[[int, TreeWorkspace], None]
    add_number: Callable[[int, float, TreeWorkspace], None]
    replace: Callable[[int, int, int, TreeWorkspace], bool]


def writes_for(*, shared: bool) -> Writes:
    """Return the writes to a tree that is shared by threads or not."""
    if not shared:
        return Writes(_add_visit, _add_number, _replace)

    @always_inline
    def add_visit(place: int, ws: TreeWorkspace) -> None:
        add_shared_word(ws.table, place, 1)

    @always_inline
    def add_number(place: int, value: float, ws: TreeWorkspace) -> None:
        add_shared_float(ws.table, place, value)

    @always_inline
    def replace(place: int, expected: int, word: int, ws: TreeWorkspace) -> bool:
        return swap_shared_word(ws.table, place, expected, word)

    return Writes(add_visit, add_number, replace)


@always_inline
def _add_visit(place: int, ws: TreeWorkspace) -> None:
    write_word(ws.table, place, read_word(ws.table, place) + 1)


@always_inline
def _add_number(place: int, value: float, ws: TreeWorkspace) -> None:
    write_word(ws.table, place, bits_of(float_of(read_word(ws.table, place)) + value))


@always_inline
def _replace(place: int, _expected: int, word: int, ws: TreeWorkspace) -> bool:
    write_word(ws.table, place, word)
    return True
