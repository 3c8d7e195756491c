"""What each idiom of Python costs in compiled code, beside a plain loop that computes the same.

``python benchmarks/idioms.py`` prints the table; ``--write`` puts it into ``docs/natural-python.md``.
Every function takes two numbers and a board of nine, and each call gets others.
"""

import argparse
import linecache
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from spielbaum import replaced
from spielbaum.kernel.compile import compile_kernel

PAGE = Path(__file__).parent.parent / "docs" / "natural-python.md"
BEGIN, END = "<!-- idioms: begin -->", "<!-- idioms: end -->"
BOARD = (0, 1, 2, 0, 1, 1, 2, 0, 0)

SHARED = """\
from collections import deque
from enum import IntEnum
from typing import NamedTuple

NEIGHBOURS = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = {square: [line for line in LINES if square in line] for square in range(9)}
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
BONUS = {(0, 0): 3, (1, 1): 5, (2, 2): 3}
CORNERS = frozenset({0, 2, 6, 8})
WORTH = {0: 0, 1: 10, 2: -10}
SYMBOLS = "x.o"


class Piece(IntEnum):
    NONE = 0
    OWN = 1
    OTHER = 2


class Move(NamedTuple):
    source: int
    target: int
    removed: int | None = None


OPENINGS = (Move(0, 4), Move(2, 4), Move(8, 1, 4))


def empties(board):
    for square, piece in enumerate(board):
        if piece == 0:
            yield square


def twice(board):
    yield from empties(board)
    yield from (square for square in range(9) if board[square] == 1)


def ray(square, step):
    row, column = divmod(square, 3)
    down, right = step
    row, column = row + down, column + right
    while 0 <= row < 3 and 0 <= column < 3:
        yield row * 3 + column
        row, column = row + down, column + right


def worth(piece, own=10):
    return own if piece == 1 else -piece
"""


class Idiom(NamedTuple):
    """A row.

    Attributes
    ----------
    shown
        The idiom, as the table shows it.
    plain
        The body of a function with a plain loop that computes the same.
    natural
        The body of the function with the idiom; ``return`` and what is shown, if it is empty.
    """

    shown: str
    plain: str
    natural: str = ""


COUNT_EMPTIES = """
for square in range(9):
    if board[square] == 0:
        {}
"""

