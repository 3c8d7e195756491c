"""Random programs in natural Python, for comparing compiled code with the interpreter.

A program is the text of a module with a function ``entry(a, b, board)`` of two integers and a tuple of nine. It ends,
each variable has one type at every point, and numbers stay below 2^63. The order in which a set is iterated matters
nowhere.

The text is written by a grammar. Each kind of expression has templates, in which ``<kind>`` stands for an expression,
``<var kind>`` for a variable, ``<3..9>`` for a number and ``<each kind>`` for the inside of a comprehension.
"""

import linecache
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, NamedTuple

Block = list[str]

PREAMBLE = """\
import itertools
from collections import deque
from enum import IntEnum
from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Colour(IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 5


TABLE = ((1,), (0, 2, 4), (1, 3), (2, 5), (1, 5), (3, 4, 0))
RAGGED = [[3, 1, 4], [], [1, -5, 9, 2], [6]]
PAIRS = ((0, 1), (1, 0), (-1, 2), (3, -3))
POINTS = (Point(0, 2), Point(-3, 1), Point(4, 4))
VALUES = {0: 7, 1: -3, 2: 12, 5: 0, -4: 100}
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
BY_PAIR = {(0, 0): 5, (0, 1): 6, (1, 0): -7, (2, 3): 8}
THROUGH = {row: [line for line in TABLE if row in line] for row in range(6)}
FROZEN = frozenset({1, 3, 5, -7})
NESTED = (((0, 1), (2,)), ((), (3, 4, 5)), ((6,),))
TEXT = "xo.xx..oxo"
ROWS = ("x.o", ".x.", "oo.")
SYMBOLS = {"x": 1, "o": -1, ".": 0}
"""

SLICE = ["[<-4..4>:]", "[:<-4..4>]", "[<0..3>:<2..6>]", "[::-1]", "[::2]", "[<-6..6>:<-6..6>:<step>]", "[<0..4>:-1]"]

LEAVES: dict[str, list[str]] = {
    "word": ["<var word>", "<var word>", "<-9..9>", "<var board>[<0..8>]", "<var pair>[<0..1>]", "<var point>.y"],
    "int": ["<word>"],
    "bool": ["<word> <compare> <word>", "<var bool>", "<var opt> is None"],
    "opt": ["<var opt>", "<word>"],
    "board": ["<var board>", "(<word>, 1, <word>, 0, 2, <word>, 3, 1, 0)"],
    "list": ["<var list>", "[<word>, <word>]", "([<word>] * <0..4>)"],
    "set": ["<var set>", "{<word>, <word>}"],
    "dict": ["<var dict>", "{<0..4>: <word>, <5..9>: <word>}"],
    "deque": ["deque([<word>, <word>])"],
    "pair": ["<var pair>", "(<word>, <word>)"],
    "point": ["<var point>", "Point(<word>, <word>)"],
    "pairlist": ["<var pairlist>", "[<pair>, <pair>]"],
    "points": ["<var points>", "[<point>, <point>]"],
    "pairset": ["<var pairset>", "{<pair>, <pair>}"],
    "lists": ["<var lists>", "[<list>, <list>]"],
    "letter": ["TEXT[<0..9>]", "ROWS[<0..2>][<-3..2>]"],
    "ints": ["<var list>", "range(<0..6>)", "<var board>", "TABLE[<word> % 6]"],
    "anyorder": ["<ints>", "<var set>"],
    "pairs": ["<var pairlist>", "PAIRS", "enumerate(<ints>)"],
    "container": ["<var list>", "<var set>", "(<word>, <word>, <word>)", "range(<0..6>)"],
    "divisor": ["<2..9>", "-<2..9>"],
    "step": ["<1..3>", "-<1..3>"],
    "generated": ["<generator>", "(<each word>)", "iter(<list>)", "map(<lambda>, <ints>)"],
    "compare": ["==", "!=", "<", "<=", ">", ">="],
    "slice": SLICE,
    "key": ["abs", "lambda x: -x"],
    "one": ["1"],
    "entry": ["<0..6>: <word>"],
}
"""What may stand where an expression must not be long."""

