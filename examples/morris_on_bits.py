"""Nine Men's Morris as in ``morris.py``, on bit boards: bit n is the point NAMES[n]."""
from typing import NamedTuple

from spielbaum import Cell, Game, Notation, Place, View
from spielbaum.kernel import each_bit, popcount

NAMES = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

def in_threes(names):
    return [tuple(NAMES.index(name) for name in names[i:i + 3]) for i in range(0, 24, 3)]

MILLS = in_threes(NAMES) + in_threes(sorted(NAMES))  # along the rows, and along the columns
LINKS = [link for first, middle, last in MILLS for link in ((first, middle), (middle, last))]
MASKS = [1 << a | 1 << b | 1 << c for a, b, c in MILLS]
MASKS_AT = [[mask for mask in MASKS if mask >> point & 1] for point in range(24)]
NEIGHBOURS = [sum(1 << a + b - point for a, b in LINKS if point in (a, b)) for point in range(24)]
BOARD = (1 << 24) - 1

class State(NamedTuple):
    men: tuple[int, int]  # for each player, bit n is a man on point n
    hand: tuple[int, int]  # men that are not placed yet
    to_move: int
    quiet: int  # moves since a man was removed

class Move(NamedTuple):
    source: int | None  # None if a man is placed
    target: int
    removed: int | None  # None if no mill is closed

def initial():
    return State((0, 0), (9, 9), 0, 0)

def to_move(state):
    return state.to_move

def mills(men):
    closed = 0
    for mask in MASKS:
        if men & mask == mask:
            closed |= mask
    return closed

def targets(state, source):
    empty = BOARD & ~(state.men[0] | state.men[1])
    return empty if popcount(state.men[state.to_move]) == 3 else empty & NEIGHBOURS[source]

def after(state, source, target):  # the moves that end on a point
    own, theirs = state.men[state.to_move], state.men[1 - state.to_move]
    moved = own | 1 << target if source is None else (own | 1 << target) & ~(1 << source)
    if any(moved & mask == mask for mask in MASKS_AT[target]):
        for removed in each_bit(theirs & ~mills(theirs) or theirs):
            yield Move(source, target, removed)
    else:
        yield Move(source, target, None)

def actions(state):
    if state.hand[state.to_move]:
        for target in each_bit(BOARD & ~(state.men[0] | state.men[1])):
            yield from after(state, None, target)
    else:
        for source in each_bit(state.men[state.to_move]):
            for target in each_bit(targets(state, source)):
                yield from after(state, source, target)

def result(state, move):
    own, theirs = state.men[state.to_move] | 1 << move.target, state.men[1 - state.to_move]
    if move.source is not None:
        own &= ~(1 << move.source)
    if move.removed is not None:
        theirs &= ~(1 << move.removed)
    placed = 1 if move.source is None else 0
    quiet = state.quiet + 1 if move.removed is None else 0
    if state.to_move == 0:
        return State((own, theirs), (state.hand[0] - placed, state.hand[1]), 1, quiet)
    return State((theirs, own), (state.hand[0], state.hand[1] - placed), 0, quiet)

def has_lost(state):
    own, hand = state.men[state.to_move], state.hand[state.to_move]
    if popcount(own) + hand < 3:
        return True
    return hand == 0 and not any(targets(state, source) for source in each_bit(own))

def is_terminal(state):
    return state.quiet == 50 or has_lost(state)

def utility(state):
    return (0, 0) if not has_lost(state) else (-1, 1) if state.to_move == 0 else (1, -1)

def format_action(state, move):
    return "".join(NAMES[point] for point in move if point is not None)

def men_on(state):
    return [1 if state.men[0] >> point & 1 else 2 if state.men[1] >> point & 1 else 0 for point in range(24)]

DIAGRAM = """\
*-----*-----*
| *---*---* |
| | *-*-* | |
*-*-*   *-*-*
| | *-*-* | |
| *---*---* |
*-----*-----*"""

def board(state):
    men = iter(men_on(state))
    return "".join(".WB"[next(men)] if symbol == "*" else symbol for symbol in DIAGRAM)

def spot(point):
    return "abcdefg".index(NAMES[point][0]) + 0.5, 7.5 - int(NAMES[point][1])

def places(state):
    drawn = [Place(Cell(ground="#dfba78"), 3.5, 3.5, 7, 7)]
    for a, b in LINKS:
        (x, y), (u, v) = spot(a), spot(b)
        width, height = abs(x - u) + 0.06, abs(y - v) + 0.06
        drawn.append(Place(Cell(ground="#6b4f2a"), (x + u) / 2, (y + v) / 2, width, height))
    for point, man in enumerate(men_on(state)):
        cell = Cell("WB"[man - 1], None, man - 1, NAMES[point], "stone") if man else Cell(name=NAMES[point])
        drawn.append(Place(cell, *spot(point)))
    return drawn

game = Game(name="morris-on-bits", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1,
            notation=Notation(format_action=format_action),
            view=View(board=board, places=places, placing=("stone", "stone")))
