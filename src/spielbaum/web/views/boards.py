"""Boards as SVG, with texts for screen readers in the language of the page."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from spielbaum.game import Game, State
from spielbaum.pictures import Look, draw_board, draw_place
from spielbaum.pictures.board.film import draw_film
from spielbaum.web.http.translations import Translations

SENTENCES = {
    "{piece} of {player}": "game.piece",
    "player {number}": "player.number",
    "{player} to move": "status.human",
    "finished": "status.over",
}
"""The texts in pictures, with the keys of their translations."""


def board_picture(t: Translations, game: Game, state: State, look: Look) -> Markup:
    """Return the board of a state as SVG, without the title, which browsers would show as a tooltip."""
    svg = draw_board(game, state, look=replace(look, say=partial(_translate, t, game)))
    return Markup(re.sub(r"<title>.*?</title>", "", svg, count=1, flags=re.DOTALL))


def thumbnail(game: Game) -> Markup:
    """Return the first position of a game as a small picture."""
    return Markup(draw_board(game, game.initial(), look=Look(thumbnail=True)))


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