RULES: dict[str, list[str]] = {
    "word": [
        "(<int> & 0xFFFF)", "<int> % 1009", "(<int> % 97 - 48)", "(<int> & 0xFF)", "len(<list>)", "len(<set>)",
        "len(<var dict>)", "len(<ragged>)", "<var board>[<int> % 9]", "<var board>[<-9..8>]",
        "(<word> if <bool> else <word>)", "min(<word>, <word>)", "max(<word>, <word>, <word>)",
        "min(<anyorder>, default=<word>)", "max(<anyorder>, default=<word>)", "min((<each word>), default=<word>)",
        "max((<each word>), default=<word>)", "max(<ints>, key=<key>, default=<word>)",
        "min([<word>, <word>], key=<key>)", "max(<word>, <word>, key=<key>)", "next((<each word>), <word>)",
        "next(<generator>, <word>)", "sum(<each one>)", "sum(<each bool>)", "<point>.x", "<pair>[<0..1>]",
        "divmod(<int>, <divisor>)[1]", "(<opt> or <word>)", "<unless None>", "<guarded item>", "VALUES[<value key>]",
        "VALUES.get(<word>, <word>)", "<var dict>.get(<word>, <word>)", "BY_PAIR.get(<pair>, <word>)",
        "BY_PAIR[(<0..1>, 0)]", "STEPS['north'][<0..1>]", "SYMBOLS[<letter>]", "Colour.BLUE", "<call word>",
        "<call word>", "<call word>", "<var list>.count(<word>)", "<var board>.count(<0..3>)", "<var acc> % 1009",
        "(<var acc> & 0xFFF)", "((<bool>) + (<bool>))", "(<word> and <word>)", "(<word> or <word>)",
        "len([<each word>])", "len(set(<ints>))", "len({<each word>})", "sum(<var pair>) % 101", "int(<bool>)",
        "len(<deque>)", "TEXT.count(<letter>)", "sum(map(len, <lists>))", "len(TEXT)", "sum(<each int>) % 1009",
        "max(<var dict>, key=lambda key: <var dict>.get(key, 0), default=<word>)", "(Colour(<colour>) + <word>)",
        "sum(map(abs, <ints>)) % 1009", "sum(filter(None, <ints>)) % 1009", "len(list(filter(<lambda>, <ints>)))",
        "(<lambda>)(<word>)", "[<word>, <word>, <word>][<int> % 3]", "(<word>, <word>, <word>)[<int> % 3]",
        "sum(sum(row) for row in <lists>) % 1009", "max(map(<key>, <ints>), default=<word>)",
    ],
    "int": [
        "<word>", "(<int> + <int>)", "(<int> - <int>)", "<int> * <-9..9>", "<word> * <word>", "(-<int>)", "(~<word>)",
        "abs(<int>)", "<int> // <divisor>", "<int> % <divisor>", "(<word> << <0..6>)", "(<int> >> <0..6>)",
        "(<word> & <word>)", "(<word> | <word>)", "(<word> ^ <word>)", "sum(<anyorder>)", "sum(<each word>)",
        "sum(<list>, <word>)", "(<int> % 9) ** 2", "divmod(<int>, <divisor>)[0]", "(<int> if <bool> else <int>)",
    ],
    "bool": [
        "<int> <compare> <int>", "<word> <compare> <int> <compare> <word>", "0 <= <int> < 9", "<word> in <container>",
        "<word> not in <container>", "(not <bool>)", "(<bool> and <bool>)", "(<bool> or <bool>)", "any(<each bool>)",
        "all(<each bool>)", "any(True for <source>)", "(not any(<each bool>))", "<var opt> is None",
        "<var opt> is not None", "<list> == <list>", "<pair> == <pair>", "<pair> <compare> <pair>",
        "<point> == <point>", "<set> == <set>", "<set> <= <set>", "(not <list>)", "bool(<list>)",
        "<letter> == <letter>", "<letter> != 'x'", "<letter> in 'xo'", "<pair> in <pairset>", "<pair> in PAIRS",
        "<pair> in BY_PAIR", "<point> in <points>", "<call bool>", "<var bool>", "True", "False",
        "tuple(<list>) == tuple(<ints>)", "<var board>[:3] == <var board>[3:6]", "next(<generator>, None) is None",
        "(not list(<generator>))", "<word> in <generator>", "next((<each word>), None) is None",
        "<word> in (<each word>)", "<opt> == <word>", "<large optional>", "<word> == Colour.RED",
        "(<bool>) != (<bool>)", "any(<anyorder>)", "all(<ints>)", "len(<set>) <compare> <word>", "<word> in VALUES",
        "<word> in FROZEN", "<var board> == <var board>", "<list> <compare> <list>",
        "any(any(<each bool>) for <source>)", "<pairlist> == <pairlist>", "any(map(<lambda>, <ints>))",
        "isinstance(<word>, int)", "(<pair>, <word>) == (<pair>, <word>)", "<pair> in <pairlist>",
        "<set>.isdisjoint(<set>)", "<set>.issubset(<set>)", "<list> in <lists>", "<var opt> in <list>",
        "<pair> == divmod(<word>, 7)",
    ],
    "opt": [
        "<word>", "(None if <bool> else <word>)", "next((<each word>), None)", "next(<generator>, None)", "<var opt>",
        "<call opt>", "<var dict>.get(<word>)", "min(<anyorder>, default=None)", "max((<each word>), default=None)",
    ],
    "list": [
        "<var list>", "[<word>, <word>, <word>]", "[<each word>]", "[<each word>]", "list(<ints>)",
        "sorted(<anyorder>)", "sorted(<ints>, reverse=True)", "sorted(<ints>, key=<key>)", "<list><slice>",
        "(<list> + <list>)", "<list>[::-1]", "([<word>] * <0..4>)", "list(reversed(<list>))", "<var list>.copy()",
        "list(<var board>)", "[*<list>, <word>]", "<call list>", "<guarded row>",
        "sorted((<each word>), key=<key>, reverse=True)", "list(<generator>)",
        "[word for row in <lists> for word in row]", "list(map(abs, <ints>))", "list(RAGGED[<0..3>])",
        "sum(<lists>, [])", "sorted(<var dict>, key=<var dict>.get)",
        "list(itertools.chain(<ints>, <ints>))", "[max(pair) for pair in itertools.combinations(<ints>, 2)][:8]",
        "[x + y for x, y in itertools.product(<ints>, <list>)][:8]",
        "[word for word in <ints> if word not in <container>]", "list(map(<lambda>, <ints>))",
        "list(filter(<lambda>, <ints>))", "<list>[<word> % 5:]", "<list>[:<word>]", "[*<ints>, *<ints>]",
    ],
    "set": [
        "<var set>", "{<word>, <word>, <word>}", "{<each word>}", "set(<ints>)", "(<set> | <set>)", "(<set> & <set>)",
        "(<set> - <set>)", "(<set> ^ <set>)", "set(<generator>)", "<call set>", "set(<var board>)",
        "<set>.union(<ints>, <list>)", "<set>.intersection(<list>)", "<set>.difference(<list>)", "<var set>.copy()",
        "set(map(abs, <ints>))", "set(<var dict>)", "{*<ints>, <word>}",
    ],
    "dict": [
        "{<0..3>: <word>, <4..9>: <word>}", "{<each entry>}", "{<each entry>}", "dict(zip(<ints>, <ints>))",
        "dict(enumerate(<ints>))", "dict(<pairlist>)",
        "{**<var dict>, <0..9>: <word>}", "<var dict>.copy()",
    ],
    "deque": ["deque(<list>)", "<var deque>", "deque([<word>])"],
    "pair": [
        "<var pair>", "(<word>, <word>)", "divmod(<word>, <divisor>)", "<call pair>", "(<pair> if <bool> else <pair>)",
        "next((<each pair>), (0, 0))", "max((<each pair>), default=(0, 0))",
        "min([<pair>, <pair>], key=lambda pair: pair[1])", "min(<pair>, <pair>)", "<var pair>[::-1]",
        "PAIRS[<int> % 4]", "tuple(sorted(<pair>))", "min(<pairlist> + [(1, 2)])",
        "max(enumerate(<var board>), key=lambda pair: pair[1])", "(*<pair>, 0)[:2]", "tuple(x + 1 for x in <pair>)",
        "tuple([<word>, <word>])",
    ],
    "point": [
        "Point(<word>, <word>)", "Point(x=<word>, y=<word>)", "Point(<word>, y=<word>)",
        "<var point>._replace(x=<word>)", "<call point>", "POINTS[<0..2>]",
        "max([<point>, <point>], key=lambda point: point.y)", "Point(*<pair>)",
    ],
    "pairlist": [
        "[<each pair>]", "list(enumerate(<ints>))", "list(zip(<ints>, <ints>))", "sorted(<pairlist>)",
        "list(<pairgenerator>)", "sorted(<pairlist>, key=lambda pair: pair[1])", "list(<var dict>.items())",
        "<pairlist><slice>", "sorted(<pairset>)", "list(PAIRS)",
    ],
    "points": [
        "[<each point>]", "[<point>, <point>, <point>]", "sorted(<points>, key=lambda point: point.x)",
        "<points><slice>",
    ],
    "pairset": ["{<each pair>}", "set(<pairlist>)", "(<pairset> | <pairset>)"],
    "lists": [
        "[<each list>]", "[[<word>] * 3 for _ in range(<1..4>)]", "[list(row) for row in TABLE]",
        "[[x, x + 1] for x in <ints>]", "[<list>, <list>, <list>]", "[list(column) for column in zip(<list>, <ints>)]",
        "[row[:] for row in <lists>]", "[list(row) for row in NESTED[2]]", "sorted(<lists>)",
        "[[x for x in row if <bool>] for row in <lists>]",
    ],
    "letter": ["TEXT[<int> % 10]", "ROWS[<int> % 3][<0..2>]", "TEXT[<-9..9>]"],
    "ints": [
        "<list>", "range(<-3..2>, <3..8>)", "range(<5..9>, <-2..2>, -<1..3>)", "range(<int> % 6)",
        "range(0, <5..9>, <1..3>)", "<var board>", "<var board><slice>", "TABLE[<int> % 6]", "<ragged>",
        "reversed(<list>)", "reversed(range(<0..6>))", "sorted(<set>)", "<generator>", "<generator>", "<generator>",
        "(<each word>)", "<var dict>", "<var dict>.values()", "<var deque>", "tuple(<list>)",
        "(<word>, <word>, <word>)", "VALUES", "VALUES.values()", "sorted(FROZEN)", "<var row>",
        "reversed(<var board>)", "THROUGH[<0..5>][0]", "tuple(<each word>)", "range(len(<list>))", "range(len(TEXT))",
        "list(Colour)", "filter(None, <ints>)", "map(abs, <ints>)", "itertools.chain(<ints>, <ints>)",
    ],
    "anyorder": ["<ints>", "<set>", "FROZEN"],
    "pairs": [
        "enumerate(<ints>)", "enumerate(<ints>, <1..3>)", "zip(<ints>, <ints>)", "<pairlist>", "PAIRS",
        "STEPS.values()", "VALUES.items()", "<var dict>.items()", "<pairgenerator>", "<pairgenerator>",
        "((<each pair>))", "BY_PAIR", "<var points>", "enumerate(reversed(<list>))", "sorted(<pairset>)",
        "itertools.product(<ints>, <list>)", "itertools.combinations(<list>, 2)", "itertools.pairwise(<ints>)",
        "zip(range(<0..6>), <generator>)", "reversed(<pairlist>)", "enumerate(<generator>)",
        "dict(<pairlist>).items()", "sorted(<var dict>.items())", "zip(<list>, <list>[1:])",
        "enumerate(sorted(<set>))",
    ],
    "container": [
        "<ints>", "<set>", "(<word>, <word>, <word>)", "{<0..9>, <0..9>}", "<var board>", "FROZEN", "<var dict>",
        "<var deque>", "VALUES", "<var row>",
    ],
    "divisor": ["<2..9>", "-<2..9>", "(<word> or 7)", "(<word> % 5 + 1)"],
    "ragged": [
        "RAGGED[<0..3>]", "RAGGED[<int> % 4]", "TABLE[<0..5>]", "TABLE[-<1..6>]", "NESTED[<0..2>][0]",
        "NESTED[<int> % 3][-1]",
    ],
    "key": ["<lambda>", "<lambda>", "<lambda>", "abs", "<name of a function>"],
    "entry": ["<word> % 11: <word>", "<word>: <word>", "<word> % 3: <int> % 1009"],
    "colour": ["1", "2", "5", "(<word> % 2 + 1)"],
    "value key": ["0", "1", "2", "5", "-4"],
}  # fmt: skip
"""What else may stand there."""

