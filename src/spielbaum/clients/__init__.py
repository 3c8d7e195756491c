"""Other programs that play: clients of UCI, UGI, GTP and XBoard's protocol, each with a process of its own.

``connect`` starts a program for a game; ``choose`` of the client asks it for an action.
"""

from spielbaum.clients.client import Client as Client
from spielbaum.clients.connect import connect as connect
from spielbaum.clients.connect import refuse_unfit as refuse_unfit
from spielbaum.clients.settings import PROTOCOLS as PROTOCOLS
from spielbaum.clients.settings import EngineSettings as EngineSettings