IDIOMS: dict[str, list[Idiom]] = {
    "Generators": [
        Idiom("for _ in empties(board): return 1", COUNT_EMPTIES.format("return 1") + "return 0",
              "for _ in empties(board):\n    return 1\nreturn 0"),
        Idiom("any(x == a for x in board)", "for i in range(9):\n    if board[i] == a:\n        return True\nreturn False"),
        Idiom("all(x != a for x in board)", "for i in range(9):\n    if board[i] == a:\n        return False\nreturn True"),
        Idiom("any(True for _ in empties(board))", COUNT_EMPTIES.format("return True") + "return False"),
        Idiom("not any(board[i] == 1 for line in LINES for i in line)",
              "for line in range(8):\n    for k in range(3):\n        if board[LINES[line][k]] == 1:\n            return False\nreturn True"),
        Idiom("next((i for i, x in enumerate(board) if x == a), -1)",
              "for i in range(9):\n    if board[i] == a:\n        return i\nreturn -1"),
        Idiom("next(empties(board), None) is None", COUNT_EMPTIES.format("return False") + "return True"),
        Idiom("not list(empties(board))", COUNT_EMPTIES.format("return False") + "return True"),
        Idiom("a in empties(board)", COUNT_EMPTIES.format("if square == a:\n            return True") + "return False"),
        Idiom("sum(1 for _ in empties(board))", "count = 0" + COUNT_EMPTIES.format("count += 1") + "return count"),
        Idiom("sum(x == a for x in board)", "count = 0\nfor i in range(9):\n    count += board[i] == a\nreturn count"),
        Idiom("max((x for x in board if x != a), default=0)",
              "best = -1\nfor i in range(9):\n    if board[i] != a and board[i] > best:\n        best = board[i]\nreturn best if best >= 0 else 0"),
        Idiom("min(range(9), key=lambda i: abs(board[i] - a))",
              "best = 0\nfor i in range(1, 9):\n    if abs(board[i] - a) < abs(board[best] - a):\n        best = i\nreturn best"),
        Idiom("max(board, key=worth)",
              "best = board[0]\nfor i in range(1, 9):\n    if worth(board[i]) > worth(best):\n        best = board[i]\nreturn best"),
        Idiom("yield from empties(board)", "total = 0" + COUNT_EMPTIES.format("total += square")
              + "for square in range(9):\n    if board[square] == 1:\n        total += square\nreturn total",
              "total = 0\nfor square in twice(board):\n    total += square\nreturn total"),
        Idiom("for square in ray(a, step): … break",
              "total = 0\nfor k in range(4):\n    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[k]\n    row, column = a // 3 + down, a % 3 + right\n"
              "    while 0 <= row < 3 and 0 <= column < 3 and board[row * 3 + column] == 0:\n        total += row * 3 + column\n"
              "        row, column = row + down, column + right\nreturn total",
              "total = 0\nfor step in STEPS.values():\n    for square in ray(a, step):\n        if board[square] != 0:\n            break\n"
              "        total += square\nreturn total"),
    ],
    "Loops": [
        Idiom("for i, x in enumerate(board)", "total = 0\nfor i in range(9):\n    total += i * board[i]\nreturn total",
              "total = 0\nfor i, x in enumerate(board):\n    total += i * x\nreturn total"),
        Idiom("for x, y in zip(board, board[1:])", "total = 0\nfor i in range(8):\n    total += board[i] * board[i + 1]\nreturn total",
              "total = 0\nfor x, y in zip(board, board[1:]):\n    total += x * y\nreturn total"),
        Idiom("for x in reversed(board)", "total = 0\nfor i in range(8, -1, -1):\n    total = total * 3 + board[i]\nreturn total % 1009",
              "total = 0\nfor x in reversed(board):\n    total = total * 3 + x\nreturn total % 1009"),
        Idiom("for … break … else", "found = -1\nfor i in range(9):\n    if board[i] == a:\n        found = i\n        break\nreturn found",
              "for i in range(9):\n    if board[i] == a:\n        found = i\n        break\nelse:\n    found = -1\nreturn found"),
        Idiom("row, column = divmod(a, 3)", "row, column = a // 3, a % 3\nreturn row * 5 + column",
              "row, column = divmod(a, 3)\nreturn row * 5 + column"),
        Idiom("0 <= a < 9 > b", "return 0 <= a and a < 9 and 9 > b"),
        Idiom("match board[a % 9]: case 0: …", "x = board[a % 9]\nif x == 0:\n    return a\nif x == 1 or x == 2:\n    return b\nreturn 0",
              "match board[a % 9]:\n    case 0:\n        return a\n    case 1 | 2:\n        return b\n    case _:\n        return 0"),
    ],
    "Lists, tuples, sets": [
        Idiom("[i for i, x in enumerate(board) if x == 0]", "count = 0" + COUNT_EMPTIES.format("count += square") + "return count",
              "return sum([i for i, x in enumerate(board) if x == 0])"),
        Idiom("found = []; found.append(i)", "total = count = 0" + COUNT_EMPTIES.format("total += square\n        count += 1") + "return total + count",
              "found = []\nfor i in range(9):\n    if board[i] == 0:\n        found.append(i)\nreturn sum(found) + len(found)"),
        Idiom("cells = list(board); cells[a % 9] = 1", "total = 0\nfor i in range(9):\n    total += i * (1 if i == a % 9 else board[i])\nreturn total",
              "cells = list(board)\ncells[a % 9] = 1\ntotal = 0\nfor i, x in enumerate(tuple(cells)):\n    total += i * x\nreturn total"),
        Idiom("board[:k] + (1,) + board[k + 1:]", "total = 0\nk = a % 9\nfor i in range(9):\n    total += i * (1 if i == k else board[i])\nreturn total",
              "k = a % 9\nafter = board[:k] + (1,) + board[k + 1:]\ntotal = 0\nfor i, x in enumerate(after):\n    total += i * x\nreturn total"),
        Idiom("sorted(board)[a % 9]", "k = a % 9\nfor value in range(3):\n    for i in range(9):\n        if board[i] == value:\n            if k == 0:\n                return value\n"
              "            k -= 1\nreturn -1"),
        Idiom("sorted(board, key=lambda x: -x)[4]", "k = 4\nfor value in range(2, -1, -1):\n    for i in range(9):\n        if board[i] == value:\n            if k == 0:\n                return value\n"
              "            k -= 1\nreturn -1"),
        Idiom("{i for line in LINES if … for i in line}", "mask = 0\nfor line in range(8):\n    one, two, three = LINES[line]\n    if board[one] == board[two]:\n        mask |= 1 << one | 1 << two | 1 << three\n"
              "count = 0\nwhile mask:\n    mask &= mask - 1\n    count += 1\nreturn count",
              "return len({i for line in LINES if board[line[0]] == board[line[1]] for i in line})"),
        Idiom("a in {x for x in board}", "for i in range(9):\n    if board[i] == a:\n        return True\nreturn False"),
        Idiom("(row, column) in seen", "seen = 0\nfor i in range(0, 9, 2):\n    seen |= 1 << i\nreturn seen >> (a % 9) & 1 == 1",
              "seen = {(i // 3, i % 3) for i in range(0, 9, 2)}\nreturn (a % 9 // 3, a % 9 % 3) in seen"),
        Idiom("counts[x] = counts.get(x, 0) + 1", "zero = one = two = 0\nfor i in range(9):\n    if board[i] == 0:\n        zero += 1\n    elif board[i] == 1:\n        one += 1\n    else:\n        two += 1\n"
              "return zero * 100 + one * 10 + two",
              "counts = {}\nfor x in board:\n    counts[x] = counts.get(x, 0) + 1\nreturn counts.get(0, 0) * 100 + counts.get(1, 0) * 10 + counts.get(2, 0)"),
        Idiom("queue = deque([start]); queue.popleft()",
              "seen = mask = 1 << a % 9\nwhile mask:\n    grown = 0\n    for i in range(9):\n        if mask >> i & 1:\n            for k in range(len(NEIGHBOURS[i])):\n                j = NEIGHBOURS[i][k]\n"
              "                if board[j] == 0 and not seen >> j & 1:\n                    grown |= 1 << j\n    mask = grown\n    seen |= grown\n"
              "count = 0\nwhile seen:\n    seen &= seen - 1\n    count += 1\nreturn count",
              "queue, seen = deque([a % 9]), {a % 9}\nwhile queue:\n    here = queue.popleft()\n    for beside in NEIGHBOURS[here]:\n        if board[beside] == 0 and beside not in seen:\n"
              "            seen.add(beside)\n            queue.append(beside)\nreturn len(seen)"),
        Idiom("stack.pop(), stack.append(x)", "total = 0\nfor i in range(9):\n    total += board[8 - i] * (i + 1)\nreturn total",
              "stack = []\nfor x in board:\n    stack.append(x)\ntotal = k = 0\nwhile stack:\n    k += 1\n    total += stack.pop() * k\nreturn total"),
        Idiom("rows = [[0] * 3 for _ in range(3)]", "total = 0\nfor i in range(9):\n    total += board[i] * (i % 3 + 1)\nreturn total",
              "rows = [[0] * 3 for _ in range(3)]\nfor i, x in enumerate(board):\n    rows[i // 3][i % 3] = x\ntotal = 0\nfor row in rows:\n    for k, x in enumerate(row):\n        total += x * (k + 1)\nreturn total"),
        Idiom("board.count(a), board.index(x)", "count = 0\nfor i in range(9):\n    if board[i] == a:\n        count += 1\nplace = 0\nwhile board[place] != 0:\n    place += 1\nreturn count * 10 + place",
              "return board.count(a) * 10 + board.index(0)"),
        Idiom("board[:3] == board[3:6]", "for i in range(3):\n    if board[i] != board[i + 3]:\n        return False\nreturn True"),
        Idiom("min((board[i], i) for i in range(9))", "best = 0\nfor i in range(1, 9):\n    if board[i] < board[best]:\n        best = i\nreturn board[best] * 9 + best",
              "value, place = min((board[i], i) for i in range(9))\nreturn value * 9 + place"),
    ],
    "Tables and constants": [
        Idiom("for j in NEIGHBOURS[i]", "total, i = 0, a % 9\nrow, column = i // 3, i % 3\nif row > 0:\n    total += board[i - 3]\nif column > 0:\n    total += board[i - 1]\n"
              "if column < 2:\n    total += board[i + 1]\nif row < 2:\n    total += board[i + 3]\nreturn total",
              "total = 0\nfor j in NEIGHBOURS[a % 9]:\n    total += board[j]\nreturn total"),
        Idiom("any(all(…) for line in THROUGH[i])", "i = a % 9\nfor line in range(8):\n    one, two, three = LINES[line]\n    if one == i or two == i or three == i:\n"
              "        if board[one] == 0 and board[two] == 0 and board[three] == 0:\n            return True\nreturn False",
              "return any(all(board[j] == 0 for j in line) for line in THROUGH[a % 9])"),
        Idiom("WORTH[x]", "total = 0\nfor i in range(9):\n    total += (0, 10, -10)[board[i]]\nreturn total",
              "total = 0\nfor x in board:\n    total += WORTH[x]\nreturn total"),
        Idiom("for down, right in STEPS.values()", "total = 0\nfor k in range(4):\n    total += (-1, 0, 1, 0)[k] * a + (0, 1, 0, -1)[k] * b\nreturn total",
              "total = 0\nfor down, right in STEPS.values():\n    total += down * a + right * b\nreturn total"),
        Idiom("BONUS.get((row, column), 0)", "row, column = a // 3, a % 3\nif row == column and 0 <= row < 3:\n    return 5 if row == 1 else 3\nreturn 0",
              "row, column = divmod(a, 3)\nreturn BONUS.get((row, column), 0)"),
        Idiom("a in CORNERS", "return a == 0 or a == 2 or a == 6 or a == 8"),
        Idiom('SYMBOLS[x] == "o"', "count = 0\nfor i in range(9):\n    count += board[i] == 2\nreturn count",
              'count = 0\nfor x in board:\n    count += SYMBOLS[x] == "o"\nreturn count'),
        Idiom("x == Piece.OWN", "count = 0\nfor i in range(9):\n    count += board[i] == 1\nreturn count",
              "count = 0\nfor x in board:\n    count += x == Piece.OWN\nreturn count"),
        Idiom("for move in OPENINGS", "return (board[4] + board[4] + board[1]) * 2",
              "total = 0\nfor move in OPENINGS:\n    total += board[move.target]\nreturn total * 2"),
    ],
    "Functions and values": [
        Idiom("def inner(i): …", "count = 0\nfor i in range(9):\n    count += board[i] == a\nreturn count",
              "def inner(i):\n    return board[i] == a\n\ncount = 0\nfor i in range(9):\n    count += inner(i)\nreturn count"),
        Idiom("inner = lambda i: …", "total = 0\nfor i in range(9):\n    total += board[i] * b\nreturn total",
              "inner = lambda i: board[i] * b\ntotal = 0\nfor i in range(9):\n    total += inner(i)\nreturn total"),
        Idiom("worth(x, own=b)", "total = 0\nfor i in range(9):\n    total += b if board[i] == 1 else -board[i]\nreturn total",
              "total = 0\nfor x in board:\n    total += worth(x, own=b)\nreturn total"),
        Idiom('assert …, f"…"', "return board[a % 9]", 'assert 0 <= a % 9 < 9, f"no square {a}"\nreturn board[a % 9]'),
        Idiom('raise ValueError(f"…")', "return board[a % 9]",
              'if len(board) != 9:\n    raise ValueError(f"a board of {len(board)}")\nreturn board[a % 9]'),
        Idiom("found = None; … found is None", "found = -1\nfor i in range(9):\n    if board[i] == a:\n        found = i\nreturn found",
              "found = None\nfor i in range(9):\n    if board[i] == a:\n        found = i\nreturn -1 if found is None else found"),
        Idiom("Move(a, b)._replace(removed=4)", "return a * 100 + b * 10 + 4",
              "move = Move(a, b)._replace(removed=4)\nreturn move.source * 100 + move.target * 10 + (move.removed or 0)"),
        Idiom("a, b = b, a", "return b * 10 + a", "a, b = b, a\nreturn a * 10 + b"),
        Idiom("x = 3, then x = [x]", "return a + 1", "x = a\nx = [x, 1]\nreturn sum(x)"),
    ],
}  # fmt: skip

