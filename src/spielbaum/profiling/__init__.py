"""Where the time of a search goes: the cost of each rule function of a game, and advice from its source."""

from spielbaum.profiling.profile import Cost, Profile, profile_game

__all__ = ["Cost", "Profile", "profile_game"]
