"""A game tree in memory: the root comes first, and the children of a node are adjacent.

States are not stored; a search makes them again on its way down. A node has six 64-bit words::

    ACTION    the action that leads to it
    VALUE     the bits of its value
    CHILDREN  the index of the first child; 0 for a leaf
    BEST      the child with the value of the node
    NEXT      the child on the way to the next leaf
    FACTS     63                   3     2        1         0
              |  number of children  | exact | closed | maximises |

A node is closed if nothing below it remains to be searched, and exact if its value depends on no estimate.
"""

from spielbaum.kernel import bits_of, float_of, read_word, write_word
from spielbaum.search.core.workspace import Workspace

ACTION, VALUE, CHILDREN, BEST, NEXT, FACTS = range(6)
NODE_WORDS = 6
MAXIMISES, CLOSED, EXACT = 1, 2, 4
COUNT_SHIFT = 3
ROOT = 0


def field_of(place: int, field: int, ws: Workspace) -> int:
    """Return a word of a node."""
    return read_word(ws.table, NODE_WORDS * place + field)


def set_field(place: int, field: int, word: int, ws: Workspace) -> None:
    """Change a word of a node."""
    write_word(ws.table, NODE_WORDS * place + field, word)


def value_of(place: int, ws: Workspace) -> float:
    """Return the value of a node."""
    return float_of(field_of(place, VALUE, ws))


def is_(fact: int, place: int, ws: Workspace) -> bool:
    """Return whether a node maximises, is closed, or is exact."""
    return field_of(place, FACTS, ws) & fact != 0


def is_leaf(place: int, ws: Workspace) -> bool:
    """Return whether a node has no children."""
    return field_of(place, CHILDREN, ws) == 0


def count_of(place: int, ws: Workspace) -> int:
    """Return the number of children of a node."""
    return field_of(place, FACTS, ws) >> COUNT_SHIFT


def add_leaf(place: int, action: int, value: float, facts: int, ws: Workspace) -> None:
    """Write a node without children."""
    set_field(place, ACTION, action, ws)
    set_field(place, VALUE, bits_of(value), ws)
    set_field(place, CHILDREN, 0, ws)
    set_field(place, FACTS, facts, ws)


def add_children(place: int, first: int, count: int, ws: Workspace) -> None:
    """Set the first child of a node and the number of its children."""
    set_field(place, CHILDREN, first, ws)
    set_field(place, FACTS, field_of(place, FACTS, ws) | count << COUNT_SHIFT, ws)


def conclude(place: int, value: float, best: int, following: int, facts: int, ws: Workspace) -> None:
    """Set what follows from the children of a node."""
    set_field(place, VALUE, bits_of(value), ws)
    set_field(place, BEST, best, ws)
    set_field(place, NEXT, following, ws)
    set_field(place, FACTS, field_of(place, FACTS, ws) & ~(CLOSED | EXACT) | facts, ws)
