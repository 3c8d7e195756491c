"""Reading the lines of a program that speaks UCI or UGI.

S. Meyer-Kahlen, Description of the universal chess interface (2006); K. Zhang, Universal Game Interface. Both ask for
patience: words that nobody knows are skipped, and what follows is read.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from spielbaum.errors import InputError

NAMES = frozenset(
    {"uci", "ugi", "isready", "ucinewgame", "uginewgame", "setoption", "position", "go", "stop", "ponderhit"}
    | {"query", "debug", "register", "quit"}
)
CLOCKS = {"wtime": 0, "btime": 1, "p1time": 0, "p2time": 1}
INCREMENTS = {"winc": 0, "binc": 1, "p1inc": 0, "p2inc": 1}
COUNTS = ("depth", "nodes", "movetime", "movestogo", "mate")
FLAGS = ("infinite", "ponder")
_WORDS_OF_GO = frozenset({*CLOCKS, *INCREMENTS, *COUNTS, *FLAGS, "searchmoves"})
_NUMBER = re.compile(r"-?[0-9]{1,15}")
_VALUE = re.compile(r"\svalue(?=\s|$)")
_MOVES = re.compile(r" moves(?= |$)")


@dataclass(frozen=True)
class Command:
    """A command, and what follows it on its line as it is written."""

    name: str
    text: str = ""


@dataclass(frozen=True)
class Order:
    """What a ``go`` asks for.

    Attributes
    ----------
    counts
        The numbers after ``depth``, ``nodes``, ``movetime``, ``movestogo`` and ``mate``; times are in milliseconds.
    clocks, increments
        Milliseconds by player.
    infinite, ponder
        Whether to answer only when that is asked for: by ``stop``, or by ``stop`` or ``ponderhit``.
    moves
        The words after ``searchmoves``: no other moves are to be searched. None if it is not there.
    skipped
        Words that mean nothing here.
    """

    counts: dict[str, int] = field(default_factory=dict)
    clocks: dict[int, int] = field(default_factory=dict)
    increments: dict[int, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] | None = None
    skipped: tuple[str, ...] = ()


def parse_command(line: str) -> Command | None:
    """Read a line; words before the first command are skipped.

    Examples
    --------
    >>> parse_command("  joho debug   on ")
    Command(name='debug', text='on')
    >>> parse_command("nonsense") is None
    True
    """
    for word in re.finditer(r"\S+", line):
        if word[0] in NAMES:
            return Command(word[0], line[word.end() :].strip())
    return None


def parse_setting(text: str) -> tuple[str, str]:
    """Read what follows ``setoption``: a name, in small letters, and a value, empty without one.

    Raises
    ------
    InputError
        If there is no name.

    Examples
    --------
    >>> parse_setting("name Move Overhead value 50"), parse_setting("name Clear")
    (('move overhead', '50'), ('clear', ''))
    """
    found = _VALUE.search(text)
    words = (text[: found.start()] if found else text).lower().split()
    if words[:1] != ["name"] or len(words) < 2:
        raise InputError("an option is set by setoption name NAME value VALUE")
    return " ".join(words[1:]), text[found.end() :].strip() if found else ""


def parse_place(text: str) -> tuple[str | None, str]:
    """Read what follows ``position``: the notation of a position, None for the start, and the moves from there.

    Raises
    ------
    InputError
        If it begins otherwise.

    Examples
    --------
    >>> parse_place("startpos moves e2e4 e7e5"), parse_place("fen 3-4-5 0")
    ((None, 'e2e4 e7e5'), ('3-4-5 0', ''))
    """
    place, *rest = _MOVES.split(" ".join(text.split()), maxsplit=1)
    moves = "".join(rest).strip()
    kind, _, notation = place.partition(" ")
    if kind == "startpos" and not notation:
        return None, moves
    if kind == "fen" and notation:
        return notation, moves
    raise InputError("a position is startpos or fen NOTATION, each with or without moves M1 M2 ... after it")


def parse_order(text: str) -> Order:
    """Read what follows ``go``; a limit without a number is skipped, and moves end at the next word that is known.

    Examples
    --------
    >>> parse_order("depth 6 p1time 1000").counts, parse_order("wtime 500 btime 400").clocks
    ({'depth': 6}, {0: 500, 1: 400})
    >>> parse_order("searchmoves e2e4 d2d4 depth 6").moves
    ('e2e4', 'd2d4')
    """
    order, flags, skipped = Order(), dict.fromkeys(FLAGS, False), []
    moves: list[str] | None = None
    tables: dict[str, dict[Any, int]] = {**dict.fromkeys(COUNTS, order.counts), **dict.fromkeys(CLOCKS, order.clocks)}
    tables |= dict.fromkeys(INCREMENTS, order.increments)
    words = deque(text.split())
    while words:
        word = words.popleft()
        if word in flags:
            flags[word] = True
        elif word == "searchmoves":
            moves = moves or []
            while words and words[0] not in _WORDS_OF_GO:
                moves.append(words.popleft())
        elif word in tables and words and _NUMBER.fullmatch(words[0]):
            tables[word][{**CLOCKS, **INCREMENTS}.get(word, word)] = int(words.popleft())
        else:
            skipped.append(word)
    only = None if moves is None else tuple(moves)
    return Order(order.counts, order.clocks, order.increments, moves=only, skipped=tuple(skipped), **flags)
