"""The exact value of every action, for a stream of positions."""

import sys

import click

from spielbaum.cli import BAD_INPUT
from spielbaum.cli.shared.options import BookOption, GameArgument, TableSize, Verbose
from spielbaum.cli.shared.output import print_json


def oracle(
    game: GameArgument, *, book: BookOption = None, table_size: TableSize = None, verbose: Verbose = False
) -> None:
    """Answer each position on standard input with the exact value of every action, as a line of JSON.

    Each line is a position as for ``--position``. A line that is not is answered by an object with ``line`` and
    ``error``, reading continues, and the exit code is 2 at the end.
    """
    from spielbaum.book import read_book
    from spielbaum.book.oracle import Oracle
    from spielbaum.files import lines_of
    from spielbaum.registry import load

    record = load(game)
    asked = Oracle(record, None if book is None else read_book(book, record), table=table_size)
    failed = False
    for number, line in enumerate(lines_of(sys.stdin.buffer), 1):
        answer = {"line": number, **asked.answer(line.rstrip("\r\n"))}
        failed = failed or "error" in answer
        print_json(answer)
    if failed:
        raise click.exceptions.Exit(BAD_INPUT)
