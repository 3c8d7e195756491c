"""What pages say, in the language of the visitor: one catalogue for each language, and how its numbers are written."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from spielbaum.pictures.tree.words import ENGLISH

LONGEST_SENTENCE = 1_000
"""Longer ones stay as they are: what a visitor wrote is in them, and patterns take the third power of its length."""

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Texts:
    """The catalogue of a language.

    Parameters
    ----------
    language
        One of ``LANGUAGES``.

    Attributes
    ----------
    viewer : mapping
        What the tree viewer says.

    Examples
    --------
    >>> Texts("de")("start.title"), Texts("de").number(1234567.5)
    ('Ein Spiel beginnen', '1.234.567,5')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        catalogue = tomllib.loads(files("spielbaum.web").joinpath("texts", f"{language}.toml").read_text("utf-8"))
        self.viewer: Mapping[str, Any] = catalogue.pop("viewer", ENGLISH)
        self._sentences = [(re.compile(row["like"], re.DOTALL), row["text"]) for row in catalogue.pop("sentence", [])]
        self.entries: Mapping[str, str] = dict(_flat(catalogue))

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key, with values in its places; numbers as the language writes them."""
        shown = {
            name: self.number(value) if isinstance(value, int | float) else value for name, value in values.items()
        }
        return self.entries[key].format_map(shown)

    def named(self, kind: str, name: str, otherwise: str | None = None) -> str:
        """Return how something is called that games name: its name itself where the catalogue has none."""
        return self.entries.get(f"{kind}.{name}", name if otherwise is None else otherwise)

    def number(self, value: float, digits: int = 6) -> str:
        """Return a number as the language writes it, with at most so many digits after the point."""
        text = f"{value:,.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
        text = "0" if text in ("-0", "") else text
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return text.replace("-", "−")

    def sentence(self, text: str) -> str:
        """Return a sentence of the library in this language, as far as the catalogue knows it."""
        for pattern, translation in self._sentences if len(text) <= LONGEST_SENTENCE else ():
            if match := pattern.fullmatch(text):
                parts = {name: self.sentence(part) for name, part in match.groupdict(default="").items()}
                return str(translation.format_map(parts))
        return text


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        found += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return found


@cache
def texts_of(language: str) -> Texts:
    """Return the catalogue of a language, read once."""
    return Texts(language)


def preferred(accepted: str) -> str:
    """Return the language that an ``Accept-Language`` likes best; English where it likes none of ours.

    Examples
    --------
    >>> preferred("fr-CH, de;q=0.8, en;q=0.5"), preferred("")
    ('de', 'en')
    """
    best, liked = "en", 0.0
    for part in accepted[:500].split(","):
        name, _, weight = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        match = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", weight)
        quality = float(match[1]) if match else 0.0 if weight else 1.0
        if language in LANGUAGES and quality > liked:
            best, liked = language, quality
    return best
