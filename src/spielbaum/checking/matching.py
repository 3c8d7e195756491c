"""Which moves of two games are the same: by a given table, by texts, numbers, squares, or their order."""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.click_path import click_path_of, places_of
from spielbaum.game.notation import format_action

Square = tuple[int, int]
NUMBER_OR_LETTER = re.compile(r"\d+|[a-z]")
AGAIN = re.compile(r"#\d+$")
WORD = re.compile(r"[a-z]{2}")


class Node:
    """A state of one of two games, with its actions and their texts."""

    def __init__(self, game: Game, state: State, *, terminal: bool) -> None:
        self.game, self.state = game, state
        self.actions: list[Action] = [] if terminal else list(game.actions(state))

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the actions; a move of an adapted game that is given again has the same text."""
        return [AGAIN.sub("", format_action(self.game, self.state, action)) for action in self.actions]


Key = Callable[[Node, int], Hashable]
"""What an action does, so that two actions of two games with the same key are the same move; None if unknown."""


class Matching(NamedTuple):
    """Keys for the actions of a game and for those of its reference."""

    own: Key
    reference: Key

    def pairs(self, own: Node, reference: Node) -> "Pairs":
        """Return which actions of two states are the same."""
        theirs = {self.reference(reference, i): i for i in range(len(reference.actions))}
        found: dict[Hashable, int] = {}
        more, twice = [], []
        for i in range(len(own.actions)):
            key = self.own(own, i)
            if key in found:
                twice.append(i)
            elif key in theirs:
                found[key] = i
            else:
                more.append(i)
        both = [(found[key], theirs[key]) for key in found]
        return Pairs(both, [i for key, i in theirs.items() if key not in found], more, twice)


class Pairs(NamedTuple):
    """The actions of two states, by their places.

    Attributes
    ----------
    both
        The same actions.
    missing
        Those of the reference alone.
    more
        Those of the game alone.
    twice
        Those of the game that it gives again.
    """

    both: list[tuple[int, int]]
    missing: list[int]
    more: list[int]
    twice: list[int]


def matchings(game: Game, reference: Game, table: Mapping[str, str] | None = None) -> list[Matching]:
    """Return the matchings that fit at the start, the best first.

    Parameters
    ----------
    game, reference
        Two games that should be the same.
    table
        The texts of the reference's actions by those of the game.

    Raises
    ------
    InputError
        If none fits.
    """
    own = Node(game, game.initial(), terminal=False)
    theirs = Node(reference, reference.initial(), terminal=False)
    fitting: list[tuple[int, int, Matching]] = []
    for place, matching in enumerate([_by_table(table)] if table else _candidates(theirs)):
        keys = [matching.own(own, i) for i in range(len(own.actions))]
        wanted = [matching.reference(theirs, i) for i in range(len(theirs.actions))]
        same = set(keys) & set(wanted) - {None}
        if same and len(set(wanted)) == len(wanted):
            fitting.append((-len(same), place, matching))
    if not fitting and len(own.actions) == len(theirs.actions):
        return [Matching(_place, _place)]
    if not fitting:
        shown = ", ".join(own.texts[:6]), ", ".join(theirs.texts[:6])
        sentence = "the moves of {} at the start, {}, are not those of {}, {}: say which is which"
        raise InputError(Message(sentence, game.name, shown[0] or "none", reference.name, shown[1]))
    best = min((one[0] for one in fitting), default=0)
    return [matching for same, _place, matching in fitting if same == best]


def squares_of(game: Game) -> dict[str, list[Square]]:
    """Return the rows and columns of the cells with each name, counted among the cells of a board."""
    named = [place for place in places_of(game, game.initial()) if place.cell.name]
    rows, columns = sorted({place.y for place in named}), sorted({place.x for place in named})
    found: dict[str, list[Square]] = {}
    for place in named:
        found.setdefault(place.cell.name, []).append((rows.index(place.y), columns.index(place.x)))
    return found


def _candidates(reference: Node) -> Iterator[Matching]:
    """Yield the ways to match, the most certain first."""
    yield Matching(_text, _text)
    for offset in (0, 1):
        yield Matching(_numbers_key(offset), _numbers_key(0))
    squares = squares_of(reference.game)
    if squares:
        rows = 1 + max(row for places in squares.values() for row, _ in places)
        columns = 1 + max(column for places in squares.values() for _, column in places)
        of_reference = _squares_key(squares)
        for read in _readings(rows, columns):
            yield Matching(_read_key(read), of_reference)
        for offset in (0, 1):
            yield Matching(_number_key(offset), _column_key(squares))
    yield Matching(_number_key(0), _number)


def _text(node: Node, i: int) -> Hashable:
    return node.texts[i].casefold()


def _number(node: Node, i: int) -> Hashable:
    action = node.actions[i]
    return action if isinstance(action, int) else None


def _place(_node: Node, i: int) -> Hashable:
    return i


def _by_table(table: Mapping[str, str]) -> Matching:
    from spielbaum.adapters.moves import word

    texts = {word(own).casefold(): str(theirs).casefold() for own, theirs in table.items()}
    return Matching(lambda node, i: texts.get(node.texts[i].casefold()), _text)


def _squares_key(squares: Mapping[str, Sequence[Square]]) -> Key:
    known: dict[Hashable, Hashable] = {}

    def key(node: Node, i: int) -> Hashable:
        text = node.texts[i]
        if text not in known:
            path = click_path_of(node.game, node.state, node.actions[i])
            alone = all(len(squares.get(name, ())) == 1 for name in path)
            known[text] = tuple(squares[name][0] for name in path) if path and alone else None
        return known[text]

    return key


def _column_key(squares: Mapping[str, Sequence[Square]]) -> Key:
    def key(node: Node, i: int) -> Hashable:
        columns = {column for _, column in squares.get(node.texts[i], ())}
        return columns.pop() if len(columns) == 1 else None

    return key


def _number_key(offset: int) -> Key:
    def key(node: Node, i: int) -> Hashable:
        numbers = _numbers(node.texts[i])
        return numbers[0] - offset if len(numbers) == 1 else None

    return key


def _numbers_key(offset: int) -> Key:
    """Return a key of all numbers in a text, the first one counted from an offset."""

    def key(node: Node, i: int) -> Hashable:
        numbers = _numbers(node.texts[i])
        return (numbers[0] - offset, *numbers[1:]) if numbers else None

    return key


Reading = Callable[[list[int]], Hashable]


def _read_key(read: Reading) -> Key:
    known: dict[str, Hashable] = {}

    def key(node: Node, i: int) -> Hashable:
        text = node.texts[i]
        if text not in known:
            known[text] = read(_numbers(text))
        return known[text]

    return key


def _readings(rows: int, columns: int) -> Iterator[Reading]:
    """Yield the ways in which numbers may be squares: rows first or columns, from 0 or 1, from above or from below."""
    for swapped in (False, True):
        for below in (False, True):
            for offset in (0, 1):
                yield _pair_reading(rows, swapped=swapped, below=below, offset=offset)
                yield _single_reading(rows, columns, swapped=swapped, below=below, offset=offset)


def _pair_reading(rows: int, *, swapped: bool, below: bool, offset: int) -> Reading:
    def read(numbers: list[int]) -> Hashable:
        if len(numbers) % 2 or not numbers:
            return None
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        squares = [(b - offset, a - offset) if swapped else (a - offset, b - offset) for a, b in pairs]
        return tuple((rows - 1 - row, column) if below else (row, column) for row, column in squares)

    return read


def _single_reading(rows: int, columns: int, *, swapped: bool, below: bool, offset: int) -> Reading:
    def read(numbers: list[int]) -> Hashable:
        if len(numbers) != 1:
            return None
        row, column = divmod(numbers[0] - offset, rows if swapped else columns)
        row, column = (column, row) if swapped else (row, column)
        return (((rows - 1 - row) if below else row, column),)

    return read


def _numbers(text: str) -> list[int]:
    """Return the numbers in a text, with letters as the numbers of columns from 0; none if it has words.

    Examples
    --------
    >>> _numbers("0-2"), _numbers("b3"), _numbers("north-1")
    ([0, 2], [1, 3], [])
    """
    found = [] if WORD.search(text.lower()) else NUMBER_OR_LETTER.findall(text.lower())
    return [int(part) if part.isdecimal() else ascii_lowercase.index(part) for part in found]
