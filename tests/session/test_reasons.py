"""Reasons of moves: in the words of their games, from the lines of an analysis, or from the terms of an evaluation."""

import pytest

from spielbaum import Searcher, games
from spielbaum.game.notation import parse_action, parse_state
from spielbaum.language import translations_for
from spielbaum.search.algorithms.choice import default_algorithm
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.web.views.reasons import reason_words

CHESS = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1"
THREE = "chameleon-chess:players=RGB"
GOOD_OR_BAD = [
    ("tic-tac-toe", "XOX.X.O..", 9, "8", "blocks 2 in a row; threatens 3 in a row"),
    ("tic-tac-toe", "XOX.X.O..", 9, "3", "allows 8, which completes 3 in a row"),
    ("tic-tac-toe", "XO..X....", 9, "8", "blocks 2 in a row; after 8 3 2, 5 completes 3 in a row"),
    ("mnk:width=4,height=4,line=3", "..../.XX./.O../....", 3, "a3", "blocks 2 in a row; threatens 3 in a row"),
    ("connect-four", "4131", 5, "5", "makes two threats at once; after 4, 2 completes 4 in a row"),
    ("connect-four", "4131", 5, "7", "misses 5, which makes two threats at once"),
    ("nim:heaps=3-4-5", "3-4-5 0", 3, "a2", "leaves a nim-sum of 0"),
    (THREE, "Bb7/Br7/Bg7/By7/7Gr/7Gb/7Gy/RrRgRyRb3Gg R a1h8", 2, "a1b3", "allows a5b3, which takes a pawn"),
    ("chameleon-chess:players=RB", "BbRbBr5/8/Bg7/By7/8/8/8/RrRgRy5 B a1c8", 2, "a6b8", "takes a pawn"),
    ("chess", CHESS, 2, "f6h5", "takes a queen"),
    ("chess", CHESS, 2, "a8b8", "allows h5f7, which gives checkmate"),
    ("chess", CHESS, 2, "f6d5", "allows e4d5, which takes a knight"),
]


def words(name: str, position: str, depth: int, move: str, language: str = "en") -> str:
    """Return the reasons of a move after a search to a depth."""
    game = games.load(name)
    state = parse_state(game, position)
    rows = Searcher(game, default_algorithm(game)).action_values(state, depth=depth, seconds=60)
    found = PositionAnalysis.of(game, state, rows, algorithm="", nodes=0, seconds=0)
    row = next(row for row in found.rows if row.action_text == move)
    return reason_words(translations_for(language), game, state, row, found.rows)


@pytest.mark.parametrize(("name", "position", "depth", "move", "said"), GOOD_OR_BAD)
def test_a_move_has_a_reason(name: str, position: str, depth: int, move: str, said: str) -> None:
    assert words(name, position, depth, move) == said


def test_reasons_are_translated() -> None:
    assert words("tic-tac-toe", "XOX.X.O..", 9, "3", "de") == "erlaubt 8: vollendet 3 in einer Reihe"


def hook(name: str, moves: str, action: str) -> list[str]:
    game = games.load(name)
    state = game.initial()
    for move in moves.split():
        state = game.result(state, parse_action(game, state, move))
    assert game.view.reasons
    return [str(reason) for reason in game.view.reasons(state, parse_action(game, state, action))]


@pytest.mark.parametrize(
    ("name", "moves", "action", "said"),
    [
        ("dots-and-boxes:rows=1,columns=3", "a1b1 a2b2 b1b2", "a1a2", ["closes a box"]),
        ("dots-and-boxes:rows=1,columns=3", "a1b1 a2b2 b1c1 b2c2 c1d1 c2d2", "a1a2", ["gives away a chain of 3 boxes"]),
        ("dots-and-boxes:rows=1,columns=3", "a1b1 a2b2 b1b2 c1d1 c2d2 d1d2", "b1c1", ["gives away a box"]),
        ("connect-four", "1 7 2 7 3 7", "7", ["blocks 3 in a row"]),
        ("connect-four", "4 1 4 1 5 1 5 2 6", "7", ["blocks 3 in a row"]),
        ("chess", "e2e4 d7d5", "e4d5", ["takes a pawn"]),
        ("chess", "f2f3 e7e5 g2g4", "d8h4", ["gives checkmate"]),
        ("othello", "f5 d6", "c3", []),
        ("draughts", "11-15 22-18", "15-22", ["takes a piece"]),
        ("chameleon-chess", "", "a1c2", []),
    ],
)
def test_a_game_says_what_a_move_does(name: str, moves: str, action: str, said: list[str]) -> None:
    assert hook(name, moves, action)[: max(1, len(said))] == said
