"""The program: a command is imported when it is called; until then its name and a line of help will do."""

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from spielbaum.cli.shared.parameters import make_command, write_help
from spielbaum.language import tr


class Program(click.Group):
    """The commands, in the panels of the help.

    A command is a module of its name in ``cli/commands`` with a function of its name; a name that is a keyword of
    Python has ``_`` after it there.

    Parameters
    ----------
    panels
        The commands of each panel, with the first paragraph of their help.
    attributes
        Those of a group of Click.
    """

    def __init__(self, panels: Mapping[str, Mapping[str, str]], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.panels = panels

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands."""
        return [name for lines in self.panels.values() for name in lines]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported; None if there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        own = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        return make_command(cmd_name, getattr(import_module(f"spielbaum.cli.commands.{own}"), own))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands, panel by panel."""
        for panel, lines in self.panels.items():
            with formatter.section(tr(panel)):
                formatter.write_dl([(name, tr(line)) for name, line in lines.items()])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write what the program is."""
        write_help(self.help, formatter)
