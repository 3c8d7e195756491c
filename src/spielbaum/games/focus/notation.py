"""The notation of Focus.

A position is the rows from the top, joined by ``/``: a letter for a single piece, the pieces of a higher stack from the
bottom in parentheses, and digits for empty squares. Then come the player to move, the pieces in front of each player,
and the turns so far. Of two players, green moves next and has captured two red pieces here::

    4/RRGGRR/1G1RRGG1/1RRG(RGG)RR1/1GGRR2G/1RRG1R2/GGRRGG/4 G -,2R 12
"""

import re
from collections.abc import Callable, Sequence

from spielbaum import Notation
from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted
from spielbaum.games.focus.board import (
    HIGHEST,
    INDENTS,
    LETTERS,
    PIECES,
    SIZE,
    SQUARES,
    name_of,
    pieces_of,
)
from spielbaum.games.focus.rules import (
    ANY_SQUARE,
    NOBODY,
    PASS,
    SQUARE_BITS,
    State,
    make_missing,
    pieces_in,
    stack_on,
    state_of,
)

NONE = "-"
"""The text of an empty pile."""

LENGTHS = tuple(SIZE - 2 * gap for gap in INDENTS)
"""The squares of each row."""

Stacks = dict[int, tuple[int, ...]]


def stacks_of(state: State) -> Stacks:
    """Return the owners of the pieces from the bottom, for every square that is not empty."""
    stacks = {square: pieces_of(stack_on(state.stacks, square)) for square in SQUARES}
    return {square: pieces for square, pieces in stacks.items() if pieces}


def piles_of(state: State) -> list[list[int]]:
    """Return for each player the numbers of pieces in front of them, by colour."""
    return [[pieces_in(pile, colour) for colour in range(len(state.beside))] for pile in state.beside]


def letters_of(pieces: Sequence[int]) -> str:
    """Return the letters of some pieces."""
    return "".join(LETTERS[piece] for piece in pieces)


def make_notation(players: int, start: State, longest: int, *, short: bool) -> Notation:
    """Return the notation for a number of players."""
    letters = LETTERS[:players]
    stack = rf"[{letters}]|\([{letters}]{{2,{HIGHEST}}}\)"

    def format_state(state: State) -> str:
        stacks, rows = stacks_of(state), []
        for row, gap in enumerate(INDENTS):
            squares = (stacks.get(SIZE * row + column, ()) for column in range(gap, SIZE - gap))
            rows.append(gaps_counted("".join(_written(pieces) for pieces in squares)))
        piles = ",".join(_counted(pile) for pile in piles_of(state))
        return f"{'/'.join(rows)} {LETTERS[state.to_move]} {piles} {state.plies}"

    def parse_state(text: str) -> State:
        """Read a position; without them the first player moves, the piles are empty, and no turn was taken."""
        rows, *rest = text.upper().split() or [""]
        tokens = [re.findall(rf"{stack}|\d", row) for row in rows.split("/")]
        written = [
            [part for token in row for part in (["."] * int(token) if token.isdigit() else [token])] for row in tokens
        ]
        if "/".join(map("".join, tokens)) != rows or tuple(map(len, written)) != LENGTHS:
            raise ValueError(
                Message(
                    "write {} rows of {} squares from the top, joined by /: {} for single pieces, higher stacks from "
                    "the bottom in parentheses and a number for empty squares, such as {!r}",
                    SIZE,
                    ", ".join(map(str, LENGTHS)),
                    ", ".join(letters),
                    format_state(start),
                )
            )
        symbols = zip(SQUARES, (symbol for row in written for symbol in row), strict=True)
        stacks = {square: _pieces_in(symbol) for square, symbol in symbols if symbol != "."}
        mover, piles, plies = _read(rest)
        return state_of(stacks, piles, mover, plies, short=short)

    def _read(rest: list[str]) -> tuple[int, list[list[int]], int]:
        pile = rf"(?:\d{{1,2}}[{letters}])+|{NONE}"
        expected = (rf"[{letters}]", rf"(?:{pile})(?:,(?:{pile})){{{players - 1}}}", r"\d{1,9}")
        if len(rest) > len(expected) or not all(map(re.fullmatch, expected, rest)):
            example = " ".join(format_state(start).split()[1:])
            raise ValueError(
                Message(
                    "after the rows come the player to move, the pieces in front of each player and the turns taken, "
                    "such as {!r}, not {!r}",
                    example,
                    " ".join(rest),
                )
            )
        mover, piles, plies = [*rest, *["R", ",".join(NONE * players), "0"][len(rest) :]]
        return LETTERS.index(mover), [_numbers(each, players) for each in piles.split(",")], int(plies)

    def format_action(_state: State, action: int) -> str:
        source, target = action >> SQUARE_BITS, action & ANY_SQUARE
        if action == PASS:
            return "pass"
        return ("+" if source == target else name_of(source)) + name_of(target)

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        validate=make_validate(players, longest, short=short),
    )


def _written(pieces: Sequence[int]) -> str:
    text = letters_of(pieces)
    return f"({text})" if len(text) > 1 else text or "."


def _pieces_in(text: str) -> tuple[int, ...]:
    return tuple(LETTERS.index(letter) for letter in text.strip("()"))


def _counted(pile: Sequence[int]) -> str:
    return "".join(f"{count}{LETTERS[colour]}" for colour, count in enumerate(pile) if count) or NONE


def _numbers(text: str, players: int) -> list[int]:
    found = re.findall(r"(\d+)([A-Z])", text)
    return [sum(int(count) for count, letter in found if letter == LETTERS[colour]) for colour in range(players)]


def make_validate(players: int, longest: int, *, short: bool) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses impossible states."""
    missing = make_missing(players)

    def validate(state: State) -> None:
        if not 0 <= state.to_move < players:
            raise ValueError(Message("the player to move is a number from 0 to {}, not {}", players - 1, state.to_move))
        if not 0 <= state.plies <= longest:
            raise ValueError(Message("a game ends after {} turns, and {} were taken", longest, state.plies))
        stacks, piles = stacks_of(state), piles_of(state)
        if state != state_of(stacks, piles, state.to_move, state.plies, short=short):
            raise ValueError(Message("the fields of the state contradict each other: write the position as text"))
        everything = [piece for pieces in stacks.values() for piece in pieces]
        for colour in range(players):
            count = everything.count(colour) + sum(pile[colour] for pile in piles)
            if count > PIECES[players]:
                raise ValueError(Message("{} has {} pieces, more than {}", LETTERS[colour], count, PIECES[players]))
        if short and [missing(pile, player) for player, pile in enumerate(state.beside)].count(0) > 1:
            raise ValueError(Message("two players cannot both have captured enough"))
        if state.winner == NOBODY and not state.tops[state.to_move] and not piles[state.to_move][state.to_move]:
            raise ValueError(Message("{} cannot move", LETTERS[state.to_move]))

    return validate
