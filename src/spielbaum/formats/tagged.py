"""Tag pairs and movetext, of which PGN and PDN consist: games told apart, words with their lines, and both written.

Source: S. J. Edwards, Portable Game Notation Specification and Implementation Guide, 1994.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spielbaum.errors import InputError
from spielbaum.formats.played import at_line

RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"})
WIDTH = 80
NUMBER = re.compile(r"\d+\.+")

_TOKEN = re.compile(
    r"""\s+
    | (?m:^%[^\n]*)
    | \[\s*(?P<tag>\w+)\s+"(?P<value>[^\n]*?)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | ;(?P<rest>[^\n]*)
    | \$\d+
    | (?P<open>\()
    | (?P<close>\))
    | (?P<number>\d+\.+(?=\D|$))
    | (?P<word>[^\s{};$()\[]+)
    """,
    re.VERBOSE,
)


@dataclass
class TaggedGame:
    """A game as its file has it.

    Attributes
    ----------
    line
        Where it begins.
    text
        All of it.
    tags
        Name to value.
    words, comments
        Of the main line, each with its line.
    said
        The comments by the number of words before them.
    result
        The text at its end; ``*`` without one.
    """

    line: int
    text: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[str, int]] = field(default_factory=list)
    comments: list[tuple[str, int]] = field(default_factory=list)
    said: dict[int, str] = field(default_factory=dict)
    result: str = "*"

    @property
    def has_moves(self) -> bool:
        """Whether something stands after the tags."""
        return bool(self.words or self.comments)


def read_tagged(text: str) -> Iterator[TaggedGame]:
    r"""Yield the games of a text.

    Raises
    ------
    InputError
        If a tag, a comment or a variation is not closed; the sentence names the line.

    Examples
    --------
    >>> [(game.tags, game.words, game.result) for game in read_tagged('[Round "1"]\n1. e4 e5 {good} 1-0')]
    [({'Round': '1'}, [('e4', 2), ('e5', 2)], '1-0')]
    """
    game, begin, position, line, variations = TaggedGame(1), 0, 0, 1, list[int]()
    ended = False
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise at_line(line, _unclosed(text[position]))
        kind = token.lastgroup
        if kind and not variations and (ended or (kind == "value" and game.has_moves)):
            game.text = text[begin:position]
            yield _finished(game)
            game, begin, ended = TaggedGame(line), position, False
        if kind == "value":
            game.tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif kind == "open":
            variations.append(line)
        elif kind == "close":
            if not variations:
                raise at_line(line, "a variation ends that has not begun")
            variations.pop()
        elif kind in ("comment", "rest") and not variations:
            game.comments.append((token[kind].strip(), line))
            game.said[len(game.words)] = f"{game.said.get(len(game.words), '')} {token[kind].strip()}".strip()
        elif kind == "word" and not variations:
            game.words.append((token["word"], line))
            ended = token["word"] in RESULTS and _ends(text, token.end())
        line += token[0].count("\n")
        position = token.end()
    if variations:
        raise at_line(variations[0], "a variation is not closed")
    if game.tags or game.has_moves:
        game.text = text[begin:]
        yield _finished(game)


def write_tagged(tags: Mapping[str, str], moves: Iterable[str], result: str) -> str:
    """Return a game as a file has it, in lines of at most 80 characters.

    Parameters
    ----------
    tags
        In order.
    moves
        Words, numbers and comments.
    result
        Such as ``1-0``.

    Raises
    ------
    InputError
        If a name or a value cannot be written.
    """
    head = []
    for name, value in tags.items():
        if not value.isprintable():
            raise InputError(f"the tag {name} cannot be {value!r}: it must be printable, in one line")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
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


def numbered(moves: Sequence[str], first: int = 0) -> list[str]:
    """Return moves with their numbers, two plies each.

    Parameters
    ----------
    moves
        In order.
    first
        1 if the second player moves first.

    Examples
    --------
    >>> numbered(["a", "b", "c"]), numbered(["a", "b"], 1)
    (['1.', 'a', 'b', '2.', 'c'], ['1...', 'a', '2.', 'b'])
    """
    found = list[str]()
    for ply, move in enumerate(moves, first):
        if ply % 2 == 0 or ply == first:
            found.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
        found.append(move)
    return found


def _ends(text: str, position: int) -> bool:
    """Return whether what follows a result is another game, or nothing: some games have moves of that form."""
    rest = re.compile(r"\s*(\[\s*\w+\s+\"|$)").match(text, position)
    return rest is not None


def _finished(game: TaggedGame) -> TaggedGame:
    if game.words and game.words[-1][0] in RESULTS:
        game.result = game.words.pop()[0]
    return game


def _unclosed(sign: str) -> str:
    return {"{": "a comment is not closed", "[": 'a tag is written [Name "value"]'}.get(sign, f"cannot read {sign!r}")