CHANGES: dict[str, list[str]] = {
    "acc": [
        "$ += <word>", "$ = ($ * 3 + <word>) % 10007", "$ -= <word>", "$ ^= <word> & 0xFF", "$ += 1", "$ += <bool>",
    ],
    "word": ["$ //= 3", "$ %= 17", "$ &= 0xFF", "$ >>= 2", "$ //= -4", "$ %= -13", "$ = -$", "$ = $ * 7 % 1009"],
    "list": [
        "if len($) < 12:\n    $.append(<word>)", "if len($) < 12:\n    $.append(<word>)",
        "if len($) < 12:\n    $.insert(<-2..4>, <word>)", "if len($) < 12:\n    $.extend(<list>[:6])",
        "if len($) < 12:\n    $ += [<word>, <0..9>]", "if $:\n    $[<word> % len($)] = <word>",
        "if $:\n    $[<word> % len($)] += <0..9>", "if len($) > 2:\n    $[<-1..2>] = $[1] + <word> & 0xFFFF",
        "if len($) > 2:\n    $[0], $[-1] = $[-1], $[0]", "if $:\n    <total> += $.pop()", "if $:\n    $.pop()",
        "if len($) > 1:\n    <total> += $.pop(<-2..1>)", "if len($) > 1:\n    $.pop(0)", "$.sort()",
        "$.sort(reverse=True)",
        "$.sort(key=<key>)", "$.reverse()", "if @ in $:\n    $.remove(@)", "if @ in $:\n    <total> += $.index(@)",
        "if $:\n    del $[<-1..0>]", "if len($) > 6:\n    $.clear()", "if len($) > 3:\n    $[1:3] = [<word>, <0..9>]",
        "if len($) > 3:\n    del $[:2]",
        "if len($) < 6:\n    $ *= 2", "if len($) < 6:\n    $ += $", "if len($) > 3:\n    $[<0..2>] ^= 3",
    ],
    "set": [
        "$.add(<word>)", "$.add(<word>)", "$.discard(<word>)", "if @ in $:\n    $.remove(@)", "$ |= {<word>, 1}",
        "$ -= {<word>}", "$.update((<word>, 2))", "$ &= <set>",
        "$ ^= <set>", "$ -= <set>", "if len($) > 4:\n    $.clear()",
    ],
    "dict": [
        "$[<word>] = <word>", "$[@] = $.get(@, 0) + 1", "if @ in $:\n    $[@] = <word>", "$.setdefault(<word>, <word>)",
        "$.pop(<word>, 0)", "if @ in $:\n    del $[@]", "if @ in $:\n    <total> += $[@]", "<total> += len($)",
    ],
    "deque": [
        "if len($) < 12:\n    $.append(<word>)", "if len($) < 12:\n    $.appendleft(<word>)",
        "if $:\n    <total> += $.popleft()", "if $:\n    <total> += $.pop()", "if $:\n    <total> += $[0] - $[-1]",
    ],
    "lists": [
        "if $ and $[0]:\n    $[0][-1] = <word>", "for row in $:\n    if len(row) < 6:\n        row.append(<word>)",
        "if len($) < 6:\n    $.append([<word>])", "if $ and $[-1]:\n    $[-1].pop()",
        "if $:\n    <total> += len($[-1])",
    ],
    "pairset": ["$.add(<pair>)", "$.discard(<pair>)", "$ |= {<pair>}"],
    "pairlist": ["if len($) < 12:\n    $.append(<pair>)", "if $:\n    $[0] = <pair>", "$.sort()"],
    "points": ["if len($) < 12:\n    $.append(<point>)", "if $:\n    $[-1] = $[-1]._replace(y=<word>)"],
}  # fmt: skip
"""Statements that change a variable."""

