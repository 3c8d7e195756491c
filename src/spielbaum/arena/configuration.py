"""TOML configuration files; every error names file, line and key."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from spielbaum.arena.toml_lines import Lines
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.files import read_given_text

T = TypeVar("T")
_KINDS = {
    str: Message("a text"),
    int: Message("a whole number"),
    float: Message("a number"),
    bool: Message("true or false"),
    dict: Message("a table"),
    list: Message("a list"),
}
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class Configuration:
    """The keys of a TOML file, read and checked one at a time.

    Parameters
    ----------
    path
        The file, in UTF-8.
    known
        The known keys.

    Raises
    ------
    InputError
        If it cannot be read, is not TOML, or has an unknown key.
    """

    def __init__(self, path: Path, known: Collection[str]) -> None:
        self.path = path
        self.text = read_given_text(path)
        try:
            self._keys = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            line = (place and place[1]) or len(self.text.splitlines()) or 1
            raise InputError(
                Message("{}, line {}: this is not TOML: {}", path, line, _PLACE.sub("", str(error)))
            ) from None
        except (ValueError, RecursionError) as error:  # a number with thousands of digits, or deeply nested lists
            reason = Message("nested too deeply") if isinstance(error, RecursionError) else str(error)
            raise InputError(Message("{} cannot be read: {}", path, reason)) from None
        for key in self._keys:
            self.refuse_unknown(key, known, key)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def error(self, key: str, sentence: str | Message | SpielbaumError, word: str = "") -> InputError:
        """Return an error about a key, with the file and the line of the key, or of a word in its lines."""
        return InputError(Message("{}, line {}: {}: {}", self.path, Lines(self.text).find(key, word), key, sentence))

    @contextmanager
    def at(self, key: str, word: str = "") -> Iterator[None]:
        """Turn errors raised in the block into errors about a key."""
        try:
            yield
        except SpielbaumError as error:
            raise self.error(key, error, word) from error

    def value(self, key: str, default: T, least: int | None = None) -> T:
        """Return the value of a key, which must have the type of the default and be at least ``least``."""
        found = self._keys.get(key, default)
        self._refuse_kind(key, key, found, type(default))
        if least is not None and found < least:
            raise self.error(key, Message("it must be at least {}, not {}", least, found))
        return found  # type: ignore[no-any-return]

    def choice(self, key: str, choices: Collection[str]) -> str:
        """Return the value of a key, which must be one of some texts; the first is the default."""
        found = self.value(key, next(iter(choices)))
        if found not in choices:
            raise self.error(
                key, Message("it must be {}, not {!r}", " or ".join(repr(choice) for choice in choices), found)
            )
        return found

    def entries(self, key: str) -> list[str | dict[str, Any]]:
        """Return the texts and tables of a list; a table with lists as values stands for all combinations."""
        found = self._keys.get(key, [])
        found = found if isinstance(found, list) else [found]
        if not found and key in self._keys:
            raise self.error(key, Message("the list is empty"))
        entries: list[str | dict[str, Any]] = []
        for entry in found:
            if isinstance(entry, dict):
                entries += self._combinations(key, entry)
            elif isinstance(entry, str):
                entries.append(entry)
            else:
                raise self.error(key, Message("each entry must be a text or a table, not {!r}", entry), str(entry))
        return entries

    def table(self, key: str) -> dict[str, Any]:
        """Return the table of a key; an empty one if it is missing."""
        return self.value(key, {})

    def list_of_tables(self, key: str) -> list[dict[str, Any]]:
        """Return the tables of a key, written ``[[key]]``, as they are."""
        found = self._keys.get(key, [])
        for entry in found if isinstance(found, list) else [found]:
            self._refuse_kind(key, key, entry, dict)
        return found if isinstance(found, list) else [found]

    def tables(self, key: str, kinds: Mapping[str, type]) -> list[dict[str, Any]]:
        """Return the tables of a list, with keys of the given types."""
        found = []
        for entry in self.entries(key):
            if isinstance(entry, str):
                raise self.error(
                    key, Message("each entry must be a table with {}, not {!r}", ", ".join(kinds), entry), entry
                )
            for name, value in entry.items():
                self.refuse_unknown(name, kinds, key)
                self._refuse_kind(key, name, value, kinds[name])
            found.append(entry)
        return found

    def _combinations(self, key: str, table: dict[str, Any]) -> list[str | dict[str, Any]]:
        lists = [value if isinstance(value, list) else [value] for value in table.values()]
        for name, values in zip(table, lists, strict=True):
            if not values or any(isinstance(value, dict | list) for value in values):
                raise self.error(
                    key, Message("{} must be a value or a list of values, not {!r}", name, table[name]), name
                )
        return [dict(zip(table, chosen, strict=True)) for chosen in product(*lists)]

    def refuse_unknown(self, name: str, known: Collection[str], key: str) -> None:
        """Raise an error if a name in the table of a key is not known."""
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = Message("did you mean {!r}?", near[0]) if near else Message("there is {}", ", ".join(known))
            raise self.error(key, Message("unknown key {!r}: {}", name, hint), name)

    def _refuse_kind(self, key: str, name: str, value: Any, kind: type) -> None:
        fits = isinstance(value, int | float if kind is float else kind)
        if not fits or (isinstance(value, bool) and kind is not bool):
            where = "it" if name == key else name
            raise self.error(key, Message("{} must be {}, not {!r}", where, _KINDS[kind], value), name)


def written(options: Mapping[str, Any]) -> str:
    """Return options as text.

    Examples
    --------
    >>> written({"width": 6, "gravity": True})
    'width=6,gravity=true'
    """
    texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items()}
    return ",".join(f"{name}={text}" for name, text in texts.items())
