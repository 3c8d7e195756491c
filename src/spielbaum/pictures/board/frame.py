"""The frame of a board: its ground, size and title; and the board of a game that has only text."""

from xml.sax.saxutils import escape

from spielbaum.game import Game, State
from spielbaum.game.click_path import SVG
from spielbaum.game.notation import format_state
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.svg.markup import LETTER, element, short
from spielbaum.pictures.svg.theme import BOARD, FONT, MONOSPACED

LINE = 56
"""Characters of a notation per line."""


def text_board(game: Game, state: State, look: Look) -> str:
    """Return the text of a board, or the notation of the state, line by line."""
    if not game.view.board and game.notation.format_state is None and hasattr(state, "_fields"):
        return _table(game, state, look)
    text = game.view.board(state) if game.view.board else format_state(game, state)
    lines = text.split("\n") if game.view.board else [text[i : i + LINE] for i in range(0, len(text), LINE)]
    size, step, rim = 16, 22, 14
    width = max(map(len, lines)) * size * LETTER + 2 * rim
    style = {"font-family": MONOSPACED, "font-size": size, "fill": BOARD["label"]}
    rows = (
        element("text", {"x": rim, "y": rim + i * step + 16}, escape(line.replace(" ", "\u00a0")))
        for i, line in enumerate(lines)
        if line
    )
    return framed(game, state, look, (width, step * len(lines) + 2 * rim), element("g", style, *rows))


def _table(game: Game, state: State, look: Look) -> str:
    """Return the fields of a state as a table of names and values."""
    rows = [(name.replace("_", " "), line) for name in state._fields for line in _lines(getattr(state, name))]
    size, step, rim = 16, 30, 16
    left = max(len(name) for name, _ in rows) * size * LETTER + rim
    width = left + 24 + max(len(text) for _, text in rows) * size * LETTER + rim
    drawn, said = "", ""
    for i, (name, text) in enumerate(rows):
        y = rim + i * step
        if name != said:
            rule = {"x": rim, "y": y - 1, "width": width - 2 * rim, "height": 1, "fill": BOARD["label"]}
            drawn += element("rect", {**rule, "fill-opacity": 0.25}) if i else ""
            head = {"x": rim, "y": y + 20, "font-family": FONT, "font-size": size, "fill": BOARD["label"]}
            drawn += element("text", {**head, "fill-opacity": 0.8}, escape(name))
        value = {"x": left + 24, "y": y + 20, "font-family": MONOSPACED, "font-size": size, "fill": BOARD["light"]}
        drawn, said = drawn + element("text", value, escape(text)), name
    return framed(game, state, look, (width, step * len(rows) + 2 * rim), drawn)


def _lines(value: object) -> list[str]:
    """Return the value of a field as lines: the rows of nested tables, and long texts wrapped."""
    if isinstance(value, (tuple, list)) and value and all(isinstance(row, (tuple, list)) for row in value):
        return [line for row in value for line in _lines(row)]
    text = " ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    text = text.replace("\n", " ") or "–"
    return [text[i : i + LINE] for i in range(0, len(text), LINE)]


def framed(game: Game, state: State, look: Look, size: tuple[float, float], inside: str) -> str:
    """Return an SVG of a size: the frame of a board, its title, and its content."""
    width, height = map(short, size)
    corner = 4 if look.thumbnail else round(min(10, 2 + size[0] / 50))
    frame = element("rect", {"width": width, "height": height, "rx": corner, "fill": BOARD["frame"]})
    head = {"xmlns": SVG, "viewBox": f"0 0 {width} {height}"}
    if look.thumbnail:
        return element("svg", {**head, "aria-hidden": "true"}, frame, inside)
    if game.is_terminal(state):
        now = look.say("finished")
    else:
        now = look.say("{player} to move").format(player=look.player(game, game.to_move(state)))
    title = f"{game.spec}: {now}"
    role = "group" if look.attributes else "img"
    whole = {**head, "width": width, "height": height, "role": role, "aria-label": title}
    return element("svg", whole, element("title", {}, escape(title)), frame, inside)
