"""The board of Dots and Boxes: dots, clickable lines, and boxes."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from spielbaum import U64, Cell, Place
from spielbaum.games.dots_and_boxes.rules import NAMES, Board, State, make_counts, score
from spielbaum.kernel import popcount

DOT, DRAWN, FREE, CLOSED = "#f2ede1", "#f2c14e", "#46525f", "#8a97a5"
WIDTH, GAP = 0.22, 0.3
"""The width of a line, and the part of a box's side that its dots take."""


def make_places(size: Board) -> Callable[[State], list[Place]]:
    """Return the hook ``places``."""
    rows, columns = size
    closed, _ = make_counts(size)
    lines = [(line, "".join(size.dots(line)), _middle(size, line)) for line in range(size.lines)]

    def boxes(state: State) -> Iterator[Place]:
        """Yield the closed boxes; a state knows their owner only if one player has them all."""
        points, done = score(closed, state), closed(state.lines)
        owner = points.index(0) ^ 1 if 0 in points else None
        for row in range(rows):
            for column in range(columns):
                if done >> size.across(row, column) & 1:
                    yield Place(_box(owner), column + 1, row + 0.75, 0.7, 0.7)

    def places(state: State) -> list[Place]:
        drawn = list(boxes(state))
        for line, name, (x, y, width, height) in lines:
            there = state.lines >> line & 1
            cell = Cell(ground=DRAWN if there else FREE, name=name, piece="line" if there else "")
            drawn.append(Place(cell, x, y, width, height))
        for row in range(rows + 1):
            drawn.append(Place(Cell(str(rows + 1 - row)), 0, row + 0.25, 0.5, 0.5))
            drawn += [
                Place(Cell(ground=DOT), column + 0.5, row + 0.25, GAP, GAP, "disc") for column in range(columns + 1)
            ]
        drawn += [
            Place(Cell(ascii_lowercase[column]), column + 0.5, rows + 0.75, 0.5, 0.5) for column in range(columns + 1)
        ]
        first, second = score(closed, state)
        width = max(3, columns)
        drawn.append(
            Place(Cell(f"{NAMES[0]} {first} · {NAMES[1]} {second}"), columns / 2 + 0.5, rows + 1.2, width, 0.4)
        )
        return drawn

    return places


def make_from_cells(size: Board) -> Callable[[State, Sequence[Cell], int], State]:
    """Return the hook ``from_cells``; the margin is taken from the state before, as far as possible."""
    closed, _ = make_counts(size)

    def from_cells(state: State, cells: Sequence[Cell], player: int) -> State:
        lines = U64(sum(1 << line for line, cell in enumerate(cells) if cell.piece))
        count = popcount(closed(lines))
        margin = max(-count, min(count, state.margin))
        return State(lines, margin + (margin + count) % 2, player)

    return from_cells


def _middle(size: Board, line: int) -> tuple[float, float, float, float]:
    """Return the middle, the width and the height of a line."""
    (top, left), (bottom, right) = size.ends(line)
    across = top == bottom
    return (
        (left + right) / 2 + 0.5,
        (top + bottom) / 2 + 0.25,
        1 - GAP if across else WIDTH,
        WIDTH if across else 1 - GAP,
    )


def _box(owner: int | None) -> Cell:
    return Cell(ground=CLOSED) if owner is None else Cell(NAMES[owner], CLOSED, owner)
