"""Tag pairs and movetext, of which PGN and PDN consist: games told apart, words with their lines, and both written.

A game ends at its result, before the tags of the next one, or, if it has moves, before the number 1. Nothing reaches
beyond tags that follow an empty line: a comment or a variation that is not closed is the fault of its own game alone.

Source: S. J. Edwards, Portable Game Notation Specification and Implementation Guide, 1994.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spielbaum.errors import InputError
from spielbaum.formats.played import at_line

RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "1/2", "*"})
WIDTH = 80
NUMBER = re.compile(r"\d+\.+")

_EVENT = "Event"
"""The tag that begins a game, where it has it."""

_TAGS = ("value", "loose", "broken")
"""What matches a tag: as it should be, with signs that ought to be escaped, or not at all."""

TAG = 'a tag is written [Name "value"], and stands before the moves'

_TAG = r'[^\S\n]*\[\s*\w+\s+"'
_TAG_LINE = re.compile(rf"(?m)^{_TAG}")
_COMMENT = rf"[^}}\n]*(?:\n(?!{_TAG})[^}}\n]*)*"
_FIRST = re.compile(r"0*1\s*\.?")
_END = r"(?![^\s\x1a{};$()\[])"
"""Behind a word."""


@dataclass(frozen=True)
class Dialect:
    """How the movetext of a game is written; numbers and marks as regular expressions.

    Attributes
    ----------
    results
        The words that end a game.
    number
        The number of a move.
    mark
        A word that is no move, such as ``!?``.
    moves_in_comments
        Whether moves may stand in comments.
    """

    results: frozenset[str] = RESULTS
    number: str = rf"\d+\s*[.…](?:\s*[.…])*|\d+{_END}"
    mark: str = r"[!?]+"
    moves_in_comments: bool = False

    def pattern(self) -> re.Pattern[str]:
        """Return what matches the next part of a text, whatever the text is."""
        return re.compile(
            rf"""(?P<space>[\s\x1a]+)
            | (?m:^%[^\n]*)
            | \[\s*(?P<tag>\w+)\s+"(?:(?P<value>(?:\\.|[^"\\\n])*)|(?P<loose>[^\n]*?))"\s*\]
            | \[\s*(?P<broken>\w+)[^\n]*
            | (?P<stray>\[[^\n]*)
            | \{{(?P<comment>{_COMMENT})\}}
            | (?P<unclosed>\{{{_COMMENT})
            | ;(?P<rest>[^\n]*)
            | \$\d+
            | (?P<open>\()
            | (?P<close>\))
            | (?P<number>{self.number})
            | (?P<mark>(?:{self.mark}){_END})
            | (?P<word>[^\s\x1a{{}};$()\[]+|[$}}])""",
            re.VERBOSE,
        )


WORDS = Dialect(number=r"\d+\.+(?=\D|$)", mark=r"(?!)", moves_in_comments=True)
"""Of any game, whose moves may be numbers."""


@dataclass
class TaggedGame:
    """A game as its file has it.

    Attributes
    ----------
    line
        Where it begins.
    tags, tag_lines
        Name to value, and to line.
    words, comments
        Of the main line, each with its line.
    said
        The comments by the number of words before them.
    result
        The word at its end; empty without one.
    fault
        The first thing in it that cannot be read.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tag_lines: dict[str, int] = field(default_factory=dict)
    words: list[tuple[str, int]] = field(default_factory=list)
    comments: list[tuple[str, int]] = field(default_factory=list)
    said: dict[int, list[str]] = field(default_factory=dict)
    result: str = ""
    fault: InputError | None = None

    def line_of(self, tag: str) -> int:
        """Return where a tag stands."""
        return self.tag_lines.get(tag, self.line)

    def comments_of_words(self) -> tuple[str, ...]:
        """Return the comment on each word, on the first one with what stands before it; nothing if there is none."""
        texts = [self.said.get(number, []) for number in range(1, len(self.words) + 1)]
        texts[:1] = [[*self.said.get(0, []), *text] for text in texts[:1]]
        return tuple(map(" ".join, texts)) if any(texts) else ()


def read_tagged(text: str, dialect: Dialect = WORDS) -> Iterator[TaggedGame]:
    r"""Yield the games of a text; what cannot be read is the fault of its game.

    Examples
    --------
    >>> [(game.tags, game.words, game.result) for game in read_tagged('[Round "1"]\n1. e4 e5 {good} 1-0')]
    [({'Round': '1'}, [('e4', 2), ('e5', 2)], '1-0')]
    """
    pattern, splitter, position, line = dialect.pattern(), _Splitter(dialect), 0, 1
    for end in (*_ends_of_games(text), len(text)):
        while position < end:
            token = pattern.match(text, position, end)
            assert token is not None  # every character begins a part
            yield from splitter.take(token, line)
            position, line = token.end(), line + token[0].count("\n")
        splitter.end_section()
    yield from splitter.end_game(line)


def _ends_of_games(text: str) -> Iterator[int]:
    """Yield where tags stand after an empty line."""
    for tag in _TAG_LINE.finditer(text, 1):
        begin = tag.start()
        if not text[text.rfind("\n", 0, begin - 1) + 1 : begin].strip():
            yield begin


class _Splitter:
    """Makes games of the parts of a text.

    Attributes
    ----------
    game
        The one that is read.
    variations
        The lines in which those begin that are open.
    under_way
        Whether it has a number, or what may have been a move.
    at_margin, after_gap, after_number
        Whether nothing but tags stands before in this line, whether the line before is empty, and whether a number
        stands before.
    """

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.game = TaggedGame(1)
        self.variations = list[int]()
        self.under_way = False
        self.at_margin = True
        self.after_gap = False
        self.after_number = False

    def take(self, token: re.Match[str], line: int) -> Iterator[TaggedGame]:
        """Add a part of the text to its game, and yield the game that ends before it."""
        kind = token.lastgroup
        if kind == "space":
            self.at_margin |= "\n" in token[0]
            self.after_gap |= token[0].count("\n") > 1
            return
        if self._begins_game(token):
            yield from self.end_game(line)
        if kind in _TAGS:
            self._take_tag(token, line)
        elif kind == "stray":
            self._blame(line, TAG)
        elif kind in ("open", "close"):
            self._take_bracket(kind, line)
        elif kind == "number" and self.after_number and token[0].isdecimal():
            self._blame(line, f"the number {token[0]} is no move")
        elif kind == "unclosed":
            self._blame(line, "a comment is not closed")
        elif not self.variations and kind in ("comment", "rest"):
            self.game.comments.append((token[kind], line))
            self.game.said.setdefault(len(self.game.words), []).append(token[kind].strip())
        elif not self.variations and kind == "word":
            self._take_word(token[0], line)
        self.after_number = kind == "number"
        self.under_way |= kind in ("number", "stray", "close", "unclosed")
        self.at_margin &= kind in (*_TAGS, None)
        self.after_gap &= kind in ("rest", None)

    def _begins_game(self, token: re.Match[str]) -> bool:
        """Return whether a part of the text is the first one of a game."""
        game, kind = self.game, token.lastgroup
        if kind in _TAGS and self.at_margin:
            if game.words or game.result or self.variations or self.under_way or not game.tags:
                return True
            name = token["tag"] or token["broken"]
            return bool(game.tags and (game.comments or self.after_gap) and (name in game.tags or name == _EVENT))
        if kind == "number" and (game.words or self.under_way) and _FIRST.fullmatch(token[0]):
            return self.after_gap or not self.variations
        return bool(game.result) and (
            kind in (*_TAGS, "stray", "open", "close", "number", "word", "unclosed")
            or (kind in ("comment", "rest") and (self.at_margin or self.dialect.moves_in_comments))
        )

    def _take_tag(self, token: re.Match[str], line: int) -> None:
        name = token["tag"] or token["broken"]
        if token.lastgroup == "broken" or not self.at_margin:
            self._blame(line, TAG)
        if self.at_margin:
            self._begin(line)
            self.game.tags[name] = re.sub(r"\\(.)", r"\1", token["value"] or token["loose"] or "")
            self.game.tag_lines[name] = line

    def _take_bracket(self, kind: str, line: int) -> None:
        if kind == "close" and not self.variations:
            self._blame(line, "a variation ends that has not begun")
        elif kind == "close":
            self.variations.pop()
        else:
            if not self.game.words:
                self._blame(line, "a variation begins before the first move")
            self.variations.append(line)

    def _take_word(self, word: str, line: int) -> None:
        if word not in self.dialect.results:
            self._begin(line)
            self.game.words.append((word, line))
            return
        if not (self.game.tags or self.game.words or self.game.comments):
            self._blame(line, f"the result {word} stands there without a game")
        self.game.result = word

    def _begin(self, line: int) -> None:
        """Note where a game begins."""
        if not (self.game.tags or self.game.words or self.game.comments or self.game.fault):
            self.game.line = line

    def _blame(self, line: int, said: str) -> None:
        self._begin(line)
        self.game.fault = self.game.fault or at_line(line, said)

    def end_section(self) -> None:
        """Go on after an empty line, where nothing is open any more."""
        self.close_variations()
        self.at_margin = self.after_gap = True

    def close_variations(self) -> None:
        """End the variations that are open, which is a fault."""
        if self.variations:
            self._blame(self.variations[0], "a variation is not closed")
            self.variations = []

    def end_game(self, line: int) -> Iterator[TaggedGame]:
        """Yield the game, if there is one, and begin the next one."""
        self.close_variations()
        game, self.game, self.under_way = self.game, TaggedGame(line), False
        if game.tags or game.words or game.fault or (game.comments and self.dialect.moves_in_comments):
            yield game


def write_tagged(tags: Mapping[str, str], moves: Iterable[str], result: str) -> str:
    """Return a game as a file has it, in lines of at most 80 characters.

    Parameters
    ----------
    tags
        In order; a value is written in one line.
    moves
        Words, numbers and comments.
    result
        Such as ``1-0``.
    """
    head = []
    for name, value in tags.items():
        escaped = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
        head.append(f'[{name} "{escaped}"]')
    return "\n".join([*head, "", *folded([*moves, result]), "", ""])


def folded(words: Iterable[str]) -> Iterator[str]:
    """Yield lines that hold some words, as many in each as fit."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


def numbered(
    moves: Sequence[str], first: int = 0, *, number: int = 1, players: int = 2, comments: Sequence[str] = ()
) -> list[str]:
    """Return moves with their numbers, one for a ply of each player, and what is said of them.

    Parameters
    ----------
    moves
        In order.
    first
        1 if the second player moves first.
    number
        That of the first move.
    players
        How many there are.
    comments
        One for each move, or none at all.

    Examples
    --------
    >>> numbered(["a", "b", "c"]), numbered(["a", "b"], 1)
    (['1.', 'a', 'b', '2.', 'c'], ['1...', 'a', '2.', 'b'])
    >>> numbered(["a", "b"], number=7, comments=["good", ""])
    ['7.', 'a', '{ good }', '7...', 'b']
    >>> numbered(["a", "b", "c", "d", "e"], players=4)
    ['1.', 'a', 'b', 'c', 'd', '2.', 'e']
    """
    found, counted = list[str](), True
    for place, move in enumerate(moves):
        ply = first + place
        begins = ply % players == 0
        if begins or counted:
            found.append(f"{number + ply // players}{'.' if begins else '...'}")
        said = comments[place].replace("}", ")").strip() if comments else ""
        found += [move, f"{{ {said} }}"] if said else [move]
        counted = bool(said)
    return found
