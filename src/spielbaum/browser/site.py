"""Building the site: a folder of static files with the application, Python, the packages and the kernels.

What does not come from this package and the installed ones is Pyodide (``runtime.py``).
"""

import gzip
import hashlib
import io
import json
import shutil
import sys
import tarfile
import tempfile
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from pathlib import Path
from typing import Any

from spielbaum import __version__
from spielbaum.browser.runtime import PACKAGES, RUNTIME
from spielbaum.checking.trial import MOST_PLIES, refuse_unsound
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.kernel.shipped import SUFFIX
from spielbaum.language import LANGUAGES
from spielbaum.registry import GameSpec, load, parse_game, shipped_names
from spielbaum.session.preparing import Prepared, kernels_of, prepare_for_browser
from spielbaum.web import Settings, make_app
from spielbaum.web.http.assets import MEDIA_TYPES, Assets
from spielbaum.web.prerender import Prerendered, prerender
from spielbaum.web.views.gallery import MOVING

MANIFEST, MARK = "site.json", "spielbaum"
"""The file by which a folder is known to be a site, and its field that says so."""

STATIC = ("app-worker.js", "database.js", "engine-worker.js", "python.js")
PAGE = ("shell.js", "shell.css")
SERVICE_WORKER = "service-worker.js"

LEFT_OUT = (
    "spielbaum/bridges/",
    "spielbaum/cli/",
    "spielbaum/grading/",
    "spielbaum/learning/fitting/",
    "spielbaum/protocol/",
    "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/",
    "sqlalchemy/dialects/oracle/",
    "sqlalchemy/dialects/postgresql/",
    "sqlalchemy/ext/",
    "sqlalchemy/orm/",
    "sqlalchemy/testing/",
)
"""Folders of packages that the browser does not run."""

STANDARD_LIBRARY_LEFT_OUT = (
    "_pydatetime.py", "_pydecimal.py", "_pyio.py", "_pyrepl/", "bdb.py", "cProfile.py", "doctest.py", "ensurepip/",
    "ftplib.py", "idlelib/", "imaplib.py", "lib2to3/", "mailbox.py", "nntplib.py", "pdb.py",
    "poplib.py", "pydoc.py", "pydoc_data/", "smtplib.py", "socketserver.py", "test/", "tkinter/",
    "turtle.py", "turtledemo/", "unittest/", "venv/", "wsgiref/", "xmlrpc/",
)  # fmt: skip
"""Modules of the standard library that the browser does not run."""

POLICIES = {
    "page": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
    "worker": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'",
}
"""The Content-Security-Policy of the page and of the workers: Python is WebAssembly, which they compile."""

TYPES = {
    **MEDIA_TYPES,
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "mjs": MEDIA_TYPES["js"],
    "wasm": "application/wasm",
}
BINARY = "application/octet-stream"

SOMEWHERE = "/-base-"
"""Stands in pages for the path of the site, which only the browser knows."""

START = {"/": "start.html", f"/understand/{MOVING}/tree.json": "tree.json"}
"""The start page and the tree in it, which are shown before the application runs: their files in the folder of each
language."""

GAMES = Path("/games")
"""The folder of games of files, in the browser."""


@dataclass(frozen=True)
class File:
    """A file of the site.

    Attributes
    ----------
    content
        Its content in the browser.
    headers
        The headers of its response.
    packed
        Whether it is compressed, and unpacked by the service worker.
    weighs
        Whether the bar counts it while the application is loaded.
    first
        Whether the first picture needs it.
    """

    content: bytes
    headers: Mapping[str, str]
    packed: bool = True
    weighs: bool = False
    first: bool = False

    @cached_property
    def written(self) -> bytes:
        """Its content on the server."""
        return gzip.compress(self.content, 9, mtime=0) if self.packed else self.content


