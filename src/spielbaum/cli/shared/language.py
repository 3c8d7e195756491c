"""The language of a command: of ``--language``, or of the environment."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise

from spielbaum.language import LANGUAGES, language_of_environment, using_language

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
    if language == "en":
        with using_language(language), _variable("LANGUAGE", language):
            yield
        return
    import gettext

    from spielbaum.language.catalogue import FOLDER, compiled

    compiled(language, "click")
    before = gettext.textdomain()
    gettext.bindtextdomain("click", str(FOLDER))
    gettext.textdomain("click")
    try:
        with using_language(language), _variable("LANGUAGE", language):
            yield
    finally:
        gettext.textdomain(before)


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment for a block: gettext finds the language of Click's messages there."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before
