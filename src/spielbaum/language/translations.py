"""The texts of a language, and its format of numbers."""

import re
import string
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from spielbaum.errors import Message, Sentence

KEY = "text\x04"
"""What stands in a compiled catalogue before the key of a text, whose context is ``text``."""

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Translations:
    """The texts of a language.

    A text has a key, such as ``start.title``, and stands in the catalogue of every language. A sentence of the library
    is its own key: English, as a template.

    Parameters
    ----------
    language
        One of ``LANGUAGES``.

    Examples
    --------
    >>> Translations("de")("start.title"), Translations("de").number(1234567.5)
    ('Ein Spiel beginnen', '1.234.567,5')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._formatter = _LocalFormatter(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the texts by their language."""
        return translations_for, (self.language,)

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key; numbers, messages and errors among the values are put into its language."""
        return self.entries[key].format_map({name: self._shown(value) for name, value in values.items()})

    @property
    def _catalogue(self) -> Mapping[str, str]:
        from spielbaum.language.catalogue import read_catalogue

        return read_catalogue(self.language)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """The texts by their keys."""
        return {key.removeprefix(KEY): text for key, text in self._catalogue.items() if KEY in key}

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        """The translations of sentences by their English templates."""
        found = self._catalogue if self.language != "en" else {}
        return {template: text for template, text in found.items() if template and KEY not in template}

    def named(self, kind: str, name: str, otherwise: str | None = None) -> str:
        """Return the translation of a name that a game uses; by default the name itself."""
        return self.entries.get(f"{kind}.{name}", name if otherwise is None else otherwise)

    def table(self, prefix: str) -> dict[str, Any]:
        """Return the texts whose keys begin with a word and a dot as a table, or a table of tables.

        Examples
        --------
        >>> Translations("de").table("viewer")["ends"]["cut"]
        'abgeschnitten'
        """
        found = dict[str, Any]()
        for key, text in self.entries.items():
            first, *inner = key.split(".")
            if first == prefix:
                table = found
                for name in inner[:-1]:
                    table = table.setdefault(name, {})
                table[inner[-1]] = text
        return found

    def number(self, value: float, digits: int = 6) -> str:
        """Return a number in the format of the language, rounded to some decimal places."""
        text = f"{value:,.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
        text = "0" if text in ("-0", "") else text
        return self.local(text).replace("-", "−")

    def local(self, number: str) -> str:
        """Return an English number with the signs of the language.

        Examples
        --------
        >>> Translations("de").local("1,234.5")
        '1.234,5'
        """
        return number.translate(_GERMAN_SIGNS).replace("%", "\u00a0%") if self.language == "de" else number

    def text(self, shown: str) -> str:
        r"""Return a text of a table: a number with the signs of the language, another text translated.

        Examples
        --------
        >>> [Translations("de").text(shown) for shown in ("≥ 1,234.5", "12.5%", "3-4-5", "nodes")]
        ['≥ 1.234,5', '12,5\xa0%', '3-4-5', 'Knoten']
        """
        if two := _TWO_NUMBERS.fullmatch(shown):
            between = self.sentences.get(two["between"], two["between"])
            return f"{self.local(two['first'])}{between}{self.local(two['second'])}"
        return self.local(shown) if _NUMBER.fullmatch(shown) else self.sentences.get(shown, shown)

    def sentence(self, said: Message | Sentence | BaseException) -> str:
        """Return a message of the library, or that of an error; in English if there is no translation."""
        if isinstance(said, Sentence):
            said = said.message
        if isinstance(said, BaseException):
            first = said.args[0] if said.args else ""
            return self.sentence(first if isinstance(first, Message | Sentence) else Message(str(said)))
        if self.language == "en":
            return str(said)
        template = self.sentences.get(said.template, said.template)
        filled = said.values or said.named
        return self._formatter.vformat(template, said.values, said.named) if filled else template

    def said(self, text: str) -> str:
        """Return a text of a record, which is translated if it knows its message."""
        return self.sentence(text) if isinstance(text, Sentence) else text

    def _shown(self, value: object) -> object:
        if isinstance(value, Message | BaseException):
            return self.sentence(value)
        return self.number(value) if isinstance(value, int | float) else value


_NUMBER = re.compile(r"[-−+±≥≤≈= ]*(\d+|\d{1,3}(,\d{3})+)(\.\d+)?[%kMG]?")
_TWO_NUMBERS = re.compile(rf"(?P<first>{_NUMBER.pattern})(?P<between>–|/| to | of )(?P<second>{_NUMBER.pattern})")

_GERMAN_SIGNS = str.maketrans(",.", ".,")


class _LocalFormatter(string.Formatter):
    """Fills in the template of a sentence: numbers and quotation marks are those of a language."""

    def __init__(self, translations: Translations) -> None:
        self.translations = translations

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value as text: messages translated, and numbers with the signs of the language."""
        if isinstance(value, Message | Sentence | BaseException):
            value = self.translations.sentence(value)
        if isinstance(value, str):
            shown = self.translations.named("system", value)
            return format(self.translations.local(shown) if _NUMBER.fullmatch(shown) else shown, format_spec)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return format(value, format_spec)
        if not format_spec:
            return self.translations.number(value)
        return self.translations.local(format(value, format_spec))

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """Return a quoted value: a text within the quotation marks of the language."""
        if conversion == "r":
            if isinstance(value, Message | Sentence | BaseException):
                return f"„{self.translations.sentence(value)}“"
            if type(value) is str:
                return f"„{repr(value)[1:-1]}“"
        return super().convert_field(value, conversion)

    def check_unused_args(self, used_args: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Allow a translation to leave values out."""


@cache
def translations_for(language: str) -> Translations:
    """Return the texts of a language; they are read once."""
    return Translations(language)
