"""Notebooks that run in a web page: JupyterLite with Spielbaum, Pyodide and the pages of the documentation.

    python docs/lite/build.py OUT [GAME...]

OUT is the folder to write; the kernels of the games are shipped, by default those of all registered games. It
needs the dependency group ``lite``, and pip and npm, which fetch packages. The pages ask no other host for anything:
Pyodide's lock file is written anew, with no other packages than those beside it.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import spielbaum
from pages import notebook
from spielbaum.browser.runtime import RUNTIME, pyodide_folder
from spielbaum.kernel.shipped import SETTING, SUFFIX
from spielbaum.kernel.target import SETTING as TARGET
from spielbaum.kernel.target import WASM32
from spielbaum.registry import names
from spielbaum.session.preparing import prepare_for_browser

DOCS = Path(__file__).parents[1]

PAGES = {
    "Your first game": ("tutorial.md", "## A board of squares", ("function=counts",)),
    "Five tasks in Python": ("python-api.md", "## In other processes", ()),
}
"""The notebooks: the page, the section before which they end, and examples that are not run."""

BEGINS = """*This page runs in your browser, and needs neither an editor nor a terminal. The first cell takes a few
seconds, in which Python starts. `run(["analyze", "nim"])` is the command `spielbaum analyze nim`.*"""
"""What comes after the title of each notebook."""

LOCK = "pyodide-lock.json"
BEGINNING = ("comm", "ipykernel", "ipython", "jedi", "micropip", "piplite", "pyodide-kernel")
"""The packages that JupyterLite starts with."""

OURS = (
    "click", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "platformdirs", "rich", "sqlalchemy",
    "typing_extensions",
)  # fmt: skip
"""The packages that Spielbaum imports, of which those of this environment are taken; all work without compiled code."""

COMPARED = (
    "minimax", "negamax", "alpha-beta-negamax", "mtdf", "pvs", "alpha-beta:order=none", "alpha-beta:order=static",
)  # fmt: skip
"""The algorithms that the first notebook compares, besides those of the levels."""

COMPILE = """
import sys
from contextlib import suppress
from spielbaum.errors import SpielbaumError
from spielbaum.session.preparing import file_of

algorithms, games = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
for game in games:
    for algorithm in algorithms:
        with suppress(SpielbaumError):  # a game has no order to be static
            file = file_of(game, algorithm)
            print(file.hash, file.path)
