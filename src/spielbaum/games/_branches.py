"""The picture of a node of a tree: the node, with its children below."""

from collections.abc import Sequence

from spielbaum import Cell, Place

NODE, LEAF, LINE = "#7d8b9a", "#e9dfc7", "#a9b5c1"
THIN = 0.06


def branches(here: Cell, below: Sequence[str]) -> list[Place]:
    """Return the places of a node and its children, which are named by their numbers.

    Parameters
    ----------
    here
        The cell of the node.
    below
        The text on each child; empty unless it is a leaf.

    Examples
    --------
    >>> [place.cell.name for place in branches(Cell("root"), ["3", ""]) if place.cell.name]
    ['0', '1']
    """
    width = max([1, *(0.22 * len(text) + 0.3 for text in below)])
    step = width + 0.25
    middle = max(len(below) * step - 0.25, 1.5) / 2
    first = middle - (len(below) - 1) * step / 2
    lines = [Place(Cell(ground=LINE), middle, 1.2, THIN, 0.5)] if below else []
    if len(below) > 1:
        lines.append(Place(Cell(ground=LINE), middle, 1.45, (len(below) - 1) * step + THIN, THIN))
    children = []
    for i, text in enumerate(below):
        x = first + i * step
        lines.append(Place(Cell(ground=LINE), x, 1.65, THIN, 0.4))
        leaf = Place(Cell(text, LEAF, name=str(i)), x, 2.2, width, 0.7)
        children += [leaf if text else Place(Cell(ground=NODE, name=str(i)), x, 2.2, 0.7, 0.7, "disc")]
        children.append(Place(Cell(str(i)), x, 2.8, 0.8, 0.4))
    return [*lines, Place(here, middle, 0.5, max(1, 0.3 * len(here.text)), 1), *children]
