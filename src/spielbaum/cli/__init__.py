"""The command line: a thin front door. Nothing heavy is imported before a command needs it."""

import logging
import os
import sys
import traceback

REPORTS = ("standings", "branching", "games")
"""What ``tournament --report`` can show."""

OK, NEGATIVE, BAD_INPUT, INTERRUPTED, CLOSED = 0, 1, 2, 130, 141
"""Exit codes: done, a negative answer, bad input, Ctrl-C, and a closed pipe, as after ``| head``."""


WIDTH = 100
"""The most characters in a line of help."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit; every expected error is one sentence on stderr."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    from spielbaum.cli.shared.language import language_of, speaking

    with speaking(language_of(arguments, os.environ)):
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    from spielbaum.errors import CompileError, SearchInterruptedError, SpielbaumError, StuckError
    from spielbaum.language import tr

    verbose = "--verbose" in arguments
    if "spielbaum.registry" in sys.modules:  # games of an earlier command are not to blame
        sys.modules["spielbaum.registry"].USER_GAMES.clear()
    if logging.lastResort is not None:  # events, such as a cluster losing its workers
        logging.lastResort.setFormatter(logging.Formatter("spielbaum: %(message)s"))
    try:
        code = _dispatch(_with_report(arguments))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _complain(tr("interrupted"), INTERRUPTED)
    except SearchInterruptedError as error:
        return _complain(tr(error), INTERRUPTED)
    except SpielbaumError as error:
        if verbose:
            details = error.details if isinstance(error, CompileError) and error.details else traceback.format_exc()
            sys.stderr.write(details.rstrip() + "\n")
        if isinstance(error, StuckError) and error.interrupted:
            return _complain(tr(error), INTERRUPTED)
        return _complain(tr(error), BAD_INPUT)
    except (Exception, SystemExit) as error:
        if _is_closed(error):
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - what is flushed at exit has to go somewhere
            return CLOSED
        if isinstance(error, RuntimeError) and _after_interruption(error):
            return _complain(tr("interrupted"), INTERRUPTED)
        return _unexpected(error, verbose=verbose)


def _dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name, or complete them for a shell, and return the exit code."""
    import click
    from click.shell_completion import shell_complete

    from spielbaum.cli.app import app
    from spielbaum.cli.shared.completion import VARIABLE

    if instruction := os.environ.get(VARIABLE):
        return shell_complete(app, {}, "spielbaum", VARIABLE, instruction)
    try:
        with app.make_context("spielbaum", arguments, max_content_width=WIDTH) as context:
            app.invoke(context)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return BAD_INPUT
    except click.exceptions.Exit as stop:
        return stop.exit_code
    return OK


def _unexpected(error: BaseException, *, verbose: bool) -> int:
    """Report an error that no command expects: of the parser, of a game, of the system, or ours."""
    from spielbaum.errors import Message
    from spielbaum.language import tr

    if hasattr(error, "format_message"):  # a usage error of the parser
        return _complain(error.format_message().replace("\n", " ").strip() or tr("see spielbaum --help"), BAD_INPUT)
    from spielbaum.registry import raised_by_game

    sentence = raised_by_game(error) or _outside(error) or _law_broken(error)

    if sentence is None or verbose:
        traceback.print_exc()
    own = Message("this is a fault of Spielbaum, please report it: {!r}", error)
    return _complain(tr(sentence or own), BAD_INPUT)


def _law_broken(error: BaseException) -> str | None:
    """Return the law that a user's game breaks, if it breaks one: what a broken game returns may fail anywhere."""
    from dataclasses import replace

    from spielbaum.checking.check import check_game
    from spielbaum.errors import Message
    from spielbaum.language import tr
    from spielbaum.registry import USER_GAMES

    for text, game in reversed(USER_GAMES.items()):
        for failure in check_game(replace(game, compiled=False), games=3).failures:
            where = Message("after {}", " ".join(failure.moves)) if failure.moves else Message("before any move")
            return tr("{} breaks the law {!r}: {} ({})", game.spec, failure.law, failure.detail, where)
        return tr(
            "{} returned something unexpected ({!r}): spielbaum check {} may find out what", game.spec, error, text
        )
    return None


def _outside(error: BaseException) -> str | None:
    """Return what the system refused, such as writing to a full disk; None if it is another error."""
    from spielbaum.language import tr

    if not isinstance(error, OSError) or error.strerror is None:
        return None
    if error.filename:
        return tr("{}: {}", error.filename, error.strerror)
    return tr("cannot go on: {}", error.strerror)


def _is_closed(error: BaseException) -> bool:
    """Return whether the reader of stdout has closed it."""
    return isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError)


def _after_interruption(error: BaseException | None) -> bool:
    """Return whether an error followed Ctrl-C, as from a lock that was only half acquired."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _with_report(arguments: list[str]) -> list[str]:
    """Give a bare ``--report`` its default: the parser wants a value for every option that may have one."""
    following = [*arguments[1:], ""]
    return [
        "--report=standings" if this == "--report" and after not in REPORTS else this
        for this, after in zip(arguments, following[: len(arguments)], strict=True)
    ]


def _complain(sentence: str, code: int) -> int:
    sys.stderr.write(f"spielbaum: {' '.join(sentence.split())}\n")
    return code
