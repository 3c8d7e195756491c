"""Engines: clients of UCI, UGI, GTP and the XBoard protocol, each with its own process.

``connect`` starts an engine for a game; the client's ``choose`` asks it for an action.
"""

from spielbaum.clients.client import Client as Client
from spielbaum.clients.connect import connect as connect
from spielbaum.clients.connect import refuse_unfit as refuse_unfit
from spielbaum.clients.settings import PROTOCOLS as PROTOCOLS
from spielbaum.clients.settings import EngineSettings as EngineSettings
