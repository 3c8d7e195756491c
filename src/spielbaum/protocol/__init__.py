"""UCI, its form UGI for any two-player game, GTP, and the protocol of NBoard.

``Engine`` executes commands of UCI and UGI, one per line, and writes its answers; ``serve`` connects it to standard
input and output. ``GtpEngine`` and ``serve_gtp`` do the same for the Go Text Protocol, and ``nboard`` for Othello
programs.
"""

from spielbaum.protocol.engine import Engine as Engine
from spielbaum.protocol.gtp import GtpEngine as GtpEngine
from spielbaum.protocol.gtp import serve_gtp as serve_gtp
from spielbaum.protocol.options import Settings as Settings
from spielbaum.protocol.serve import serve as serve
