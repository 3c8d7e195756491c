"""Drawings of pieces, around the origin, in a square of 48 units.

The owner of a piece is shown by its colour, and on chess pieces of other colours than white and black by a letter.
Discs, balls and tiles have a hidden sign of their owner, of class ``sign``, which pages show to those who ask for it.
"""

from collections.abc import Callable

from spielbaum.pictures.svg.markup import centred, element, short
from spielbaum.pictures.svg.theme import BOARD, FONT, ink_on

INK = BOARD["ink"]

HOLE = 19
"""The radius of a hole."""

GOLD = "#e8b53a"
"""The colour of crowns."""

WALNUT = "#5a4334"
"""The colour of blocks without an owner."""

SIGNS = ("cross", "nought", "triangle", "square", "diamond", "star")
"""The signs of the players, which differ without colour."""

_SIGN_PATHS = {
    "cross": "M-11-11L11 11M11-11L-11 11",
    "nought": "M0-12A12 12 0 0 1 0 12A12 12 0 0 1 0-12Z",
    "triangle": "M0-13L13 10H-13Z",
    "square": "M-11-11H11V11H-11Z",
    "diamond": "M0-15L13 0 0 15-13 0Z",
    "star": "M0-15V15M-13-7.5L13 7.5M13-7.5L-13 7.5",
}
_FOOT = "M-13 13H13V19H-13Z"
_CHESS_PATHS = {
    "king": (
        "M-2-21H2V-17H6V-13H2V-9H-2V-13H-6V-17H-2Z"
        "M0-3C2-8 7-11 12-10 19-8 19-1 15 4L11 9V13H-11V9L-15 4C-19-1-19-8-12-10-7-11-2-8 0-3Z" + _FOOT
    ),
    "queen": "M-11 13L-18-8-9 0-9-15-3-3 0-18 3-3 9-15 9 0 18-8 11 13Z" + _FOOT,
    "rook": "M-13-17V-8L-9-4V9L-13 13V19H13V13L9 9V-4L13-8V-17H8V-13H3V-17H-3V-13H-8V-17Z",
    "bishop": (
        "M0-21A3 3 0 0 1 2-15.8C7-12 10-7 10-2 10 3 7 6 5 7L7 13H-7L-5 7C-7 6-10 3-10-2-10-7-7-12-2-15.8"
        "A3 3 0 0 1 0-21Z" + _FOOT
    ),
    "knight": (
        "M-9 19H14C15 4 13-9 3-14 1-15-1-15-3-15L-5-20-9-14C-13-11-15-6-19-1-20 2-18 6-14 6-11 6-10 3-5 2"
        "-5 8-11 10-9 19Z"
    ),
    "pawn": (
        "M0-16A7 7 0 0 1 5-4C8-2 9 0 9 3H5C5 8 8 10 12 12V19H-12V12C-8 10-5 8-5 3H-9C-9 0-8-2-5-4A7 7 0 0 1 0-16Z"
    ),
}
_DETAILS = {
    "king": "M-11 9H11",
    "queen": "M-10 8H10",
    "rook": "M-9-4H9M-9 9H9",
    "bishop": "M0-10V0M-4-6H4M-5 7H5",
    "knight": "M-9-8H-8M-14 1H-13M3-8C8-3 9 4 8 11",
    "pawn": "M-5 3H5",
}


def draw_piece(kind: str, colour: str, owner: int | None, letter: str = "") -> str:
    """Return a drawing; empty if there is none of that kind.

    Parameters
    ----------
    kind
        ``king``, ``queen``, ``rook``, ``bishop``, ``knight``, ``pawn``, ``disc``, ``crowned disc``, ``stone``,
        ``ball``, ``hole``, ``pebble``, ``block``, ``tile`` or a sign.
    colour
        The colour of the piece.
    owner
        The player, whose sign discs have; None if it has no owner.
    letter
        The letter of the owner, drawn beside chess pieces.

    Examples
    --------
    >>> draw_piece("hole", "#d55e00", None)
    '<circle r="19" fill="#15171a"/>'
    >>> draw_piece("dragon", "#d55e00", 0)
    ''
    """
    if kind in _CHESS_PATHS:
        return _chess(kind, colour, letter if owner is not None else "")
    if kind in _SIGN_PATHS:
        return _sign(kind, colour)
    return _PLAIN[kind](colour, owner) if kind in _PLAIN else ""


