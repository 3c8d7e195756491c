"""Static files, with a hash of the content in their URLs, so that browsers may cache them for ever."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.responses import Response

from spielbaum.pictures.growth.html import SCRIPTS as GROWTH_SCRIPTS
from spielbaum.pictures.svg.theme import DARK, FONT, LIGHT, MOODS, STAR
from spielbaum.pictures.tree.html import SCRIPTS

MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
IMMUTABLE = "public, max-age=31536000, immutable"
TYPEFACE = "fonts/figtree.woff2"
"""The typeface of the pages, Latin letters and numerals in the weights from 400 to 800; its licence is beside it."""

BUNDLES = {
    "pages.css": ("theme.css", "site.css", "share.css", "class.css"),
    "pages.js": ("play.js", "share.js", "class.js", "display.js"),
    "game.css": ("looks.css", "play.css"),
    "game.js": ("moves.js", "pieces.js", "scores.js", "review.js", "keys.js"),
    "trees.js": SCRIPTS,
    "growing.js": GROWTH_SCRIPTS,
}
"""What every page, the page of a game and each viewer need in one file: it is there sooner than several."""

EDGE = {"light": "#7a8795", "dark": "#76838f"}
"""The borders of fields and buttons, with a contrast of 3:1 to the background, as WCAG 1.4.11 requires."""


class Assets:
    """The static files, read once, and their URLs.

    Attributes
    ----------
    files
        The contents by name.
    """

    def __init__(self) -> None:
        found = dict(_files(files("spielbaum.web").joinpath("static")))
        for viewer in ("tree", "growth"):
            found |= dict(_files(files("spielbaum.pictures").joinpath(viewer, "viewer")))
        found["theme.css"] = theme_css(f"../{_digest(found[TYPEFACE])}/{TYPEFACE}").encode()
        found |= {bundle: b"\n".join(found[name] for name in names) for bundle, names in BUNDLES.items()}
        self.files: Mapping[str, bytes] = found
        self._hashes = {name: _digest(content) for name, content in found.items()}

    def address(self, name: str) -> str:
        """Return the URL of a file, below the path of the application."""
        return f"/static/{self._hashes[name]}/{name}"

    def response(self, digest: str, name: str, *, gzipped: bool) -> Response | None:
        """Return the response for a file; None if no file has that name and hash."""
        if self._hashes.get(name) != digest:
            return None
        headers, content = {"Cache-Control": IMMUTABLE, "Vary": "Accept-Encoding"}, self.files[name]
        if gzipped and not name.endswith(".woff2"):  # which is compressed
            headers["Content-Encoding"], content = "gzip", _packed(content)
        return Response(content, headers=headers, media_type=MEDIA_TYPES[name.rpartition(".")[2]])


@cache
def _packed(content: bytes) -> bytes:
    """Return a compressed file."""
    return gzip.compress(content, mtime=0)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def theme_css(typeface: str) -> str:
    """Return the typeface, by its URL, and the colours of the pictures as CSS variables."""
    face = f'@font-face {{ font-family: Figtree; src: url({typeface}) format("woff2"); '
    face += "font-weight: 400 800; font-display: swap; }\n"
    light = _rules({**LIGHT, **MOODS, "star": STAR, "edge": EDGE["light"], "font": f"Figtree, {FONT}"})
    dark = _rules({**DARK, "edge": EDGE["dark"]})
    return f"{face}:root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"


def _rules(values: Mapping[str, str]) -> str:
    return "".join(f"  --{name}: {value};\n" for name, value in values.items())


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA_TYPES:
            yield prefix + entry.name, entry.read_bytes()
