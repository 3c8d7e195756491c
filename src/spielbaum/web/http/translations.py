"""The messages of the pages in each language, and its format of numbers."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from spielbaum.errors import Message
from spielbaum.pictures.growth.words import ENGLISH as ENGLISH_OF_GROWTH
from spielbaum.pictures.tree.words import ENGLISH

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Translations:
    """The messages of a language.

    Parameters
    ----------
    language
        One of ``LANGUAGES``.

    Attributes
    ----------
    viewer, growth : mapping
        The messages of the tree viewer, and of the viewer of growing trees.
    sentences : mapping
        The English templates of messages of the library, and their translations.

    Examples
    --------
    >>> Translations("de")("start.title"), Translations("de").number(1234567.5)
    ('Ein Spiel beginnen', '1.234.567,5')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        catalogue = tomllib.loads(files("spielbaum.web").joinpath("texts", f"{language}.toml").read_text("utf-8"))
        self.viewer: Mapping[str, Any] = catalogue.pop("viewer", ENGLISH)
        self.growth: Mapping[str, Any] = catalogue.pop("growth", ENGLISH_OF_GROWTH)
        self.sentences: Mapping[str, str] = catalogue.pop("sentence", {})
        self.entries: Mapping[str, str] = dict(_flat(catalogue))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the messages by their language."""
        return translations_for, (self.language,)

    def __call__(self, key: str, **values: object) -> str:
        """Return the message of a key; numbers, messages and errors among the values are put into its language."""
        return self.entries[key].format_map({name: self._shown(value) for name, value in values.items()})

    def named(self, kind: str, name: str, otherwise: str | None = None) -> str:
        """Return the translation of a name that a game uses; by default the name itself."""
        return self.entries.get(f"{kind}.{name}", name if otherwise is None else otherwise)

    def number(self, value: float, digits: int = 6) -> str:
        """Return a number in the format of the language, rounded to some decimal places."""
        text = f"{value:,.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
        text = "0" if text in ("-0", "") else text
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return text.replace("-", "−")

    def sentence(self, said: Message | BaseException) -> str:
        """Return a message of the library, or that of an error; in English if there is no translation."""
        if isinstance(said, BaseException):
            first = said.args[0] if said.args else ""
            return self.sentence(first if isinstance(first, Message) else Message(str(said)))
        template = self.sentences.get(said.template)
        if template is None:
            return str(said)
        return template.format(*map(self._shown, said.values))

    def _shown(self, value: object) -> object:
        if isinstance(value, Message | BaseException):
            return self.sentence(value)
        return self.number(value) if isinstance(value, int | float) else value


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        found += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return found


@cache
def translations_for(language: str) -> Translations:
    """Return the messages of a language; they are read once."""
    return Translations(language)


def preferred(accepted: str) -> str:
    """Return the supported language with the largest quality in an ``Accept-Language`` header; English by default.

    Examples
    --------
    >>> preferred("fr-CH, de;q=0.8, en;q=0.5"), preferred("")
    ('de', 'en')
    """
    best, best_quality = "en", 0.0
    for part in accepted[:500].split(","):
        name, _, weight = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        match = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", weight)
        quality = float(match[1]) if match else 0.0 if weight else 1.0
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best
