"""The notation and the view of Rolit.

A position is the rows from the top, with the letter of each ball's colour and digits for empty squares, joined by
``/``, and then the letter of the player to move::

    8/8/8/3RY3/3BG3/8/8/8 R
"""

from collections.abc import Callable, Sequence
from string import ascii_lowercase

from spielbaum import Cell, Notation, Remark, View
from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted, gaps_filled, in_rows, labelled_cells, labelled_text
from spielbaum.games.othello.notation import name_of
from spielbaum.games.othello.rules import Board
from spielbaum.games.rolit.rules import SEATS, State, balls_of, make_rules, make_scores, start_of, state_of

SYMBOLS = "RYGB"
NAMES = ("red", "yellow", "green", "blue")
COLOURS = ("#d8322a", "#f2c40f", "#2fa04a", "#2d6fc7")
GROUNDS = ("#5f6b78", "#6b7885")
EMPTY = "."


def make_notation(board: Board, players: int) -> Notation:
    """Return the notation for a board."""
    size = board.size
    letters = [SYMBOLS[colour] for colour in SEATS[players]]
    movers = letters + [NAMES[colour].upper() for colour in SEATS[players]]
    squares = {name_of(square, size): square for square in range(size * size)}

    def format_state(state: State) -> str:
        return f"{'/'.join(map(gaps_counted, rows_of(state, size)))} {letters[state.to_move]}"

    def parse_state(text: str) -> State:
        rows, *rest = text.upper().split() or [""]
        written = [gaps_filled(row) for row in rows.split("/")]
        if [len(row) for row in written] != [size] * size or set("".join(written)) - set(SYMBOLS + EMPTY):
            raise ValueError(
                Message(
                    "write {} rows of {} squares from the top, {} or digits for empty ones, joined by /, such as {!r}",
                    size,
                    size,
                    ", ".join(SYMBOLS),
                    format_state(start_of(board)),
                )
            )
        if len(rest) != 1 or rest[0] not in movers:
            raise ValueError(Message("after the rows comes the player to move, {}", ", ".join(letters)))
        return read("".join(written), movers.index(rest[0]) % players)

    def format_action(_state: State, square: int) -> str:
        return name_of(square, size)

    def parse_action(_state: State, text: str) -> int:
        if text.lower() not in squares:
            raise ValueError(Message("write a square from a1 to {}", name_of(size * size - 1, size)))
        return squares[text.lower()]

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=make_validate(board, players),
    )


def read(symbols: str, player: int) -> State:
    """Return the state with the ball of a letter on each square."""
    balls = [sum(1 << square for square, symbol in enumerate(symbols) if symbol == colour) for colour in SYMBOLS]
    return state_of(balls, player)


def rows_of(state: State, size: int) -> list[str]:
    """Return the rows from the top, with a letter for each ball."""
    balls = [balls_of(state, colour) for colour in range(len(SYMBOLS))]
    return in_rows(
        "".join(
            next((symbol for symbol, own in zip(SYMBOLS, balls, strict=True) if own >> square & 1), EMPTY)
            for square in range(size * size)
        ),
        size,
    )


def make_validate(board: Board, players: int) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses impossible states."""
    full, centre = board.full, start_of(board).taken

    def validate(state: State) -> None:
        if state.to_move not in range(players):
            raise ValueError(Message("a player from 0 to {} is to move, not {}", players - 1, state.to_move))
        if not 0 <= state.taken <= full:
            raise ValueError(Message("a ball lies outside the board"))
        if (state.low | state.high) & ~state.taken:
            raise ValueError(Message("an empty square has no colour"))
        if centre & ~state.taken:
            raise ValueError(Message("the four squares of the centre are never empty"))

    return validate


def make_view(board: Board, players: int) -> View:
    """Return the view of a board; balls of colours without a player are sand-coloured."""
    size, seats, scores = board.size, SEATS[players], make_scores(players)
    result, letters = make_rules(board, players).result, ascii_lowercase[: board.size]
    corners = [name_of(square, size) for square in (0, size - 1, size * (size - 1), size * size - 1)]

    def text(state: State) -> str:
        return labelled_text(rows_of(state, size), range(1, size + 1), letters)

    def cell(symbol: str, square: int) -> Cell:
        ground, name = GROUNDS[sum(divmod(square, size)) % 2], name_of(square, size)
        if symbol == EMPTY:
            return Cell(ground=ground, name=name)
        colour = SYMBOLS.index(symbol)
        return Cell(symbol, ground, seats.index(colour) if colour in seats else None, name, "ball")

    def cells(state: State) -> list[list[Cell]]:
        lines = [
            [cell(symbol, size * r + c) for c, symbol in enumerate(row)] for r, row in enumerate(rows_of(state, size))
        ]
        return labelled_cells(lines, range(1, size + 1), letters)

    def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
        return read("".join(cell.text or EMPTY for cell in cells), player)

    def standing(state: State) -> list[str]:
        return list(map(str, scores(state)))

    def ending(state: State) -> Remark:
        return Remark("balls {counts}", values={"counts": tuple(scores(state))})

    def reasons(state: State, square: int) -> list[Remark]:
        colour = seats[state.to_move]
        count = balls_of(result(state, square), colour).bit_count() - balls_of(state, colour).bit_count() - 1
        found = [Remark("takes a corner")] if name_of(square, size) in corners else []
        if count:
            words = "rolls over a ball" if count == 1 else "rolls over {count} balls"
            found.append(Remark(words, values={"count": count}, worth=count))
        return found

    return View(
        board=text,
        cells=cells,
        ending=ending,
        reasons=reasons,
        from_cells=from_cells,
        placing=("ball",) * players,
        standing=standing,
        standing_name="balls",
        player_names=tuple(NAMES[colour] for colour in seats),
        player_colours=tuple(COLOURS[colour] for colour in seats),
    )
