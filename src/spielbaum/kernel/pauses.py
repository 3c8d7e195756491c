"""Pauses of a search, at which the watchdog looks at the clock where there are no threads."""

from spielbaum.watchdog import at_pause

HOOK = at_pause
"""``(nodes, limit) -> nodes`` of the next pause, which is at most the limit; it may stop the search."""
