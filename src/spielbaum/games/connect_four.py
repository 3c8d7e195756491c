"""Connect Four: drop stones into columns, four in a row wins.

The board is two bit boards with one empty bit on top of each column, so that no line runs from one column's top
into the next column's foot::

     6 13 20 27 34 41 48      the empty row
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      bit = column * (height + 1) + row
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from spielbaum import Cell, Evaluation, Game
from spielbaum.kernel import popcount


class State(NamedTuple):
    """The stones of the player to move, and all stones."""

    own: int
    occupied: int


class Board(NamedTuple):
    """The numbers that follow from the size of a board."""

    width: int
    height: int

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """Distance of neighbouring bits: up, down to the right, right, up to the right."""
        return 1, self.height, self.height + 1, self.height + 2

    @property
    def foot(self) -> int:
        """The lowest square of each column."""
        return sum(1 << column * (self.height + 1) for column in range(self.width))

    @property
    def full(self) -> int:
        """All squares."""
        return self.foot * ((1 << self.height) - 1)

    def bit(self, column: int, row: int) -> int:
        """Return the bit of a square."""
        return 1 << column * (self.height + 1) + row

    def line_counts(self) -> dict[int, int]:
        """Return for the bit of each square in how many lines of four it lies."""
        counts = {self.bit(*square): 0 for square in product(range(self.width), range(self.height))}
        for (column, row), (right, up) in product(product(range(self.width), range(self.height)), _DIRECTIONS):
            squares = [(column + i * right, row + i * up) for i in range(4)]
            if all(0 <= c < self.width and 0 <= r < self.height for c, r in squares):
                for square in squares:
                    counts[self.bit(*square)] += 1
        return counts


BLUE = "#3f6fb5"
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _make_has_four(size: Board) -> Callable[[int], bool]:
    """Return the test for four in a row: two pairs, two steps apart."""
    up, falling, right, rising = size.steps

    def has_four(stones: int) -> bool:
        pairs = stones & stones >> up
        if pairs & pairs >> 2 * up:
            return True
        pairs = stones & stones >> falling
        if pairs & pairs >> 2 * falling:
            return True
        pairs = stones & stones >> right
        if pairs & pairs >> 2 * right:
            return True
        pairs = stones & stones >> rising
        return pairs & pairs >> 2 * rising != 0

    return has_four


def _rules(size: Board) -> dict[str, Any]:
    """Return the rules on a board of one size."""
    width, stride, top = size.width, size.height + 1, size.height - 1
    full, squares = size.full, size.width * size.height
    has_four = _make_has_four(size)

    def initial() -> State:
        return State(0, 0)

    def to_move(state: State) -> int:
        return popcount(state.occupied) & 1

    def actions(state: State) -> Iterator[int]:
        for column in range(width):
            if not state.occupied >> column * stride + top & 1:
                yield column

    def result(state: State, column: int) -> State:
        return State(state.own ^ state.occupied, state.occupied | (state.occupied + (1 << column * stride)))

    def is_terminal(state: State) -> bool:
        return has_four(state.own ^ state.occupied) or state.occupied == full

    def utility(state: State) -> tuple[int, int]:
        """Return how many stones the winner has left, the one that wins included; the loser has the negative."""
        if not has_four(state.own ^ state.occupied):
            return 0, 0
        stones = popcount(state.occupied)
        left = (squares + 2 - stones) // 2
        return (left, -left) if stones & 1 else (-left, left)

    def order(_state: State, column: int) -> int:
        return -abs(2 * column - width + 1)

    return {f.__name__: f for f in (initial, to_move, actions, result, is_terminal, utility, order)}


def _evaluations(size: Board) -> dict[str, Evaluation]:
    """Return the evaluations on a board of one size."""
    counts = size.line_counts()
    # Plane k holds the squares whose count of lines has bit k: a sum over squares is a few population counts.
    bits = max(counts.values(), default=0).bit_length()
    planes = tuple(sum(square for square, lines in counts.items() if lines >> k & 1) for k in range(bits)) or (0,)
    above_all_lines = 10 ** len(str(sum(counts.values())))
    _, falling, right, rising = size.steps
    full = size.full

    def lines(state: State) -> tuple[int, int]:
        """Return for how many more lines of four the player's stones may serve than the other's."""
        theirs = state.own ^ state.occupied
        points = 0
        for k in range(len(planes)):
            points += (popcount(state.own & planes[k]) - popcount(theirs & planes[k])) << k
        return (points, -points) if popcount(state.occupied) & 1 == 0 else (-points, points)

    def winning_squares(stones: int, empty: int) -> int:
        wins = stones << 1 & stones << 2 & stones << 3
        for step in (falling, right, rising):
            pairs = stones << step & stones << 2 * step
            wins |= pairs & (stones << 3 * step | stones >> step)
            pairs = stones >> step & stones >> 2 * step
            wins |= pairs & (stones >> 3 * step | stones << step)
        return wins & empty

    def threats(state: State) -> tuple[int, int]:
        """Return ten points for each empty square that completes four more than the other has, and then the lines."""
        theirs, empty = state.own ^ state.occupied, full ^ state.occupied
        ahead = popcount(winning_squares(state.own, empty)) - popcount(winning_squares(theirs, empty))
        first, second = lines(state)
        points = 10 * ahead if popcount(state.occupied) & 1 == 0 else -10 * ahead
        return first + points, second - points

    return {"lines": Evaluation(lines, above_all_lines), "threats": Evaluation(threats, above_all_lines)}


def _notation(size: Board, has_four: Callable[[int], bool]) -> dict[str, Any]:
    """Return how positions and moves are written on a board of one size."""
    stride = size.height + 1

    def stone(state: State, column: int, row: int) -> str:
        bit = size.bit(column, row)
        if not state.occupied & bit:
            return "."
        return "XO"[popcount(state.occupied) & 1 ^ (not state.own & bit)]

    def rows(state: State) -> list[str]:
        return ["".join(stone(state, c, r) for c in range(size.width)) for r in reversed(range(size.height))]

    def format_state(state: State) -> str:
        return "/".join(rows(state))

    def board(state: State) -> str:
        numbers = " ".join(str((column + 1) % 10) for column in range(size.width))
        return "\n".join([*(" ".join(row) for row in rows(state)), numbers])

    def cells(state: State) -> list[list[Cell]]:
        squares = [[Cell(s, BLUE, "XO".index(s)) if s in "XO" else Cell("·", BLUE) for s in row] for row in rows(state)]
        return [*squares, [Cell(str(column + 1)) for column in range(size.width)]]

    def parse_state(text: str) -> State:
        """Read the rows from the top, ``X`` moving first, ``O`` and ``.``, or the columns played so far as digits."""
        text, _, mover = text.strip().upper().partition(" ")
        if text.isdecimal():
            return after_columns(text)
        lines = text.split("/")
        if [len(line) for line in lines] != [size.width] * size.height or set(text) - set("XO./"):
            raise ValueError(
                f"write {size.height} rows of {size.width} squares from the top, X, O or ., joined by /, "
                "or the columns played"
            )
        stones = dict.fromkeys("XO", 0)
        for row, line in enumerate(reversed(lines)):
            for column, symbol in enumerate(line):
                if symbol != ".":
                    stones[symbol] |= size.bit(column, row)
        occupied = stones["X"] | stones["O"]
        own = stones["XO"[popcount(occupied) & 1]]
        if mover and mover != "XO"[popcount(occupied) & 1]:
            raise ValueError(f"after {popcount(occupied)} stones it is {'XO'[popcount(occupied) & 1]} to move")
        return State(own, occupied)

    def after_columns(columns: str) -> State:
        own = occupied = 0
        for number, digit in enumerate(columns, 1):
            column = int(digit) - 1
            if has_four(own ^ occupied):
                raise ValueError(f"the game is over before move {number}, column {digit}")
            if not 0 <= column < size.width or occupied & size.bit(column, size.height - 1):
                raise ValueError(f"move {number}, column {digit}, does not exist or is full")
            own, occupied = own ^ occupied, occupied | (occupied + (1 << column * stride))
        return State(own, occupied)

    def validate(state: State) -> None:
        if state.own & ~state.occupied or state.occupied & ~size.full:
            raise ValueError("stones lie outside the board, or are not among all stones")
        if state.occupied & ~(state.occupied << 1 | size.foot):
            raise ValueError("a stone hangs in the air")
        stones, own = popcount(state.occupied), popcount(state.own)
        if own != stones // 2:
            raise ValueError(f"of {stones} stones the player to move owns {stones // 2}, not {own}")
        if has_four(state.own):
            raise ValueError("the player to move has four in a row already, and the game went on")

    def format_action(_state: State, column: int) -> str:
        return str(column + 1)

    def split_actions(text: str) -> list[str]:
        return text.split() if size.width > 9 else list("".join(text.split()))

    hooks = (format_state, board, cells, parse_state, validate, format_action, split_actions)
    return {hook.__name__: hook for hook in hooks}


def game(width: int = 7, height: int = 6) -> Game:
    """Return Connect Four on a board of any size that fits into 64 bits: ``width * (height + 1) <= 64``."""
    if width < 1 or height < 1:
        raise ValueError(f"width and height must be at least 1, not {width} and {height}")
    if width * (height + 1) > 64:
        raise ValueError(f"width * (height + 1) must not exceed 64, and {width} * {height + 1} does")
    size = Board(width, height)
    return Game(
        name="connect-four",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=max(1, (width * height + 2 - 7) // 2),
        evaluations=_evaluations(size),
        player_names=("X", "O"),
        **_rules(size),
        **_notation(size, _make_has_four(size)),
    )
