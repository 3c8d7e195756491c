"""The picture of Blokus: the board, and below it the pieces left to the colour to move."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase

from spielbaum import Cell, Place, Remark
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.notation import FREE, make_state, symbols_of
from spielbaum.games.blokus.pieces import images_of
from spielbaum.games.blokus.rules import State
from spielbaum.games.blokus.scores import Score

BOARD, START, CARD = "#e4e2dc", "#c9c5ba", "#46525f"
COLOURS = {"B": "#1f6fc5", "Y": "#e3b505", "R": "#d0342c", "G": "#2e9e4f", "P": "#7b4fb5", "O": "#ee7f1a"}
SIDE = 0.97
"""The side of a square; between squares there is a line."""
TILE = 0.5
"""The side of a square of a piece that is not on the board."""
GAP = 0.3
"""By how much the card under a piece is larger."""
TRAY_ROWS = 3
"""The rows of squares that a piece beside the board may need."""


def name_of(piece: str) -> str:
    """Return the name for clicking of a piece that is not on the board."""
    return f"piece-{piece}"


def lying(piece: str) -> tuple[tuple[int, int], ...]:
    """Return the squares of a piece as it lies beside the board: at most three rows high.

    Examples
    --------
    >>> lying("I3")
    ((0, 0), (0, 1), (0, 2))
    """
    return min(images_of(piece), key=lambda squares: (max(row for row, _ in squares), squares))


def tray(board: Board) -> dict[str, tuple[float, float]]:
    """Return for each piece the upper left corner of its place below the board."""
    found, x, y = {}, 1.0, board.size + 1.4
    for piece in board.pieces:
        width = (1 + max(column for _, column in lying(piece))) * TILE
        if x + width > board.size + 1:
            x, y = 1.0, y + (TRAY_ROWS + 1) * TILE
        found[piece] = (x, y)
        x += width + TILE
    return found


def make_places(board: Board) -> Callable[[State], list[Place]]:
    """Return the hook ``places``."""
    size, owned = board.size, board.players == board.colours
    labels = [Place(Cell(str(size - row)), 0.5, row + 0.5, 0.8, 0.8) for row in range(size)]
    labels += [
        Place(Cell(letter), column + 1.5, size + 0.5, 0.8, 0.8) for column, letter in enumerate(ascii_lowercase[:size])
    ]
    corners = tray(board)
    bottom = max(y for _, y in corners.values()) + TRAY_ROWS * TILE
    labels.append(Place(Cell(), 1, bottom - TILE / 2, TILE, TILE))  # the picture keeps its size

    def beside(piece: str, ground: str) -> list[Place]:
        """Return a piece below the board, on a card that is easier to click."""
        (left, top), squares = corners[piece], lying(piece)
        height, width = (TILE * (1 + max(numbers)) for numbers in zip(*squares, strict=True))
        card = Place(
            Cell(ground=CARD, name=name_of(piece)), left + width / 2, top + height / 2, width + GAP, height + GAP
        )
        cell = Cell(ground=ground, name=name_of(piece))
        middles = [(left + TILE * (column + 0.5), top + TILE * (row + 0.5)) for row, column in squares]
        return [card, *(Place(cell, x, y, SIDE * TILE, SIDE * TILE) for x, y in middles)]

    def cell_of(row: int, column: int, letter: str) -> Cell:
        name = board.name(row, column)
        if letter == FREE:
            return Cell(ground=START if (row, column) in board.starts else BOARD, name=name)
        if owned:
            return Cell(letter, BOARD, board.letters.index(letter), name, "tile")
        return Cell(letter, COLOURS[letter], None, name, board.names[board.letters.index(letter)])

    def places(state: State) -> list[Place]:
        found = list(labels)
        for row, line in enumerate(symbols_of(board, state)):
            for column, letter in enumerate(line):
                found.append(Place(cell_of(row, column, letter), column + 1.5, row + 0.5, SIDE, SIDE))
        for number, piece in enumerate(board.pieces):
            if state.left[state.colour] >> number & 1:
                found += beside(piece, COLOURS[board.letters[state.colour]])
        return found

    return places


def make_click_path(board: Board) -> Callable[[State, int], list[str]]:
    """Return the hook ``click_path``: the piece, and of its squares in reading order those that show how it lies."""
    needed = []
    for shape in board.orientations:
        others = [each.squares for each in board.orientations if each.piece == shape.piece and each != shape]
        needed.append(
            next(n for n in range(1, 6) if all(_start(other, n) != _start(shape.squares, n) for other in others))
        )

    def click_path(_state: State, action: int) -> list[str]:
        if action == board.pass_action:
            return []
        orientation = action // board.size**2
        piece = board.pieces[board.orientations[orientation].piece]
        squares = board.squares(action)[: needed[orientation]]
        return [name_of(piece), *(board.name(*square) for square in squares)]

    return click_path


def _start(squares: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Return some squares as seen from the first."""
    top, left = squares[0]
    return [(row - top, column - left) for row, column in squares[:count]]


def make_from_cells(board: Board) -> Callable[[State, Sequence[Cell], int], State]:
    """Return the hook ``from_cells``: no colour has passed."""
    state_of = make_state(board)

    def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
        letters = [FREE if cell.owner is None else board.letters[cell.owner] for cell in cells[: board.size**2]]
        lines = "".join(letters)
        rows = [lines[start : start + board.size] for start in range(0, len(lines), board.size)]
        return state_of(rows, player, 0, 0)

    return from_cells


def make_standing(board: Board, score: Score) -> Callable[[State], list[str]]:
    """Return the hook ``standing``: the points of each player."""
    return lambda state: [str(score(state, player)) for player in range(board.players)]


def make_ending(board: Board, score: Score) -> Callable[[State], Remark]:
    """Return the hook ``ending``."""

    def ending(state: State) -> Remark:
        points = tuple(score(state, player) for player in range(board.players))
        return Remark("points {points}", values={"points": points})

    return ending