@dataclass(frozen=True)
class Site:
    """What was built.

    Attributes
    ----------
    files
        The files, by path.
    games
        The games that are shown first, or all.
    kernels
        The kernels, with those that could not be compiled.
    """

    files: Mapping[str, File]
    games: Sequence[str]
    kernels: Sequence[Prepared]

    @property
    def bytes(self) -> int:
        """The bytes of the files on the server: what a visitor loads."""
        return sum(len(file.written) for file in self.files.values())

    def bytes_of(self, kernel: Prepared) -> int:
        """Return the bytes of a kernel on the server."""
        return len(self.files[_path_of(kernel)].written)


def chosen_games(games: Sequence[str]) -> list[GameSpec]:
    """Return games as on the command line, by default all shipped ones.

    Raises
    ------
    SpielbaumError
        If one is unknown, cannot be loaded, breaks the contract of a game, or reads other files.
    """
    found = [parse_game(text).located() for text in games or shipped_names()]
    for spec in found:
        if spec.reads_files:
            raise InputError(Message("{} reads a file, which a site does not have: write the game in Python", spec))
        if spec.path is None and spec.name not in shipped_names():
            load(str(spec))  # says so if there is no such game
            raise InputError(Message("{} is a game of another package: name its file instead", spec.name))
        game = load(str(spec))
        if spec.path:
            refuse_unsound(game, game.initial(), depth=MOST_PLIES, compiled=game.compiled)
            _load_alone(spec)
    return found


def refuse_unfit_folder(out: Path, *, force: bool = False) -> None:
    """Refuse a folder that is not empty, unless it is a site to be replaced.

    Raises
    ------
    InputError
        With the reason.
    """
    if out.is_file():
        raise InputError(Message("{} is a file: name a folder", out))
    try:
        is_empty = not out.is_dir() or not any(out.iterdir())
    except OSError as error:
        raise InputError(Message("the folder {} cannot be read: {}", out, error.strerror)) from None
    if is_empty:
        return
    if not _is_site(out):
        raise InputError(Message("the folder {} is not empty, and not a site of Spielbaum: name another", out))
    if not force:
        raise InputError(Message("there is a site in {} already: --force replaces it", out))


def prepare_kernels(games: Sequence[GameSpec]) -> tuple[int, Iterator[Prepared]]:
    """Return the number of kernels that games need, and an iterator that compiles them."""
    texts = [str(spec) for spec in games]
    return sum(len(kernels_of(load(text))) for text in texts), prepare_for_browser(texts)


def build(
    games: Sequence[GameSpec],
    kernels: Sequence[Prepared],
    *,
    pyodide: Path,
    all_games: bool = True,
    title: str = "Spielbaum",
    database: bool = True,
) -> Site:
    """Return the files of a site.

    Parameters
    ----------
    games
        The games.
    kernels
        Their kernels.
    pyodide
        The folder with Pyodide.
    all_games
        Whether they are all shipped games, in the usual order.
    title
        The title of the page.
    database
        Whether games are kept in the browser.
    """
    named, own = _placed(games)
    shown = [] if all_games else named
    found = dict(_page(title)) | dict(_assets()) | dict(_runtime(pyodide)) | dict(_kernels(kernels))
    found |= dict(_start_pages([] if all_games else [str(spec) for spec in games]))
    found["python/packages.tar"] = _file("python/packages.tar", _archive([*_packages(), *own.items()]), weighs=True)
    settings: dict[str, Any] = {"games": shown, "all": all_games, "database": database}
    settings["kernels"] = sorted(one.hash for one in kernels if one.hash)
    memory = [file.content for path, file in sorted(found.items()) if path.startswith(("pyodide/", "python/"))]
    settings["build"] = _digest(b"".join(memory) + json.dumps(settings).encode())  # Python's memory depends on these
    found[MANIFEST] = _file(MANIFEST, json.dumps({MARK: __version__, **settings}).encode(), packed=False)
    found[SERVICE_WORKER] = _service_worker(found, settings["build"])
    return Site(found, named, kernels)


