"""The front door in the browser: pages to play, to watch, to ask why, and to see the tree.

Starlette, uvicorn and Jinja2 are imported in this package only, and only when ``spielbaum serve`` runs.
"""

from spielbaum.web.app import make_app as make_app
from spielbaum.web.settings import Settings as Settings
