"""Tag pairs and movetext, the parts of PGN and PDN: splitting a text into games, and writing them.

A game ends at its result, before the tags of the next game, or, if it has moves, before the number 1. Nothing extends
beyond tags after an empty line, so an unclosed comment or variation is an error of its own game only.

Source: S. J. Edwards, Portable Game Notation Specification and Implementation Guide, 1994.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spielbaum.errors import InputError, Sentence
from spielbaum.formats.played import at_line

RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "1/2", "*"})
WIDTH = 80
NUMBER = re.compile(r"\d+\.+")

_EVENT = "Event"
"""The first tag of a game, if present."""

_TAGS = ("value", "loose", "broken")
"""The matches of a tag: valid, with unescaped characters, or malformed."""

TAG = 'a tag is written [Name "value"], before the moves'

_TAG = r'[^\S\n]*\[\s*\w+\s+"'
_TAG_LINE = re.compile(rf"(?m)^{_TAG}")
_COMMENT = rf"[^}}\n]*(?:\n(?!{_TAG})[^}}\n]*)*"
_FIRST = re.compile(r"0*1\s*\.?")
_END = r"(?![^\s\x1a{};$()\[])"
"""The end of a word."""


@dataclass(frozen=True)
class Dialect:
    """The syntax of the movetext; numbers and marks are regular expressions.

    Attributes
    ----------
    results
        The words that end a game.
    number
        The number of a move.
    mark
        A word that is not a move, such as ``!?``.
    moves_in_comments
        Whether comments may have moves.
    """

    results: frozenset[str] = RESULTS
    number: str = rf"\d+\s*[.…](?:\s*[.…])*|\d+{_END}"
    mark: str = r"[!?]+"
    moves_in_comments: bool = False

    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of a token; every text has a next token."""
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
"""The dialect of any game, whose moves may be numbers."""


@dataclass
class TaggedGame:
    """A game of a file.

    Attributes
    ----------
    line
        Its first line.
    tags, tag_lines
        Values and lines of the tags, by name.
    words, comments
        Those of the main line, with their lines.
    said
        Comments by the number of words before them.
    result
        The last word, if it is a result; otherwise empty.
    fault
        The first syntax error.
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
        """Return the line of a tag, or of the game without it."""
        return self.tag_lines.get(tag, self.line)

    def comments_of_words(self) -> tuple[str, ...]:
        """Return the comment on each word, the first together with those before it; empty without comments."""
        texts = [self.said.get(number, []) for number in range(1, len(self.words) + 1)]
        texts[:1] = [[*self.said.get(0, []), *text] for text in texts[:1]]
        return tuple(map(" ".join, texts)) if any(texts) else ()


def read_tagged(text: str, dialect: Dialect = WORDS) -> Iterator[TaggedGame]:
    r"""Yield the games of a text; syntax errors are faults of their games.

    Examples
    --------
    >>> [(game.tags, game.words, game.result) for game in read_tagged('[Round "1"]\n1. e4 e5 {good} 1-0')]
    [({'Round': '1'}, [('e4', 2), ('e5', 2)], '1-0')]
    """
    pattern, splitter, position, line = dialect.pattern(), _Splitter(dialect), 0, 1
    for end in (*_ends_of_games(text), len(text)):
        while position < end:
            token = pattern.match(text, position, end)
            assert token is not None  # every character begins a token
            yield from splitter.take(token, line)
            position, line = token.end(), line + token[0].count("\n")
        splitter.end_section()
    yield from splitter.end_game(line)


def _ends_of_games(text: str) -> Iterator[int]:
    """Yield the positions of tags after an empty line."""
    for tag in _TAG_LINE.finditer(text, 1):
        begin = tag.start()
        if not text[text.rfind("\n", 0, begin - 1) + 1 : begin].strip():
            yield begin


class _Splitter:
    """Assembles games from the tokens of a text.

    Attributes
    ----------
    game
        The current game.
    variations
        The first lines of the open variations.
    under_way
        Whether it has a number, or something that may have been a move.
    at_margin, after_gap, after_number
        Whether only tags precede on this line, whether the previous line is empty, and whether the previous token is a
        number.
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
        """Add a token to its game, and yield the game that ends before it."""
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
            self._blame(line, Sentence("the number {} is not a move", token[0]))
        elif kind == "unclosed":
            self._blame(line, Sentence("a comment is not closed"))
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
        """Return whether a token is the first of a game."""
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
            self._blame(line, Sentence("a variation ends that has not begun"))
        elif kind == "close":
            self.variations.pop()
        else:
            if not self.game.words:
                self._blame(line, Sentence("a variation begins before the first move"))
            self.variations.append(line)

    def _take_word(self, word: str, line: int) -> None:
        if word not in self.dialect.results:
            self._begin(line)
            self.game.words.append((word, line))
            return
        if not (self.game.tags or self.game.words or self.game.comments):
            self._blame(line, Sentence("the result {} has no game", word))
        self.game.result = word

    def _begin(self, line: int) -> None:
        """Note the first line of a game."""
        if not (self.game.tags or self.game.words or self.game.comments or self.game.fault):
            self.game.line = line

    def _blame(self, line: int, said: str) -> None:
        self._begin(line)
        self.game.fault = self.game.fault or at_line(line, said)

    def end_section(self) -> None:
        """Continue after an empty line, which closes everything."""
        self.close_variations()
        self.at_margin = self.after_gap = True

    def close_variations(self) -> None:
        """Close open variations, which is an error."""
        if self.variations:
            self._blame(self.variations[0], Sentence("a variation is not closed"))
            self.variations = []

    def end_game(self, line: int) -> Iterator[TaggedGame]:
        """Yield the game, if any, and begin the next."""
        self.close_variations()
        game, self.game, self.under_way = self.game, TaggedGame(line), False
        if game.tags or game.words or game.fault or (game.comments and self.dialect.moves_in_comments):
            yield game


def write_tagged(tags: Mapping[str, str], moves: Iterable[str], result: str) -> str:
    """Return the text of a game, in lines of at most 80 characters.

    Parameters
    ----------
    tags
        Tags in order, with values on one line.
    moves
        Words, numbers and comments.
    result
        A result such as ``1-0``.
    """
    head = []
    for name, value in tags.items():
        escaped = " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
        head.append(f'[{name} "{escaped}"]')
    return "\n".join([*head, "", *folded([*moves, result]), "", ""])


def folded(words: Iterable[str]) -> Iterator[str]:
    """Yield words wrapped into lines."""
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
    """Return moves with move numbers, one for each round of all players, and their comments.

    Parameters
    ----------
    moves
        Moves in order.
    first
        1 if the second player moves first.
    number
        The number of the first move.
    players
        The number of players.
    comments
        A comment for each move, or none.

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
