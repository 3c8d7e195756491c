"""The goban as a picture: wood with lines and star points, stones, and below them a place for the pass.

It has a stone of the player who has just passed.
"""

from collections.abc import Callable, Sequence

from spielbaum import Cell, Place
from spielbaum.errors import Message
from spielbaum.games._boards import in_rows, symbols_on
from spielbaum.games.go.goban import NEITHER_I, Goban
from spielbaum.games.go.long_numbers import AnyState, areas, stones_on
from spielbaum.games.go.notation import EMPTY, PASS, SYMBOLS, rows_of

COLOURS = ("#2b3037", "#f5f3ea")
WOOD, LINE = "#dfba78", "#6b4f2a"
THIN, STAR = 0.03, 0.17
LABEL, LARGE_LABEL = 0.5, 0.9


def stars_of(size: int) -> list[tuple[int, int]]:
    """Return the rows and columns of the star points: the middle, and on larger boards the 3-3 or 4-4 points.

    Examples
    --------
    >>> stars_of(5), len(stars_of(9)), len(stars_of(19))
    ([(2, 2)], 5, 9)
    """
    middle, edge = size // 2, 2 if size < 12 else 3
    lines = (edge, middle, size - 1 - edge) if size > 12 else (edge, size - 1 - edge) if size > 6 else ()
    found = [(row, column) for row in lines for column in lines if (row, column) != (middle, middle)]
    return [*found, (middle, middle)] if size % 2 else found


def handicap_stones(goban: Goban, count: int) -> int:
    """Return the points of a handicap, in the usual order: corners, then sides, and the middle if the number is odd.

    Raises
    ------
    ValueError
        If the board has too few star points.

    Examples
    --------
    >>> goban = Goban(9)
    >>> [goban.name(point) for point in range(81) if handicap_stones(goban, 3) >> point & 1]
    ['C3', 'G3', 'G7']
    """
    size, stars = goban.size, stars_of(goban.size)
    low, high = (min(row for row, _ in stars), max(row for row, _ in stars)) if len(stars) > 1 else (0, 0)
    middle = size // 2
    corners = [(high, high), (low, low), (low, high), (high, low)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)] if size % 2 and size > 8 else []
    most = len(corners) + len(sides) + size % 2 if low != high else 0
    if count not in range(2, most + 1):
        allowed = f"2 to {most} stones, or 0" if most else "no stones"
        raise ValueError(Message("a handicap on {} x {} points is {}, not {}", size, size, allowed, count))
    placed = (corners + sides)[: count - count % 2 if count > 4 else count]
    placed += [(middle, middle)] if count > 4 and count % 2 else []
    return sum(1 << row * size + column for row, column in placed)


def make_from_cells(
    goban: Goban, parse_state: Callable[[str], AnyState]
) -> Callable[[AnyState, Sequence[Cell], int], AnyState]:
    """Return the hook ``from_cells``; the last cell is the pass."""
    size = goban.size

    def from_cells(_state: AnyState, cells: Sequence[Cell], player: int) -> AnyState:
        symbols = symbols_on(cells, SYMBOLS)
        rows = in_rows(symbols[:-1], size)
        passes = 0 if symbols[-1] == EMPTY else 1
        return parse_state(f"{'/'.join(rows)} {SYMBOLS[player]} - {passes}")

    return from_cells


def make_standing(goban: Goban) -> Callable[[AnyState], list[str]]:
    """Return the hook ``standing``: the areas, as if all stones were alive."""

    def standing(state: AnyState) -> list[str]:
        return [str(area.bit_count()) for area in areas(goban, *stones_on(goban, state))]

    return standing


def make_places(goban: Goban) -> Callable[[AnyState], list[Place]]:
    """Return the hook ``places``: points and the pass have the names of moves."""
    size, label = goban.size, LARGE_LABEL if goban.is_large else LABEL
    middle, low = label + size / 2, size + label
    ground = [Place(Cell(ground=WOOD), middle, size / 2, size, size)]
    for i in range(size):
        ground.append(Place(Cell(ground=LINE), middle, i + 0.5, size - 1 + THIN, THIN))
        ground.append(Place(Cell(ground=LINE), label + i + 0.5, size / 2, THIN, size - 1 + THIN))
        ground.append(Place(Cell(str(size - i)), label / 2, i + 0.5, label, label))
        ground.append(Place(Cell(NEITHER_I[i]), label + i + 0.5, low - label / 2, label, label))
    for row, column in stars_of(size):
        ground.append(Place(Cell(ground=LINE), label + column + 0.5, row + 0.5, STAR, STAR, "disc"))

    def cell(symbol: str, name: str, under: str | None = None) -> Cell:
        if symbol == EMPTY:
            return Cell(ground=under, name=name)
        return Cell(symbol, under, SYMBOLS.index(symbol), name, "stone")

    def places(state: AnyState) -> list[Place]:
        points = [
            Place(cell(symbol, goban.name((size - 1 - row) * size + column)), label + column + 0.5, row + 0.5)
            for row, symbols in enumerate(rows_of(goban, state))
            for column, symbol in enumerate(symbols)
        ]
        passed = SYMBOLS[1 - state.plies & 1] if state.passes else EMPTY
        points.append(Place(cell(passed, PASS, WOOD), middle - 0.6, low + 0.4, 0.7, 0.7))
        return [*ground, *points, Place(Cell(PASS), middle + 0.4, low + 0.4, 1, 0.5)]

    return places