MEASURED = """

CELLS = (0, 1, 2, 0)


def measured(times, seed, b, board):
    total = 0
    for _ in range(times):
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        board = replaced(board, seed >> 20 & 7, CELLS[seed >> 24 & 3])
        total += int({}(seed >> 16 & 7, b, board))
    return total
"""


def indented(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.strip("\n").splitlines())


def source_of(rows: list[Idiom]) -> str:
    """Return the text of a module with the functions ``natural0``, ``plain0``, ``natural1`` and so on."""
    text = SHARED
    for number, idiom in enumerate(rows):
        for name, body in (("natural", idiom.natural or f"return {idiom.shown}"), ("plain", idiom.plain)):
            text += f"\n\ndef {name}{number}(a, b, board):\n{indented(body)}"
    return text


def names_in(text: str) -> dict[str, Any]:
    """Return the names of a module whose source the compiler can read."""
    file = f"<idioms {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    names: dict[str, Any] = {"__name__": "idioms", "replaced": replaced}
    exec(compile(text, file, "exec"), names)
    return names


def cost(idiom: Idiom, name: str, rounds: int) -> float:
    """Return the nanoseconds of a call."""
    compiled = compile_kernel(names_in(source_of([idiom]) + MEASURED.format(name))["measured"])
    times = 200_000
    compiled(1000, 1, 5, BOARD)
    seconds = []
    for _ in range(rounds):
        before = time.thread_time()
        compiled(times, 1, 5, BOARD)
        seconds.append(time.thread_time() - before)
    return min(seconds) / times * 1e9


def shown(idiom: Idiom) -> str:
    """Return an idiom as the table shows it."""
    return f"`{idiom.shown}`".replace("|", "\\|")


def table(rounds: int) -> str:
    """Return the table, in Markdown."""
    nothing = cost(Idiom("a", "return a"), "plain0", rounds)
    lines, shares = [], []
    for heading, rows in IDIOMS.items():
        lines += ["", f"### {heading}", "", "| idiom | ns | plain loop, ns |", "|---|---:|---:|"]
        for idiom in rows:
            natural, plain = (max(0.0, cost(idiom, name, rounds) - nothing) for name in ("natural0", "plain0"))
            shares.append((natural + 1) / (plain + 1))
            lines.append(f"| {shown(idiom)} | {natural:.1f} | {plain:.1f} |")
            print(lines[-1], flush=True)
    lines += ["", f"The median of the ratios, with a nanosecond added to both, is {median(shares):.2f}."]
    return "\n".join(lines)


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="the fastest of so many rounds counts (7)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/natural-python.md")
    given = parser.parse_args()
    made = table(given.rounds)
    if given.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{made}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
