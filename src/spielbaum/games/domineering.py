"""Domineering: dominoes on a board, one player upright, the other across; who cannot place one loses.

Squares are numbered row by row from the top left; square ``s`` is bit ``s``::

     0  1  2  3      4
     4  5  6  7      3      rows = columns = 4
     8  9 10 11      2
    12 13 14 15      1
     a  b  c  d

A domino is numbered by its upper or left square: that of vertical, player 0, lies on ``s`` and ``s + columns``, that
of horizontal, player 1, on ``s`` and ``s + 1``. Actions come in the order of these numbers.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Solving 8 × 8 Domineering, Theoretical Computer Science
230 (2000): safe moves, and symmetric positions in the table.
"""

from collections.abc import Callable, Iterator
from string import ascii_lowercase
from typing import Literal, NamedTuple

from spielbaum import U64, Cell, Evaluation, Game, Notation, Place, SearchHints, View, grid
from spielbaum.games._rules import RuleFunctions
from spielbaum.games._symmetry import MASK, ODD, make_mirror, mixed, otherwise_mixed
from spielbaum.kernel import clear_lowest, each_bit, lowest_index, popcount

NAMES = ("vertical", "horizontal")
WOOD = ("#d9bf94", "#c9aa78")


class State(NamedTuple):
    """The squares under dominoes, and the player to move."""

    occupied: U64
    to_move: int  # 0 vertical, 1 horizontal


class Board(NamedTuple):
    """The numbers that follow from the size of a board."""

    rows: int
    columns: int

    @property
    def full(self) -> int:
        """All squares."""
        return (1 << self.rows * self.columns) - 1

    @property
    def step(self) -> int:
        """Distance of the squares of an upright domino; no shift by 64 on a board of one row, which has none."""
        return min(self.columns, 63)

    @property
    def upper(self) -> int:
        """The squares that have one below."""
        return self.full >> self.columns

    @property
    def left(self) -> int:
        """The squares that have one to the right."""
        return sum(1 << square for square in range(self.rows * self.columns) if (square + 1) % self.columns)

    def name(self, square: int) -> str:
        """Return the letters of the column and the number of the row from below."""
        return f"{column_name(square % self.columns)}{self.rows - square // self.columns}"

    def mirrors(self) -> tuple[Callable[[int], int], Callable[[int], int]]:
        """Return the square that takes the place of another upside down, and with left and right exchanged."""
        columns, last = self.columns, self.columns * (self.rows - 1)
        return (lambda s: last - s + 2 * (s % columns)), (lambda s: s + columns - 1 - 2 * (s % columns))


def column_name(column: int) -> str:
    """Return a to z, and then aa, ab and so on."""
    return ascii_lowercase[column] if column < 26 else ascii_lowercase[column // 26 - 1] + ascii_lowercase[column % 26]


def most(places: U64, step: int) -> int:
    """Return how many dominoes at most fit into places: of each run of places the first, the third and so on."""
    count = 0
    while places:
        firsts = places & ~(places << step)
        count += popcount(firsts)
        places = U64(places & ~(firsts | firsts << step))
    return count


def _make_places(size: Board) -> Callable[[U64, int], U64]:
    """Return ``places(free, player)``: where a player can put a domino, by its upper or left square."""
    step, upper, left = size.step, size.upper, size.left

    def places(free: U64, player: int) -> U64:
        if player == 0:
            return U64(free & free >> step & U64(upper))
        return U64(free & free >> 1 & U64(left))

    return places


def make_rules(size: Board, first: int) -> RuleFunctions:
    """Return the rules on a board of one size."""
    full, step = size.full, size.step
    places = _make_places(size)

    def initial() -> State:
        return State(U64(0), first)

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = places(U64(~state.occupied & U64(full)), state.to_move)
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def result(state: State, square: int) -> State:
        pair = 3 if state.to_move else 1 | 1 << step
        return State(U64(state.occupied | U64(pair) << square), 1 - state.to_move)

    def is_terminal(state: State) -> bool:
        return places(U64(~state.occupied & U64(full)), state.to_move) == 0

    def utility(state: State) -> tuple[int, int]:
        return (1, -1) if state.to_move else (-1, 1)

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)


