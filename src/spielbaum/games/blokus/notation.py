"""The notation of Blokus.

A position is the rows from the top, joined by ``/``, with a letter for each covered square and numbers for free ones,
the colour to move, and the colours that have passed, ``-`` if none has. Pieces of a colour have no edge in common, so
the board shows which have been placed. Colours that placed the monomino last follow at the end. After four moves::

    BBBBB10Y4/5B9Y4/15YYY2/20/20/20/20/20/20/20/20/20/20/20/20/20/20/17R2/G1G13RR2/GGG14RR1 B -

An action is the squares of the piece in reading order: ``a20b20c20``; the program Pentobi writes them with commas.
"""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from string import ascii_lowercase

from spielbaum import Notation
from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted, labelled_text
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.pieces import Square, shape_of
from spielbaum.games.blokus.placements import make_placements
from spielbaum.games.blokus.rules import State
from spielbaum.games.blokus.squares import squares_of, words

FREE, NOBODY, PASS = ".", "-", "pass"


def symbols_of(board: Board, state: State) -> list[str]:
    """Return the rows from the top, with the letter of the colour or ``.`` for each square."""
    rows = [[FREE] * board.size for _ in range(board.size)]
    for colour, letter in enumerate(board.letters):
        for row, column in squares_of(state.covered[colour * board.words : (colour + 1) * board.words]):
            rows[row][column] = letter
    return ["".join(row) for row in rows]


