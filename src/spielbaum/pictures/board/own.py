"""A board that a game draws itself, with marks and labels on its places."""

from typing import TYPE_CHECKING

from spielbaum.game import Game, State
from spielbaum.game.click_path import DATA_PLACE, SVG, own_picture
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.board.marks import CHANGED, CHOSEN, TARGET
from spielbaum.pictures.svg.theme import LIGHT

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

OUTLINES = {CHANGED: "1 5", TARGET: "6 4", CHOSEN: "none"}
"""The dashes of the outline of a marked element; the last one that applies is drawn."""


def draw_own(game: Game, state: State, look: Look) -> str:
    """Return the game's own picture; elements with ``data-place`` get classes, a label and, if marked, an outline.

    Raises
    ------
    GameError
        If the game does not return SVG.
    """
    from xml.etree import ElementTree

    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = own_picture(game, state)
    if root.tag == "svg":
        root.set("xmlns", SVG)
    before = {} if look.before is None else _contents(own_picture(game, look.before))
    now = _contents(root)
    for place in [element for element in root.iter() if element.get(DATA_PLACE)]:
        name = place.get(DATA_PLACE, "")
        marks = look.classes(name, bool(before) and before.get(name) != now[name])
        outlines = [dashes for mark, dashes in OUTLINES.items() if mark in marks]
        if outlines:
            outline = {"stroke": LIGHT["accent"], "stroke-width": "3", "stroke-dasharray": outlines[-1]}
            place.attrib.update(outline)
        given = look.names(name, place.get("aria-label", name), marks)
        given["class"] = f"{place.get('class', '')} {given.get('class', '')}".strip()
        if given.get("role") == "img":  # what the game states takes precedence
            given["role"] = place.get("role", "img")
        place.attrib.update({key: value for key, value in given.items() if value})
    return ElementTree.tostring(root, encoding="unicode")


def _contents(root: "Element") -> dict[str, str]:
    """Return the drawing of each named place."""
    from xml.etree import ElementTree

    found: dict[str, str] = {}
    for element in root.iter():
        name = element.get(DATA_PLACE)
        if name:
            found[name] = found.get(name, "") + ElementTree.tostring(element, encoding="unicode")
    return found
