"""The language of a command: of ``--language``, or of the environment."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import pairwise

from spielbaum.language import LANGUAGES, current_language, language_of_environment, use_language

OPTION = "--language"


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of a command; JSON is English unless the command says otherwise.

    Examples
    --------
    >>> german = {"LANG": "de_DE.UTF-8"}
    >>> [language_of(text.split(), german) for text in ("games", "games --json", "games --json --language de")]
    ['de', 'en', 'de']
    """
    given = [after for this, after in pairwise(arguments) if this == OPTION]
    given += [this.removeprefix(f"{OPTION}=") for this in arguments if this.startswith(f"{OPTION}=")]
    known = [language for language in given if language in LANGUAGES]
    if known:
        return known[-1]
    return "en" if "--json" in arguments else language_of_environment(environment)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a block, and for the messages of Click in it."""
    with _process(language), nullcontext() if language == "en" else _click(language):
        yield


@contextmanager
def _click(language: str) -> Iterator[None]:
    """Use the catalogue of Click's messages for a block."""
    import gettext

    from spielbaum.language.catalogue import FOLDER, compiled

    compiled(language, "click")
    before = gettext.textdomain()
    gettext.bindtextdomain("click", str(FOLDER))
    gettext.textdomain("click")
    try:
        yield
    finally:
        gettext.textdomain(before)


@contextmanager
def _process(language: str) -> Iterator[None]:
    """Choose the language of the process for a block, also in the environment, where gettext looks for it."""
    before, variable = current_language(), os.environ.get("LANGUAGE")
    use_language(language)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        use_language(before)
        os.environ.pop("LANGUAGE")
        if variable is not None:
            os.environ["LANGUAGE"] = variable
