"""Searches for many people at once, on a few threads: queued, watched while they run, stopped, and kept within bounds.

Nothing here knows of HTTP.
"""

from spielbaum.engines.bounds import RoomBounds as RoomBounds
from spielbaum.engines.room import EngineRoom as EngineRoom
from spielbaum.engines.thought import Live as Live
from spielbaum.engines.thought import Thought as Thought
