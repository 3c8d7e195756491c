"""Commands that are imported when they are called; until then a name and a line of help stand for each."""

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from keyword import iskeyword
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from spielbaum.cli.shared.light import Light


class Command(Light, TyperCommand):
    """A command that was imported."""


class CommandOnCall(TyperCommand):
    """A command that is not yet imported: a module of its name in ``cli/commands``, with a function of its name.

    A name that Python keeps for itself has ``_`` after it there.

    Parameters
    ----------
    name
        On the command line.
    line
        The first paragraph of its help.
    panel
        Where it stands in the help of the program.
    """

    def __init__(self, name: str, line: str, panel: str) -> None:
        super().__init__(name, help=line, rich_help_panel=panel)

    @cached_property
    def command(self) -> Any:
        """The command itself."""
        own = f"{self.name}_" if iskeyword(str(self.name)) else str(self.name)
        function = getattr(import_module(f"spielbaum.cli.commands.{own}"), own)
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        alone.command(self.name, cls=Command)(function)
        return typer.main.get_command(alone)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Return what the arguments say; the command of the context is the one that was imported."""
        return self.command.make_context(*arguments, **options)


class CommandsOnCall(Light, TyperGroup):
    """Commands by the panels of the help, with a line for each."""

    panels: ClassVar[Mapping[str, Mapping[str, str]]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for panel, lines in self.panels.items():
            for name, line in lines.items():
                self.add_command(CommandOnCall(name, line, panel))
