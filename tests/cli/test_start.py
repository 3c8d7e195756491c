"""The start of the command line imports nothing that it does not need."""

import inspect
import json
import subprocess
import sys
import textwrap
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click
import pytest

from spielbaum.cli.app import PANELS, app
from spielbaum.cli.shared.parameters import help_text

HEAVY = {
    "alembic", "distributed", "email", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "pydantic",
    "rich.markdown", "rich.progress", "rich.traceback", "sklearn", "sqlalchemy", "starlette", "uvicorn",
}  # fmt: skip
"""Slow modules that none of the commands below needs."""

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


def test_commands_import_no_search_and_no_game_before_they_need_one() -> None:
    shown = [f"{name} --help" for name in ("check", "bench", "uci", "games")]
    later = [*shown, "--version", "games --json", "show connect-four --moves 4 --json"]
    command = [sys.executable, "-c", STEPS, "--help", "analyze --help", "algorithms", "games", *later]
    steps = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    library = {
        name: [m for m in modules if m.startswith("spielbaum") and m != "spielbaum._version"]
        for name, modules in steps.items()
    }
    assert library["import"] == ["spielbaum"]
    assert {module.split(".")[1] for module in library["--help"][1:]} == {"cli", "errors", "language"}
    assert [module for module in library["--help"] if module.startswith("spielbaum.cli.commands.")] == []
    own = [module for module in library["analyze --help"] if module.startswith("spielbaum.cli.commands.")]
    assert own == ["spielbaum.cli.commands.analyze"]
    for name in ("import", "--help", "analyze --help", "algorithms"):
        assert imported(steps[name], HEAVY | {"spielbaum.games.chess", "spielbaum.games.nim"}) == set()
    assert imported(steps["import"], {"click", "rich"}) == set()
    assert imported(steps["--help"], {"rich"}) == set()
    assert imported(steps["games"], HEAVY) == set()
    assert imported(steps[later[-1]], {"numba", "llvmlite"}) == set()


def test_a_protocol_answers_before_it_imports_a_search() -> None:
    script = "import json, sys; from spielbaum.cli import run; run(['uci']); print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], input="uci\nquit\n", capture_output=True, text=True, check=True
    )
    *answers, modules = done.stdout.splitlines()
    assert answers[-1] == "uciok"
    others = {"spielbaum.games.go", "spielbaum.store", "spielbaum.arena", "spielbaum.players", "rich"}
    assert imported(json.loads(modules), (HEAVY | others) - {"llvmlite"}) == set()


COMMANDS = {name: line for lines in PANELS.values() for name, line in lines.items()}


def test_the_line_of_a_command_is_the_first_paragraph_of_its_help() -> None:
    for name, line in COMMANDS.items():
        own = f"{name}_" if iskeyword(name) else name
        function = getattr(import_module(f"spielbaum.cli.commands.{own}"), own)
        assert line == " ".join(help_text(function).split("\n\n")[0].split())


def test_every_command_and_each_of_its_parameters_is_explained() -> None:
    context = click.Context(app)
    assert app.list_commands(context) == list(COMMANDS)
    for name in COMMANDS:
        command = app.get_command(context, name)
        assert command is not None
        assert inspect.cleandoc(command.help or "")
        for parameter in command.params:
            assert getattr(parameter, "help", None), (name, parameter.name)
    assert app.get_command(context, "sing") is None


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
def test_a_value_of_the_wrong_type_is_refused_in_one_sentence(spielbaum: Any, given: Any, sentence: str) -> None:
    answer = spielbaum("analyze", "nim", *given)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_without_a_command_the_help_is_shown(spielbaum: Any) -> None:
    answer = spielbaum()
    assert (answer.code, answer.err) == (2, "")
    assert answer.out == spielbaum("--help").out
    assert all(f"\n  {name} " in answer.out for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "offered"), [("spielbaum al", "algorithms"), ("spielbaum analyze connect-f", "connect-four")]
)
def test_the_shell_completes_commands_and_games(
    words: str, offered: str, spielbaum: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_SPIELBAUM_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    answer = spielbaum()
    assert (answer.code, answer.out, answer.err) == (0, f"plain,{offered}\n", "")


@pytest.mark.parametrize(
    ("shell", "startup"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/config.fish")]
)
def test_completion_is_installed_once(
    shell: str, startup: str, spielbaum: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    shown = spielbaum("--show-completion")
    assert shown.code == 0
    assert f"_SPIELBAUM_COMPLETE={shell}_complete" in shown.out
    (tmp_path / startup).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / startup).write_text("alias ll='ls -l'\n")
    for _ in range(2):
        answer = spielbaum("--install-completion")
        assert (answer.code, answer.err) == (0, "")
    first, line = (tmp_path / startup).read_text().splitlines()
    assert first == "alias ll='ls -l'"
    script = Path(line.split("source ")[1])
    assert script.read_text() == shown.out.removesuffix("\n")


def test_completion_of_another_shell_is_refused(spielbaum: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    answer = spielbaum("--install-completion")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "spielbaum: completion is available for bash, zsh, fish, not for tcsh\n"