def write(site: Site, out: Path) -> None:
    """Write a site to a folder, which is replaced at once if there is one.

    Raises
    ------
    InputError
        If it cannot be written; then nothing has changed.
    """
    out = out.absolute()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as folder:
            new = Path(folder, "new")
            for path, file in site.files.items():
                target = new / (f"{path}.gz" if file.packed else path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.written)
            if out.is_dir():
                out.rename(Path(folder, "old"))
            new.rename(out)
    except OSError as error:
        raise InputError(Message("the folder {} cannot be written: {}", out, error.strerror or error)) from None


def _is_site(folder: Path) -> bool:
    try:
        return MARK in json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def _load_alone(spec: GameSpec) -> None:
    """Refuse a game of a file that reads other files than modules, which are not shipped."""
    assert spec.path is not None
    with tempfile.TemporaryDirectory() as folder:
        for path in _modules_of(spec.path):
            copy = Path(folder, path.relative_to(spec.path.parent))
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        try:
            load(str(replace(spec, path=Path(folder, spec.path.name))))
        except SpielbaumError as error:
            raise InputError(
                Message("a site has {} and its modules, but no other files: {}", spec.path.name, error)
            ) from None


def _modules_of(file: Path) -> list[Path]:
    """Return a loaded file, and the modules in its folder that are imported."""
    places = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    imported = (Path(place) for place in places if place)
    beside = {path for path in imported if path.is_relative_to(file.parent) and "site-packages" not in path.parts}
    return [file, *sorted(path for path in beside if path.suffix == ".py" and path != file)]


def _placed(games: Sequence[GameSpec]) -> tuple[list[str], dict[str, bytes]]:
    """Return the texts of games in the browser, and their files, in which each folder is one of ``GAMES``."""
    folders = list(dict.fromkeys(spec.path.parent for spec in games if spec.path))
    texts, found = list[str](), dict[str, bytes]()
    for spec in games:
        if spec.path:
            number = folders.index(spec.path.parent)
            folder = GAMES / str(number) if number else GAMES
            found |= {
                str(folder / path.relative_to(spec.path.parent)): path.read_bytes() for path in _modules_of(spec.path)
            }
            spec = replace(spec, path=folder / spec.path.name)
        texts.append(str(spec))
    return texts, found


def _file(path: str, content: bytes, *, policy: str | None = None, packed: bool = True, **more: bool) -> File:
    headers = {"Content-Type": TYPES.get(path.rpartition(".")[2], BINARY)}
    if policy:
        headers["Content-Security-Policy"] = POLICIES[policy]
    return File(content, headers, packed, **more)


def _page(title: str) -> Iterator[tuple[str, File]]:
    """Yield the page around the application, and the workers."""
    static, web = files("spielbaum.browser") / "static", files("spielbaum.web") / "static"
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    page = (static / "index.html").read_text(encoding="utf-8")
    page = page.replace("{title}", escaped).replace("{policy}", POLICIES["page"])
    yield "index.html", _file("index.html", page.encode(), policy="page", packed=False, first=True)
    yield "favicon.svg", _file("favicon.svg", (web / "favicon.svg").read_bytes(), packed=False, first=True)
    for name in PAGE:
        yield name, _file(name, (static / name).read_bytes(), packed=False, first=True)
    for name in STATIC:
        yield name, _file(name, (static / name).read_bytes(), policy="worker")


def _assets() -> Iterator[tuple[str, File]]:
    """Yield the static files of the pages."""
    assets = Assets()
    for name, content in assets.files.items():
        path = f"app{assets.address(name)}"
        yield path, _file(path, content, first=True)