BUILT = [
    ("list", "[]", "$.append(<word>)"), ("list", "list()", "$.append(<word>)"), ("set", "set()", "$.add(<word>)"),
    ("dict", "{}", "$[<word> % 13] = <word>"), ("deque", "deque()", "$.append(<word>)"),
    ("pairlist", "[]", "$.append(<pair>)"), ("points", "[]", "$.append(<point>)"), ("lists", "[]", "$.append(<list>)"),
]  # fmt: skip
"""Kinds of collections, how each begins empty, and how it grows."""

IMPOSSIBLE = [
    'if <word> > 10**9:\n    raise ValueError(f"{<word>} is too large")', 'assert <word> < 10**9, f"no {<word>}"',
    "assert len(<list>) >= 0", "assert 0 <= <int> % 9 < 9",
]  # fmt: skip
"""Errors that cannot happen."""

RISKS = [
    "= 1000 // (<word>)", "= 1000 % (<word>)", "= divmod(50, <word>)[1]", "= <var list>[<word> % 19]",
    "= <var list>[-(<word> % 7)]", "= <var list>[0]", "= <var list>.index(<word>)", "= max(<list>)", "= min(<set>)",
    "= VALUES[<word> % 4]", "= TABLE[<word> % 9][0]", "= <var board>[<int> % 11]", "= <var dict>[<word>]",
    "= BY_PAIR[<pair>]",
    "= ROWS[1].index(<letter>)", "= $.pop()", "= @\n$.remove(@)", "= @\n$[<int> % 9] = 3", "= <var deque>[<0..3>]",
    '= <0..9>\nif <bool>:\n    raise ValueError(f"{<word>}")', '= @\nassert <bool>, f"wrong: {<word>}"',
    "= [<each word>][<0..3>]", "= sorted(<ints>)[<-3..2>]",
]  # fmt: skip
"""Errors that may happen."""

LONGEST = 3
"""The depth of expressions."""

HOT = 400
"""How often an expression may run in one call of its function before nothing long is written into it."""

MOST = 60_000
"""The estimated number of steps of a program."""

NAMES = ("x", "y", "z", "i", "j", "k", "m", "n", "r", "s", "t", "u")
KEPT = [
    "word", "word", "word", "bool", "opt", "list", "list", "lists", "set", "dict", "deque", "pair", "point",
    "pairlist", "points", "pairset", "acc",
]  # fmt: skip
"""The kinds of variables, as often as they are chosen."""

COLLECTIONS = {"list", "lists", "set", "dict", "deque", "pairlist", "points", "pairset"}
VARIABLES = {
    "ints": ["list", "deque", "dict", "row", "board", "list"],
    "anyorder": ["list", "set", "dict"],
    "pairs": ["pairlist", "points"],
    "container": ["list", "set", "dict", "deque", "row"],
}
"""Which variables an expression may be, if not those of its own kind."""

HOLE = re.compile(r"<([a-zA-Z][a-zA-Z ]*|-?\d+\.\.-?\d+)>")


class Function(NamedTuple):
    """A function that a program may call."""

    name: str
    parameters: list[tuple[str, str, str | None]]  # name, kind, default
    returns: str
    steps: int


@dataclass
class Scope:
    """What a function knows while it is written."""

    variables: dict[str, str] = field(default_factory=dict)
    returns: str = "word"
    generates: bool = False
    nested: bool = False
    frozen: set[str] = field(default_factory=set)
    """Variables that are not changed: collections that a loop iterates over, and counters."""
    borrowed: set[str] = field(default_factory=set)
    """Collections that others know, too."""
    has_closures: bool = False


class UnwritableError(Exception):
    """A template needs a variable or function that does not exist."""