def _chess(kind: str, colour: str, letter: str) -> str:
    outline = {"fill": colour, "stroke": INK, "stroke-width": 2, "stroke-linejoin": "round"}
    details = {"fill": "none", "stroke": ink_on(colour), "stroke-width": 2, "stroke-linecap": "round"}
    drawn = element("path", {"d": _CHESS_PATHS[kind], **outline}) + element("path", {"d": _DETAILS[kind], **details})
    if not letter or _is_grey(colour):
        return drawn
    badge = element("circle", {"r": 7, "fill": INK})
    bright = colour if ink_on(colour) == INK else BOARD["light"]
    written = centred(letter, 12, {"fill": bright, "font-weight": "bold", "font-family": FONT})
    return drawn + element("g", {"transform": "translate(17 -17)"}, badge, written)


def _is_grey(colour: str) -> bool:
    """Return whether a colour is a shade of grey, which brightness alone distinguishes."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return max(parts) - min(parts) < 16


def _sign(kind: str, colour: str) -> str:
    line = {"d": _SIGN_PATHS[kind], "fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
    under = element("path", {**line, "stroke": INK, "stroke-width": 10})
    return under + element("path", {**line, "stroke": colour, "stroke-width": 6})


def _disc(colour: str, owner: int | None) -> str:
    """Return a disc with a groove and the hidden sign of its owner."""
    drawn = element("circle", {"r": 19, "fill": colour, "stroke": INK, "stroke-width": 2})
    groove = {"r": 13, "fill": "none", "stroke": ink_on(colour), "stroke-width": 2, "stroke-opacity": 0.25}
    drawn += element("circle", groove)
    return drawn if owner is None else drawn + _hidden_sign(owner)


def _crowned_disc(colour: str, owner: int | None) -> str:
    crown = {"d": "M-9-7L-13-21-5-14 0-23 5-14 13-21 9-7Z", "fill": GOLD, "stroke": INK, "stroke-width": 2}
    return _disc(colour, owner) + element("path", {**crown, "stroke-linejoin": "round"})


def _stone(colour: str, _owner: int | None) -> str:
    """Return a stone that keeps clear of its neighbours, lit from the upper left."""
    body = element("circle", {"r": 21, "fill": colour, "stroke": INK, "stroke-width": 1.2})
    light = {"d": "M-13-7A15 15 0 0 1-4-14", "fill": "none", "stroke": BOARD["light"], "stroke-width": 3}
    return body + element("path", {**light, "stroke-linecap": "round", "stroke-opacity": 0.45})


def _ball(colour: str, owner: int | None) -> str:
    """Return a ball that is lit from the upper left, with the hidden sign of its owner."""
    body = element("circle", {"r": 20, "fill": colour, "stroke": INK, "stroke-width": 1.5})
    dark = {"d": "M14-12A18.5 18.5 0 1 1-12 14A23 23 0 0 0 14-12Z", "fill": INK, "fill-opacity": 0.18}
    light = element("circle", {"cx": -7, "cy": -8, "r": 4.5, "fill": BOARD["light"], "fill-opacity": 0.65})
    sign = "" if owner is None else _hidden_sign(owner)
    return body + element("path", dark) + light + sign


def _hidden_sign(owner: int) -> str:
    return element("path", {"class": "sign", "display": "none", "d": _SIGN_PATHS[SIGNS[owner % len(SIGNS)]]})


def _pebble(_colour: str, _owner: int | None) -> str:
    return element("ellipse", {"rx": 17, "ry": 15, "fill": BOARD["neutral"], "stroke": INK, "stroke-width": 1.5})


def lattice_path(x: float, y: float, side: float) -> str:
    """Return the path of a square of a lattice around its hole."""
    square = f"M{short(x - side / 2)} {short(y - side / 2)}h{short(side)}v{short(side)}h{short(-side)}z"
    return f"{square}M{short(x - HOLE)} {short(y)}a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0 {-2 * HOLE} 0z"


def _hole(_colour: str, _owner: int | None) -> str:
    return element("circle", {"r": HOLE, "fill": INK})


def _block(colour: str, owner: int | None) -> str:
    box = {"x": -21, "y": -21, "width": 42, "height": 42, "rx": 5}
    return element("rect", {**box, "fill": WALNUT if owner is None else colour, "stroke": INK, "stroke-width": 2})


def _tile(colour: str, owner: int | None) -> str:
    """Return a tile that covers its square, with a bevel and the hidden sign of its owner."""
    bevel = {"fill": "none", "stroke": ink_on(colour), "stroke-width": 2, "stroke-opacity": 0.25}
    body = element("rect", {"x": -24, "y": -24, "width": 48, "height": 48, "fill": colour, "stroke": INK})
    sign = "" if owner is None else _hidden_sign(owner)
    return body + element("path", {"d": "M-17-17H17V17H-17Z", **bevel}) + sign


_PLAIN: dict[str, Callable[[str, int | None], str]] = {
    "disc": _disc,
    "crowned disc": _crowned_disc,
    "stone": _stone,
    "ball": _ball,
    "hole": _hole,
    "pebble": _pebble,
    "block": _block,
    "tile": _tile,
}
