"""The web application: pages to play a game, watch engines, see the value of every move, and look at search trees.

Starlette and uvicorn are imported in this package only, and only when ``spielbaum serve`` runs.
"""

from spielbaum.web.app import make_app as make_app
from spielbaum.web.settings import Settings as Settings