class Writer:
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.used: Counter[str] = Counter()
        self.functions: list[Function] = []
        self.generators: list[Function] = []
        self.scope = Scope()
        self.deep, self.heat, self.steps, self.inside = 0, 1, 0, 0
        self.numbers = count(1)
        self.left, self.results = 0, 1
        """How many statements the function may still get."""
        self.fails = random.randrange(4) == 0
        """Whether it may raise an exception."""

    # -- choices

    def roll(self, sides: int) -> bool:
        """Return True once in a number of times."""
        return self.random.randrange(sides) == 0

    def pick(self, options: Any) -> Any:
        return options[self.random.randrange(len(options))]

    def known(self, kind: str) -> list[str]:
        return [name for name, other in self.scope.variables.items() if other == kind]

    def changeable(self, kind: str) -> str:
        """Return a variable that may be changed here."""
        names = [name for name in self.known(kind) if name not in self.scope.frozen]
        if not names:
            raise UnwritableError(kind)
        return self.pick(names)

    def new(self, kind: str) -> str:
        return f"{kind}{next(self.numbers)}"

    # -- expressions

    def write(self, kind: str) -> str:
        """Return an expression of a kind."""
        names = self.known(self.pick(VARIABLES.get(kind, [kind])))
        if names and kind != "word" and self.roll(3):
            return self.pick(names)
        short = self.deep >= LONGEST or self.heat >= HOT or self.steps > MOST
        options = LEAVES.get(kind) if short else RULES.get(kind, LEAVES.get(kind))
        if kind in RULES and not short and kind in LEAVES and self.roll(3):
            options = LEAVES[kind]
        assert options is not None or kind in RULES, kind
        options = list(options or RULES[kind])
        self.deep += 1
        self.steps += self.heat
        try:
            while options:
                template = options.pop(self.random.randrange(len(options)))
                try:
                    text = self.fill(template)
                except UnwritableError:
                    continue
                self.used[f"{kind}: {template}"] += 1
                return text
        finally:
            self.deep -= 1
        raise UnwritableError(kind)

    def fill(self, template: str) -> str:
        """Return a template with its holes filled, from left to right."""
        for needed in re.findall(r"<var (\w+)>", template):
            if not self.known(needed):
                raise UnwritableError(needed)
        return HOLE.sub(self._filled, template)

    def _filled(self, hole: re.Match[str]) -> str:
        text = hole[1]
        if ".." in text:
            low, high = map(int, text.split(".."))
            return str(self.random.randint(low, high))
        first, _, rest = text.partition(" ")
        special = SPECIAL.get(text) or SPECIAL.get(first)
        return special(self, rest) if special else self.write(text)

    def variable(self, kind: str) -> str:
        return self.pick(self.known(kind))

    def each(self, kind: str) -> str:
        """Return the inside of a comprehension."""
        if self.heat * 6 > HOT:
            raise UnwritableError(kind)
        with self.inner():
            clauses = self.source("")
            if self.roll(2):
                clauses += f" if {self.write('bool')}"
            if self.roll(4):
                clauses += f" for {self.source('', self.outer())}"
                if self.roll(2):
                    clauses += f" if {self.write('bool')}"
            return f"{self.write(kind)} for {clauses}"

    @contextmanager
    def inner(self, times: int = 6) -> Iterator[None]:
        """Keep what is bound inside from what follows."""
        variables, heat, known = dict(self.scope.variables), self.heat, (len(self.functions), len(self.generators))
        self.heat *= times
        try:
            yield
        finally:
            self.scope.variables, self.heat = variables, heat
            del self.functions[known[0] :], self.generators[known[1] :]

    def source(self, _: str = "", taken: tuple[str, ...] = ()) -> str:
        """Return "x in xs", and bind x."""
        free = [name for name in NAMES if name not in taken]
        self.random.shuffle(free)
        if len(free) < 3:
            raise UnwritableError("names")
        one, two, three = free[:3]
        form = self.random.randrange(12)
        bound: dict[str, str]
        if form < 6:
            text, bound = f"{one} in {self.write('ints')}", {one: "word"}
        elif form < 9:
            text, bound = f"{one}, {two} in {self.write('pairs')}", {one: "word", two: "word"}
        elif form == 9:
            many, kind = self.pick([("pairlist", "pair"), ("points", "point"), ("lists", "list")])
            text, bound = f"{one} in {self.write(many)}", {one: kind}
        elif form == 10:
            text, bound = self.pick(
                [
                    (f"{one} in {self.pick(['TABLE', 'RAGGED', 'THROUGH[2]'])}", {one: "row"}),
                    (f"{one}, {two} in enumerate(RAGGED)", {one: "word", two: "row"}),
                    (f"{one} in POINTS", {one: "point"}),
                    (f"{one} in STEPS.values()", {one: "pair"}),
                    (f"_ in range({self.random.randint(0, 4)})", {}),
                ]
            )
        else:
            text = f"{one}, ({two}, {three}) in enumerate({self.write('pairlist')})"
            bound = {one: "word", two: "word", three: "word"}
        for name in (one, two, three):
            if name in bound:
                self.scope.variables.pop(name, None)
        self.scope.variables.update(bound)
        return text

    def unused_source(self, _: str) -> str:
        with self.inner():
            return self.source("", self.outer())

    def call(self, kind: str) -> str:
        return self.arguments(self.pick(self.callable(self.functions, kind)))

    def generator(self, kind: str) -> str:
        return self.arguments(self.pick(self.callable(self.generators, kind or "word")))

    def callable(self, functions: list[Function], kind: str) -> list[Function]:
        able = [one for one in functions if one.returns == kind and self.steps + one.steps * self.heat < MOST]
        if not able:
            raise UnwritableError(kind)
        return able

    def arguments(self, function: Function) -> str:
        """Return a call."""
        self.steps += function.steps * self.heat
        texts, by_name = [], False
        for name, kind, default in function.parameters:
            if default is not None and self.roll(2):
                by_name = True
                continue
            by_name = by_name or (default is not None and self.roll(2))
            text = self.write(kind)
            texts.append(f"{name}={text}" if by_name else text)
        return f"{function.name}({', '.join(texts)})"

    def a_lambda(self, _: str) -> str:
        name = self.pick(NAMES)
        with self.inner():
            self.scope.variables[name] = "word"
            return f"lambda {name}: {self.write('word')}"

    def name_of_a_function(self, _: str) -> str:
        able = [
            one
            for one in self.callable(self.functions, "word")
            if one.parameters
            and one.parameters[0][1] == "word"
            and all(rest[2] is not None for rest in one.parameters[1:])
        ]
        if not able:
            raise UnwritableError("key")
        one = self.pick(able)
        self.steps += 6 * one.steps * self.heat
        return one.name

    def guarded(self, template: str) -> Callable[[str], str]:
        """Return an expression with one variable in several places."""

        def filled(_: str) -> str:
            kind = {"opt": "opt", "list": "list", "lists": "lists"}[template.split("|")[0]]
            if not self.known(kind):
                raise UnwritableError(kind)
            return self.fill(template.split("|")[1].replace("$", self.variable(kind)))

        return filled

    # -- statements

    def block(self, most: int = 3) -> Block:
        """Return some statements."""
        self.inside += 1
        try:
            with self.inner(1):
                return self.statements(self.random.randint(1, most))
        finally:
            self.inside -= 1

    def statements(self, number: int) -> Block:
        lines: Block = []
        for _ in range(number):
            if self.left > 0:
                self.left -= 1
                lines += self.statement()
        return lines or self.accumulation()

    def accumulation(self) -> Block:
        names = [name for name in self.known("acc") if name not in self.scope.frozen]
        return [f"{self.pick(names)} += {self.write('word')}"] if names else ["pass"]

    def statement(self) -> Block:
        for _ in range(50):
            name = self.pick(STATEMENTS)
            variables = dict(self.scope.variables)
            try:
                lines = getattr(self, name)()
            except UnwritableError:
                self.scope.variables = variables
                continue
            self.used[f"statement: {name}"] += 1
            return lines
        return ["pass"]

    def bind(self, kind: str) -> Block:
        """Return an assignment of a new variable."""
        name = self.new(kind)
        text = "0" if kind == "acc" else self.write(kind)
        if kind in ("list", "pairlist", "points", "lists") and name.rstrip("0123456789") == kind:
            text = self.bounded(text)
        self.scope.variables[name] = kind
        return [f"{name} = {text}"]

    def bounded(self, text: str) -> str:
        return f"({text})[:8]" if self.heat > 1 or self.roll(4) else text

    def assign(self) -> Block:
        return self.bind(self.pick(KEPT))

    def reassign(self) -> Block:
        kind = self.pick(["word", "word", "bool", "opt", "list", "set", "pair", "point"])
        name = self.changeable(kind)
        text = self.write(kind)
        if kind == "list":
            text = f"({text})[:8]"
        elif kind == "set" and self.heat > 1:
            text = f"set(sorted({text})[:8])"
        return [f"{name} = {text}"]

    def rebind(self) -> Block:
        """A name gets a value of another type."""
        if self.scope.has_closures or self.scope.nested or self.inside:
            raise UnwritableError("rebind")
        name = self.changeable(self.pick(["word", "list", "pair"]))
        kind = self.pick(["word", "list", "pair", "bool", "set"])
        if any(kind in COLLECTIONS for kind in (kind, self.scope.variables[name])) and name in self.scope.borrowed:
            raise UnwritableError("rebind")
        text = self.write(kind)
        self.scope.variables[name] = kind
        return [f"{name} = {text}"]

    def change(self, kind: str = "") -> Block:
        """Return a statement that changes a variable, or fails: ``$``, with ``@`` for one number in several places."""
        kind = kind or self.pick([kind for kind in CHANGES if self.known(kind)] or ["word"])
        if self.scope.nested and kind not in ("word", "list"):
            raise UnwritableError(kind)
        return self.filled(self.pick(CHANGES[kind]).replace("$", self.changeable(kind)))

    def filled(self, template: str) -> Block:
        shared = self.write("word") if "@" in template else ""
        return self.fill(template.replace("@", shared)).split("\n")

    def all_results(self) -> str:
        """Return what the program returns: some numbers, and what its variables hold."""
        texts = [self.write(self.pick(["word", "int", "bool"])) for _ in range(self.results)]
        for kind, form in (
            ("list", "sum({}) % 1009"),
            ("set", "len({})"),
            ("acc", "{} & 0xFFFFFFFF"),
            ("dict", "sum({})"),
        ):
            texts.append(form.format(self.pick(self.known(kind))) if self.known(kind) else "0")
        return ", ".join(texts)

    def total(self, _: str = "") -> str:
        return self.changeable("acc")

    def alias(self) -> Block:
        """Two names for one list."""
        name, other = self.new("list"), self.changeable("list")
        self.scope.variables[name] = "list"
        self.scope.borrowed |= {name, other}
        return [f"{name} = {other}"]

    def build(self) -> Block:
        """A collection begins empty and is filled by a loop."""
        if self.heat > 12:
            raise UnwritableError("build")
        kind, empty, change = self.pick(BUILT)
        name = self.new(kind)
        lines = [f"{name} = {empty}"]
        with self.looping():
            head = self.head()
            before = self.block(2) if self.roll(2) else []
            lines += [head, *indented([*before, *self.filled(change.replace("$", name))])]
        self.scope.variables[name] = kind
        return lines

    def outer(self) -> tuple[str, ...]:
        return tuple(self.scope.variables)

    def head(self) -> str:
        """Return the head of a loop. What it iterates over is not changed inside."""
        text = f"for {self.source('', self.outer())}:"
        for name, kind in self.scope.variables.items():
            if kind in COLLECTIONS and (name in self.scope.borrowed or re.search(rf"\b{name}\b", text)):
                self.scope.frozen.add(name)
        return text

    @contextmanager
    def looping(self, times: int = 6) -> Iterator[None]:
        if self.heat * times > HOT:
            raise UnwritableError("loop")
        frozen, self.inside = set(self.scope.frozen), self.inside + 1
        try:
            with self.inner(times):
                yield
        finally:
            self.scope.frozen, self.inside = frozen, self.inside - 1

    def leaving(self) -> Block:
        """Return a statement that leaves a loop."""
        text = self.pick(["break", "continue", "return"])
        return self.ending() if text == "return" else [text]

    def ending(self) -> Block:
        """Return the end of the function."""
        if self.scope.generates:
            return ["return"]
        if self.scope.returns == "results":
            return [f"return {self.all_results()}"]
        return [f"return {self.write(self.scope.returns)}"] if self.scope.returns != "nothing" else ["return"]

    def body(self) -> Block:
        """Return the body of a loop."""
        lines = self.block()
        if self.roll(2):
            lines += [
                f"if {self.write('bool')}:",
                *indented([*(self.block(1) if self.roll(2) else []), *self.leaving()]),
            ]
            lines += self.block(2) if self.roll(2) else []
        return lines

    def loop(self) -> Block:
        with self.looping():
            head = self.head()
            lines = [head, *indented(self.body())]
        if self.roll(4):
            lines += ["else:", *indented(self.block(2))]
        return lines

    def countdown(self) -> Block:
        name = self.new("count")
        lines = [f"{name} = {self.write('word')} % 7"]
        with self.looping():
            self.scope.variables[name] = "word"
            self.scope.frozen.add(name)
            head = self.pick([f"while {name} > 0:", f"while {name}:", "while True:"])
            body = [f"if {name} <= 0:", "    break"] if head == "while True:" else []
            lines += [head, *indented([*body, f"{name} -= 1", *self.body()])]
        if self.roll(4):
            lines += ["else:", *indented(self.block(2))] if head != "while True:" else []
        return lines

    def drain(self) -> Block:
        """A loop runs until a collection is empty."""
        kind = self.pick(["deque", "list"])
        name, word = self.new("queue"), self.new("word")
        lines = (
            [f"{name} = deque({self.write('ints')})"] if kind == "deque" else [f"{name} = list({self.write('list')})"]
        )
        with self.looping():
            self.scope.variables[word] = "word"
            take = (
                self.pick([f"{name}.popleft()", f"{name}.pop()"])
                if kind == "deque"
                else self.pick([f"{name}.pop()", f"{name}.pop(0)"])
            )
            lines += [f"while {name}:", *indented([f"{word} = {take}", *self.body()])]
        return lines

    def walk(self) -> Block:
        """A breadth-first search over a table of neighbours."""
        queue, seen, here = self.new("queue"), self.new("set"), self.new("word")
        start = f"{self.write('word')} % 6"
        first = self.pick([f"deque([{start}])", f"[{start}]"])
        take = "popleft()" if first.startswith("deque") else "pop(0)"
        lines = [f"{queue} = {first}", f"{seen} = set({queue})"]
        with self.looping():
            self.scope.variables[here] = "word"
            before = self.body() if self.roll(2) else []
            condition = f" and {self.write('bool')}" if self.roll(2) else ""
            lines += [f"while {queue}:", *indented([f"{here} = {queue}.{take}", *before])]
            lines += [f"    for beside in TABLE[{here}]:", f"        if beside not in {seen}{condition}:"]
            lines += [f"            {seen}.add(beside)", f"            {queue}.append(beside)"]
        self.scope.variables[seen] = "set"
        return lines

    def branch(self) -> Block:
        condition = self.write("bool")
        if self.roll(6):
            name = self.new("word")
            condition = f"({name} := {self.write('word')}) {self.write('compare')} {self.write('word')}"
            self.scope.variables[name] = "word"
        lines = [f"if {condition}:", *indented(self.block())]
        if self.roll(4):
            lines += [f"elif {self.write('bool')}:", *indented(self.block(2))]
        if self.roll(2):
            lines += ["else:", *indented(self.block(2))]
        return lines

    def choose(self) -> Block:
        """A variable is bound in every branch."""
        kind = self.pick(["word", "list", "pair", "opt", "bool", "set"])
        name, values = self.new(kind), [self.write(kind) for _ in range(3)]
        lines = [f"if {self.write('bool')}:", *indented([*self.block(1), f"{name} = {values[0]}"])]
        if self.roll(3):
            lines += [f"elif {self.write('bool')}:", f"    {name} = {values[1]}"]
        lines += ["else:", f"    {name} = {'None' if kind == 'opt' else values[2]}"]
        self.scope.variables[name] = kind
        return lines

    def leave(self) -> Block:
        """The function ends early."""
        return [f"if {self.write('bool')}:", *indented(self.ending())]

    def match(self) -> Block:
        name = self.pick(NAMES)
        lines = [f"match {self.write('int')} % {self.random.randint(3, 6)}:"]
        lines += [f"    case {self.pick(['0', 'Colour.RED'])}:", *indented(indented(self.block(2)))]
        lines += ["    case 2 | 3:", *indented(indented(self.block(2)))]
        if name not in self.scope.variables and self.roll(2):
            with self.inner(1):
                self.scope.variables[name] = "word"
                lines += [f"    case {name} if {self.write('bool')}:", *indented(indented(self.block(1)))]
        if self.roll(2):
            lines += ["    case _:", *indented(indented(self.block(1)))]
        return lines

    def unpack(self) -> Block:
        form = self.random.randrange(4)
        if form == 0:
            one, two = self.changeable("word"), self.changeable("word")
            return [f"{one}, {two} = {two}, {one}"]
        one, two = self.new("word"), self.new("word")
        text = self.write("point" if form == 1 else "pair")
        if form == 2:
            text = f"{text[0:0]}{self.write('word')}, {self.write('word')}"
        self.scope.variables |= {one: "word", two: "word"}
        return [f"{one}, {two} = {text}"]

    def begun(self) -> Block:
        """A generator has a name before it is used."""
        name, total = self.new("begun"), self.new("word")
        lines = [f"{name} = {self.write('generated')}"]
        uses = [
            [f"{total} = sum({name}) % 1009"],
            [f"{total} = next({name}, -1)"],
            [f"{total} = len(list({name}))"],
            [f"{total} = 0", f"for {total} in {name}:", f"    if {total} > 9:", "        break"],
        ]
        lines += self.pick(uses)
        self.scope.variables |= {total: "word"}
        return lines

    def rest(self) -> Block:
        """A list is taken apart."""
        one, two = self.new("word"), self.new("list")
        text = self.write("list")
        lines = self.pick([[f"{one}, *{two} = [{self.write('word')}, *{text}]"], [f"*{two}, {one} = ({text}) + [7]"]])
        self.scope.variables |= {one: "word", two: "list"}
        return lines

    def twice(self) -> Block:
        one, two = self.new("word"), self.new("word")
        lines = [f"{one} = {two} = {self.write('word')}"]
        self.scope.variables |= {one: "word", two: "word"}
        return lines

    def nested_function(self) -> Block:
        """A closure."""
        if self.scope.nested or self.heat > 1 or self.inside:
            raise UnwritableError("nested")
        name, returns = self.new("inner"), self.pick(["word", "word", "bool", "pair", "list"])
        generates = returns in ("word", "pair") and self.roll(2)
        function, lines = self.function(
            name, returns, generates, [("word" if self.roll(2) else "opt")] * self.random.randint(0, 2)
        )
        (self.generators if generates else self.functions).append(function)
        self.scope.has_closures = True
        return lines

    def nested_lambda(self) -> Block:
        if self.scope.nested or self.heat > 1 or self.inside:
            raise UnwritableError("nested")
        name, steps = self.new("inner"), self.steps
        text = self.a_lambda("")
        self.scope.has_closures = True
        self.functions.append(Function(name, [(text.split()[1].rstrip(":"), "word", None)], "word", self.steps - steps))
        return [f"{name} = {text}"]

    def impossible(self) -> Block:
        """An error that cannot happen."""
        return self.filled(self.pick(IMPOSSIBLE))

    def risk(self) -> Block:
        """An error that may happen."""
        if not self.fails:
            raise UnwritableError("risk")
        template = self.pick(RISKS)
        if "$" in template:
            template = template.replace("$", self.changeable("list"))
        name = self.new("word")
        lines = self.filled(template.replace("=", f"{name} =", 1))
        self.scope.variables[name] = "word"
        return lines

    def give(self) -> Block:
        """Yield something."""
        if not self.scope.generates:
            raise UnwritableError("yield")
        if self.roll(5):
            many = "ints" if self.scope.returns == "word" else "pairs"
            return [f"yield from {self.write(many)}"]
        return [f"yield {self.write(self.scope.returns)}"]

    def procedure(self) -> Block:
        return [self.call("nothing")]

    # -- functions

    def function(self, name: str, returns: str, generates: bool, kinds: list[str]) -> tuple[Function, Block]:
        """Return a function and its text."""
        outer, steps, known = self.scope, self.steps, (len(self.functions), len(self.generators))
        heat, inside, self.heat, self.inside = self.heat, self.inside, 1, 0
        is_nested = bool(outer.variables)
        visible = {one: kind for one, kind in outer.variables.items() if kind != "acc"}
        parameters = [(f"p{next(self.numbers)}", kind, self.default(kind)) for kind in kinds]
        parameters.sort(key=lambda parameter: parameter[2] is not None)
        self.scope = Scope(visible | {one: kind for one, kind, _ in parameters}, returns, generates, is_nested)
        self.scope.frozen = set(outer.variables)
        self.scope.borrowed = {one for one, kind in self.scope.variables.items() if kind in COLLECTIONS}
        head = ", ".join(one if default is None else f"{one}={default}" for one, _, default in parameters)
        try:
            if not is_nested:
                self.left = self.random.randint(1, 6)
            body = self.statements(self.random.randint(0, 2 if is_nested else 4))
            if generates:
                body += self.bind_and_yield()
            else:
                body += (
                    self.filled(CHANGES["list"][0].replace("$", parameters[0][0]))
                    if returns == "nothing"
                    else self.ending()
                )
            return Function(name, parameters, returns, max(1, self.steps - steps)), [
                f"def {name}({head}):",
                *indented(body),
            ]
        finally:
            del self.functions[known[0] :], self.generators[known[1] :]
            self.scope, self.steps, self.heat, self.inside = outer, steps, heat, inside

    def bind_and_yield(self) -> Block:
        """Return the end of a generator: at least one yield."""
        lines: Block = []
        if self.roll(2):
            with self.looping():
                head = self.head()
                lines = [head, *indented([*(self.block(1) if self.roll(2) else []), *self.give()])]
        return [*lines, *self.give(), *(self.give() if self.roll(2) else [])]

    def default(self, kind: str) -> str | None:
        if kind == "word" and self.roll(3):
            return str(self.random.randint(-3, 9))
        if kind == "opt" and self.roll(2):
            return "None"
        return None

    def recursive(self) -> Block:
        """Return a function that calls itself."""
        name = self.new("deeper")
        self.scope = Scope({"depth": "word", "n": "word"}, "word")
        self.scope.frozen = {"depth"}
        first, condition, step = self.write("word"), self.write("bool"), self.write("word")
        self.functions.append(Function(name, [("n", "word", None), ("depth", "word", "3")], "word", 40))
        return [f"def {name}(n, depth=3):", "    if depth % 4 <= 0:", f"        return {first}", f"    if {condition}:",
                f"        return {name}({step}, depth % 4 - 1) + 1 & 0xFFFF",
                f"    return max({name}(n // 2, depth % 4 - 1), {name}(-n, depth % 4 - 1))"]  # fmt: skip

    def program(self) -> str:
        """Return the text of the module."""
        lines: Block = []
        for _ in range(self.random.randint(1, 5)):
            self.scope = Scope()
            generates = self.roll(2)
            returns = self.pick(
                ["word", "word", "pair"]
                if generates
                else ["word", "word", "bool", "opt", "list", "set", "pair", "point", "nothing"]
            )
            kinds = [
                self.pick(["word", "word", "word", "list", "board", "opt", "pair", "set", "point", "dict", "lists"])
                for _ in range(self.random.randint(0, 3))
            ]
            if returns == "nothing":
                kinds = ["list", *kinds]
            function, text = self.function(self.new("each" if generates else "helper"), returns, generates, kinds)
            (self.generators if generates else self.functions).append(function)
            lines += ["", "", *text]
        if self.roll(5):
            lines += ["", "", *self.recursive()]
        self.scope = Scope({"a": "word", "b": "word", "board": "board"}, "results")
        self.results = self.random.randint(1, 4)
        self.steps, self.left = 0, self.random.randint(6, 16)
        body = [] if self.roll(3) else self.bind("acc")
        for _ in range(self.random.randint(0, 4)):
            body += self.assign()
        body += self.statements(self.random.randint(2, 8))
        lines += ["", "", "def entry(a, b, board):", *indented([*body, *self.ending()])]
        return PREAMBLE + "\n".join(lines) + "\n"


