"""The goban as a picture: wood with lines and star points, stones, and below them a place for the pass.

It has a stone of the player who has just passed.
"""

from collections.abc import Callable, Sequence

from spielbaum import Cell, Place
from spielbaum.games._boards import in_rows, symbols_on
from spielbaum.games.go.goban import NEITHER_I, Goban, size_of
from spielbaum.games.go.notation import EMPTY, PASS, SYMBOLS, rows_of
from spielbaum.games.go.rules import BLACK, WHITE, State, make_area, make_stones

COLOURS = ("#2b3037", "#f5f3ea")
WOOD, LINE = "#dfba78", "#6b4f2a"
THIN, STAR = 0.03, 0.17
LABEL = 0.5


def stars_of(size: int) -> list[tuple[int, int]]:
    """Return the rows and columns of the star points: the middle, and on larger boards the 3-3 points.

    Examples
    --------
    >>> stars_of(5), len(stars_of(9))
    ([(2, 2)], 5)
    """
    corners = (2, size - 3) if size > 6 else ()
    found = [(row, column) for row in corners for column in corners]
    return [*found, (size // 2, size // 2)] if size % 2 else found


def make_from_cells(goban: Goban, parse_state: Callable[[str], State]) -> Callable[[State, Sequence[Cell], int], State]:
    """Return the hook ``from_cells``; the last cell is the pass."""
    size = goban.size

    def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
        symbols = symbols_on(cells, SYMBOLS)
        rows = in_rows(symbols[:-1], size)
        passes = 0 if symbols[-1] == EMPTY else 1
        return parse_state(f"{'/'.join(rows)} {SYMBOLS[player]} - {passes}")

    return from_cells


def make_standing(goban: Goban) -> Callable[[State], list[str]]:
    """Return the hook ``standing``: the areas, as if all stones were alive."""
    stones, area = make_stones(goban), make_area(goban)

    def standing(state: State) -> list[str]:
        both = stones(state, BLACK), stones(state, WHITE)
        return [str(size_of(area(*both))), str(size_of(area(*both[::-1])))]

    return standing


def make_places(goban: Goban) -> Callable[[State], list[Place]]:
    """Return the hook ``places``: points and the pass have the names of moves."""
    size = goban.size
    middle, low = LABEL + size / 2, size + LABEL
    ground = [Place(Cell(ground=WOOD), middle, size / 2, size, size)]
    for i in range(size):
        ground.append(Place(Cell(ground=LINE), middle, i + 0.5, size - 1 + THIN, THIN))
        ground.append(Place(Cell(ground=LINE), LABEL + i + 0.5, size / 2, THIN, size - 1 + THIN))
        ground.append(Place(Cell(str(size - i)), LABEL / 2, i + 0.5, LABEL, LABEL))
        ground.append(Place(Cell(NEITHER_I[i]), LABEL + i + 0.5, low - LABEL / 2, LABEL, LABEL))
    for row, column in stars_of(size):
        ground.append(Place(Cell(ground=LINE), LABEL + column + 0.5, row + 0.5, STAR, STAR, "disc"))

    def cell(symbol: str, name: str, under: str | None = None) -> Cell:
        if symbol == EMPTY:
            return Cell(ground=under, name=name)
        return Cell(symbol, under, SYMBOLS.index(symbol), name, "stone")

    def places(state: State) -> list[Place]:
        points = [
            Place(cell(symbol, goban.name((size - 1 - row) * size + column)), LABEL + column + 0.5, row + 0.5)
            for row, symbols in enumerate(rows_of(goban, state))
            for column, symbol in enumerate(symbols)
        ]
        passed = SYMBOLS[1 - state.plies & 1] if state.passes else EMPTY
        points.append(Place(cell(passed, PASS, WOOD), middle - 0.6, low + 0.4, 0.7, 0.7))
        return [*ground, *points, Place(Cell(PASS), middle + 0.4, low + 0.4, 1, 0.5)]

    return places
