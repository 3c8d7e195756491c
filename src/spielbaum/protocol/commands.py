"""Parsing the commands of UCI and UGI.

S. Meyer-Kahlen, Description of the universal chess interface (2006); K. Zhang, Universal Game Interface. Both ask
engines to ignore unknown words and to parse the rest of the line.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from spielbaum.errors import InputError, Message

COMMANDS = frozenset(
    {"uci", "ugi", "isready", "ucinewgame", "uginewgame", "setoption", "position", "go", "stop", "ponderhit"}
    | {"query", "debug", "register", "quit"}
)
CLOCKS = {"wtime": 0, "btime": 1, "p1time": 0, "p2time": 1}
INCREMENTS = {"winc": 0, "binc": 1, "p1inc": 0, "p2inc": 1}
COUNTS = ("depth", "nodes", "movetime", "movestogo", "mate")
FLAGS = ("infinite", "ponder")
_LIMITS = frozenset({*CLOCKS, *INCREMENTS, *COUNTS})
_WORDS_OF_GO = frozenset({*_LIMITS, *FLAGS, "searchmoves"})
_NUMBER = re.compile(r"([-+]?[0-9]{1,15})[0-9]*(?:\.[0-9]*)?")
_VALUE = re.compile(r"\svalue(?=\s|$)")
_MOVES = re.compile(r" moves(?= |$)")


@dataclass(frozen=True)
class Command:
    """The name of a command, and the rest of its line."""

    name: str
    text: str = ""


@dataclass(frozen=True)
class GoParameters:
    """The parameters of a ``go``.

    Attributes
    ----------
    counts
        The numbers after ``depth``, ``nodes``, ``movetime``, ``movestogo`` and ``mate``; times are in milliseconds.
    clocks, increments
        Milliseconds by player.
    infinite, ponder
        Whether ``bestmove`` waits for ``stop``, or for ``stop`` or ``ponderhit``.
    moves
        The words after ``searchmoves``: the only moves to search; None without it.
    skipped
        Unknown words.
    """

    counts: dict[str, int] = field(default_factory=dict)
    clocks: dict[int, int] = field(default_factory=dict)
    increments: dict[int, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] | None = None
    skipped: tuple[str, ...] = ()

    @property
    def names_limits(self) -> bool:
        """Whether it has any limit, even a malformed one."""
        return bool(self.counts or self.clocks or self.increments or _LIMITS.intersection(self.skipped))


def parse_command(line: str) -> Command | None:
    """Parse a line; words before the first command are ignored. None if there is no command.

    Examples
    --------
    >>> parse_command("  joho debug   on ")
    Command(name='debug', text='on')
    >>> parse_command("nonsense") is None
    True
    """
    for word in re.finditer(r"\S+", line):
        if word[0] in COMMANDS:
            return Command(word[0], line[word.end() :].strip())
    return None


def parse_setoption(text: str) -> tuple[str, str]:
    """Parse what follows ``setoption``: a name, in lower case, and a value, empty if there is none.

    Raises
    ------
    InputError
        If there is no name.

    Examples
    --------
    >>> parse_setoption("name Move Overhead value 50"), parse_setoption("name Clear")
    (('move overhead', '50'), ('clear', ''))
    """
    found = _VALUE.search(text)
    words = (text[: found.start()] if found else text).lower().split()
    if words[:1] != ["name"] or len(words) < 2:
        raise InputError(Message("an option is set by setoption name NAME value VALUE"))
    return " ".join(words[1:]), text[found.end() :].strip() if found else ""


def parse_position(text: str) -> tuple[str | None, str]:
    """Parse what follows ``position``: a notation, None for the initial state, and the moves from there.

    Raises
    ------
    InputError
        If it begins with neither ``startpos`` nor ``fen``.

    Examples
    --------
    >>> parse_position("startpos moves e2e4 e7e5"), parse_position("fen 3-4-5 0")
    ((None, 'e2e4 e7e5'), ('3-4-5 0', ''))
    """
    place, *rest = _MOVES.split(" ".join(text.split()), maxsplit=1)
    moves = "".join(rest).strip()
    kind, _, notation = place.partition(" ")
    if kind == "startpos" and not notation:
        return None, moves
    if kind == "fen" and notation:
        return notation, moves
    raise InputError(Message("a position is startpos or fen NOTATION, each with or without moves M1 M2 ... after it"))


def parse_go(text: str) -> GoParameters:
    """Parse what follows ``go``; a limit without a number is skipped, and moves end at the next known word.

    Fractions are dropped, and digits after the fifteenth.

    Examples
    --------
    >>> parse_go("depth 6 p1time 1000").counts, parse_go("wtime 500 btime 400").clocks
    ({'depth': 6}, {0: 500, 1: 400})
    >>> parse_go("searchmoves e2e4 d2d4 depth 6").moves
    ('e2e4', 'd2d4')
    """
    parameters, flags, skipped = GoParameters(), dict.fromkeys(FLAGS, False), []
    moves: list[str] | None = None
    targets: dict[str, dict[Any, int]] = {
        **dict.fromkeys(COUNTS, parameters.counts),
        **dict.fromkeys(CLOCKS, parameters.clocks),
    }
    targets |= dict.fromkeys(INCREMENTS, parameters.increments)
    words = deque(text.split())
    while words:
        word = words.popleft()
        if word in flags:
            flags[word] = True
        elif word == "searchmoves":
            moves = moves or []
            while words and words[0] not in _WORDS_OF_GO:
                moves.append(words.popleft())
        elif word in targets and words and (number := _NUMBER.fullmatch(words[0])):
            targets[word][{**CLOCKS, **INCREMENTS}.get(word, word)] = int(number[1])
            words.popleft()
        else:
            skipped.append(word)
    root_moves = None if moves is None else tuple(moves)
    return GoParameters(
        parameters.counts, parameters.clocks, parameters.increments, moves=root_moves, skipped=tuple(skipped), **flags
    )