class Hooks(NamedTuple):
    """What searches may ask of a board of one size."""

    evaluations: dict[str, Evaluation]
    hints: SearchHints


def make_hooks(size: Board) -> Hooks:
    """Return what searches may ask of a board of one size."""
    full, step = size.full, size.step
    places = _make_places(size)
    upside_down, left_to_right = (make_mirror(mirror, range(size.rows * size.columns)) for mirror in size.mirrors())

    def safe_places(free: U64, player: int) -> U64:
        """Return the places that no domino of the other can touch."""
        others = places(free, 1 - player)
        return places(U64(free & ~(others | others << (step if player else 1))), player)

    def moves(state: State) -> tuple[int, int]:
        """Return how many more places for a domino the player has than the other."""
        free = U64(~state.occupied & U64(full))
        ahead = popcount(places(free, 0)) - popcount(places(free, 1))
        return ahead, -ahead

    def safe_moves(state: State) -> tuple[int, int]:
        """Return the same, safe places counted twice."""
        free = U64(~state.occupied & U64(full))
        ahead = moves(state)[0] + popcount(safe_places(free, 0)) - popcount(safe_places(free, 1))
        return ahead, -ahead

    def order(state: State, square: int) -> int:
        """Return the places and safe places that the move leaves its player, less twice those it leaves the other."""
        pair, player = 3 if state.to_move else 1 | 1 << step, state.to_move
        free = U64(~(state.occupied | U64(pair) << square) & U64(full))
        kept = popcount(places(free, player)) + popcount(safe_places(free, player))
        return kept - 2 * popcount(places(free, 1 - player))

    def moves_left(free: U64, player: int, lead: int) -> tuple[int, int]:
        """Return how many moves a player is sure of, and cannot exceed; the lead is 2 for the player to move, else 0.

        Safe places are sure. Each domino of the other touches at most two of those that would fit elsewhere, so of
        these a player gets every third.
        """
        width = 1 if player else step
        safe = safe_places(free, player)
        others = places(U64(free & ~(safe | safe << width)), player)
        return most(safe, width) + (most(others, width) + lead) // 3, most(places(free, player), width)

    def bounds(state: State) -> tuple[int, int]:
        """Return 1 or -1 twice where the moves one player is sure of outlast all that the other can make."""
        free = U64(~state.occupied & U64(full))
        own_least, own_most = moves_left(free, state.to_move, 2)
        other_least, other_most = moves_left(free, 1 - state.to_move, 0)
        if own_least > other_most:
            return 1, 1
        return (-1, -1) if other_least >= own_most else (-1, 1)

    def least_image(state: State) -> U64:
        """Return the same for all mirror images; a square between occupied ones counts as occupied."""
        free = U64(~state.occupied & U64(full))
        upright, across = places(free, 0), places(free, 1)
        board = U64(~(upright | upright << step | across | across << 1) & U64(full))
        flipped = upside_down(board)
        return min(board, flipped, left_to_right(board), left_to_right(flipped))

    def key(state: State) -> int:
        return mixed(U64(mixed(least_image(state)) + state.to_move & MASK))

    def second_key(state: State) -> int:
        return otherwise_mixed(U64(least_image(state) + state.to_move * ODD & MASK))

    above_all_moves = 10 ** len(str(4 * size.rows * size.columns))
    return Hooks(
        evaluations={
            "safe-moves": Evaluation(safe_moves, above_all_moves),
            "moves": Evaluation(moves, above_all_moves),
        },
        hints=SearchHints(key=key, key_kind="hash", second_key=second_key, order=order, bounds=bounds),
    )


