"""The language of what runs: English, until a command or a page chooses another."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from spielbaum.errors import Message, Sentence
from spielbaum.language.translations import LANGUAGES, Translations, translations_for

_of_context: ContextVar[str | None] = ContextVar("language", default=None)

_of_process = "en"

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that name a language; the first that is set decides."""


def current_language() -> str:
    """Return the current language, one of ``LANGUAGES``."""
    return _of_context.get() or _of_process


def use_language(language: str) -> None:
    """Choose the language of the process, one of ``LANGUAGES``, in all threads."""
    global _of_process
    _of_process = language


def use_language_of_request(language: str) -> None:
    """Choose the language of what is called from here on, such as a request: of its task and its threads."""
    _of_context.set(language)


@contextmanager
def using_language(language: str) -> Iterator[None]:
    """Choose the current language for a block, in this thread."""
    token = _of_context.set(language)
    try:
        yield
    finally:
        _of_context.reset(token)


def current_texts() -> Translations:
    """Return the texts of the current language."""
    return translations_for(current_language())


def tr(template: str | Message | BaseException, *values: object, **named: object) -> str:
    """Return a sentence in the current language: a template with its values, a message, or that of an error or a text.

    Examples
    --------
    >>> tr("there are {} heaps, not {}", 3, 4)
    'there are 3 heaps, not 4'
    >>> with using_language("de"):
    ...     tr("there are {} heaps, not {}", 3, 4)
    'es gibt 3 Haufen, nicht 4'
    """
    if isinstance(template, str) and not isinstance(template, Sentence):
        template = Message(template, *values, **named)
    return current_texts().sentence(template)


def language_of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the variables of an environment name; English if it is not one of ``LANGUAGES``.

    Examples
    --------
    >>> language_of_environment({"LANG": "de_AT.UTF-8"}), language_of_environment({"LANG": "de_DE", "LC_ALL": "C"})
    ('de', 'en')
    """
    chosen = next(filter(None, map(environment.get, VARIABLES)), "")
    known = (name.partition("_")[0].partition(".")[0].lower() for name in chosen.split(":"))
    return next((name for name in known if name in LANGUAGES), "en")
