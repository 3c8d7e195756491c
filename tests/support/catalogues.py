"""The sentences of the source, and the catalogues of their translations, sorted and without what no source has.

    python tests/support/catalogues.py

sorts the catalogues in ``src/spielbaum/language/catalogues``, adds the sentences that are missing, with an empty
translation, and drops those that are obsolete.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import escape, read_po

import spielbaum
from spielbaum.cli.app import app
from spielbaum.language.catalogue import DOMAINS
from spielbaum.language.translations import LANGUAGES

SOURCE = Path(spielbaum.__file__).parent

CATALOGUES = Path(__file__).parents[2] / "src" / "spielbaum" / "language" / "catalogues"
"""The sources of the catalogues, which an installed package lacks."""

MARKS = {"Failure", "Message", "Sentence", "law", "tr"}
"""The functions whose first argument is a sentence to be translated."""

WORD = re.compile(r"[^\W\d](?![^{]*\})")
"""A letter outside of placeholders: what has none needs no translation."""

IN_TEMPLATE = re.compile(r"""\btr\(("[^"]*"|'[^']*')""")
"""A sentence in a template."""

TABLES = {"table", "fitting_table", "print_facts"}
"""The functions of the command line that translate the names of columns and of lines."""

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def source_of(language: str, domain: str = "spielbaum") -> Path:
    """Return the path of the source of a catalogue."""
    return CATALOGUES / f"{DOMAINS[domain]}{language}.po"


@cache
def sentences() -> tuple[frozenset[str], frozenset[str]]:
    """Return the marked sentences of the source, and all its literals."""
    marked, literals = set[str](), set[str]()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals |= {node.value, node.value.lstrip(">")}
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                marked |= set(_texts(node.args[0])) if name in MARKS else set()
                marked |= set(_columns(node)) if name in TABLES and "cli" in path.parts else set()
    marked |= set(_help_texts())
    for path in SOURCE.rglob("*.html"):
        marked |= {ast.literal_eval(text) for text in IN_TEMPLATE.findall(path.read_text(encoding="utf-8"))}
    literals |= marked
    return frozenset(marked), frozenset(literals)


def _texts(argument: ast.expr) -> Iterator[str]:
    """Yield the texts that an argument may be."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and WORD.search(argument.value):
        yield argument.value
    if isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)


def _columns(call: ast.Call) -> Iterator[str]:
    """Yield the names of columns in the call of a table."""
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and WORD.search(argument.value):
            yield argument.value.lstrip(">")


def _help_texts() -> Iterator[str]:
    """Yield the help of the program, of its commands, paragraph by paragraph, and of their parameters."""
    context = click.Context(app)
    commands = [app, *(app.get_command(context, name) for name in app.list_commands(context))]
    for command in filter(None, commands):
        yield from (" ".join(paragraph.split()) for paragraph in (command.help or "").split("\n\n") if paragraph)
        yield from (text for one in command.params if (text := getattr(one, "help", None)))
    for panel, lines in app.panels.items():
        yield from (panel, *lines.values())


def read(language: str, domain: str = "spielbaum") -> Catalog:
    """Return a catalogue."""
    with source_of(language, domain).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def written(catalogue: Catalog, language: str) -> str:
    """Return the text of a catalogue: sorted, a line for each text."""
    found = sorted((one for one in catalogue if one.id), key=lambda one: (one.context or "", str(one.id)))
    return "\n".join([HEADER.format(language=language), *map(_entry, found)])


def _entry(one: Message) -> str:
    lines = [*(f"# {line}" for line in one.user_comments), *([f"msgctxt {escape(one.context)}"] if one.context else [])]
    if isinstance(one.id, tuple):
        lines += [f"msgid {escape(one.id[0])}", f"msgid_plural {escape(one.id[1])}"]
        lines += [f"msgstr[{number}] {escape(text)}" for number, text in enumerate(one.string)]
    else:
        lines += [f"msgid {escape(one.id)}", f"msgstr {escape(str(one.string or ''))}"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Rewrite the catalogues, and report what is missing; the exit code is 1 if something is."""
    marked, literals = sentences()
    missing = 0
    for language in LANGUAGES:
        for domain in DOMAINS:
            path = source_of(language, domain)
            if not path.exists():
                continue
            catalogue = read(language, domain)
            if domain == "spielbaum" and language != "en":
                for one in list(catalogue):
                    if one.id and not one.context and (one.id not in literals or not WORD.search(one.id)):
                        catalogue.delete(one.id)
                        print(f"{path.name}: dropped {one.id!r}")
                for sentence in sorted(marked):
                    if catalogue.get(sentence) is None:
                        catalogue.add(sentence)
            for one in catalogue:
                if one.id and not one.string:
                    missing += 1
                    print(f"{path.name}: no translation of {one.id!r}")
            path.write_text(written(catalogue, language), encoding="utf-8")
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
