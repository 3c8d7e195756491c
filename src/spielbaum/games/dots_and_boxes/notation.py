"""The notation of Dots and Boxes."""

from collections.abc import Callable
from string import ascii_lowercase

from spielbaum import U64, Notation
from spielbaum.errors import Message
from spielbaum.games.dots_and_boxes.rules import NAMES, Board, State, make_counts, score
from spielbaum.kernel import popcount


def make_notation(size: Board) -> Notation:
    """Return the notation for a board."""
    rows, columns = size
    closed, _ = make_counts(size)

    def format_state(state: State) -> str:
        lines = ["".join((".-", ".|")[i % 2][bit] for bit in row) for i, row in enumerate(rows_of_lines(size, state))]
        first, second = score(closed, state)
        return f"{'/'.join(lines)} {first}-{second} {NAMES[state.to_move]}"

    def parse_state(text: str) -> State:
        """Read lines from the top, ``-``, ``|`` or ``.`` if not drawn, the boxes as 2-1, and the player to move."""
        drawn, *words = text.upper().split() or [""]
        parts = drawn.split("/")
        fitting = [len(part) for part in parts] == [columns + i % 2 for i in range(2 * rows + 1)]
        if not fitting or any(set(part) - set(("-.", "|.")[i % 2]) for i, part in enumerate(parts)):
            raise ValueError(
                Message(
                    "write {} rows of {} lines across, - or ., and between them {} of {} down, "
                    "| or ., joined by /; then the boxes, such as 2-1, and A or B",
                    rows + 1,
                    columns,
                    rows,
                    columns + 1,
                )
            )
        lines = U64(sum(1 << i for i, symbol in enumerate(drawn.replace("/", "")) if symbol != "."))
        mover = words.pop() if words and words[-1] in tuple(NAMES) else NAMES[0]
        boxes = words[0].split("-") if words else ["0", "0"]
        if len(words) > 1 or len(boxes) != 2 or not all(number.isdecimal() for number in boxes):
            raise ValueError(
                Message("after the lines come the boxes, such as 2-1, and A or B, not {!r}", " ".join(words))
            )
        first, second = map(int, boxes)
        count = popcount(closed(lines))
        if first + second != count:
            raise ValueError(Message("{} boxes are closed there, not {} + {}", count, first, second))
        return State(lines, first - second, NAMES.index(mover))

    def validate(state: State) -> None:
        if state.lines >> size.lines or state.lines < 0 or state.to_move not in (0, 1):
            raise ValueError(Message("lines lie on the board, and 0 or 1 is to move"))
        count = popcount(closed(state.lines))
        if abs(state.margin) > count or (state.margin + count) % 2:
            raise ValueError(Message("with {} boxes closed nobody is {} ahead", count, abs(state.margin)))

    def format_action(_state: State, line: int) -> str:
        return "".join(size.dots(line))

    def parse_action(_state: State, text: str) -> int:
        """Read the two dots of a line, in either order."""
        for line in range(size.lines):
            one, other = size.dots(line)
            if text.lower() in (one + other, other + one):
                return line
        raise ValueError(Message("write two neighbouring dots, such as a1a2 or a1b1"))

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=validate,
    )


def make_board(size: Board) -> Callable[[State], str]:
    """Return the hook ``board``: dots, lines and boxes as text."""
    rows, columns = size
    closed, _ = make_counts(size)

    def board(state: State) -> str:
        digits, drawn = len(str(rows + 1)), []
        for i, row in enumerate(rows_of_lines(size, state)):
            if i % 2:
                drawn.append(f"{'':{digits}} {'   '.join(' |'[bit] for bit in row)}".rstrip())
            else:
                drawn.append(f"{rows + 1 - i // 2:>{digits}} +{'+'.join(('   ', '---')[bit] for bit in row)}+")
        first, second = score(closed, state)
        letters = "   ".join(ascii_lowercase[: columns + 1])
        return "\n".join([*drawn, f"{'':{digits}} {letters}", f"boxes  {NAMES[0]} {first}  {NAMES[1]} {second}"])

    return board


def rows_of_lines(size: Board, state: State) -> list[list[int]]:
    """Return the horizontal and the vertical lines of each row in turn, from the top, as 0 and 1."""
    rows, columns = size
    drawn = [state.lines >> line & 1 for line in range(size.lines + columns + 1)]
    parts = [drawn[i : i + size.stride] for i in range(0, size.lines, size.stride)]
    return [part for row in parts for part in (row[:columns], row[columns:])][: 2 * rows + 1]
