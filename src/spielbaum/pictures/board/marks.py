"""Marks on places: targets, chosen places, rings and changes, each with its own shape."""

from collections.abc import Sequence

from spielbaum.pictures.svg.markup import element, short
from spielbaum.pictures.svg.theme import BOARD

TARGET, CHOSEN, RINGED, CHANGED = "target", "chosen", "ringed", "changed"
"""The marks of a place, which are classes of its element too."""


def draw_dot(colour: str) -> str:
    """Return the dot on a stone that has just been placed."""
    return element("circle", {"r": 6, "fill": colour})


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


def draw_marks(marks: Sequence[str], size: tuple[float, float], *, written: bool, occupied: bool) -> str:
    """Return marks around the origin, for a place of a size: a dot or a ring, a frame, four corners, a circle.

    Parameters
    ----------
    marks
        Some of ``target``, ``chosen``, ``ringed`` and ``changed``.
    size
        The width and height of the place.
    written, occupied
        Whether the place has a text or a piece, which a dot would hide.
    """
    drawn = ""
    if CHANGED in marks:
        drawn += _twice(_corners(*size), 5, 2.5)
    if CHOSEN in marks:
        x, y = size[0] / 2 - 3, size[1] / 2 - 3
        drawn += _twice(f"M{short(-x)} {short(-y)}H{short(x)}V{short(y)}H{short(-x)}Z", 6, 3)
    if RINGED in marks:
        drawn += _circle(size)
    if TARGET in marks:
        drawn += _ring(size, 2.5 if occupied else 0.1 * min(size)) if occupied or written else _dot(size)
    return drawn


def _dot(size: tuple[float, float]) -> str:
    look = {"fill": BOARD["light"], "stroke": BOARD["ink"], "stroke-width": 2}
    return element("circle", {"r": min(7.0, 0.3 * min(size)), **look})


def _circle(size: tuple[float, float]) -> str:
    """Return a thick line around a place, such as one of a winning line."""
    look = {"rx": short(size[0] / 2 - 3), "ry": short(size[1] / 2 - 3), "fill": "none"}
    dark = element("ellipse", {**look, "stroke": BOARD["ink"], "stroke-width": 7})
    return dark + element("ellipse", {**look, "stroke": BOARD["light"], "stroke-width": 4.5})


def _ring(size: tuple[float, float], inset: float) -> str:
    """Return a dashed line around a place, rounded at the shorter sides."""
    width, height = size[0] - 2 * inset, size[1] - 2 * inset
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": min(width, height) / 2}
    under = {**box, "fill": "none", "stroke": BOARD["ink"], "stroke-width": 5}
    dashes = {"stroke": BOARD["light"], "stroke-width": 3, "stroke-dasharray": "6 4"}
    return element("rect", under) + element("rect", {**under, **dashes})


def _corners(width: float, height: float) -> str:
    x, y, leg = width / 2 - 3, height / 2 - 3, min(width, height) / 4
    return "".join(
        f"M{short(sx * (x - leg))} {short(sy * y)}H{short(sx * x)}V{short(sy * (y - leg))}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )


def _twice(path: str, broad: float, narrow: float) -> str:
    """Return a path that is narrow and light on wide and dark, so that it is visible on any ground."""
    dark = {"fill": "none", "stroke": BOARD["ink"], "stroke-width": broad}
    return element("path", {"d": path, **dark}) + element(
        "path", {"d": path, **dark, "stroke": BOARD["light"], "stroke-width": narrow}
    )
