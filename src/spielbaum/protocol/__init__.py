"""UCI, UGI, which is its form for any game of two players, GTP, and the protocol of NBoard.

``Engine`` takes commands of the first two, one line each, and writes its answers; ``serve`` connects it to standard
input and output. ``GtpEngine`` and ``serve_gtp`` do so for the Go Text Protocol, ``nboard`` for programs of Othello.
"""

from spielbaum.protocol.engine import Engine as Engine
from spielbaum.protocol.gtp import GtpEngine as GtpEngine
from spielbaum.protocol.gtp import serve_gtp as serve_gtp
from spielbaum.protocol.options import Settings as Settings
from spielbaum.protocol.serve import serve as serve
