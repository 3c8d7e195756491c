"""Files that never change while the server runs: under addresses that hold a hash, so that browsers may keep them."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.responses import Response

from spielbaum.pictures.svg.theme import DARK, FONT, LIGHT

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
A_YEAR = "public, max-age=31536000, immutable"
EDGE = {"light": "#7a8795", "dark": "#76838f"}
"""Of fields and buttons: three to one against the paper, as WCAG 1.4.11 asks."""


class Assets:
    """The files, read once, and their addresses."""

    def __init__(self) -> None:
        found = {"theme.css": theme_css().encode()}
        found |= dict(_files(files("spielbaum.web").joinpath("static")))
        found |= dict(_files(files("spielbaum.pictures").joinpath("tree", "viewer")))
        self._files: Mapping[str, bytes] = found
        self._hashes = {name: hashlib.sha256(content).hexdigest()[:12] for name, content in found.items()}
        self._packed = {name: gzip.compress(content, mtime=0) for name, content in found.items()}

    def address(self, name: str) -> str:
        """Return the address of a file."""
        return f"/static/{self._hashes[name]}/{name}"

    def response(self, mark: str, name: str, *, packed: bool) -> Response | None:
        """Return a file; None if there is none of that name and hash."""
        if self._hashes.get(name) != mark:
            return None
        headers = {"Cache-Control": A_YEAR, "Vary": "Accept-Encoding"}
        if packed:
            headers["Content-Encoding"] = "gzip"
        content = (self._packed if packed else self._files)[name]
        return Response(content, headers=headers, media_type=KINDS[name.rpartition(".")[2]])


def theme_css() -> str:
    """Return the colours and the letters of all pictures as a style sheet."""
    light = _rules({**LIGHT, "edge": EDGE["light"], "font": FONT})
    dark = _rules({**DARK, "edge": EDGE["dark"]})
    return f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"


def _rules(values: Mapping[str, str]) -> str:
    return "".join(f"  --{name}: {value};\n" for name, value in values.items())


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in KINDS:
            yield prefix + entry.name, entry.read_bytes()
