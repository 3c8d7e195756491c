"""The context of a request: its language, its query string, and links that keep both."""

from collections.abc import Collection
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.types import Scope

from spielbaum.language import LANGUAGES, translations_for, use_language_of_request
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, integer_field, read_fields
from spielbaum.web.http.translations import preferred

MAX_PLY = 100_000


class RequestContext:
    """A request with its language and its validated query string.

    Parameters
    ----------
    request
        The request.
    known
        The fields that the query string may have besides ``lang``.

    Attributes
    ----------
    t : Translations
        The messages in the language of the request.
    lang
        The language that the query string names; empty if the browser decides.
    ply
        The ply to show; None for the last.
    flipped
        Whether the board is flipped.

    Raises
    ------
    WebError
        400 if the query string has unknown or invalid fields.
    """

    def __init__(self, request: Request, known: Collection[str] = ()) -> None:
        self.request = request
        query = request.scope.get("query_string", b"").decode("ascii", "replace")
        self.fields = read_fields(query, ("lang", *known))
        self.lang = choice_field(self.fields, "lang", LANGUAGES) or ""
        self.t = translations_for(self.lang or language_of(request))
        use_language_of_request(self.t.language)
        self.ply = integer_field(self.fields, "ply", 0, MAX_PLY)
        self.flipped = choice_field(self.fields, "flip", ("1",)) == "1"

    @property
    def by_htmx(self) -> bool:
        """Whether htmx requests a fragment instead of a whole page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def address(self) -> str:
        """The network address of the client."""
        return self.request.client.host if self.request.client else ""

    @property
    def root(self) -> str:
        """The path below which the application is served, such as ``/games``; empty for none."""
        return quote(self.request.scope.get("root_path", ""))

    @property
    def origin(self) -> str:
        """The address of the application, before the paths of links that are shared."""
        shared: str = self.request.app.state.site.settings.shared_address
        return shared or f"{self.request.url.scheme}://{self.request.url.netloc}{self.root}"

    @property
    def accepts_gzip(self) -> bool:
        """Whether the client reads compressed responses."""
        return "gzip" in self.request.headers.get("accept-encoding", "")

    def shown_ply(self, plies: int) -> int:
        """Return the ply to show, by default the last.

        Raises
        ------
        WebError
            404 if the game has fewer plies.
        """
        ply = plies if self.ply is None else self.ply
        if ply > plies:
            raise WebError(404, "no-ply", ply=ply)
        return ply

    def link(self, path: str, **fields: Any) -> str:
        """Return the URL of a page in the chosen language; fields that are None or False are omitted."""
        return self.root + self._below(path, fields)

    def shared(self, path: str, **fields: Any) -> str:
        """Return the URL of a page for other people, with the host."""
        return self.origin + self._below(path, fields)

    def _below(self, path: str, fields: dict[str, Any]) -> str:
        given = {name: 1 if value is True else value for name, value in fields.items()}
        shown = {name: value for name, value in given.items() if value is not None and value is not False}
        query = urlencode({**({"lang": self.lang} if self.lang else {}), **shown})
        return f"{path}?{query}" if query else path

    def here(self, **fields: Any) -> str:
        """Return the URL of this page with some fields changed; fields of a posted form are dropped."""
        kept = {name: value for name, value in self.fields.items() if name != "lang"}
        return self.link(path_of(self.request.scope), **{**kept, **fields})


def path_of(scope: Scope) -> str:
    """Return the path of a request below that of the application.

    Examples
    --------
    >>> path_of({"path": "/games/own", "root_path": "/games"}), path_of({"path": "/own"})
    ('/own', '/own')
    """
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def language_of(request: Request) -> str:
    """Return the language that the browser prefers."""
    return preferred(request.headers.get("accept-language", ""))
