"""Dots and Boxes: draw lines between dots; who closes a box gets it and must move again.

Lines are numbered as they come, from the top left; line ``i`` is bit ``i``. On a board of two rows of three boxes::

    4 + 0 + 1 + 2 +      3
      3   4   5   6
    3 + 7 + 8 + 9 +      2      with c columns the box under line i
     10  11  12  13             has the lines i, i + c, i + c + 1 and i + 2c + 1
    2 +14 +15 +16 +      1
      a   b   c   d

So the boxes with all four lines are found at once, each as the bit of its upper line.
"""

from collections.abc import Callable, Iterator
from itertools import product
from string import ascii_lowercase
from typing import Any, NamedTuple

from spielbaum import U64, Evaluation, Game
from spielbaum.games._symmetry import MASK, make_mirror, mixed
from spielbaum.kernel import clear_lowest, lowest_index, popcount

NAMES = "AB"


class State(NamedTuple):
    """The lines that are drawn, the boxes of A less those of B, and the player to move."""

    lines: U64
    margin: int
    to_move: int  # 0 A, 1 B


class Board(NamedTuple):
    """The numbers that follow from the size of a board, in boxes."""

    rows: int
    columns: int

    @property
    def stride(self) -> int:
        """Distance of a line and the one below it."""
        return 2 * self.columns + 1

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self.rows * self.stride + self.columns

    def across(self, row: int, column: int) -> int:
        """Return the line from a dot to its right."""
        return row * self.stride + column

    def down(self, row: int, column: int) -> int:
        """Return the line from a dot downwards."""
        return row * self.stride + self.columns + column

    def ends(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return row and column of a line's dots, rows from the top; the second is to the right or below."""
        row, place = divmod(line, self.stride)
        if place < self.columns:
            return (row, place), (row, place + 1)
        return (row, place - self.columns), (row + 1, place - self.columns)

    def image(self, change: Callable[[int, int], tuple[int, int]]) -> Callable[[int], int]:
        """Return the line that takes the place of another when the dots are exchanged."""

        def image_of(line: int) -> int:
            first, second = sorted(change(*dot) for dot in self.ends(line))
            return self.across(*first) if first[0] == second[0] else self.down(*first)

        return image_of

    def outer_pairs(self) -> tuple[tuple[int, int], ...]:
        """Return pairs of lines of one and the same box only, of which it makes no difference which is drawn.

        Drawing the first of each pair for the second, in turn, sorts those of a box: drawn ones to the front.
        """
        corners = product(range(self.rows), range(self.columns))
        boxes = [(self.across(r, c), self.across(r + 1, c), self.down(r, c), self.down(r, c + 1)) for r, c in corners]
        borders = [line for box in boxes for line in box]
        outer = [[line for line in box if borders.count(line) == 1] for box in boxes]
        return tuple((own[i], own[i + 1]) for own in outer for end in range(len(own) - 1, 0, -1) for i in range(end))


def _make_counts(size: Board) -> tuple[Callable[[U64], U64], Callable[[U64], U64]]:
    """Return ``closed(lines)``, the boxes with four lines, and ``nearly(lines)``, those with three."""
    columns, stride = size.columns, size.stride
    boxes = sum(1 << size.across(row, column) for row in range(size.rows) for column in range(columns))

    def closed(lines: U64) -> U64:
        return U64(lines & lines >> columns & lines >> columns + 1 & lines >> stride & U64(boxes))

    def nearly(lines: U64) -> U64:
        left, right, below = lines >> columns, lines >> columns + 1, lines >> stride
        return U64((lines & below & (left ^ right) | (lines ^ below) & left & right) & U64(boxes))

    return closed, nearly


def _rules(size: Board) -> dict[str, Any]:
    """Return the rules on a board of one size."""
    full = (1 << size.lines) - 1
    closed, _ = _make_counts(size)

    def initial() -> State:
        return State(U64(0), 0, 0)

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = U64(~state.lines & U64(full))
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def result(state: State, line: int) -> State:
        lines = U64(state.lines | U64(1) << line)
        gain = popcount(closed(lines) ^ closed(state.lines))
        if gain == 0:
            return State(lines, state.margin, 1 - state.to_move)
        return State(lines, state.margin - gain if state.to_move else state.margin + gain, state.to_move)

    def is_terminal(state: State) -> bool:
        return state.lines == U64(full)

    def utility(state: State) -> tuple[int, int]:
        return state.margin, -state.margin

    return {f.__name__: f for f in (initial, to_move, actions, result, is_terminal, utility)}


def _hooks(size: Board) -> dict[str, Any]:
    """Return what searches may ask of a board of one size."""
    columns, stride, boxes = size.columns, size.stride, size.rows * size.columns
    closed, nearly = _make_counts(size)

    def in_reach(lines: U64) -> int:
        """Return how many boxes the player to move can close one after the other."""
        before, nearer = popcount(closed(lines)), nearly(lines)
        while nearer:
            lines = U64(lines | nearer | nearer << columns | nearer << columns + 1 | nearer << stride)
            nearer = nearly(lines)
        return popcount(closed(lines)) - before

    def margin(state: State) -> tuple[int, int]:
        """Return how many boxes more the player has than the other."""
        return state.margin, -state.margin

    def reach(state: State) -> tuple[int, int]:
        """Return the same after the player to move has closed all boxes within reach."""
        taken = in_reach(state.lines)
        ahead = state.margin - taken if state.to_move else state.margin + taken
        return ahead, -ahead

    def order(state: State, line: int) -> int:
        """Return how many boxes the line closes, or the negative of how many it leaves within the other's reach."""
        lines = U64(state.lines | U64(1) << line)
        gain = popcount(closed(lines) ^ closed(state.lines))
        return gain if gain else -in_reach(lines)

    def bounds(state: State) -> tuple[int, int]:
        """Return the margin if the player to move closes no more than those within reach, and if all that are left."""
        ahead = -state.margin if state.to_move else state.margin
        left = boxes - popcount(closed(state.lines))
        return ahead - left + 2 * in_reach(state.lines), ahead + left

    evaluations = {f.__name__: Evaluation(f) for f in (margin, reach)}
    return {"evaluations": evaluations, "order": order, "bounds": bounds, "key": _make_key(size)}


def _make_key(size: Board) -> Callable[[State], int]:
    """Return the key: a hash of the least image of the lines, of the margin and of the player to move.

    The lines alone decide what is still to be won. But equal keys mean equal values, and the margin is part of those.
    """
    rows, columns, bits = size.rows, size.columns, range(size.lines)
    pairs, square = size.outer_pairs() or ((0, 0),), rows == columns
    upside_down = make_mirror(size.image(lambda row, column: (rows - row, column)), bits)
    left_to_right = make_mirror(size.image(lambda row, column: (row, columns - column)), bits)
    transposed = make_mirror(size.image(lambda row, column: (column, row)), bits) if square else upside_down

    def settled(lines: U64) -> U64:
        """Return the same lines after exchanging some outer ones that are worth the same."""
        for first, second in pairs:
            moved = lines >> second & U64(~(lines >> first)) & U64(1)
            lines = U64(lines ^ (moved << second | moved << first))
        return lines

    def least_image(lines: U64) -> U64:
        flipped = upside_down(lines)
        return min(lines, flipped, left_to_right(lines), left_to_right(flipped))

    def key(state: State) -> int:
        lines = least_image(settled(state.lines))
        if square:
            lines = min(lines, least_image(settled(transposed(state.lines))))
        return mixed(U64(mixed(lines) + (2 * state.margin + state.to_move) & MASK))

    return key


def _notation(size: Board) -> dict[str, Any]:
    """Return how positions and moves are written on a board of one size."""
    rows, columns = size
    closed, _ = _make_counts(size)

    def rows_of_lines(state: State) -> list[list[int]]:
        """Return from the top, in turn, the lines across and down of each row as 0 and 1."""
        drawn = [state.lines >> line & 1 for line in range(size.lines + columns + 1)]
        parts = [drawn[i : i + size.stride] for i in range(0, size.lines, size.stride)]
        return [part for row in parts for part in (row[:columns], row[columns:])][: 2 * rows + 1]

    def score(state: State) -> tuple[int, int]:
        boxes = popcount(closed(state.lines))
        return (boxes + state.margin) // 2, (boxes - state.margin) // 2

    def format_state(state: State) -> str:
        lines = ["".join((".-", ".|")[i % 2][bit] for bit in row) for i, row in enumerate(rows_of_lines(state))]
        first, second = score(state)
        return f"{'/'.join(lines)} {first}-{second} {NAMES[state.to_move]}"

    def parse_state(text: str) -> State:
        """Read lines from the top, ``-`` across, ``|`` down, ``.`` not drawn; then the boxes as 2-1, then who moves."""
        drawn, *words = text.upper().split() or [""]
        parts = drawn.split("/")
        fitting = [len(part) for part in parts] == [columns + i % 2 for i in range(2 * rows + 1)]
        if not fitting or any(set(part) - set(("-.", "|.")[i % 2]) for i, part in enumerate(parts)):
            raise ValueError(
                f"write {rows + 1} rows of {columns} lines across, - or ., and between them {rows} of {columns + 1} "
                "down, | or ., joined by /; then the boxes, such as 2-1, and A or B"
            )
        lines = U64(sum(1 << i for i, symbol in enumerate(drawn.replace("/", "")) if symbol != "."))
        mover = words.pop() if words and words[-1] in tuple(NAMES) else NAMES[0]
        boxes = words[0].split("-") if words else ["0", "0"]
        if len(words) > 1 or len(boxes) != 2 or not all(number.isdecimal() for number in boxes):
            raise ValueError(f"after the lines come the boxes, such as 2-1, and A or B, not {' '.join(words)!r}")
        first, second = map(int, boxes)
        if first + second != popcount(closed(lines)):
            raise ValueError(f"{popcount(closed(lines))} boxes are closed there, not {first} + {second}")
        return State(lines, first - second, NAMES.index(mover))

    def validate(state: State) -> None:
        if state.lines >> size.lines or state.lines < 0 or state.to_move not in (0, 1):
            raise ValueError("lines lie on the board, and 0 or 1 is to move")
        count = popcount(closed(state.lines))
        if abs(state.margin) > count or (state.margin + count) % 2:
            raise ValueError(f"with {count} boxes closed nobody is {abs(state.margin)} ahead")

    def dots_of(line: int) -> tuple[str, str]:
        one, other = (f"{ascii_lowercase[column]}{rows + 1 - row}" for row, column in size.ends(line))
        return (one, other) if line % size.stride < columns else (other, one)

    def format_action(_state: State, line: int) -> str:
        return "".join(dots_of(line))

    def parse_action(_state: State, text: str) -> int:
        """Read the two dots of a line in any order."""
        for line in range(size.lines):
            one, other = dots_of(line)
            if text.lower() in (one + other, other + one):
                return line
        raise ValueError("write two neighbouring dots, such as a1a2 or a1b1")

    def board(state: State) -> str:
        digits, drawn = len(str(rows + 1)), []
        for i, row in enumerate(rows_of_lines(state)):
            if i % 2:
                drawn.append(f"{'':{digits}} {'   '.join(' |'[bit] for bit in row)}".rstrip())
            else:
                drawn.append(f"{rows + 1 - i // 2:>{digits}} +{'+'.join(('   ', '---')[bit] for bit in row)}+")
        first, second = score(state)
        letters = "   ".join(ascii_lowercase[: columns + 1])
        return "\n".join([*drawn, f"{'':{digits}} {letters}", f"boxes  {NAMES[0]} {first}  {NAMES[1]} {second}"])

    hooks = (format_state, parse_state, validate, format_action, parse_action, board)
    return {hook.__name__: hook for hook in hooks}


def game(rows: int = 3, columns: int = 3) -> Game:
    """Return Dots and Boxes on a board of so many boxes, with up to 60 lines: 5 × 5, or 1 × 19."""
    size = Board(rows, columns)
    if rows < 1 or columns < 1:
        raise ValueError(f"rows and columns must be at least 1, not {rows} and {columns}")
    if size.lines > 60:
        raise ValueError(f"a board has at most 60 lines, and one of {rows} * {columns} boxes has {size.lines}")
    return Game(
        name="dots-and-boxes",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=rows * columns,
        player_names=tuple(NAMES),
        **_rules(size),
        **_hooks(size),
        **_notation(size),
    )
