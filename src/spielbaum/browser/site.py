"""Building the site: a folder of static files with the application, its packages, Python and the kernels."""

import gzip
import hashlib
import io
import json
import tarfile
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from spielbaum.web.http.assets import MEDIA_TYPES, Assets

DISTRIBUTIONS = (
    "alembic", "anyio", "idna", "jinja2", "mako", "markupsafe", "platformdirs", "sqlalchemy", "starlette",
    "typing_extensions",
)  # fmt: skip
"""The packages that the application imports; their modules in Python are shipped."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide."""

LEFT_OUT = ("cli", "bridges", "adapters/openspiel")
"""Folders of Spielbaum that the browser does not run."""

FIRST = ("index.html", "shell.js", "shell.css", "favicon.svg")
"""The files that the first picture needs."""

POLICIES = {
    "page": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
    "worker": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'",
}
"""The Content-Security-Policy of the page and of the workers."""

TYPES = {
    **MEDIA_TYPES,
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "mjs": MEDIA_TYPES["js"],
    "wasm": "application/wasm",
}
BINARY = "application/octet-stream"

MANIFEST = "site.json"
"""The file by which a folder is known to be a site."""


@dataclass(frozen=True)
class File:
    """A file of the site.

    Attributes
    ----------
    content
        Its content in the browser.
    packed
        Whether it is kept compressed.
    weighs
        Whether it counts for the bar of the loading page.
    """

    content: bytes
    packed: bool = False
    weighs: bool = False


def build(out: Path, games: Sequence[str], *, pyodide: Path, title: str = "Spielbaum") -> None:
    """Write a site."""
    found = _files(games, pyodide, title)
    temporary = out.with_name(f".{out.name}.new")
    for path, file in found.items():
        target = temporary / (f"{path}.gz" if file.packed else path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress(file.content, 9, mtime=0) if file.packed else file.content)
    temporary.rename(out)


def _files(games: Sequence[str], pyodide: Path, title: str) -> dict[str, File]:
    static = files("spielbaum.browser") / "static"
    page = (static / "index.html").read_text(encoding="utf-8")
    found = {"index.html": File(_filled(page, language="en", title=title, policy=POLICIES["page"]).encode())}
    for name in ("shell.js", "shell.css", "app-worker.js", "engine-worker.js", "python.js", "database.js"):
        if (static / name).is_file():
            found[name] = File((static / name).read_bytes())
    found["favicon.svg"] = File((files("spielbaum.web") / "static" / "favicon.svg").read_bytes())
    assets = Assets()
    for name, content in assets.files.items():
        found[f"app{assets.address(name)}"] = File(content)
    for name in RUNTIME:
        content = (pyodide / name).read_bytes()
        content = _stored(content) if name.endswith(".zip") else content
        found[f"pyodide/{name}"] = File(content, packed=len(content) > 20_000, weighs=True)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    found["pyodide/pyodide-lock.json"] = File(json.dumps({"info": lock["info"], "packages": {}}).encode())
    found["python/packages.tar"] = File(_archive(_packages()), packed=True, weighs=True)
    # Python's memory depends on this alone.
    build = _digest(b"".join(file.content for path, file in found.items() if path.startswith(("pyodide/", "python/"))))
    found[MANIFEST] = File(json.dumps({"games": list(games), "database": True, "build": build}).encode())
    found["service-worker.js"] = File(_service_worker(found, build, (static / "service-worker.js").read_bytes()))
    return found


def _filled(text: str, **values: str) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _digest(content: bytes) -> str:
    """Return a hash that fits into an address."""
    return urlsafe_b64encode(hashlib.sha256(content).digest()).decode()[:22]


def _service_worker(found: Mapping[str, File], build: str, source: bytes) -> bytes:
    """Return the service worker, with the list of the files."""
    described: dict[str, dict[str, Any]] = {}
    for path, file in found.items():
        weight = len(gzip.compress(file.content, 9)) if file.weighs else 0
        described[path] = {
            "hash": _digest(file.content),
            "type": _type(path),
            **({"packed": True} if file.packed else {}),
            **({"weight": weight} if weight else {}),
        }
    headers = {kind: {"Content-Type": kind} for kind in {_type(path) for path in found}}
    headers[TYPES["js"]]["Content-Security-Policy"] = POLICIES["worker"]
    headers[TYPES["html"]]["Content-Security-Policy"] = POLICIES["page"]
    total = sum(one.get("weight", 0) for one in described.values())
    known = json.dumps({"id": build, "files": described, "headers": headers, "first": FIRST, "total": total})
    return f"const BUILD = {known};\n".encode() + source


def _type(path: str) -> str:
    return TYPES.get(path.rpartition(".")[2], BINARY)


def _packages() -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of the files of the packages."""
    for path, content in _folder(files("spielbaum")):
        if not path.startswith(tuple(f"{name}/" for name in LEFT_OUT)):
            yield f"packages/spielbaum/{path}", content
    for name in DISTRIBUTIONS:
        for file in distribution(name).files or ():
            if file.suffix == ".py" and ".." not in file.parts:
                yield f"packages/{file.as_posix()}", Path(str(file.locate())).read_bytes()


def _folder(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if (entry.is_dir() and entry.name not in ("__pycache__", "static")) or (prefix == "web/" and entry.is_dir()):
            yield from _folder(entry, f"{prefix}{entry.name}/")
        elif entry.is_file() and not entry.name.endswith((".pyc", ".pyi")):
            yield prefix + entry.name, entry.read_bytes()


def _archive(found: Iterator[tuple[str, bytes]]) -> bytes:
    """Return a tar archive, with files of one kind together, which compresses better."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(found, key=lambda one: (one[0].rpartition(".")[2], one[0])):
            info = tarfile.TarInfo(path)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def _stored(packed: bytes) -> bytes:
    """Return a ZIP archive without compression: compressed as a whole it is smaller, and it is read faster."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as source, zipfile.ZipFile(result, "w") as target:
        for name in sorted(source.namelist(), key=lambda name: (name.rpartition(".")[2], name)):
            if not name.endswith("/"):
                target.writestr(zipfile.ZipInfo(name), source.read(name))
    return result.getvalue()
