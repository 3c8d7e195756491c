"""EPD: a chess position on each line, with operations such as the best moves; the two clocks may be among them.

Source: S. J. Edwards, Portable Game Notation Specification and Implementation Guide, 1994, section 16.2.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from spielbaum.errors import Message, PositionError
from spielbaum.formats.played import at_line
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, parse_action, parse_state

_POSITION = re.compile(r"\s*(\S+\s+[wb]\s+\S+\s+\S+)(?:\s+(\d+)(?:\s+(\d+))?(?=\s|$))?\s*")
_OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;\s*|$)')
_OPERAND = re.compile(r'"([^"]*)"|(\S+)')


class EpdLine(NamedTuple):
    """A line of an EPD file.

    Attributes
    ----------
    number
        The line number, from 1.
    state
        The position.
    operations
        The operands of the operations, by name.
    """

    number: int
    state: State
    operations: Mapping[str, tuple[str, ...]]

    def moves(self, game: Game, name: str) -> tuple[str, ...]:
        """Return the moves of an operation, such as ``bm`` or ``am``, in the game's notation.

        Raises
        ------
        InputError
            If a move is illegal; the message names the line.
        """
        words = (word.strip(",") for word in self.operations.get(name, ()))
        try:
            return tuple(
                format_action(game, self.state, parse_action(game, self.state, word)) for word in words if word
            )
        except PositionError as error:
            raise at_line(self.number, f"{name}: {error}") from None

    def text(self, name: str) -> str:
        """Return the operands of an operation, such as ``id``, as one text; empty without the operation."""
        return " ".join(self.operations.get(name, ()))


def read_lines(game: Game, text: str) -> Iterator[EpdLine]:
    """Yield the lines of an EPD text, except empty lines and comments after ``#``.

    Raises
    ------
    InputError
        If a line cannot be read; the message names it.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            position, operations = read_line(line)
            yield EpdLine(number, parse_state(game, position), operations)
        except PositionError as error:
            raise at_line(number, error) from None


def read_line(line: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return the FEN and the operations of an EPD line.

    Raises
    ------
    PositionError
        If it cannot be read.

    Examples
    --------
    >>> read_line('8/8/8/8/8/5k2/5p2/5K2 w - - bm Kg1; hmvc 3; id "the end";')
    ('8/8/8/8/8/5k2/5p2/5K2 w - - 3 1', {'bm': ('Kg1',), 'hmvc': ('3',), 'id': ('the end',)})
    """
    found = _POSITION.match(line)
    if not found:
        return line.strip(), {}  # the game reports what is wrong with it
    operations, position = dict[str, tuple[str, ...]](), found.end()
    while position < len(line):
        operation = _OPERATION.match(line, position)
        if not operation:
            raise PositionError(
                Message('an operation is written bm Qd1+; or id "text"; not {!r}', line[position:][:40])
            )
        operands = tuple(quoted or plain for quoted, plain in _OPERAND.findall(operation[2]))
        operations[operation[1]] = operands
        position = operation.end()
    clock, number = (" ".join(operations.get(name, ())) for name in ("hmvc", "fmvn"))
    return f"{found[1]} {found[2] or clock or '0'} {found[3] or number or '1'}", operations
