"""The board in a page: its SVG with all that voices read in the language of the page."""

import re
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from spielbaum.game import Game, State
from spielbaum.pictures import Look, draw_board
from spielbaum.web.http.texts import Texts
from spielbaum.web.views.players import player_name

SENTENCES = {
    "{piece} of {player}": "game.piece",
    "player {number}": "player.number",
    "{player} to move": "status.human",
    "finished": "status.over",
}
"""What pictures say, and where the catalogue has it."""


def board_picture(t: Texts, game: Game, state: State, look: Look) -> Markup:
    """Return the board of a state as SVG, without the title that would be shown wherever the mouse rests."""
    svg = draw_board(game, state, look=replace(look, say=partial(_say, t, game)))
    return Markup(re.sub(r"<title>.*?</title>", "", svg, count=1, flags=re.DOTALL))


def _say(t: Texts, game: Game, words: str) -> str:
    if words in SENTENCES:
        return t.entries[SENTENCES[words]]
    if words in game.view.player_names:
        return player_name(t, game, game.player_number(words))
    return t.named("piece", words)
