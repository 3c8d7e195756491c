"""Pages made of templates: everything in them is escaped unless it is a picture made here."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from spielbaum.web.http.assets import Assets
from spielbaum.web.http.request_context import Visit
from spielbaum.web.http.texts import LANGUAGES


class Pages:
    """The templates.

    Parameters
    ----------
    assets
        The files that pages refer to.
    """

    def __init__(self, assets: Assets) -> None:
        self._environment = Environment(
            loader=PackageLoader("spielbaum.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals |= {"static": assets.address, "languages": LANGUAGES}

    def text(self, visit: Visit, template: str, **context: Any) -> str:
        """Return a template filled in."""
        return self._environment.get_template(template).render(
            t=visit.t, lang=visit.lang, link=visit.link, here=visit.here, **context
        )

    def response(self, visit: Visit, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """Return a template filled in as an answer."""
        headers = {"Vary": "Accept-Language, HX-Request", "Content-Language": visit.t.language}
        return HTMLResponse(self.text(visit, template, **context), status_code=status, headers=headers)


def foreign(visit: Visit) -> Markup:
    """Return the attribute of an element whose text is English, whatever the language of the page."""
    return Markup("") if visit.t.language == "en" else Markup(' lang="en"')