def squares_with(letter: str, rows: list[str]) -> set[Square]:
    """Return the squares with a letter."""
    return {(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == letter}


def make_board(board: Board) -> Callable[[State], str]:
    """Return the hook ``board``: the board as text."""
    numbers, letters = range(board.size, 0, -1), ascii_lowercase[: board.size]

    def text(state: State) -> str:
        return labelled_text(symbols_of(board, state), numbers, letters)

    return text


def islands(left: set[Square]) -> Iterator[list[Square]]:
    """Yield the sets of squares that are connected by edges, and remove them."""
    while left:
        found = [left.pop()]
        for row, column in found:
            near = {(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)} & left
            left -= near
            found += near
        yield found


def make_left(board: Board) -> Callable[[list[str], int], int]:
    """Return ``left(rows, colour)``: the pieces that a colour has not placed; it refuses squares that are none."""
    pieces = {shape.squares: shape.piece for shape in board.orientations}

    def left(rows: list[str], colour: int) -> int:
        letter = board.letters[colour]
        rest = (1 << len(board.pieces)) - 1
        for island in islands(squares_with(letter, rows)):
            piece = pieces.get(shape_of(island))
            if piece is None:
                squares = " ".join(board.name(*square) for square in sorted(island))
                raise ValueError(
                    Message("the {} squares {} are no piece: pieces touch at corners only", letter, squares)
                )
            if not rest >> piece & 1:
                raise ValueError(Message("{} has placed the piece {} twice", letter, board.pieces[piece]))
            rest &= ~(1 << piece)
        return rest

    return left


def make_state(board: Board) -> Callable[[list[str], int, int, int], State]:
    """Return ``state(rows, colour, passed, small_last)``: a state from the symbols on the board."""
    left_of = make_left(board)

    def state(rows: list[str], colour: int, passed: int, small_last: int) -> State:
        covered = [word for letter in board.letters for word in words(squares_with(letter, rows), board.words)]
        left = tuple(left_of(rows, each) for each in range(board.colours))
        done = sum(1 << each for each, pieces in enumerate(left) if not pieces)
        return State(tuple(covered), left, colour, passed | done, small_last)

    return state


def make_validate(board: Board) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses impossible states."""
    left_of, placements = make_left(board), make_placements(board)
    everyone = (1 << board.colours) - 1

    def validate(state: State) -> None:
        _check_numbers(state)
        rows = symbols_of(board, state)
        done = 0
        for colour, name in enumerate(board.letters):
            if state.left[colour] != left_of(rows, colour):
                raise ValueError(Message("the pieces left to {} are those that are not on the board", name))
            _check_corners(rows, colour)
            done |= (state.left[colour] == 0) << colour
            passed = state.out >> colour & 1 and state.left[colour]
            placement = next(placements(state.covered, colour, state.left[colour]), None) if passed else None
            if placement is not None:
                squares = " ".join(board.name(*square) for square in board.squares(placement))
                raise ValueError(Message("{} cannot have passed: a piece fits on {}", name, squares))
        if done & ~state.out or state.small_last & ~done:
            raise ValueError(Message("only colours that have placed all their pieces placed the monomino last"))
        if state.out >> state.colour & 1 and state.out != everyone:
            raise ValueError(Message("{} has passed and is not to move", board.letters[state.colour]))

    def _check_numbers(state: State) -> None:
        for i, word in enumerate(board.full):
            of_colours = state.covered[i :: board.words]
            if any(squares & ~word for squares in of_colours):
                raise ValueError(Message("the board has {} rows of {} squares", board.size, board.size))
            if any(one & other for one, other in combinations(of_colours, 2)):
                raise ValueError(Message("two colours cover the same square"))
        if not (0 <= state.colour < board.colours and 0 <= state.out <= everyone and 0 <= state.small_last <= everyone):
            raise ValueError(Message("there are {} colours, numbered from 0, with a bit for each", board.colours))

    def _check_corners(rows: list[str], colour: int) -> None:
        """Raise a ValueError unless the pieces of a colour are joined by corners to the first, on the start."""
        letter = board.letters[colour]
        left, start = squares_with(letter, rows), board.starts[colour]
        joined = [start] if start in left else []
        for row, column in joined:
            around = {(row + down, column + over) for down in (-1, 0, 1) for over in (-1, 0, 1)} & left
            left -= around
            joined += around
        if left:
            square, where = board.name(*min(left)), board.name(*start)
            raise ValueError(Message("the {} piece on {} is not joined by corners to one on {}", letter, square, where))

    return validate


def make_notation(board: Board) -> Notation:
    """Return the notation for a board."""
    size, letters = board.size, board.letters
    state_of = make_state(board)
    pass_action = board.pass_action
    orientations = {shape.squares: number for number, shape in enumerate(board.orientations)}
    colours = {name.upper(): colour for names in (board.player_names, board.names) for colour, name in enumerate(names)}
    names = {board.name(row, column): (row, column) for row in range(size) for column in range(size)}

    def letters_of(colours: int) -> str:
        return "".join(letter for i, letter in enumerate(letters) if colours >> i & 1) or NOBODY

    def format_state(state: State) -> str:
        rows = "/".join(map(gaps_counted, symbols_of(board, state)))
        done = sum(1 << colour for colour, pieces in enumerate(state.left) if not pieces)
        last = f" {letters_of(state.small_last)}" if state.small_last else ""
        return f"{rows} {letters[state.colour]} {letters_of(state.out & ~done)}{last}"

    def parse_state(text: str) -> State:
        """Read a position; if omitted, nobody has passed and the first colour is to move."""
        first, *rest = text.upper().split() or [""]
        if rest and rest[-1] in colours:
            *rest, name = rest
            rest = [letters[colours[name]], *rest]
        rows = [re.sub(r"\d+", lambda gap: FREE * int(gap[0][:3]), row) for row in first.split("/")]
        if [len(row) for row in rows] != [size] * size or set("".join(rows)) - set(letters + FREE):
            raise ValueError(
                Message(
                    "write {} rows of {} squares from the top, joined by /: {} for pieces and a number for free "
                    "squares, such as {}",
                    size,
                    size,
                    ", ".join(letters),
                    "/".join([f"{letters[0]}{size - 1}", *[str(size)] * (size - 1)]),
                )
            )
        mover, passed, last, *more = [*rest, *[letters[0], NOBODY, NOBODY][len(rest) :]]
        if more or mover not in tuple(letters) or not {*passed, *last} <= {*letters, NOBODY}:
            raise ValueError(
                Message(
                    "after the rows come the colour to move, {}, those that have passed, and those that placed the "
                    "monomino last, {} for none, not {!r}",
                    ", ".join(letters),
                    NOBODY,
                    " ".join(rest),
                )
            )
        sets = [sum(1 << i for i, letter in enumerate(letters) if letter in word) for word in (passed, last)]
        return state_of(rows, letters.index(mover), *sets)

    def format_action(_state: State, action: int) -> str:
        return PASS if action == pass_action else "".join(board.name(*square) for square in board.squares(action))

    def parse_action(state: State, text: str) -> int:
        """Read the squares of a piece in any order, with or without commas."""
        if text.lower() == PASS:
            return pass_action
        found = re.findall(r"[a-z]\d+", text.lower())
        squares = [names[name] for name in found if name in names]
        if squares and "".join(found) == text.lower().replace(",", ""):
            orientation = orientations.get(shape_of(squares))
            if orientation is not None:
                top, left = min(row for row, _ in squares), min(column for _, column in squares)
                return (orientation * size + top) * size + left
        raise ValueError(Message("write the squares that a piece covers, such as {}", format_action(state, example)))

    example = next(number for squares, number in orientations.items() if len(squares) <= 3) * size**2
    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=make_validate(board),
    )
