"""Kalah: sow seeds around the board; a last seed in your own store moves again, in an empty pit it captures."""
from typing import NamedTuple

from spielbaum import Game

PITS, SEEDS = 4, 3

class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int

def actions(state):
    for pit in range(state.to_move * (PITS + 1), state.to_move * (PITS + 1) + PITS):
        if state.board[pit]:
            yield pit

def result(state, pit):
    cells, place, first = list(state.board), pit, state.to_move * (PITS + 1)
    seeds, cells[pit], store = cells[pit], 0, first + PITS
    while seeds:
        place = (place + 1) % len(cells)
        if place != (store + PITS + 1) % len(cells):
            cells[place], seeds = cells[place] + 1, seeds - 1
    if first <= place < store and cells[place] == 1 and cells[2 * PITS - place]:
        cells[store] += 1 + cells[2 * PITS - place]
        cells[place] = cells[2 * PITS - place] = 0
    return State(tuple(cells), state.to_move if place == store else 1 - state.to_move)

def is_terminal(state):
    return sum(state.board[:PITS]) == 0 or sum(state.board[PITS + 1:-1]) == 0

def utility(state):
    lead = sum(state.board[:PITS + 1]) - sum(state.board[PITS + 1:])
    return lead, -lead

game = Game(name="kalah", players=2, initial=lambda: State(((SEEDS,) * PITS + (0,)) * 2, 0),
            to_move=lambda state: state.to_move, actions=actions, result=result, is_terminal=is_terminal,
            utility=utility, zero_sum=True, max_utility=2 * PITS * SEEDS)
