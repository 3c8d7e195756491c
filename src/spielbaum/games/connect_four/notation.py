"""The notation and the view of Connect Four."""

from collections.abc import Callable, Sequence

from spielbaum import Cell, Notation, Remark, View
from spielbaum.errors import Message
from spielbaum.games._boards import in_rows, symbols_on
from spielbaum.games._lines import BLOCKS, COMPLETES, LIES_ON, THREATENS, TWO_THREATS
from spielbaum.games.connect_four.rules import Board, State, make_winning_squares
from spielbaum.kernel import popcount

BLUE = "#2f64b3"
COLOURS = ("#ffd24a", "#ee5a4d")


def make_notation(size: Board, has_four: Callable[[int], bool]) -> Notation:
    """Return the notation for a board."""
    stride, made = size.height + 1, size.state

    def format_state(state: State) -> str:
        return "/".join(rows_of(size, state))

    def parse_state(text: str) -> State:
        """Read the rows from the top, ``X`` (who moves first), ``O`` and ``.``, or the columns played, as digits."""
        text, _, mover = text.strip().upper().partition(" ")
        if text.isdecimal():
            return after_columns(text)
        lines = text.split("/")
        if [len(line) for line in lines] != [size.width] * size.height or set(text) - set("XO./"):
            raise ValueError(
                Message(
                    "write {} rows of {} squares from the top, X, O or ., joined by /, or the columns played",
                    size.height,
                    size.width,
                )
            )
        stones = dict.fromkeys("XO", 0)
        for row, line in enumerate(reversed(lines)):
            for column, symbol in enumerate(line):
                if symbol != ".":
                    stones[symbol] |= size.bit(column, row)
        occupied = stones["X"] | stones["O"]
        count = popcount(occupied)
        player = "XO"[count & 1]
        if mover and mover != player:
            raise ValueError(Message("after {} stones it is {} to move", count, player))
        return made(stones[player], occupied)

    def after_columns(columns: str) -> State:
        own = occupied = 0
        for number, digit in enumerate(columns, 1):
            column = int(digit) - 1
            if has_four(own ^ occupied):
                raise ValueError(Message("the game is over before move {}, column {}", number, digit))
            if not 0 <= column < size.width or occupied & size.bit(column, size.height - 1):
                raise ValueError(Message("move {}, column {}, does not exist or is full", number, digit))
            own, occupied = own ^ occupied, occupied | (occupied + (1 << column * stride))
        return made(own, occupied)

    def validate(state: State) -> None:
        if state.own & ~state.occupied or state.occupied & ~size.full:
            raise ValueError(Message("stones lie outside the board, or are not among all stones"))
        if state.occupied & ~(state.occupied << 1 | size.foot):
            raise ValueError(Message("a stone hangs in the air"))
        stones, own = popcount(state.occupied), popcount(state.own)
        if own != stones // 2:
            raise ValueError(Message("of {} stones the player to move owns {}, not {}", stones, stones // 2, own))
        if has_four(state.own):
            raise ValueError(Message("the player to move has four in a row already, and the game went on"))

    def format_action(_state: State, column: int) -> str:
        return str(column + 1)

    def split_actions(text: str) -> list[str]:
        return text.split() if size.width > 9 else list("".join(text.split()))

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        split_actions=split_actions,
        validate=validate,
    )


def make_view(size: Board, parse_state: Callable[[str], State]) -> View:
    """Return the view of a board."""

    def board(state: State) -> str:
        numbers = " ".join(str((column + 1) % 10) for column in range(size.width))
        return "\n".join([*(" ".join(row) for row in rows_of(size, state)), numbers])

    def cell(symbol: str, column: int) -> Cell:
        name = str(column + 1)
        if symbol == ".":
            return Cell("·", BLUE, name=name, piece="hole")
        return Cell(symbol, BLUE, "XO".index(symbol), name, "disc")

    def cells(state: State) -> list[list[Cell]]:
        squares = [[cell(symbol, column) for column, symbol in enumerate(row)] for row in rows_of(size, state)]
        return [*squares, [Cell(str(column + 1)) for column in range(size.width)]]

    def from_cells(_state: State, cells: Sequence[Cell], _player: int) -> State:
        return parse_state("/".join(in_rows(symbols_on(cells, "XO"), size.width)))

    return View(
        board=board,
        cells=cells,
        ending=make_ending(size),
        reasons=make_reasons(size),
        from_cells=from_cells,
        player_names=("X", "O"),
        shown_names=("yellow", "red"),
        player_colours=COLOURS,
        placing=("disc", "disc"),
        falling=True,
    )


def make_ending(size: Board) -> Callable[[State], Remark]:
    """Return the hook ``ending``: the winning lines."""
    lines = list(size.lines())

    def ending(state: State) -> Remark:
        stones = state.own ^ state.occupied
        won = 0
        for line in lines:
            won |= line if stones & line == line else 0
        cells = [
            (size.height - 1 - r, c) for c in range(size.width) for r in range(size.height) if won & size.bit(c, r)
        ]
        return Remark("four in a row", cells) if cells else Remark("the board is full")

    return ending


def make_reasons(size: Board) -> Callable[[State, int], list[Remark]]:
    """Return the hook ``reasons``: the lines that a disc completes, blocks or threatens."""
    winning, stride, full, foot = make_winning_squares(size), size.height + 1, size.full, size.foot
    lines = list(size.lines())

    def reasons(state: State, column: int) -> list[Remark]:
        own, occupied = int(state.own), int(state.occupied)
        other = own ^ occupied
        disc = (occupied + (1 << column * stride)) & ~occupied
        if disc & winning(own):
            return [Remark(COMPLETES, values={"count": 4})]
        found = []
        if disc & winning(other):
            found.append(Remark(BLOCKS, values={"count": 3}))
        if disc << 1 & full & winning(other):
            found.append(Remark("lets the opponent complete 4 in a row on top of it", worth=-1))
        occupied |= disc
        threats = winning(own | disc) & full & ~occupied
        at_once = popcount(threats & occupied + foot)
        if at_once > 1:
            found.append(Remark(TWO_THREATS))
        elif at_once:
            found.append(Remark(THREATENS, values={"count": 4}))
        elif threats & ~winning(own):
            found.append(Remark("prepares 4 in a row"))
        open_lines = sum(bool(line & disc) and not line & other for line in lines)
        return found or ([Remark(LIES_ON, values={"count": open_lines})] if open_lines > 1 else [])

    return reasons


def rows_of(size: Board, state: State) -> list[str]:
    """Return the rows from the top, with ``X``, ``O`` or ``.`` for each square."""

    def stone(column: int, row: int) -> str:
        bit = size.bit(column, row)
        if not state.occupied & bit:
            return "."
        return "XO"[popcount(state.occupied) & 1 ^ (not state.own & bit)]

    return ["".join(stone(c, r) for c in range(size.width)) for r in reversed(range(size.height))]
