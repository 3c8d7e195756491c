"""The web application: pages to play a game, watch engines, see the value of every move, and look at search trees.

The names below are loaded at first use: Starlette and uvicorn are imported in this package only, and only when the
application runs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spielbaum.web.app import make_app as make_app
    from spielbaum.web.settings import Settings as Settings

_HOMES = {"Settings": "spielbaum.web.settings", "make_app": "spielbaum.web.app"}
__all__ = ["Settings", "make_app"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
