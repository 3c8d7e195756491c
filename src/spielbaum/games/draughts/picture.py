"""The board of draughts, as text and as cells: men, kings, and the numbers of empty squares."""

from collections.abc import Sequence

from spielbaum import Cell, Remark
from spielbaum.games.draughts.notation import NUMBERS
from spielbaum.games.draughts.rules import BITS, State, can_jump, can_step, sides

COLOURS = ("#2b3037", "#f5f3ea")
DARK, LIGHT = "#8a5a3b", "#ecd9b5"
LETTERS = ("b", "w")


def bit_at(row: int, column: int) -> int | None:
    """Return the bit of a square, None if it is light; the top row is 0."""
    return BITS[4 * row + column // 2] if (row + column) % 2 else None


def letter_on(state: State, bit: int) -> str:
    """Return ``b`` or ``w`` for a man, ``B`` or ``W`` for a king, and ``.`` for an empty square."""
    for letter, own in zip(LETTERS, (state.black, state.white), strict=True):
        if own >> bit & 1:
            return letter.upper() if state.kings >> bit & 1 else letter
    return "."


def board(state: State) -> str:
    """Return the rows, each with the number of its first dark square."""
    lines = []
    for row in range(8):
        bits = [bit_at(row, column) for column in range(8)]
        squares = " ".join(" " if bit is None else letter_on(state, bit) for bit in bits)
        lines.append(f"{4 * row + 1:>2} {squares}".rstrip())
    return "\n".join(lines)


def cells(state: State) -> list[list[Cell]]:
    """Return the squares; dark ones are named by their numbers."""
    return [[_cell(state, bit_at(row, column)) for column in range(8)] for row in range(8)]


def _cell(state: State, bit: int | None) -> Cell:
    if bit is None:
        return Cell(ground=LIGHT)
    letter, number = letter_on(state, bit), NUMBERS[bit]
    if letter == ".":
        return Cell(number, DARK, name=number)
    kind = "crowned disc" if letter.isupper() else "disc"
    return Cell(letter, DARK, LETTERS.index(letter.lower()), number, kind)


def ending(state: State) -> Remark:
    """Return why the game is over."""
    if can_step(state) or can_jump(state):
        plies = {"plies": state.quiet}
        return Remark("no man has moved and nothing has been captured for {plies} plies", values=plies)
    return Remark("no piece can move" if sides(state)[0] else "no piece is left")


def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
    """Return the state of a board."""
    boards, kings = [0, 0], 0
    for bit, cell in zip(BITS, cells, strict=True):
        if cell.owner is not None:
            boards[cell.owner] |= 1 << bit
            kings |= (cell.piece == "crowned disc") << bit
    return State(boards[0], boards[1], kings, player, 0)
