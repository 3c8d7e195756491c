"""Wheel and sdist are built from a plain copy and checked; the README's commands run in a clean environment."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import spielbaum
from spielbaum.language.catalogue import compile_all

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FALLBACK = PROJECT["tool"]["hatch"]["version"]["fallback-version"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "_version.py", "build", "dist", "htmlcov", "site")


def run(*command: str | Path, where: Path, cache: Path | None = None, patience: float = 280) -> str:
    """Run a program isolated from the environment of the tests, and return its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    environment["SPIELBAUM_CACHE_DIR"] = str(cache or where)
    done = subprocess.run(
        [str(word) for word in command],
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def environment(where: Path, *requirements: str | Path) -> Path:
    """Make a virtual environment and return the directory of its executables."""
    run(sys.executable, "-m", "venv", "--without-pip", where, where=where.parent)
    pip = (sys.executable, "-m", "pip", "--python", where / SCRIPTS / "python")
    run(*pip, "install", "--quiet", *requirements, where=where.parent)
    return where / SCRIPTS


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("package")
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--retries", "1"]
    try:
        answer = subprocess.run(
            [*asked, "--dest", str(where), "hatch-vcs"], capture_output=True, timeout=60, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        answer = 1
    if answer:
        pytest.skip("no package index answers pip, and without one there is nothing to build with")
    return where


@pytest.fixture(scope="module")
def tools(scratch: Path) -> Path:
    return environment(
        scratch / "tools", *PROJECT["dependency-groups"]["package"], *PROJECT["build-system"]["requires"]
    )


@pytest.fixture(scope="module")
def built(scratch: Path, tools: Path) -> dict[str, Path]:
    """Build the sdist from a copy without Git, and the wheel from the sdist."""
    shutil.copytree(ROOT, scratch / "copy", ignore=NOT_COPIED)
    run(
        tools / "python", "-m", "build", "--no-isolation", "--outdir", scratch / "dist", scratch / "copy", where=scratch
    )
    return {path.name.rpartition(".")[2]: path for path in (scratch / "dist").iterdir()}


@pytest.fixture(scope="module")
def installed(scratch: Path, built: dict[str, Path]) -> Path:
    return environment(scratch / "fresh", built["whl"])


@pytest.fixture
def game_directory(tmp_path: Path) -> Path:
    code = next(code for language, code in BLOCKS if language == "python" and "Game(" in code)
    (tmp_path / "mygame.py").write_text(code, encoding="utf-8")
    return tmp_path


def test_sources_that_were_never_built_have_the_fallback_as_their_version() -> None:
    source = (ROOT / "src" / "spielbaum" / "__init__.py").read_text(encoding="utf-8")
    assert re.findall(r'^    _built = "(.*)"', source, re.MULTILINE) == [FALLBACK]
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", spielbaum.__version__)


@pytest.mark.slow
def test_wheel_and_sdist_are_as_they_should_be(tools: Path, built: dict[str, Path], scratch: Path) -> None:
    assert {path.name for path in built.values()} == {
        f"spielbaum-{FALLBACK}-py3-none-any.whl",
        f"spielbaum-{FALLBACK}.tar.gz",
    }
    run(tools / "twine", "check", "--strict", *built.values(), where=scratch)
    run(tools / "check-wheel-contents", built["whl"], where=scratch)


@pytest.mark.slow
def test_the_wheel_contains_every_file_of_the_package(built: dict[str, Path]) -> None:
    compile_all()  # the package has compiled catalogues instead of their sources
    package = ROOT / "src"
    ours = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.is_file()
        and not {"__pycache__"} & set(path.parts)
        and path.name != "_version.py"
        and path.suffix != ".po"
    }
    ours = {path for path in ours if not path.endswith(".po")}
    with zipfile.ZipFile(built["whl"]) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == {name for name in ours if ".egg-info/" not in name} | {"spielbaum/_version.py"}
    assert "spielbaum/py.typed" in packed


@pytest.mark.long
def test_the_installed_program_has_the_version_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "spielbaum", "--version", where=tmp_path) == f"spielbaum {FALLBACK}\n"


@pytest.mark.long
def test_the_commands_of_the_readme_run_in_a_fresh_environment(
    installed: Path, game_directory: Path, scratch: Path
) -> None:
    commands = re.findall(r"^(?:pip install \. && )?spielbaum (.*?)(?:\s+#.*)?$", shell_lines(), re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        assert run(installed / "spielbaum", *command.split(), where=game_directory, cache=scratch / "kernels")


@pytest.mark.long
def test_the_python_of_the_readme_runs_in_a_fresh_environment(
    installed: Path, game_directory: Path, scratch: Path
) -> None:
    code = next(code for language, code in BLOCKS if language == "python" and "search(" in code)
    out = run(installed / "python", "-c", code, where=game_directory, cache=scratch / "kernels")
    assert re.fullmatch(r"\d -?\d+ \d+\n", out)


def shell_lines() -> str:
    return "".join(code for language, code in BLOCKS if language == "sh")
