"""Notebooks made of pages of the documentation: prose becomes text, and examples become cells."""

import doctest
import re
import shlex
import textwrap
from collections.abc import Iterator
from itertools import count
from typing import Any

BLOCK = re.compile(r'^(?P<indent> *)```(?P<kind>\w*)(?: title="(?P<title>.+?)")?\n(?P<code>.*?)^ *```$', re.M | re.S)
LINK = re.compile(r"!?\[([^\]]+)\]\((?!https?:)[^)]*\)")
NOTE = re.compile(r'^\?\?\? note "(.+?)"$', re.M)
SUBSTITUTION = re.compile(r"sed 's/(?P<old>.+?)/(?P<new>.*?)/' (?P<source>\S+) > (?P<target>\S+)")

RUN = "from spielbaum.cli import run"
"""Imports what runs the commands of the terminal."""


def notebook(page: str, until: str, text_only: tuple[str, ...] = ()) -> dict[str, Any]:
    r"""Return a notebook.

    Parameters
    ----------
    page
        The page, as Markdown.
    until
        The heading of the first section that is left out, with all after it.
    text_only
        Parts of examples that are shown and not run, because they leave something out.

    Examples
    --------
    >>> made = notebook("# Nim\n\n```console\n$ spielbaum show nim\n(3, 4, 5)\n```\n\n## More\n", "## More")
    >>> print(made["cells"][-1]["source"])
    from spielbaum.cli import run
    <BLANKLINE>
    run(['show', 'nim']);
    """
    numbers, cells, imported = count(), [], False
    for kind, source in _cells(page.partition(f"\n{until}\n")[0], text_only):
        if source.startswith("run(") and not imported:
            source, imported = f"{RUN}\n\n{source}", True
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{next(numbers)}", "metadata": {}, "source": source}
        cells.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _cells(text: str, text_only: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the sources of the cells."""
    at = 0
    for block in BLOCK.finditer(text):
        yield from _prose(text[at : block.start()])
        at = block.end()
        code = textwrap.dedent(block["code"])
        if any(part in code for part in text_only):
            yield "markdown", f"```{block['kind']}\n{code}```"
        elif block["kind"] == "console":
            yield from (
                ("code", cell) for line in code.splitlines() if line.startswith("$ ") for cell in _command(line)
            )
        elif block["kind"] == "pycon":
            yield from (("code", cell) for cell in _examples(code))
        elif block["kind"] == "python":
            yield "code", (f"%%writefile {block['title']}\n" if block["title"] else "") + code.rstrip()
        else:
            yield "markdown", block[0]
    yield from _prose(text[at:])


def _prose(text: str) -> Iterator[tuple[str, str]]:
    """Yield a cell of text, without links to other pages."""
    text = NOTE.sub(r"**\1**", LINK.sub(r"\1", text)).strip()
    if text:
        yield "markdown", text


def _command(line: str) -> Iterator[str]:
    """Yield what a line of a terminal is in Python."""
    if found := SUBSTITUTION.search(line):
        changed = f're.sub(r"{found["old"]}", "{found["new"]}", Path("{found["source"]}").read_text())'
        yield f'import re\nfrom pathlib import Path\n\nPath("{found["target"]}").write_text({changed});'
    elif line.startswith("$ spielbaum "):
        yield f"run({shlex.split(line)[2:]});"


def _examples(code: str) -> Iterator[str]:
    """Yield the cells of a dialogue: each ends with an expression whose value was shown."""
    sources = ""
    for example in doctest.DocTestParser().get_examples(code):
        sources += example.source
        if example.want:
            yield sources.rstrip()
            sources = ""
    if sources:
        yield sources.rstrip()
