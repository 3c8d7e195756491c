"""The notation and the view of Othello.

A position is the rows from the top, ``X`` for Black, ``O`` for White and digits for empty squares, joined by ``/``, and
then ``X`` or ``O`` for the player to move. All squares in one word, ``.`` or ``-`` for empty ones, are accepted too::

    8/8/8/3OX3/3XO3/8/8/8 X
"""

import re
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from spielbaum import U64, Cell, Notation, Remark, Unit, View
from spielbaum.errors import Message
from spielbaum.games._boards import (
    black_or_white,
    gaps_counted,
    gaps_filled,
    in_rows,
    labelled_cells,
    labelled_text,
    symbols_on,
)
from spielbaum.games.othello.rules import BLACK, PASS, Board, State, make_moves, make_rules
from spielbaum.kernel import popcount

NAMES = ("black", "white")
SYMBOLS = "XO"
COLOURS = ("#2b3037", "#f5f3ea")
GREENS = ("#23764d", "#2a8257")


def make_notation(board: Board) -> Notation:
    """Return the notation for a board."""
    size = board.size

    def square_name(square: int) -> str:
        return name_of(square, size)

    def format_state(state: State) -> str:
        ranks = (gaps_counted(row) for row in rows_of(state, size))
        return f"{'/'.join(ranks)} {SYMBOLS[state.to_move]}"

    def parse_state(text: str) -> State:
        words = text.upper().split()
        if len(words) != 2 or (mover := black_or_white(words[1].replace("*", SYMBOLS[BLACK]))) is None:
            raise ValueError(Message("write the board and then who moves, X or O, such as {}", format_state(start)))
        ranks = [gaps_filled(rank) for rank in words[0].split("/")]
        squares = re.sub("[-_]", ".", "".join(ranks)).replace("*", "X")
        if set(squares) - set("XO.") or (len(ranks) > 1 and {len(rank) for rank in ranks} != {size}):
            raise ValueError(
                Message("write rows of {} squares from the top, X, O or digits for empty ones, joined by /", size)
            )
        if len(squares) != size * size:
            raise ValueError(Message("the board has {} squares, not {}", size * size, len(squares)))
        discs = [sum(1 << s for s, symbol in enumerate(squares) if symbol == mine) for mine in SYMBOLS]
        return State(U64(discs[mover]), U64(discs[1 - mover]), mover)

    def format_action(_state: State, action: int) -> str:
        return "pass" if action == PASS else square_name(action)

    def parse_action(_state: State, text: str) -> int:
        named = {square_name(square): square for square in range(size * size)} | dict.fromkeys(("pass", "--"), PASS)
        if text.lower() not in named:
            raise ValueError(Message("write a square from a1 to {}, or pass", square_name(size * size - 1)))
        return named[text.lower()]

    black, white = board.start
    start = State(U64(black), U64(white), BLACK)
    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        split_actions=split_actions,
        validate=make_validate(board),
    )


def make_view(board: Board, parse_state: Callable[[str], State], unit: Unit | None = None) -> View:
    """Return the view of a board; ``unit`` is the unit of results."""
    return View(
        board=_make_text(board.size),
        cells=_make_cells(board.size),
        ending=ending,
        reasons=_make_reasons(board),
        from_cells=_make_from_cells(board.size, parse_state),
        placing=("disc", "disc"),
        standing=_discs,
        standing_name="discs",
        player_names=NAMES,
        player_colours=COLOURS,
        unit=unit,
    )


def _discs(state: State) -> list[str]:
    counts = [str(popcount(state.own)), str(popcount(state.other))]
    return counts if state.to_move == BLACK else counts[::-1]


def ending(state: State) -> Remark:
    """Return the numbers of discs."""
    least, most = sorted((popcount(state.own), popcount(state.other)))
    return Remark("discs {most} to {least}", values={"most": most, "least": least})


def _make_reasons(board: Board) -> Callable[[State, int], list[Remark]]:
    size, moves, result = board.size, make_moves(board), make_rules(board, False).result
    corners = sum(1 << square for square in (0, size - 1, size * (size - 1), size * size - 1))

    def reasons(state: State, square: int) -> list[Remark]:
        if square == PASS:
            return []
        after, found = result(state, square), []
        if corners >> square & 1:
            found.append(Remark("takes a corner"))
        replies = moves(after.own, after.other)
        if replies & corners & ~moves(state.other, state.own):
            found.append(Remark("opens a corner to the opponent", worth=-1))
        if not replies:
            found.append(Remark("leaves the opponent no move"))
        return found

    return reasons


def name_of(square: int, size: int) -> str:
    """Return the name of a square: column and row."""
    return f"{ascii_lowercase[square % size]}{square // size + 1}"


def rows_of(state: State, size: int) -> list[str]:
    """Return the rows from the top, with ``X``, ``O`` or ``.`` for each square."""
    black, white = boards_of(state)
    squares = "".join("X" if black >> s & 1 else "O" if white >> s & 1 else "." for s in range(size * size))
    return in_rows(squares, size)


def boards_of(state: State) -> tuple[int, int]:
    """Return the discs of Black and of White."""
    return (state.own, state.other) if state.to_move == BLACK else (state.other, state.own)


def split_actions(text: str) -> list[str]:
    """Return the moves of a transcript, with or without spaces: ``f5d6c3``.

    Examples
    --------
    >>> split_actions("f5d6 pass c3?")
    ['f5', 'd6', 'pass', 'c3', '?']
    """
    return re.findall(r"(?i)pass|[a-z]\d+|--|[^\s]", text)


def make_validate(board: Board) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses impossible states."""
    full, centre = board.full, sum(board.start)

    def validate(state: State) -> None:
        if state.to_move not in (0, 1):
            raise ValueError(Message("0 or 1 is to move, not {}", state.to_move))
        if state.own & state.other:
            raise ValueError(Message("two discs share a square"))
        if (state.own | state.other) & ~full:
            raise ValueError(Message("a disc lies outside the board"))
        if centre & ~(state.own | state.other):
            raise ValueError(Message("the four squares of the centre are never empty"))

    return validate


def _make_from_cells(size: int, parse_state: Callable[[str], State]) -> Callable[[State, Sequence[Cell], int], State]:
    def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
        return parse_state(f"{'/'.join(in_rows(symbols_on(cells, SYMBOLS), size))} {SYMBOLS[player]}")

    return from_cells


def _make_text(size: int) -> Callable[[State], str]:
    def board(state: State) -> str:
        return labelled_text(rows_of(state, size), range(1, size + 1), ascii_lowercase[:size])

    return board


def _make_cells(size: int) -> Callable[[State], list[list[Cell]]]:
    def cell(symbol: str, square: int) -> Cell:
        ground, name = GREENS[sum(divmod(square, size)) % 2], name_of(square, size)
        if symbol == ".":
            return Cell(ground=ground, name=name)
        return Cell(symbol, ground, SYMBOLS.index(symbol), name, "disc")

    def cells(state: State) -> list[list[Cell]]:
        lines = [
            [cell(symbol, size * r + c) for c, symbol in enumerate(row)] for r, row in enumerate(rows_of(state, size))
        ]
        return labelled_cells(lines, range(1, size + 1), ascii_lowercase[:size])

    return cells
