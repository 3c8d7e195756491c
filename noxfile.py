"""What a contributor runs: ``nox -s quick`` while working, ``nox`` before a pull request, ``nox -l`` for the list."""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.sessions = ["lint", "types", "quick"]
nox.options.reuse_existing_virtualenvs = True

LOWEST = [
    "tests/kernel",
    "tests/search/driver",
    "tests/cli/test_commands.py",
    "tests/store",
    "tests/web/pages",
    "tests/web/views",
]
"""What shows in a quarter of an hour whether the oldest versions allowed still do."""

COMPILED = [
    "tests/kernel",
    "tests/search/algorithms/test_agreement.py",
    "tests/search/algorithms/test_counts.py",
    "tests/test_house.py",
]
"""What shows in a few minutes whether a version of Numba compiles what it should."""


@nox.session
def quick(session: nox.Session) -> None:
    """Run the quick tier of the tests: a few minutes."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", "-n", "auto", "--tier=quick", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests as the README does; arguments after -- go to pytest."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def night(session: nox.Session) -> None:
    """Run what may take long: tests that are marked so, and every property with more examples."""
    session.install(".[test]", *nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), "lite"))
    session.run("python", "-m", "pytest", "-n", "auto", "--tier=long", *session.posargs)


@nox.session
def stock(session: nox.Session) -> None:
    """Run the tests of kernels, algorithms and games with kernels that Numba compiles without our passes."""
    session.install(".[test]")
    tests = session.posargs or [*COMPILED, "tests/compiler", "tests/games", "tests/search/algorithms"]
    session.run("python", "-m", "pytest", "-n", "auto", *tests, env={"SPIELBAUM_NUMBA": "stock"})


@nox.session
def lint(session: nox.Session) -> None:
    """Look for what ruff finds."""
    session.install("ruff>=0.6")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of the package, and those that the public names promise."""
    session.install(".[dev]")
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation into site/, and fail at a broken link."""
    session.install(".[docs]")
    session.run("mkdocs", "build", "--strict", "--quiet", env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation into site/, with the application and the notebooks in it: minutes, and npm."""
    session.install(".[docs,web]", *nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), "lite"))
    session.run("mkdocs", "build", "--strict", "--quiet", env={"NO_MKDOCS_2_WARNING": "1", "SPIELBAUM_DOCS": "whole"})


@nox.session
def lite(session: nox.Session) -> None:
    """Build the notebooks into lite/ and test them in a browser: minutes, npm and Chromium."""
    session.install(".[test]", *nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), "lite"))
    session.run("python", "docs/lite/build.py", "lite", *session.posargs)
    session.run("python", "-m", "pytest", "tests/browser/test_notebooks_in_a_page.py", "--tier=long")


@nox.session
def courses(session: nox.Session) -> None:
    """Run the examples of courses in nbgrader and Otter-Grader: minutes."""
    session.install(".[test]", *nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), "courses"))
    session.run("python", "-m", "pytest", "tests/grading/test_course_examples.py", "--tier=all")


@nox.session
def bench(session: nox.Session) -> None:
    """Time the benchmark suite; arguments after -- go to spielbaum bench."""
    session.install(".")
    session.run("spielbaum", "bench", *(session.posargs or ["connect-four"]))


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure lines and branches, of worker processes too; arguments after -- go to pytest."""
    session.install("-e", ".[dev]")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "-n", "auto", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "html", "--quiet")
    session.run("coverage", "report", "--skip-covered", "--sort", "cover")


@nox.session
def package(session: nox.Session) -> None:
    """Build wheel and sdist into dist/, check them, and run the README's commands in a fresh environment."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", "tests/test_package.py", "--tier=all")
    session.install(*nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), "package"))
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build")
    built = [str(path) for path in sorted(Path("dist").iterdir())]
    session.run("twine", "check", "--strict", *built)
    session.run("check-wheel-contents", *(name for name in built if name.endswith(".whl")))


@nox.session(venv_backend="uv", python="3.11")
def lowest(session: nox.Session) -> None:
    """Run a part of the tests with the oldest version of every direct dependency that is allowed."""
    session.install("--resolution", "lowest-direct", ".[test]")
    session.run("python", "-m", "pytest", "-n", "auto", *(session.posargs or LOWEST))


@nox.session(name="numba-next")
def numba_next(session: nox.Session) -> None:
    """Run the tests of compiled code with the newest Numba, pre-releases included, by our passes and by Numba alone."""
    session.install(".[test]")
    session.install("--pre", "--upgrade", "numba", "llvmlite")
    session.run(
        "python", "-c", "import llvmlite, numba; print('Numba', numba.__version__, 'llvmlite', llvmlite.__version__)"
    )
    for way in ("", "stock"):
        session.run(
            "python", "-m", "pytest", "-n", "auto", *(session.posargs or COMPILED), env={"SPIELBAUM_NUMBA": way}
        )
