"""The last output of an engine, for error messages."""

from collections import deque

from spielbaum.errors import Sentence

LINES, CHARACTERS = 3, 240


class LastWords:
    """The last lines of an engine on stdout and stderr. Any thread may add lines."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=LINES)

    def add(self, line: str) -> None:
        """Record a line, unless it is empty."""
        text = "".join(letter if letter.isprintable() else " " for letter in line[-CHARACTERS:]).strip()
        if text:
            self._lines.append(text)

    def __str__(self) -> str:
        """Return the last words as the end of a sentence.

        Examples
        --------
        >>> words = LastWords()
        >>> str(words)
        'it wrote nothing'
        >>> words.add("Segmentation fault")
        >>> str(words)
        "its last words were 'Segmentation fault'"
        """
        text = " / ".join(tuple(self._lines))
        return Sentence("its last words were {!r}", text[-CHARACTERS:]) if text else Sentence("it wrote nothing")
