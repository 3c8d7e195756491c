"""The games of Spielbaum, one module each; ``load`` and ``names`` find these and all others.

``adapt`` makes a game of what others have written.
"""

from typing import TYPE_CHECKING, Any

from spielbaum.registry import load as load
from spielbaum.registry import names as names

if TYPE_CHECKING:
    from spielbaum.adapters.adapt import adapt as adapt


def __getattr__(name: str) -> Any:
    if name == "adapt":
        from spielbaum.adapters.adapt import adapt as found  # few programs need it

        return found
    raise AttributeError(f"module 'spielbaum.games' has no attribute {name!r}")
