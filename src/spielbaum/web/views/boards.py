"""Boards as SVG, with texts for screen readers in the language of the page."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from spielbaum.game import Game, State
from spielbaum.language import Translations
from spielbaum.pictures import Look, draw_board, draw_place
from spielbaum.pictures.board.film import draw_film
from spielbaum.position_text import parse_position

SENTENCES = {
    "{piece} of {player}": "game.piece",
    "player {number}": "player.number",
    "{player} to move": "status.human",
    "finished": "status.over",
}
"""The texts in pictures, with the keys of their translations."""


MIDDLES = {
    "blokus": (
        "BBB16Y/1BB16Y/3B2BB10YY/2BBBB1BB10Y/BB5B1BB7Y1/1B8BBB5Y1/1B12Y3Y1/1B12YYY1YY/2BBB9Y2Y2/2B1B1G3YYY4Y2/"
        "BB4G3Y1Y1Y1YY2/1BB2GG3R2YY1Y3/2B2G4R3YY4/4G3GRRR5R2/4GG1GG3R1RR1RRR/3G1GG1GG2R2RR1R1/2GG3G3RR3R2R/"
        "GG1G3G4R6R/G2G3G5RRRRR1R/GG5GG9RR Y"
    ),
    "blokus:players=2,board=duo": (
        "1OOOP9/2OPPP1PP5/2O1P1PPOOOO2/3OO1P2PPO2/2OOPP1PPPOPP1/2OP1PP3OPP1/1O1P1P4O1P1/OO1POOPPPPO3/1O1P1OPOO1O3/"
        "1O1P1OOPOO4/2OOO2PO1OO2/4OO1PPPOO2/3PPPP3O3/4P9 P"
    ),
    "chameleon-chess": "4YgYr2/5Rr2/Yy6Yb/By7/1Bb5Gr/3Ry3Gb/7Gy/3Rb2Gg1 R a1h8",
    "chess": "r2q1rk1/2p1bppp/p1np1n2/1p2p3/4P1b1/1BPP1N2/PP1N1PPP/R1BQR1K1 w - - 1 11",
    "chinese-checkers": "1/AB/3/2B1/4A8/3A2A5/4B6/6A3/4BAA2/2AB2A3/6A4/12/13/B1BB/1B1/B1/1 A 26",
    "connect-four": "...O.../...X.../.XXO.../.OOX.../.OXO.../XOXXXO.",
    "domineering": "######/##..#./.####./####../##..#./..##.. h",
    "dots-and-boxes": "---/||.|/--./||||/.-./||||/.-. 2-1 A",
    "draughts": "B:W19,21,24,29,30,31,32:B1,2,3,4,5,9,12",
    "focus": "4/2(GRG)1RR/1(RR)4(GG)1/1R1G1R2/(GRGGG)3R(GGGR)1R/2R2(RGG)R1/(GR)GR1(GR)1/2G1 R -,1R 30",
    "go": "7/2XOX2/1OXXOX1/2XOO2/3XOX1/1XOO1O1/7 X",
    "mnk": "X.O/.XX/..O",
    "nim": "2-4-5",
    "othello": "2XOO3/2XOOO2/2OOXOOX/2OOOXX1/3XOX1O/2XXO3/2XOO3/8 X",
    "rolit": "2RRRG2/2GGG3/2YGYRRR/2BBBBRR/2GGY1YR/3BYY1R/2B1G3/3Y1G2 R",
    "tic-tac-toe": "..O.XX..O",
}
"""Positions from the middle of games, in which a game is recognised at once."""


def board_picture(t: Translations, game: Game, state: State, look: Look) -> Markup:
    """Return the board of a state as SVG, without the title, which browsers would show as a tooltip."""
    svg = draw_board(game, state, look=replace(look, say=partial(_translate, t, game)))
    return Markup(re.sub(r"<title>.*?</title>", "", svg, count=1, flags=re.DOTALL))


def thumbnail(game: Game) -> Markup:
    """Return a small picture of a game: a position from its middle, if there is one, else the first."""
    text = MIDDLES.get(str(game.spec), "")
    state = parse_position(game, text) if text else game.initial()
    return Markup(draw_board(game, state, look=Look(thumbnail=True)))


def piece_picture(game: Game, state: State, name: str) -> Markup:
    """Return the piece at a place as a small picture; empty if there is none."""
    return Markup(draw_place(game, state, name))


def board_film(t: Translations, game: Game, states: Sequence[State], look: Look) -> str:
    """Return a game as an animated SVG."""
    return draw_film(game, states, look=replace(look, say=partial(_translate, t, game)))


def _translate(t: Translations, game: Game, words: str) -> str:
    if words in SENTENCES:
        return t.entries[SENTENCES[words]]
    if words in [game.shown_name(player) for player in range(game.players)]:
        return t.named("player", words)
    return t.named("piece", words)


def as_buttons(_name: str) -> Mapping[str, str]:
    """Return the attributes of a place that can be clicked."""
    return {"role": "button", "tabindex": "-1", "focusable": "true"}
