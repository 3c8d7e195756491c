"""Trees in memory that grow at the end of their best line: best-first minimax, unbounded minimax, descent."""

from collections.abc import Mapping
from typing import Any, ClassVar

from spielbaum.search.families.family import Family


class GrowingTree(Family):
    """Searches that grow a tree at leaves that they choose, until a limit stops them."""

    to_depth: ClassVar[bool] = False
    needs_evaluation: ClassVar[bool] = True

    @classmethod
    def has_memory(cls, _options: Mapping[str, Any]) -> bool:
        """Return whether an algorithm with these options has a table or a tree, whose size may be given."""
        return True
