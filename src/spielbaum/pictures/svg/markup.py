"""SVG as text: elements, attributes and short numbers."""

from collections.abc import Mapping
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

LETTER = 0.65
"""The width of a letter for each unit of its size, at most."""


def short(number: float) -> str:
    """Return a number with at most one decimal.

    Examples
    --------
    >>> short(24.0), short(-7.26)
    ('24', '-7.3')
    """
    return f"{round(number, 1):g}"


def element(tag: str, attributes: Mapping[str, object], *inside: str) -> str:
    """Return an element; attributes that are None are left out.

    Examples
    --------
    >>> element("circle", {"r": 2.50, "class": None}), element("g", {}, "a", "b")
    ('<circle r="2.5"/>', '<g>ab</g>')
    """
    written = "".join([f" {name}={_quoted(value)}" for name, value in attributes.items() if value is not None])
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


@lru_cache(4096, typed=True)  # a board repeats the same few hundred values thousands of times
def _quoted(value: object) -> str:
    return quoteattr(short(value) if isinstance(value, float) else str(value))


def fitting_size(text: str, width: float, largest: float) -> float:
    """Return the largest size in which a text surely fits into a width."""
    return min(largest, width / (LETTER * max(1, len(text))))


def centred(text: str, size: float, attributes: Mapping[str, object]) -> str:
    """Return text centred on the origin, shifted down a little since capitals have no descenders."""
    placed = {"y": 0.36 * size, "font-size": size, "text-anchor": "middle"}
    return element("text", {**placed, **attributes}, escape(text))
