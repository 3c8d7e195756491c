"""The board in a page: its SVG with names in the language of the page."""

import re
from html import escape, unescape

from markupsafe import Markup

from spielbaum.board import Cell
from spielbaum.game import Game, State
from spielbaum.pictures import Look, draw_board
from spielbaum.touches import places_of
from spielbaum.web.people import player_name
from spielbaum.web.texts import Texts


def board_picture(t: Texts, game: Game, state: State, look: Look) -> Markup:
    """Return the board of a state as SVG: its title, and what a voice reads of its places, in the page's language."""
    labels = _labels(t, game, state)

    def named(match: re.Match[str]) -> str:
        name = unescape(match[1])
        return f'data-place="{match[1]}"{match[2]} aria-label="{escape(labels.get(name, name))}"'

    svg = re.sub(r"<title>.*?</title>", "", draw_board(game, state, look=look), count=1, flags=re.DOTALL)
    svg = re.sub(r'(<svg\b[^>]*?) aria-label="[^"]*"', rf'\1 aria-label="{t("game.board")}"', svg, count=1)
    return Markup(re.sub(r'data-place="([^"]*)"([^>]*) aria-label="[^"]*"', named, svg) if labels else svg)


def _labels(t: Texts, game: Game, state: State) -> dict[str, str]:
    """Return what is read for each name on the board: the name, and what stands there."""
    parts: dict[str, list[str]] = {}
    for place in places_of(game, state):
        if place.cell.name:
            content = _content(t, game, place.cell)
            parts.setdefault(place.cell.name, [place.cell.name]).extend([content] if content else [])
    return {name: ", ".join(words) for name, words in parts.items()}


def _content(t: Texts, game: Game, cell: Cell) -> str:
    if cell.owner is None:
        return ""
    owner = player_name(t, game, cell.owner)
    kind = t.named("piece", cell.piece, cell.piece or cell.text)
    return owner if kind in ("", game.player_name(cell.owner)) else t("game.piece", piece=kind, player=owner)