"""
"""Compiles the kernels of algorithms for the browser, and prints the hash of the name and the file of each."""

SMALL = "connect-four:width=5,height=4"
"""The game of most examples of the second notebook."""

KERNELS = "spielbaum_kernels"
SITE_PACKAGES = "/lib/python3.14/site-packages"

NOTEBOOK = "@jupyterlab/notebook-extension:tracker"
EXTENSION_SETTINGS = "@jupyterlite/pyodide-kernel-extension:kernel"
EXTENSION = "@jupyterlite/pyodide-kernel-extension/static/pypi"
"""Where the extension of JupyterLite has packages of its own."""


def main(out: Path, games: Sequence[str]) -> None:
    """Write the notebooks, and all that runs them, into a folder."""
    if not shutil.which("jupyter-lite"):
        sys.exit("build.py: jupyter-lite is missing: pip install --group lite")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        contents, runtime = work / "contents", work / "static" / "pyodide"
        contents.mkdir()
        written: list[str] = []
        for title, (page, until, text_only) in PAGES.items():
            made = notebook((DOCS / page).read_text(encoding="utf-8"), until, text_only)
            first = made["cells"][0]
            first["source"] = first["source"].replace("\n\n", f"\n\n{BEGINS}\n\n", 1)
            (contents / f"{title}.ipynb").write_text(json.dumps(made), encoding="utf-8")
            written += [str(path) for path in _files_of(made, work)]
        runtime.mkdir(parents=True)
        for name in RUNTIME:
            shutil.copy(pyodide_folder() / name, runtime)
        _add_packages(runtime, [*games, *written])
        environment = {"HOME": "/home/pyodide", SETTING: f"{SITE_PACKAGES}/{KERNELS}"}
        options = {"packages": [*BEGINNING, "spielbaum"], "env": environment}
        settings = {"disablePyPIFallback": True, "loadPyodideOptions": options}
        configuration = {
            "appUrl": "./tree",
            "litePluginSettings": {EXTENSION_SETTINGS: settings},
            "settingsOverrides": {NOTEBOOK: {"windowingMode": "none"}},
        }
        document = {"jupyter-lite-schema-version": 0, "jupyter-config-data": configuration}
        (work / "jupyter-lite.json").write_text(json.dumps(document), encoding="utf-8")
        command = ["jupyter-lite", "build", "--lite-dir", work, "--contents", contents, "--output-dir", out]
        subprocess.run(
            [*command, "--apps", "notebooks", "--apps", "tree", "--no-sourcemaps"],
            cwd=work,
            check=True,
            stdout=subprocess.DEVNULL,
        )


def _files_of(made: Any, folder: Path) -> Iterator[Path]:
    """Yield the files that the cells of a notebook write, written into a folder."""
    for cell in made["cells"]:
        head, _, content = cell["source"].partition("\n")
        if head.startswith("%%writefile "):
            path = folder / head.split()[1]
            path.write_text(f"{content}\n", encoding="utf-8")
            yield path


def _add_packages(folder: Path, games: Sequence[str]) -> None:
    """Add the packages to a folder with Pyodide, and write its lock file anew, with them alone."""
    lock = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    known = {_normal(name): entry for name, entry in lock["packages"].items()}
    theirs = _with_dependencies(known, [name for name in BEGINNING if name in known] + ["pygments"])
    wanted = [f"{known[name]['name']}=={known[name]['version']}" for name in theirs]
    options = ["--no-deps", "--only-binary=:all:", "--platform", "any", "--python-version", "3.14", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, "--dest", folder, *wanted, "comm"], check=True)
    extension = Path(sys.prefix, "share", "jupyter", "labextensions", EXTENSION)
    for name in ("ipykernel", "piplite", "pyodide_kernel"):
        for wheel in extension.glob(f"{name}-*.whl"):
            shutil.copy(wheel, folder)
    for name in OURS:
        files = distribution(name).files or ()
        modules = {file.as_posix(): Path(str(file.locate())) for file in files if file.suffix == ".py"}
        _write_wheel(folder, name, distribution(name).version, modules)
    source = Path(spielbaum.__file__).parent
    modules = {
        f"spielbaum/{path.relative_to(source).as_posix()}": path for path in source.rglob("*") if _is_module(path)
    }
    _write_wheel(folder, "spielbaum", spielbaum.__version__, modules)
    kernels = {f"{KERNELS}/{one.hash}{SUFFIX}": Path(one.path) for one in prepare_for_browser(games) if one.path}
    kernels |= {f"{KERNELS}/{digest}{SUFFIX}": path for digest, path in _compared(games)}
    _write_wheel(folder, KERNELS, spielbaum.__version__, kernels)
    wheels = sorted(folder.glob("*.whl"))
    entries = {_normal(wheel.name.partition("-")[0]): _entry(wheel) for wheel in wheels}
    for name in theirs:
        entries[name]["depends"] = known[name]["depends"]
    entries["spielbaum"]["depends"] = [*map(_normal, OURS), _normal(KERNELS), "pygments"]
    (folder / LOCK).write_text(json.dumps({"info": lock["info"], "packages": entries}), encoding="utf-8")


def _compared(games: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the hashes and the files of the kernels of algorithms that a notebook compares on games of files."""
    files = [text for text in games if text.endswith(".py")]
    command = [sys.executable, "-c", COMPILE, *COMPARED, "--", *files]
    done = subprocess.run(command, env={**os.environ, TARGET: WASM32}, check=True, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        digest, _, path = line.partition(" ")
        yield digest, Path(path)


def _with_dependencies(known: Mapping[str, Any], names: list[str]) -> list[str]:
    """Return names of packages with those that they depend on."""
    found: dict[str, None] = {}
    while names:
        name = _normal(names.pop())
        if name not in found:
            found[name] = None
            names += known[name]["depends"]
    return list(found)


def _is_module(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyi"


def _write_wheel(folder: Path, name: str, version: str, files: Mapping[str, Path]) -> None:
    """Write a wheel."""
    about = f"{name.replace('-', '_')}-{version}"
    with zipfile.ZipFile(folder / f"{about}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, file in files.items():
            wheel.write(file, path)
        wheel.writestr(f"{about}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def _entry(wheel: Path) -> dict[str, Any]:
    """Return the entry of a wheel in the lock file."""
    name, version, *_ = wheel.name.split("-")
    with zipfile.ZipFile(wheel) as opened:
        top = {path.partition("/")[0].removesuffix(".py") for path in opened.namelist() if path.endswith(".py")}
    return {
        "name": _normal(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top),
        "depends": [],
        "unvendored_tests": False,
    }


def _normal(name: str) -> str:
    return name.lower().replace("_", "-")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:] or [*names(), SMALL])
