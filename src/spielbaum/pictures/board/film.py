"""A game as one moving picture: an SVG that shows its positions one after the other, without script."""

from collections.abc import Sequence
from dataclasses import replace

from spielbaum.errors import GameError, Message
from spielbaum.game import Game, State
from spielbaum.game.click_path import SVG
from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import PLAIN, Look
from spielbaum.pictures.svg.markup import element

LAST = 3
"""How many times longer the last position is shown."""


def draw_film(game: Game, states: Sequence[State], *, seconds: float = 1.0, look: Look = PLAIN) -> str:
    """Return a game as an animated SVG that shows its states in a loop.

    Elements that several positions share are written once.

    Parameters
    ----------
    game, states
        The game and its states, in order.
    seconds
        The time for each state; the last one takes three times as long.
    look
        The look of the boards; the changes of the last move are marked too.

    Raises
    ------
    GameError
        If there is no state, or a board cannot be drawn.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("nim")
    >>> film = draw_film(game, [game.initial(), game.result(game.initial(), 1)])
    >>> film.startswith("<svg"), 'repeatCount="indefinite"' in film
    (True, True)
    """
    if not states:
        raise GameError(Message("a game without a position cannot be shown"))
    befores = [None, *states[:-1]]
    frames = [
        _read(draw_board(game, state, look=replace(look, before=before)))
        for state, before in zip(states, befores, strict=True)
    ]
    marks = [step / (len(frames) - 1 + LAST) for step in range(len(frames))]
    length = seconds * (len(frames) - 1 + LAST)
    pieces = [_shown(text, seen, marks, length) for text, seen in _pieces([frame for _, frame in frames])]
    left, top, right, bottom = _around([box for box, _ in frames])
    head = {"xmlns": SVG, "viewBox": f"{left:g} {top:g} {right - left:g} {bottom - top:g}", "role": "img"}
    return element("svg", {**head, "aria-label": f"{game.name}, {len(states) - 1}"}, *pieces)


def _read(svg: str) -> tuple[tuple[float, ...], list[str]]:
    """Return the view box of a picture, and its elements."""
    from xml.etree import ElementTree

    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    x, y, width, height = (float(number) for number in root.get("viewBox", "0 0 100 100").replace(",", " ").split())
    texts = [ElementTree.tostring(child, encoding="unicode").replace(f' xmlns="{SVG}"', "") for child in root]
    titles = [place for place, child in enumerate(root) if child.tag == f"{{{SVG}}}title"]
    return (x, y, x + width, y + height), [text for place, text in enumerate(texts) if place not in titles]


def _pieces(frames: Sequence[Sequence[str]]) -> list[tuple[str, list[int]]]:
    """Return each element with the frames that show it, in an order that hides nothing.

    Frames with the same number of elements have the same places in the same order; others are kept whole.
    """
    if len({len(frame) for frame in frames}) > 1:
        return [("".join(frame), [number]) for number, frame in enumerate(frames)]
    found: list[tuple[str, list[int]]] = []
    for variants in zip(*frames, strict=True):
        seen: dict[str, list[int]] = {}
        for number, text in enumerate(variants):
            seen.setdefault(text, []).append(number)
        found += seen.items()
    return found


def _shown(text: str, seen: Sequence[int], marks: Sequence[float], length: float) -> str:
    """Return an element that some of the frames show."""
    if len(seen) == len(marks):
        return text
    shown = set(seen)
    turns = [number for number in range(len(marks)) if number == 0 or (number in shown) != (number - 1 in shown)]
    animate = {
        "attributeName": "display",
        "calcMode": "discrete",
        "dur": f"{length:g}s",
        "repeatCount": "indefinite",
        "keyTimes": ";".join(f"{marks[number]:.5g}" for number in turns),
        "values": ";".join("inline" if number in shown else "none" for number in turns),
    }
    still = {} if 0 in shown else {"display": "none"}
    return element("g", still, text, element("animate", animate))


def _around(boxes: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
