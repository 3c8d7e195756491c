"""The languages of all texts: catalogues of gettext, and the language of a command or a page."""

from spielbaum.language.current import (
    current_language,
    current_texts,
    language_of_environment,
    tr,
    use_language,
    use_language_of_request,
    using_language,
)
from spielbaum.language.translations import LANGUAGES, Translations, translations_for

__all__ = [
    "LANGUAGES",
    "Translations",
    "current_language",
    "current_texts",
    "language_of_environment",
    "tr",
    "translations_for",
    "use_language",
    "use_language_of_request",
    "using_language",
]
