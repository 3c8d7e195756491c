"""Plots as PNG and PDF: matplotlib is the printer of their SVG, shape by shape, and decides nothing about them.

It knows what plots are made of: paths of straight lines and half circles, rectangles, texts, groups that are moved.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, fromstring

from spielbaum.errors import InputError
from spielbaum.pictures.plot.axes import SIZE
from spielbaum.pictures.plot.looks import HALO, colours, look_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path as Outline

UNITS = 96
"""Of SVG in an inch."""

DOTS = 192
"""Pixels in an inch: two for each unit."""

POINT = 72 / UNITS
"""Widths of lines and sizes of letters are points for matplotlib."""

ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def print_svg(svg: str, path: Path) -> None:
    """Write a plot to a file in the format of its ending, PNG or PDF, in the colours of a light page.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    from matplotlib.figure import Figure

    root = fromstring(svg)
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    figure = Figure(figsize=(width / UNITS, height / UNITS))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    for order, (element, left, top) in enumerate(_leaves(root, 0, 0)):
        _draw(axes, element, left, top, order)
    try:
        figure.savefig(path, dpi=DOTS, metadata={"CreationDate": None} if path.suffix.lower() == ".pdf" else None)
    except OSError as error:
        raise InputError(f"the picture {str(path)!r} cannot be written: {error.strerror}") from None


def _leaves(element: Element, left: float, top: float) -> Iterator[tuple[Element, float, float]]:
    """Yield the shapes and texts in an element, in their order, and how far each is moved."""
    if _tag(element) == "svg":
        left, top = left + float(element.get("x", 0)), top + float(element.get("y", 0))
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        left, top = left + float(moved[1]), top + float(moved[2])
    if _tag(element) in ("path", "rect", "text"):
        yield element, left, top
    elif _tag(element) in ("svg", "g"):
        for child in element:
            yield from _leaves(child, left, top)


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _draw(axes: "Axes", element: Element, left: float, top: float, order: int) -> None:
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.transforms import Affine2D

    look = look_of(element.get("class", ""))
    if _tag(element) == "text":
        _write(axes, element, look, left, top, order)
        return
    width = float(look.get("stroke-width", 1))
    dashes = (element.get("stroke-dasharray") or look.get("stroke-dasharray", "")).split()
    drawn: dict[str, Any] = {
        "facecolor": look.get("fill", "none"),
        "edgecolor": look.get("stroke", "none"),
        "linewidth": width * POINT,
        "linestyle": (0, [float(dash) / width for dash in dashes]) if dashes else "solid",  # in widths of the line
        "transform": Affine2D().translate(left, top) + axes.transData,
        "zorder": order,
    }
    if _tag(element) == "path":
        axes.add_patch(PathPatch(_outline(element.attrib["d"]), **drawn))
    else:
        x, y, wide, tall = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        axes.add_patch(Rectangle((x, y), wide, tall, **drawn))


def _write(axes: "Axes", element: Element, look: dict[str, str], left: float, top: float, order: int) -> None:
    from matplotlib.patheffects import withStroke

    named = colours()
    axes.text(
        left + float(element.get("x", 0)),
        top + float(element.get("y", 0)),
        element.text or "",
        horizontalalignment=ANCHORS[element.get("text-anchor", "start")],
        verticalalignment="baseline",
        fontsize=SIZE * POINT,
        fontweight=look.get("font-weight", "normal"),
        color=named["plot-ink"],
        path_effects=[withStroke(linewidth=HALO * POINT, foreground=named["plot-paper"])],
        parse_math=False,
        zorder=order,
    )


def _outline(commands: str) -> "Outline":
    """Return the path of an SVG attribute ``d`` that is made of ``MLHVhvaZ``; every arc is half a circle."""
    from matplotlib.path import Path as Outline

    vertices: list[tuple[float, float]] = []
    codes: list[int] = []
    x = y = 0.0

    def add(code: Any) -> None:
        vertices.append((x, y))
        codes.append(int(code))

    for letter, text in re.findall(r"([MLHVhvaZ])([^MLHVhvaZ]*)", commands):
        numbers = [float(number) for number in text.split()]
        match letter:
            case "M" | "L":
                x, y = numbers
            case "H":
                x = numbers[0]
            case "V":
                y = numbers[0]
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "a":
                across = numbers[5]
                half: Any = Outline.arc(0, 180)  # of the unit circle, from (1, 0) to (-1, 0)
                vertices += [(x + across / 2 * (1 - right), y - across / 2 * up) for right, up in half.vertices[1:]]
                codes += map(int, half.codes[1:])
                x += across
        if letter != "a":
            add({"M": Outline.MOVETO, "Z": Outline.CLOSEPOLY}.get(letter, Outline.LINETO))
    return Outline(vertices, codes)
