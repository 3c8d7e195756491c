"""The Universal Chess Interface (UCI) and the Universal Game Interface (UGI), its form for any two-player game.

``Engine`` takes commands, one line each, and writes its answers; ``serve`` connects it to standard input and output.
"""

from spielbaum.protocol.engine import Engine as Engine
from spielbaum.protocol.options import Settings as Settings
from spielbaum.protocol.serve import serve as serve