def indented(block: Block) -> Block:
    return ["    " + line for line in block]


SPECIAL: dict[str, Callable[[Writer, str], str]] = {
    "var": Writer.variable,
    "each": Writer.each,
    "source": Writer.unused_source,
    "total": Writer.total,
    "call": Writer.call,
    "generator": lambda writer, _: writer.generator("word"),
    "pairgenerator": lambda writer, _: writer.generator("pair"),
    "lambda": Writer.a_lambda,
    "name of a function": Writer.name_of_a_function,
    "unless None": lambda writer, _: writer.guarded("opt|(<word> if $ is None else $)")(""),
    "large optional": lambda writer, _: writer.guarded("opt|($ is not None and $ > <word>)")(""),
    "guarded item": lambda writer, _: writer.guarded("list|($[<int> % len($)] if $ else <word>)")(""),
    "guarded row": lambda writer, _: writer.guarded("lists|($[<int> % len($)] if $ else [<word>])")(""),
}

STATEMENTS: list[str] = [
    name
    for name, times in {
        "assign": 7, "reassign": 4, "change": 20, "alias": 1, "build": 4, "loop": 8, "countdown": 2, "drain": 2,
        "walk": 2, "branch": 5, "choose": 3, "leave": 2, "match": 2, "unpack": 3, "nested_function": 2,
        "nested_lambda": 2, "impossible": 1, "risk": 3, "give": 4, "procedure": 2, "rebind": 1, "begun": 1,
        "rest": 1, "twice": 1,
    }.items()
    for _ in range(times)
]  # fmt: skip
"""The methods that write statements, as often as they are chosen."""


class Program(NamedTuple):
    """The text of a program, and how often it uses each construct."""

    text: str
    used: Counter[str]

    def __repr__(self) -> str:
        return self.text


def write_program(random: Random) -> Program:
    """Return a program."""
    writer = Writer(random)
    return Program(writer.program(), writer.used)


_numbers = count()


def entry_of(text: str) -> Callable[..., Any]:
    """Return the function ``entry`` of a program, whose source the compiler can read."""
    file = f"<program {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, file, "exec"), names)
    entry: Callable[..., Any] = names["entry"]
    return entry


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the value of a call, or the type of its exception."""
    try:
        return function(*arguments)
    except (ValueError, IndexError, KeyError, ZeroDivisionError, AssertionError) as error:
        return type(error)
