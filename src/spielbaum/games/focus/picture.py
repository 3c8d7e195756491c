"""The board of Focus, as text and as a picture: stacks of discs, and the pieces in front of each player."""

from collections.abc import Iterator, Sequence

from spielbaum import Cell, Place
from spielbaum.games.focus.board import COLUMNS, LETTERS, SIZE, SQUARES, name_of
from spielbaum.games.focus.notation import letters_of, piles_of, stacks_of
from spielbaum.games.focus.rules import ANY_SQUARE, NOBODY, SQUARE_BITS, State

GROUND = "#ddd5c6"
COLOURS = ("#d1433f", "#2f9e6b", "#3b76c4", "#f2c53d")
RIMS = ("#8f2723", "#1d6645", "#23497c", "#a37f12")
"""The edges of pieces."""
COLOUR_NAMES = ("red", "green", "blue", "yellow")

WIDTH = 0.62
"""The width of a piece."""
TOP = 0.76
"""The width of the place of the top piece, with its border."""
RISE, LINE = 0.088, 0.035
"""The height of a piece, and of the line below it."""
SMALL = 0.4
"""The width of a captured piece."""
BESIDE = 9.0
"""Where the pieces in front of the players begin, in squares from the left."""
WIDE = 3.2
"""Their width."""
RESERVE = "+"
"""The name of the reserve of the player to move."""


def board(state: State) -> str:
    """Return the rows, each stack from the bottom, and the pieces in front of each player."""
    stacks = stacks_of(state)
    width = max(map(len, stacks.values()), default=1)
    lines = []
    for row in range(SIZE):
        squares = range(SIZE * row, SIZE * row + SIZE)
        texts = (letters_of(stacks.get(square, ())) or ("." if square in SQUARES else "") for square in squares)
        lines.append(f"{SIZE - row} {' '.join(text.ljust(width) for text in texts)}".rstrip())
    lines.append(f"  {' '.join(letter.ljust(width) for letter in COLUMNS)}".rstrip())
    for player, pile in enumerate(piles_of(state)):
        if any(pile):
            held = letters_of([colour for colour, count in enumerate(pile) for _ in range(count)])
            lines.append(f"{LETTERS[player]} holds {held}")
    return "\n".join(lines)


def places(state: State) -> list[Place]:
    """Return the squares, the stacks, and the pieces in front of each player."""
    stacks = stacks_of(state)
    drawn = [Place(Cell(str(SIZE - row)), 0.2, row + 0.5, 0.4, 0.5) for row in range(SIZE)]
    drawn += [Place(Cell(letter), column + 0.9, SIZE + 0.2, 0.5, 0.4) for column, letter in enumerate(COLUMNS)]
    for square in SQUARES:
        row, column = divmod(square, SIZE)
        drawn += _stack(stacks.get(square, ()), column + 0.9, row + 0.5, name_of(square))
    for player, pile in enumerate(piles_of(state)):
        mover = player == state.to_move and state.winner == NOBODY
        drawn += _pile(pile, player, 1 + 2 * player, RESERVE if mover else "")
    return drawn


def _stack(pieces: Sequence[int], x: float, y: float, name: str) -> Iterator[Place]:
    """Yield a square and its stack, the pieces below the top without a name."""
    yield Place(Cell(ground=GROUND, name="" if pieces else name), x, y, 0.96, 0.96)
    lowest = y + RISE * (len(pieces) - 1) / 2 - LINE
    for i, piece in enumerate(pieces):
        height = lowest - RISE * i
        yield Place(Cell(ground=RIMS[piece]), x, height + RISE, WIDTH, WIDTH, "disc")
        yield Place(Cell(ground=COLOURS[piece]), x, height + RISE - LINE, WIDTH, WIDTH, "disc")
        if i == len(pieces) - 1:
            yield Place(Cell(LETTERS[piece], None, piece, name, "disc"), x, height, TOP, TOP, "disc")


def _pile(pile: Sequence[int], player: int, y: float, name: str) -> Iterator[Place]:
    """Yield the pieces in front of a player: the number in reserve, and the captured ones."""
    yield Place(Cell(), BESIDE + WIDE / 2, y, WIDE, 1)
    yield Place(Cell(LETTERS[player]), BESIDE + 0.2, y, 0.4, 0.5)
    if pile[player]:
        yield Place(Cell(LETTERS[player], None, player, name, "disc"), BESIDE + 0.8, y, TOP, TOP, "disc")
        yield Place(Cell(f"× {pile[player]}"), BESIDE + 1.5, y, 0.6, 0.5)
    captured = [colour for colour, count in enumerate(pile) if colour != player for _ in range(count)]
    for i, colour in enumerate(captured):
        x = BESIDE + 0.25 + 0.24 * (i % 12)
        below = y + 0.7 + 0.45 * (i // 12)
        yield Place(Cell(ground=RIMS[colour]), x, below, SMALL, SMALL, "disc")
        yield Place(Cell(ground=COLOURS[colour]), x, below, SMALL - 0.08, SMALL - 0.08, "disc")


def trail(_state: State, action: int) -> list[str]:
    """Return the squares on the way of a stack."""
    source, target = action >> SQUARE_BITS, action & ANY_SQUARE
    step = (1 if abs(target - source) < SIZE else SIZE) * (1 if target > source else -1)
    return [name_of(square) for square in range(source, target + step, step)] if source != target else []


def standing(state: State) -> list[str]:
    """Return the number of pieces that each player has captured."""
    return [str(sum(pile) - pile[player]) for player, pile in enumerate(piles_of(state))]
