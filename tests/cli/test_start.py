"""The start of the command line: what is not imported, because nothing on the way needs it."""

import inspect
import json
import subprocess
import sys
import textwrap
from importlib import import_module
from keyword import iskeyword
from typing import Any

import pytest
import typer

from spielbaum.cli.app import PANELS, app
from spielbaum.cli.shared.on_call import CommandOnCall

HEAVY = {
    "alembic", "distributed", "email", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "pydantic",
    "rich.markdown", "rich.progress", "rich.traceback", "sklearn", "sqlalchemy", "starlette", "uvicorn",
}  # fmt: skip
"""Modules that take long, of which none of the commands below has any use."""

STEPS = textwrap.dedent(
    """
    import contextlib, io, json, sys
    import spielbaum
    steps = {"import": list(sys.modules)}
    from spielbaum.cli import run
    for arguments in sys.argv[1:]:
        with contextlib.redirect_stdout(io.StringIO()):
            assert run(arguments.split()) == 0
        steps[arguments] = list(sys.modules)
    print(json.dumps(steps))
    """
)


def imported(modules: list[str], names: set[str]) -> set[str]:
    return {name for name in names if any(f"{module}.".startswith(f"{name}.") for module in modules)}


def test_what_needs_no_search_and_no_game_imports_none() -> None:
    command = [sys.executable, "-c", STEPS, "--help", "analyze --help", "algorithms", "games"]
    steps = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    library = {
        name: [m for m in modules if m.startswith("spielbaum") and m != "spielbaum._version"]
        for name, modules in steps.items()
    }
    assert library["import"] == ["spielbaum"]
    assert {module.split(".")[1] for module in library["--help"][1:]} == {"cli", "errors"}
    assert [module for module in library["--help"] if module.startswith("spielbaum.cli.commands.")] == []
    own = [module for module in library["analyze --help"] if module.startswith("spielbaum.cli.commands.")]
    assert own == ["spielbaum.cli.commands.analyze"]
    for name in ("import", "--help", "analyze --help", "algorithms"):
        assert imported(steps[name], HEAVY | {"spielbaum.games.chess", "spielbaum.games.nim"}) == set()
    assert imported(steps["import"], {"typer", "rich"}) == set()
    assert imported(steps["games"], HEAVY) == set()


def test_a_protocol_says_what_it_can_before_it_imports_more() -> None:
    script = "import json, sys; from spielbaum.cli import run; run(['uci']); print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], input="uci\nquit\n", capture_output=True, text=True, check=True
    )
    *answers, modules = done.stdout.splitlines()
    assert answers[-1] == "uciok"
    others = {"spielbaum.games.go", "spielbaum.store", "spielbaum.arena", "spielbaum.players", "rich"}
    assert imported(json.loads(modules), (HEAVY | others) - {"llvmlite"}) == set()


COMMANDS = {name: (panel, line) for panel, lines in PANELS.items() for name, line in lines.items()}


def test_the_line_of_a_command_is_the_first_paragraph_of_its_help() -> None:
    for name, (_, line) in COMMANDS.items():
        own = f"{name}_" if iskeyword(name) else name
        function = getattr(import_module(f"spielbaum.cli.commands.{own}"), own)
        first = inspect.cleandoc(function.__doc__).split("\n\n")[0]
        assert line == " ".join(first.split())


def test_the_program_offers_what_its_table_names() -> None:
    program: Any = typer.main.get_command(app)
    assert program.commands.keys() == COMMANDS.keys()
    assert {command.rich_help_panel for command in program.commands.values()} == PANELS.keys()
    assert all(isinstance(command, CommandOnCall) for command in program.commands.values())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--depth", "two"), "Invalid value for '--depth'"),
        (("--depth", "2.5"), "Invalid value for '--depth'"),
        (("--depth", ""), "Invalid value for '--depth'"),
        (("--seconds", "long"), "Invalid value for '--seconds'"),
        (("--depth",), "Option '--depth' requires an argument."),
    ],
)
def test_values_that_are_not_plain_are_refused_by_a_sentence(spielbaum: Any, given: Any, sentence: str) -> None:
    answer = spielbaum("analyze", "nim", *given)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "offered"), [("spielbaum al", "algorithms"), ("spielbaum analyze connect-f", "connect-four")]
)
def test_the_shell_completes_commands_and_games(
    words: str, offered: str, spielbaum: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_SPIELBAUM_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    answer = spielbaum()
    assert (answer.code, answer.out, answer.err) == (0, f"{offered}\n", "")