def make_notation(size: Board, first: int) -> Notation:
    """Return how positions and moves are written on a board of one size."""
    rows, columns = size
    places = _make_places(size)

    def format_state(state: State) -> str:
        return f"{'/'.join(rows_of(size, state))} {NAMES[state.to_move][0]}"

    def parse_state(text: str) -> State:
        """Read the rows from the top, ``#`` or ``.``, joined by ``/``, and then, unless it is the first, who moves."""
        squares, _, mover = text.strip().partition(" ")
        if [len(line) for line in squares.split("/")] != [columns] * rows or set(squares) - set("#./"):
            raise ValueError(f"write {rows} rows of {columns} squares from the top, # or ., joined by /, and v or h")
        word = mover.strip().lower() or NAMES[first]
        movers = [player for player, name in enumerate(NAMES) if name.startswith(word)]
        if not movers:
            raise ValueError(f"vertical or horizontal is to move, not {mover.strip()!r}")
        occupied = sum(1 << i for i, symbol in enumerate(squares.replace("/", "")) if symbol == "#")
        return State(U64(occupied), movers[0])

    def validate(state: State) -> None:
        if state.occupied & ~size.full or state.to_move not in (0, 1):
            raise ValueError("occupied squares lie on the board, and 0 or 1 is to move")

    def squares_of(state: State, square: int) -> tuple[str, str]:
        if state.to_move:
            return size.name(square), size.name(square + 1)
        return size.name(square + columns), size.name(square)

    def format_action(state: State, square: int) -> str:
        return "".join(squares_of(state, square))

    def parse_action(state: State, text: str) -> int:
        """Read the two squares of a domino in any order."""
        for square in each_bit(places(U64(~state.occupied & size.full), state.to_move)):
            one, other = squares_of(state, square)
            if text.lower() in (one + other, other + one):
                return square
        raise ValueError(f"write two free squares that {NAMES[state.to_move]} can cover, such as a1a2 or a1b1")

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=validate,
    )


def rows_of(size: Board, state: State) -> list[str]:
    """Return the rows from the top, with ``#`` or ``.`` for each square."""
    squares = "".join(".#"[state.occupied >> square & 1] for square in range(size.rows * size.columns))
    return [squares[start : start + size.columns] for start in range(0, size.rows * size.columns, size.columns)]


def _make_board(size: Board) -> Callable[[State], str]:
    """Return the hook ``board``: the squares as text."""
    rows, columns = size

    def board(state: State) -> str:
        digits, width = len(str(rows)), len(column_name(columns - 1))
        drawn = [
            f"{rows - i:>{digits}} {' '.join(symbol.ljust(width) for symbol in line)}".rstrip()
            for i, line in enumerate(rows_of(size, state))
        ]
        return "\n".join([*drawn, f"{'':{digits}} {' '.join(column_name(c).ljust(width) for c in range(columns))}"])

    return board


def _make_squares(size: Board) -> Callable[[State], list[Place]]:
    """Return the hook ``places``: the squares. Which two a domino covers, and whose it is, no state knows."""
    rows, columns = size

    def cell(state: State, square: int) -> Cell:
        covered = state.occupied >> square & 1
        ground = WOOD[sum(divmod(square, columns)) % 2]
        return Cell(ground=ground, name=size.name(square), piece="block" if covered else "")

    def picture(state: State) -> list[Place]:
        drawn = [
            [Cell(str(rows - row)), *(cell(state, row * columns + column) for column in range(columns))]
            for row in range(rows)
        ]
        return grid([*drawn, [Cell(), *(Cell(column_name(column)) for column in range(columns))]])

    return picture


def game(rows: int = 6, columns: int = 6, first: Literal["vertical", "horizontal"] = "vertical") -> Game:
    """Return Domineering on any board of up to 64 squares; ``first`` begins."""
    if rows < 1 or columns < 1 or rows * columns > 64:
        raise ValueError(f"the board must have 1 to 64 squares, and {rows} rows of {columns} do not")
    size = Board(rows, columns)
    rules, hooks = make_rules(size, NAMES.index(first)), make_hooks(size)
    return Game(
        name="domineering",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=True,
        max_utility=1,
        utility_sum=0,
        evaluations=hooks.evaluations,
        hints=hooks.hints,
        notation=make_notation(size, NAMES.index(first)),
        view=View(board=_make_board(size), places=_make_squares(size), player_names=NAMES),
    )
