"""The endpoints: pages, event streams, and the commands that change a game."""

from spielbaum.web.pages import analysis as analysis
from spielbaum.web.pages import play as play
from spielbaum.web.pages import start as start
from spielbaum.web.pages import stored as stored
