"""One request of a visitor: the language, which position is looked at, from which side, and links that keep it."""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from spielbaum.web.http.forms import chosen, read_fields, whole
from spielbaum.web.http.texts import LANGUAGES, preferred, texts_of

MOST_PLIES = 100_000


class Visit:
    """A request, and what the address says of how it is to be answered.

    Parameters
    ----------
    request
        The request.
    known
        Fields that may stand in the address besides the language.

    Raises
    ------
    WebError
        400 if the address has other fields, or wrong ones.
    """

    def __init__(self, request: Request, known: Collection[str] = ()) -> None:
        self.request = request
        query = request.scope.get("query_string", b"").decode("ascii", "replace")
        self.fields = read_fields(query, ("lang", *known))
        self.lang = chosen(self.fields, "lang", LANGUAGES) or ""
        self.t = texts_of(self.lang or language_of(request))
        self.ply = whole(self.fields, "ply", 0, MOST_PLIES)
        self.flipped = chosen(self.fields, "flip", ("1",)) == "1"

    @property
    def by_htmx(self) -> bool:
        """Whether a part of the page is wanted, and not a page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def address(self) -> str:
        """The network address of the visitor."""
        return self.request.client.host if self.request.client else ""

    def link(self, path: str, **fields: Any) -> str:
        """Return the address of a page in the language that was chosen; fields that are None or False are left out."""
        given = {name: 1 if value is True else value for name, value in fields.items()}
        shown = {name: value for name, value in given.items() if value is not None and value is not False}
        query = urlencode({**({"lang": self.lang} if self.lang else {}), **shown})
        return f"{path}?{query}" if query else path

    def here(self, **fields: Any) -> str:
        """Return the address of this page with other fields; of a form that was sent, the page without its fields."""
        kept = {name: value for name, value in self.fields.items() if name != "lang"}
        return self.link(self.request.url.path, **{**kept, **fields})


def language_of(request: Request) -> str:
    """Return the language that a browser asks for."""
    return preferred(request.headers.get("accept-language", ""))
