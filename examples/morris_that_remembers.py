"""Nine Men's Morris as in ``morris.py``, with the number of men in the state, and nothing that is not needed."""
from typing import NamedTuple

from spielbaum import Cell, Game, Notation, Place, View

NAMES = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

def in_threes(names):
    return [tuple(NAMES.index(name) for name in names[i:i + 3]) for i in range(0, 24, 3)]

MILLS = in_threes(NAMES) + in_threes(sorted(NAMES))  # along the rows, and along the columns
LINKS = [link for first, middle, last in MILLS for link in ((first, middle), (middle, last))]
NEIGHBOURS = [sorted(a + b - point for a, b in LINKS if point in (a, b)) for point in range(24)]
MILLS_AT = [[mill for mill in MILLS if point in mill] for point in range(24)]

class State(NamedTuple):
    board: tuple[int, ...]  # 0 for an empty point, else a player's number plus one
    men: tuple[int, int]  # on the board and in the hand
    hand: tuple[int, int]  # men that are not placed yet
    to_move: int
    quiet: int  # moves since a man was removed

class Move(NamedTuple):
    source: int | None  # None if a man is placed
    target: int
    removed: int | None  # None if no mill is closed

def initial():
    return State((0,) * 24, (9, 9), (9, 9), 0, 0)

def to_move(state):
    return state.to_move

def closes_mill(state, source, target):
    own = state.to_move + 1
    return any(all(point == target or (point != source and state.board[point] == own) for point in mill)
               for mill in MILLS_AT[target])

def removable(state):
    other = 2 - state.to_move
    men = [point for point in range(24) if state.board[point] == other]
    in_mills = {point for mill in MILLS if all(state.board[p] == other for p in mill) for point in mill}
    return [point for point in men if point not in in_mills] or men

def steps(state):
    own = state.to_move + 1
    if state.hand[state.to_move]:
        yield from ((None, target) for target in range(24) if state.board[target] == 0)
    else:
        can_fly = state.men[state.to_move] == 3
        for source, man in enumerate(state.board):
            if man == own:
                yield from ((source, target) for target in (range(24) if can_fly else NEIGHBOURS[source])
                            if state.board[target] == 0)

def actions(state):
    for source, target in steps(state):
        if closes_mill(state, source, target):
            yield from (Move(source, target, removed) for removed in removable(state))
        else:
            yield Move(source, target, None)

def result(state, move):
    board, men, hand = list(state.board), list(state.men), list(state.hand)
    board[move.target] = state.to_move + 1
    if move.source is None:
        hand[state.to_move] -= 1
    else:
        board[move.source] = 0
    if move.removed is not None:
        board[move.removed] = 0
        men[1 - state.to_move] -= 1
    quiet = state.quiet + 1 if move.removed is None else 0
    return State(tuple(board), tuple(men), tuple(hand), 1 - state.to_move, quiet)

def has_lost(state):
    if state.men[state.to_move] < 3:
        return True
    return state.hand[state.to_move] == 0 and not any(True for _ in steps(state))

def is_terminal(state):
    return state.quiet == 50 or has_lost(state)

def utility(state):
    return (0, 0) if not has_lost(state) else (-1, 1) if state.to_move == 0 else (1, -1)

def format_action(state, move):
    return "".join(NAMES[point] for point in move if point is not None)

DIAGRAM = """\
*-----*-----*
| *---*---* |
| | *-*-* | |
*-*-*   *-*-*
| | *-*-* | |
| *---*---* |
*-----*-----*"""

def board(state):
    men = iter(state.board)
    return "".join(".WB"[next(men)] if symbol == "*" else symbol for symbol in DIAGRAM)

def spot(point):
    return "abcdefg".index(NAMES[point][0]) + 0.5, 7.5 - int(NAMES[point][1])

def places(state):
    drawn = [Place(Cell(ground="#dfba78"), 3.5, 3.5, 7, 7)]
    for a, b in LINKS:
        (x, y), (u, v) = spot(a), spot(b)
        width, height = abs(x - u) + 0.06, abs(y - v) + 0.06
        drawn.append(Place(Cell(ground="#6b4f2a"), (x + u) / 2, (y + v) / 2, width, height))
    for point, man in enumerate(state.board):
        cell = Cell("WB"[man - 1], None, man - 1, NAMES[point], "stone") if man else Cell(name=NAMES[point])
        drawn.append(Place(cell, *spot(point)))
    return drawn

game = Game(name="morris-that-remembers", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1,
            notation=Notation(format_action=format_action),
            view=View(board=board, places=places, placing=("stone", "stone")))
