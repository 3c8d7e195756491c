"""Bridges to other libraries: our games and players in OpenSpiel and PettingZoo.

Each bridge imports its library, and nothing imports a bridge.
"""

from importlib.util import find_spec

from spielbaum.errors import InputError, Message

if find_spec("numpy") is None:
    raise InputError(Message("bridges to other libraries need NumPy, which is not installed"))
