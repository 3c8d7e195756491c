"""The catalogues: ``.po`` files, compiled by Babel to ``.mo`` files, which the standard library reads.

An installed package has the compiled catalogues only. In a checkout they are made anew when their source is newer.
"""

import gettext
import io
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.files import replacing
from spielbaum.language.translations import LANGUAGES

FOLDER = Path(__file__).parent / "catalogues"

DOMAINS = {"spielbaum": "", "click": "click-"}
"""The domains of gettext, with the beginning of the name of their sources: our texts, and those of Click."""


def source_of(language: str, domain: str = "spielbaum") -> Path:
    """Return the path of the source of a catalogue."""
    return FOLDER / f"{DOMAINS[domain]}{language}.po"


def compiled(language: str, domain: str = "spielbaum") -> bytes:
    """Return a compiled catalogue, which is made anew if its source is newer.

    Raises
    ------
    SpielbaumError
        If it was never compiled, and Babel is missing.
    """
    source, target = source_of(language, domain), FOLDER / language / "LC_MESSAGES" / f"{domain}.mo"
    is_there = target.exists()
    if is_there and not (source.exists() and source.stat().st_mtime > target.stat().st_mtime):
        return target.read_bytes()
    try:
        content = compile_catalogue(source, language)
    except ImportError:
        if is_there:
            return target.read_bytes()
        raise SpielbaumError(
            Message("the catalogue {} is not compiled: install Babel, or the package itself", source.name)
        ) from None
    with suppress(OSError, InputError):  # a folder that is read only
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as path:
            path.write_bytes(content)
    return content


def compile_all() -> None:
    """Compile all catalogues whose sources are newer."""
    for domain in DOMAINS:
        for language in LANGUAGES:
            if source_of(language, domain).exists():
                compiled(language, domain)


def compile_catalogue(source: Path, language: str) -> bytes:
    """Return a catalogue in the compiled form; equal sources give equal bytes."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        found = read_po(file, locale=language, abort_invalid=True)
    found.creation_date = found.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    content = io.BytesIO()
    write_mo(content, found)
    return content.getvalue()


def read_catalogue(language: str) -> Mapping[str, str]:
    """Return the texts of a language: translations by English sentences, and texts by their keys, after ``KEY``."""
    found: Mapping[str, str] = vars(gettext.GNUTranslations(io.BytesIO(compiled(language))))["_catalog"]
    return found
