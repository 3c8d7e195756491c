"""Layout of SVG by rectangular blocks, so that no text overlaps another.

A block knows its size before it is drawn, so stacked and adjacent blocks do not overlap. Text is measured by
``text_width``, which is an upper bound for any browser.
"""

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple
from unicodedata import combining, east_asian_width, normalize

from spielbaum.game.click_path import SVG
from spielbaum.pictures.svg.markup import element, short
from spielbaum.pictures.svg.theme import FONT, LIGHT


class Block(NamedTuple):
    """A rectangle.

    Attributes
    ----------
    width, height
        Its size.
    draw
        ``(left, top) -> SVG``.
    """

    width: float
    height: float
    draw: Callable[[float, float], str]


EMPTY = Block(0, 0, lambda _left, _top: "")

_WIDTHS = {
    **dict.fromkeys("ijl'|", 0.34),
    **dict.fromkeys(" .,:;!ft()[]r-/I", 0.46),
    **dict.fromkeys("wACDGHKNOQRTUVXYZ&", 0.83),
    **dict.fromkeys("+=<>≥≤∞−≈^~#", 0.88),
    **dict.fromkeys("mMW@%", 1.05),
}
_LETTER, _SIGN, _BOLD = 0.72, 1.1, 1.16


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper bound of the width of a text in the fonts of the theme.

    Examples
    --------
    >>> round(text_width("value", 10), 1), round(text_width("i", 10), 1)
    (32.2, 3.4)
    """
    letters = [letter for letter in normalize("NFD", text) if not combining(letter)]
    return sum(map(_ems, letters)) * size * (_BOLD if bold else 1)


def _ems(letter: str) -> float:
    narrow = letter.isascii() or (letter.isalpha() and east_asian_width(letter) in "NaNH")
    return _WIDTHS.get(letter) or (_LETTER if narrow else _SIGN)


def wrapped(text: str, most: float, size: float) -> list[str]:
    """Return the lines of a text, each at most ``most`` wide unless it is one word.

    Examples
    --------
    >>> wrapped("alpha 5 ≥ beta 4", 60, 10)
    ['alpha 5 ≥', 'beta 4']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def shape(tag: str, *inside: str, **attributes: object) -> str:
    """Return an element of SVG; underscores in names stand for hyphens.

    Examples
    --------
    >>> shape("line", x1=0, stroke_width=1.5, stroke=None)
    '<line x1="0" stroke-width="1.5"/>'
    """
    return element(tag, {name.replace("_", "-"): value for name, value in attributes.items()}, *inside)


def words(text: str, *, size: float = 13, fill: str = LIGHT["ink"], bold: bool = False, align: float = 0.5) -> Block:
    """Return a line of text, centred or, with ``align=0``, at the left."""
    width = text_width(text, size, bold=bold)

    def draw(left: float, top: float) -> str:
        weight, anchor = "bold" if bold else None, "middle" if align else "start"
        place = {"x": left + width * align, "y": top + size, "text_anchor": anchor}
        return shape("text", escape(text), **place, font_size=size, fill=fill, font_weight=weight) if text else ""

    return Block(width, size * 1.25, draw)


def paragraph(text: str, most: float, *, size: float = 11, fill: str = LIGHT["quiet"], align: float = 0.5) -> Block:
    """Return a text wrapped to several lines."""
    return stacked([words(line, size=size, fill=fill, align=align) for line in wrapped(text, most, size)], align=align)


def stacked(blocks: Sequence[Block], *, gap: float = 0, align: float = 0.5) -> Block:
    """Return blocks stacked vertically; ``align`` is 0 for the left, 1 for the right. Empty blocks take no space."""
    seen = [block for block in blocks if block.height]
    width = max((block.width for block in seen), default=0)

    def draw(left: float, top: float) -> str:
        parts = []
        for block in seen:
            parts.append(block.draw(left + (width - block.width) * align, top))
            top += block.height + gap
        return "".join(parts)

    return Block(width, sum(block.height for block in seen) + gap * max(len(seen) - 1, 0), draw)


def beside(blocks: Sequence[Block], *, gap: float = 0, align: float = 0.5) -> Block:
    """Return blocks side by side; ``align`` is 0 for the top, 1 for the bottom. Empty blocks take no space."""
    seen = [block for block in blocks if block.width]
    height = max((block.height for block in seen), default=0)

    def draw(left: float, top: float) -> str:
        parts = []
        for block in seen:
            parts.append(block.draw(left, top + (height - block.height) * align))
            left += block.width + gap
        return "".join(parts)

    return Block(sum(block.width for block in seen) + gap * max(len(seen) - 1, 0), height, draw)


def rows(blocks: Sequence[Block], most: float, *, gap: float = 16, align: float = 0.5) -> Block:
    """Return blocks side by side, in as many rows as a width requires; ``align`` is that of ``beside``."""
    lines: list[list[Block]] = []
    for block in blocks:
        if lines and sum(had.width + gap for had in lines[-1]) + block.width <= most:
            lines[-1].append(block)
        else:
            lines.append([block])
    return stacked([beside(line, gap=gap, align=align) for line in lines], gap=gap / 3, align=0)


def framed(block: Block, *, across: float = 7, down: float = 4, **look: object) -> Block:
    """Return a block in a frame; ``look`` are attributes of its rectangle."""
    width, height = block.width + 2 * across, block.height + 2 * down

    def draw(left: float, top: float) -> str:
        frame = shape("rect", x=left, y=top, width=width, height=height, **look)
        return frame + block.draw(left + across, top + down)

    return Block(width, height, draw)


def picture(svg: str, size: float | None = None) -> Block:
    """Return a finished picture in its own size, or scaled to a largest width and height."""
    box = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    width, height = (float(box[1]), float(box[2])) if box else (1.0, 1.0)
    scale = 1.0 if size is None else size / max(width, height)

    def draw(left: float, top: float) -> str:
        place = f' x="{left:.1f}" y="{top:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}"'
        head, rest = svg.split(">", 1)
        return re.sub(r'\s(x|y|width|height)="[^"]*"', "", head) + place + ">" + rest

    return Block(width * scale, height * scale, draw)


def document(block: Block, *, title: str, margin: float = 16) -> str:
    """Return a block as a picture on paper, with a title for those who hear it."""
    width, height = block.width + 2 * margin, block.height + 2 * margin
    head = {
        "xmlns": SVG,
        "width": width,
        "height": height,
        "viewBox": f"0 0 {short(width)} {short(height)}",
        "role": "img",
        "font-family": FONT,
    }
    paper = shape("rect", width=width, height=height, fill=LIGHT["paper"])
    return element("svg", head, element("title", {}, escape(title)), paper, block.draw(margin, margin))
