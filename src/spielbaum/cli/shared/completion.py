"""Completion of commands, games and algorithms by the shell: ``--install-completion`` and ``--show-completion``."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from spielbaum.language import tr

VARIABLE = "_SPIELBAUM_COMPLETE"
"""The environment variable by which a shell asks for completions."""

STARTUP = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}
"""The file that each shell reads when it starts, in the home directory."""

LOAD = {"zsh": "autoload -Uz compinit && compinit -i && source {}"}
"""How a shell loads a script, if not by ``source`` alone."""


def show_completion(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Print the completion script of the user's shell."""
    if wanted:
        click.echo(_script(_shell(), context))
        context.exit()


def install_completion(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Write the completion script to a file that the user's shell loads when it starts."""
    if not wanted:
        return
    shell = _shell()
    startup = Path.home() / STARTUP[shell]
    script = startup.parent / f".spielbaum-complete.{shell}"
    startup.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(_script(shell, context), encoding="utf-8")
    line = LOAD.get(shell, "source {}").format(script)
    known = startup.read_text(encoding="utf-8") if startup.exists() else ""
    if line not in known.splitlines():
        startup.write_text(f"{known.rstrip()}\n{line}\n".lstrip(), encoding="utf-8")
    click.echo(tr("completion is installed for the next {} you start: {} loads {}", shell, startup, script))
    context.exit()


def _shell() -> str:
    """Return the name of the user's shell."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in STARTUP:
        raise click.UsageError(
            tr("completion is available for {}, not for {}", ", ".join(STARTUP), name or "your shell")
        )
    return name


def _script(shell: str, context: click.Context) -> str:
    made = get_completion_class(shell)
    assert made is not None
    return made(context.command, {}, "spielbaum", VARIABLE).source()
