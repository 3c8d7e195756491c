"""A small game as the text of a file: two players add one or two."""

RULES = '''"""Add one or two; who reaches five has won."""
from typing import NamedTuple
from spielbaum import Game, Notation, SearchHints, View

class State(NamedTuple):
    count: int
    to_move: int

def initial(): return State(0, 0)
def to_move(state): return state.to_move
def actions(state):
    yield 1
    yield 2
def result(state, action):
    return State(state.count + action, 1 - state.to_move)
def is_terminal(state): return state.count >= 5
def utility(state): return (-1, 1) if state.to_move == 0 else (1, -1)
'''
RACE = (
    RULES
    + """def lead(state): return (state.count, -state.count) if state.to_move == 0 else (-state.count, state.count)
game = Game(name="race", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, evaluations={"lead": lead}, zero_sum=True)
"""
)
