"""The growth of a Monte-Carlo tree for its viewer, and as an interactive page in one self-contained file."""

import json
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from spielbaum.game import Game, State
from spielbaum.language import Translations, current_texts
from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.svg.theme import DARK, FONT, LIGHT, player_colour, player_text
from spielbaum.search.trace.growth import Growth

SCRIPTS = ("growth_model.js", "growth_tree.js", "growth.js")
"""The parts of the viewer, in the order in which a page loads them, besides ``growth.css``."""

MAX_LETTERS = 400_000
"""The most letters of the boards of a simulation, approximately; of a longer playout some are left out."""

FIRST_BOARDS = 8
"""The boards of these plies are always shown."""

FILMS, FILM_LETTERS = 100, 3_000_000
"""The simulations with boards in a file, and the most letters of their boards."""

Draw = Callable[[State, State | None], str]
"""``(state, state before it) -> SVG``."""


def growth_data(
    growth: Growth,
    game: Game,
    *,
    names: Sequence[str] = (),
    translations: Translations | None = None,
    note: str = "",
) -> dict[str, Any]:
    """Return the data of the viewer, ready for JSON, with the nodes and the simulations as columns.

    Parameters
    ----------
    growth, game
        How the tree grew, and the game.
    names
        The names of the players; by default those of the game.
    translations
        The texts of a language; by default those of the current one.
    note
        A sentence below the tree.
    """
    texts: dict[str, int] = {}

    def place(text: str | None) -> int:
        return -1 if text is None else texts.setdefault(text, len(texts))

    nodes, made = growth.nodes, growth.simulations
    named = names or [player_text(game, player, translations) for player in range(game.players)]
    return {
        "words": (translations or current_texts()).table("growth"),
        "players": [{"name": name, "colour": player_colour(game, player)} for player, name in enumerate(named)],
        "rootPlayer": growth.root_player,
        "exploration": growth.exploration,
        "parent": [-1 if node.parent is None else node.parent for node in nodes],
        "action": [place(node.action) for node in nodes],
        "toMove": [-1 if node.to_move is None else node.to_move for node in nodes],
        "added": [node.added for node in nodes],
        "leaf": [one.leaf for one in made],
        "playout": [[place(action) for action in one.playout] for one in made],
        "value": [one.value for one in made],
        "proven": [(number, *found) for number, one in enumerate(made, 1) for found in one.proven],
        "complete": growth.complete,
        "note": note,
        "texts": list(texts),
    }


def film_of(
    growth: Growth, game: Game, states: Sequence[State], number: int, draw: Draw
) -> tuple[list[int], list[str]]:
    """Return the boards of a simulation: the root, and a board after each action in the tree and the playout.

    The last of ``states`` is the root; the others are those of the game before it. The first list has the number of
    actions before each board.
    """
    line = [states[-1]]
    for action in growth.simulations[number - 1].actions:
        line.append(game.result(line[-1], action))
    before = (states[-2] if len(states) > 1 else None, *line[:-1])
    step = max(1, len(line) * len(draw(line[0], before[0])) // MAX_LETTERS)
    plies = [ply for ply in range(len(line)) if ply < FIRST_BOARDS or ply % step == 0 or ply == len(line) - 1]
    return plies, [draw(line[ply], before[ply]) for ply in plies]


def growth_html(growth: Growth, game: Game, states: Sequence[State], *, title: str = "", slides: bool = False) -> str:
    """Return the growth of a tree as one self-contained page, with boards of the first simulations.

    Parameters
    ----------
    growth, game
        How the tree grew, and the game.
    states
        The states of the game up to the root.
    title
        The title; by default the game and the algorithm.
    slides
        Whether the page is a deck of slides: the steps of the first simulations, then the tree after more and more.

    Examples
    --------
    >>> from spielbaum import games
    >>> from spielbaum.search.algorithms.choice import parse_algorithm
    >>> from spielbaum.search.trace.growth import record_growth
    >>> nim = games.load("nim")
    >>> grown = record_growth(nim, nim.initial(), parse_algorithm("mcts"), simulations=10)
    >>> growth_html(grown, nim, [nim.initial()]).splitlines()[0]
    '<!DOCTYPE html>'
    """
    boards: dict[str, int] = {}
    films: list[tuple[list[int], list[int]]] = []

    def draw(state: State, before: State | None) -> str:
        return draw_board(game, state, look=Look(before=before))

    for number in range(1, min(FILMS, len(growth.simulations)) + 1):
        if sum(map(len, boards)) > FILM_LETTERS:
            break
        plies, pictures = film_of(growth, game, states, number, draw)
        films.append((plies, [boards.setdefault(picture, len(boards)) for picture in pictures]))
    whole = len(films) == len(growth.simulations)
    note = "" if whole else current_texts()("growth.films_note", count=len(films))
    data = {**growth_data(growth, game, note=note), "films": films, "boards": list(boards)}
    document = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Template(_part("growth.html")).substitute(
        title=escape(title or f"{game.spec}: {growth.algorithm}"),
        language=data["words"]["language"],
        attributes=" data-hall" if slides else "",
        style=f"{_theme()}{_part('growth.css')}{_part('slides.css') if slides else ''}",
        data=document.replace("<", "\\u003c"),
        script="\n".join(map(_part, (*SCRIPTS, "slides.js") if slides else SCRIPTS)),
    )


def _theme() -> str:
    """Return the colours and the font as CSS variables."""
    light, dark = ("".join(f" --{name}: {value};" for name, value in colours.items()) for colours in (LIGHT, DARK))
    edges = f" --edge: {LIGHT['quiet']}; --font: {FONT};", f" --edge: {DARK['quiet']};"
    return f":root {{{light}{edges[0]} }}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}{edges[1]} }} }}\n"


def _part(name: str) -> str:
    return files("spielbaum.pictures").joinpath("growth", "viewer", name).read_text(encoding="utf-8")
