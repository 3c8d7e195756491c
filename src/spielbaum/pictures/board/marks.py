"""Marks on places: targets, chosen places, rings and the last move, each with its own shape."""

from collections.abc import Sequence

from spielbaum.pictures.svg.markup import element, short
from spielbaum.pictures.svg.theme import BOARD, STAR, ink_on

TARGET, CHOSEN, RINGED, CHANGED = "target", "chosen", "ringed", "changed"
"""The marks of a place, which are classes of its element too."""


ROUND = ("disc", "crowned disc", "stone", "ball")
"""The pieces that have room for a dot."""


def draw_changed(piece: str, colour: str, size: tuple[float, float], *, dotted: bool, tinted: bool) -> tuple[str, str]:
    """Return the mark of the last move, under and over the content of a place that it changed.

    It is a dot on a round piece, a tint of the ground or of a line, or else a frame.
    """
    if dotted and piece in ROUND and colour:
        return "", element("circle", {"class": "last", "r": 5.5, "fill": ink_on(colour)})
    box = {"class": "last", "x": -size[0] / 2, "y": -size[1] / 2, "width": size[0], "height": size[1]}
    if piece == "line":
        return "", element("rect", {**box, "fill": BOARD["light"], "fill-opacity": 0.85})
    if tinted and piece != "block":
        return element("rect", {**box, "fill": STAR, "fill-opacity": 0.6}), ""
    x, y = size[0] / 2 - 2.5, size[1] / 2 - 2.5
    line = _twice(f"M{short(-x)} {short(-y)}H{short(x)}V{short(y)}H{short(-x)}Z", 5, 2.5, STAR)
    return "", element("g", {"class": "last"}, line)


def draw_owned(colour: str) -> str:
    """Return the mark of a place that belongs to a player: a small square in its colour."""
    box = {"x": -7, "y": -7, "width": 14, "height": 14, "fill": colour}
    return element("rect", {"class": "owned", **box, "stroke": ink_on(colour), "stroke-width": 1.5})


def draw_trail(points: Sequence[tuple[float, float]]) -> str:
    """Return a line through points, light on dark."""
    line = {"points": " ".join(f"{short(x)},{short(y)}" for x, y in points), "fill": "none", "stroke-linejoin": "round"}
    under = element("polyline", {**line, "stroke": BOARD["ink"], "stroke-width": 6, "stroke-opacity": 0.7})
    over = element("polyline", {**line, "stroke": BOARD["light"], "stroke-width": 3, "stroke-dasharray": "2 6"})
    return element("g", {"class": "trail", "pointer-events": "none", "stroke-linecap": "round"}, under, over)


def draw_latest(size: tuple[float, float], colour: str) -> str:
    """Return a mark in a corner of a place, in the colour of the player whose last move led there."""
    x, y = size[0] / 2, size[1] / 2
    path = f"M{short(-x + 2)} {short(y - 2)}h14l-14-14z"
    look = {"fill": colour, "stroke": BOARD["light"], "stroke-width": 1.5, "stroke-linejoin": "round"}
    return element("path", {"d": path, **look})


def draw_marks(
    marks: Sequence[str], size: tuple[float, float], *, written: bool, occupied: bool, rounded: bool = False
) -> str:
    """Return marks around the origin, for a place of a size: a dot or a ring, a frame, a circle.

    Parameters
    ----------
    marks
        Some of ``target``, ``chosen`` and ``ringed``.
    size
        The width and height of the place.
    written, occupied
        Whether the place has a text or a piece, which a dot would hide.
    rounded
        Whether the place is a disc.
    """
    drawn = ""
    if CHOSEN in marks and rounded:
        drawn += _circle(size)
    elif CHOSEN in marks:
        x, y = size[0] / 2 - 3, size[1] / 2 - 3
        drawn += _twice(f"M{short(-x)} {short(-y)}H{short(x)}V{short(y)}H{short(-x)}Z", 6, 3)
    if RINGED in marks:
        drawn += _circle(size)
    if TARGET in marks:
        drawn += _ring(size) if occupied else _frame(size) if written else _dot(size)
    return drawn


def _dot(size: tuple[float, float]) -> str:
    look = {"fill": BOARD["light"], "fill-opacity": 0.9, "stroke": BOARD["ink"], "stroke-width": 1.5}
    return element("circle", {"r": min(6.5, 0.3 * min(size)), **look})


def _circle(size: tuple[float, float]) -> str:
    """Return a thick line around a place, such as one of a winning line."""
    look = {"rx": short(size[0] / 2 - 3), "ry": short(size[1] / 2 - 3), "fill": "none"}
    dark = element("ellipse", {**look, "stroke": BOARD["ink"], "stroke-width": 7})
    return element(
        "g", {"class": "ring"}, dark, element("ellipse", {**look, "stroke": BOARD["light"], "stroke-width": 4.5})
    )


def _frame(size: tuple[float, float]) -> str:
    """Return a thin line inside a place, which leaves its text legible."""
    width, height = 0.84 * size[0], 0.84 * size[1]
    x, y = short(width / 2), short(height / 2)
    return _twice(f"M-{x}-{y}H{x}V{y}H-{x}Z", 2, 1)


def _ring(size: tuple[float, float]) -> str:
    """Return a dashed line around a piece, rounded at the shorter sides."""
    width, height = size[0] - 5, size[1] - 5
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": min(width, height) / 2}
    under = {**box, "fill": "none", "stroke": BOARD["ink"], "stroke-width": 5}
    dashes = {"stroke": BOARD["light"], "stroke-width": 3, "stroke-dasharray": "6 4"}
    return element("rect", under) + element("rect", {**under, **dashes})


def _twice(path: str, broad: float, narrow: float, colour: str = BOARD["light"]) -> str:
    """Return a path that is narrow and light on wide and dark, so that it is visible on any ground."""
    dark = {"fill": "none", "stroke": BOARD["ink"], "stroke-width": broad, "stroke-linejoin": "round"}
    return element("path", {"d": path, **dark}) + element(
        "path", {"d": path, **dark, "stroke": colour, "stroke-width": narrow}
    )
