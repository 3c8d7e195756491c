"""Commands made of functions: annotations of the parameters declare arguments and options."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import click
from click.shell_completion import CompletionItem

from spielbaum.cli.shared.language import OPTION
from spielbaum.language import LANGUAGES, tr

Complete = Callable[[str], Iterable[str]]
"""``prefix -> words with that prefix``, for shell completion."""


@dataclass(frozen=True, kw_only=True)
class Argument:
    """An argument of a command, as metadata of ``Annotated``; a list takes any number of values.

    Attributes
    ----------
    metavar, help
        Its name and explanation in the help.
    complete
        Completes its values in a shell.
    """

    metavar: str
    help: str
    complete: Complete | None = None


@dataclass(frozen=True)
class Option:
    """An option of a command, as metadata of ``Annotated``; a ``bool`` is a switch, and a list may be repeated.

    Attributes
    ----------
    name
        With its hyphens; a switch may have a second name that turns it off, ``--bulk/--no-bulk``.
    metavar, help
        Its value and explanation in the help.
    min, max
        Bounds of a number.
    complete
        Completes its values in a shell.
    """

    name: str
    metavar: str | None = None
    help: str = ""
    min: int | None = None
    max: int | None = None
    complete: Complete | None = None


class TranslatedOption(click.Option):
    """An option whose help is in the language of the command."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return its names and its help."""
        with _translated(self):
            return super().get_help_record(ctx)


class TranslatedArgument(click.Argument):
    """An argument whose help is in the language of the command."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return its name and its help."""
        with _translated(self):
            return super().get_help_record(ctx)


@contextmanager
def _translated(parameter: Any) -> Iterator[None]:
    english = parameter.help
    parameter.help = tr(english) if english else english
    try:
        yield
    finally:
        parameter.help = english


class TranslatedCommand(click.Command):
    """A command whose help is in the language of the command."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, paragraph by paragraph."""
        write_help(self.help, formatter)


def write_help(text: str | None, formatter: click.HelpFormatter) -> None:
    """Write a help text, paragraph by paragraph, in the language of the command."""
    for paragraph in (text or "").split("\n\n"):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(tr(" ".join(paragraph.split())))


def make_command(name: str, function: Callable[..., None]) -> click.Command:
    """Return the command of a function.

    Each parameter is annotated with its type and an `Argument` or `Option`, or with a dataclass whose fields are: a
    group of options that several commands share.

    Examples
    --------
    >>> from typing import Annotated
    >>> @dataclass
    ... class Range:
    ...     first: Annotated[int, Option("--first", metavar="N", help="The first number.")]
    ...     last: Annotated[int, Option("--last", metavar="N", help="The last number.", max=99)] = 9
    >>> def count(name: Annotated[str, Argument(metavar="NAME", help="Of what.")], numbers: Range) -> None:
    ...     print(name, numbers)
    >>> make_command("count", count).main(["sheep", "--first", "2"], standalone_mode=False)
    sheep Range(first=2, last=9)
    """
    groups, parameters = dict[str, Any](), []
    for name_of_one, one in inspect.signature(function).parameters.items():
        if is_dataclass(one.annotation):
            groups[name_of_one] = one.annotation
            parameters += [_parameter(field.name, field.type, field.default) for field in fields(one.annotation)]
        else:
            parameters.append(_parameter(name_of_one, one.annotation, one.default))

    def callback(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        function(**given, **made)

    parameters.append(language_option())
    return TranslatedCommand(name, callback=callback, params=parameters, help=help_text(function))


def language_option() -> click.Option:
    """Return the option ``--language``, which is read before a command runs."""
    names = click.Choice(list(LANGUAGES))
    return TranslatedOption(
        [OPTION], type=names, expose_value=False, help="The language of the output; by default that of the system."
    )


def help_text(function: Callable[..., None]) -> str:
    """Return the docstring of a function without its backquotes."""
    return inspect.cleandoc(function.__doc__ or "").replace("``", "")


def _parameter(name: str, annotation: Any, default: Any) -> click.Parameter:
    kind, declared = get_args(annotation)
    if NoneType in get_args(kind):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    several = get_origin(kind) is list
    required = default in (MISSING, inspect.Parameter.empty)
    attributes: dict[str, Any] = {
        "metavar": declared.metavar,
        "help": declared.help,
        "shell_complete": _completion(declared.complete),
        "required": required,
        **({} if required or several else {"default": default}),
    }
    if isinstance(declared, Argument):
        return TranslatedArgument(
            [name], type=_type(str if several else kind), nargs=-1 if several else 1, **attributes
        )
    if kind is bool:
        return TranslatedOption([declared.name, name], is_flag=True, **attributes)
    shown = default not in (None, "", MISSING, inspect.Parameter.empty)
    item = _type(get_args(kind)[0] if several else kind, declared.min, declared.max)
    return TranslatedOption([declared.name, name], type=item, multiple=several, show_default=shown, **attributes)


def _type(kind: Any, least: int | None = None, most: int | None = None) -> Any:
    if kind is Path:
        return click.Path(path_type=Path)
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if (least, most) == (None, None):
        return kind
    return click.IntRange(least, most) if kind is int else click.FloatRange(least, most)


def _completion(complete: Complete | None) -> Any:
    if complete is None:
        return None
    return lambda _context, _parameter, incomplete: [CompletionItem(word) for word in complete(incomplete)]
