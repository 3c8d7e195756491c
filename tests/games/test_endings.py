"""Remarks at the end of shipped games, with their cells."""

import random

import pytest

from spielbaum import games
from spielbaum.game.endings import ending_of, remark_on
from spielbaum.game.notation import parse_state

ENDS = {
    ("connect-four", "1121314"): ("four in a row", {(5, 0), (5, 1), (5, 2), (5, 3)}),
    ("tic-tac-toe", "XXXOO...."): ("three in a row", {"0", "1", "2"}),
    ("tic-tac-toe", "XOXXOOOXX X"): ("the board is full", set()),
    ("mnk:width=4,height=4,line=4,players=3", "XXXX/OO../OYYY/...."): ("4 in a row", {"a4", "b4", "c4", "d4"}),
    ("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"): ("checkmate", {"e1"}),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"): ("stalemate", {"h8"}),
    ("chess", "7k/8/6K1/8/8/8/8/8 b - - 0 1"): ("insufficient material", set()),
    ("nim", "0-0-0 1"): ("who takes the last counter wins", set()),
    ("nim:misere", "0-0-0 1"): ("who takes the last counter loses", set()),
    ("othello:size=4", "XXXX/XXXX/XXXO/OOOO X"): ("discs 11 to 5", set()),
    ("go:size=5,komi=0.5", "5/XXXXX/OOOOO/5/5 X - 2 20"): ("area of Black 10, of White 15 and komi 0.5", set()),
    ("chameleon-chess", "8/8/8/8/8/8/8/Rr7 R a1c3"): ("no other pawns are left", set()),
}


@pytest.mark.parametrize(("text", "position"), ENDS)
def test_endings_are_remarked_with_their_cells(text: str, position: str) -> None:
    game = games.load(text)
    words, cells = ENDS[text, position]
    state = game.initial()
    if position.isdecimal():
        for column in position:
            state = game.result(state, int(column) - 1)
    else:
        state = parse_state(game, position)
    assert game.is_terminal(state)
    ending = ending_of(game, state)
    assert ending is not None
    assert str(ending) == words
    assert set(ending.cells) == cells


def test_a_removed_pawn_is_explained() -> None:
    game, generator = games.load("chameleon-chess"), random.Random(1)
    before = state = game.initial()
    told = ""
    while not told.startswith("the pawn"):
        before = game.initial() if game.is_terminal(state) else state
        action = generator.choice(list(game.actions(before)))
        state, told = game.result(before, action), str(remark_on(game, before, action))
    square = told.split()[3]
    captured = before.pawns >> (action & 63) & 1
    assert told == f"the pawn on {square} vanished: a knight cannot move from the centre of the last nine squares"
    assert before.pawns.bit_count() - state.pawns.bit_count() == 1 + captured
    assert not state.pawns >> ((8 - int(square[1])) * 8 + "abcdefgh".index(square[0])) & 1
