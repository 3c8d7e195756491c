"""The line of a key in a TOML file, which the parser of the standard library does not report."""

import re
import tomllib

_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\")\s*=")
_HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)")


class Lines:
    r"""The lines of a TOML file by its top-level keys.

    Parameters
    ----------
    text
        The text of a valid TOML file.

    Examples
    --------
    >>> lines = Lines('seed = 1\ngames = [\n  "nim",\n  "chess",\n]\n[openings]\nplies = 4')
    >>> lines.find("seed"), lines.find("games"), lines.find("games", "chess"), lines.find("openings", "plies")
    (1, 2, 4, 7)
    """

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._key_of_line = list(self._keys())

    def find(self, key: str, word: str = "") -> int:
        """Return the line number of a key, or of the first of its lines with a word; 1 if there is no such key."""
        own = [number for number, found in enumerate(self._key_of_line) if found == key]
        with_word = [number for number in own if word in self._lines[number]]
        return (with_word or own or [0])[0] + 1

    def _keys(self) -> list[str]:
        """Return the top-level key of each line."""
        keys, key, table = [], "", ""
        for number, line in enumerate(self._lines):
            if self._begins_statement(number):
                if header := _HEADER.match(line):
                    key = table = header[1]
                elif (match := _KEY.match(line)) and not table:
                    key = match[1].strip('"')
            keys.append(key)
        return keys

    def _begins_statement(self, number: int) -> bool:
        """Whether the text before a line is complete, so that the line is not inside a list or a multi-line string."""
        try:
            tomllib.loads("\n".join(self._lines[:number]))
        except tomllib.TOMLDecodeError:
            return False
        return True
