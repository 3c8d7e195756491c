"""Pauses of a search, at which the watchdog looks at the clock where there are no threads."""

from spielbaum.watchdog import at_pause

HOOK = at_pause
"""Called with the nodes of a search; it returns the nodes of the next pause."""
