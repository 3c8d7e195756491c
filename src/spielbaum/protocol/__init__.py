"""The protocols of game programs: UCI for chess, and UGI, the same for any game of two players.

A program speaks by lines. ``Engine`` is told lines and writes its answers; ``serve`` lets it listen to standard input.
"""

from spielbaum.protocol.engine import Engine as Engine
from spielbaum.protocol.options import Settings as Settings
from spielbaum.protocol.serve import serve as serve