def _start_pages(games: Sequence[str]) -> Iterator[tuple[str, File]]:
    """Yield the start page in all languages, and the tree in it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            games=tuple(games),
            other_games=not games,
            database=str(Path(folder, "empty.sqlite")),
            stored=False,
            documentation="",
            in_page=True,
        )
        app = make_app(settings)
        try:
            for language, (path, name) in product(LANGUAGES, START.items()):
                page = prerender(app, path, language=language, root_path=f"{SOMEWHERE}/app")
                yield f"start/{language}/{name}", _prerendered(page)
        finally:
            app.state.site.games.pool.close()
            app.state.site.store.close()


def _prerendered(page: Prerendered) -> File:
    assert page.status == HTTPStatus.OK
    headers = {name.title(): page.headers[name] for name in ("content-type", "content-security-policy")}
    return File(page.body, headers, first=True)


def _runtime(pyodide: Path) -> Iterator[tuple[str, File]]:
    """Yield the files of Pyodide; its list of packages, which are not loaded, is empty."""
    for name in RUNTIME:
        try:
            content = (pyodide / name).read_bytes()
        except OSError as error:
            raise InputError(
                Message("{} has not the files of Pyodide: {}: {}", pyodide, name, error.strerror)
            ) from None
        if name == "pyodide-lock.json":
            content = json.dumps({"info": json.loads(content)["info"], "packages": {}}).encode()
        elif name.endswith(".zip"):
            content = _standard_library(content)
        policy = "worker" if name.endswith(".mjs") else None
        path = f"pyodide/{name}"
        yield path, _file(path, content, policy=policy, weighs=True)


def _kernels(kernels: Iterable[Prepared]) -> Iterator[tuple[str, File]]:
    for one in kernels:
        if one.hash and one.path:
            path = _path_of(one)
            yield path, _file(path, Path(one.path).read_bytes())


def _path_of(kernel: Prepared) -> str:
    return f"kernels/{kernel.hash}{SUFFIX}"


def _packages() -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of the modules of the packages."""
    for path, content in _folder(files("spielbaum"), "spielbaum/"):
        yield f"packages/{path}", content
    for name in PACKAGES:
        for file in distribution(name).files or ():
            path = file.as_posix()
            if file.suffix == ".py" and not path.startswith(("..", *LEFT_OUT)):
                yield f"packages/{path}", Path(str(file.locate())).read_bytes()


def _folder(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = prefix + entry.name
        if entry.is_dir():
            if entry.name != "__pycache__" and path != "spielbaum/browser/static":
                yield from () if f"{path}/" in LEFT_OUT else _folder(entry, f"{path}/")
        elif not entry.name.endswith((".po", ".pyc", ".pyi", ".typed")):
            yield path, entry.read_bytes()


def _archive(found: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a tar archive, in which files of one kind are together, so that it compresses better."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, one in sorted(found, key=lambda one: _kind_first(one[0])):
            info = tarfile.TarInfo(path.lstrip("/"))
            info.size = len(one)
            archive.addfile(info, io.BytesIO(one))
    return content.getvalue()


def _standard_library(packed: bytes) -> bytes:
    """Return a ZIP archive without compression: compressed as a whole it is smaller, and it is read faster."""
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as source, zipfile.ZipFile(content, "w") as target:
        for name in sorted(source.namelist(), key=_kind_first):
            if not name.endswith("/") and not name.startswith(STANDARD_LIBRARY_LEFT_OUT):
                target.writestr(zipfile.ZipInfo(name), source.read(name))
    return content.getvalue()


def _kind_first(path: str) -> tuple[str, str]:
    return path.rpartition(".")[2], path


def _service_worker(found: Mapping[str, File], build: str) -> File:
    """Return the service worker, which begins with the list of the files."""
    kinds = list(dict.fromkeys(json.dumps(dict(file.headers)) for file in found.values()))
    known = {
        "id": build,
        "kinds": [json.loads(kind) for kind in kinds],
        "files": {
            path: [_digest(file.content), kinds.index(json.dumps(dict(file.headers))), int(file.packed)]
            for path, file in found.items()
        },
        "first": [path for path, file in found.items() if file.first],
        "start": START,
        "base": SOMEWHERE,
        "weights": {path: len(file.written) for path, file in found.items() if file.weighs},
    }
    source = (files("spielbaum.browser") / "static" / SERVICE_WORKER).read_bytes()
    return _file(SERVICE_WORKER, f"const BUILD = {json.dumps(known)};\n".encode() + source, packed=False)


def _digest(content: bytes) -> str:
    """Return a hash that fits into an address."""
    return urlsafe_b64encode(hashlib.sha256(content).digest()).decode()[:22]
