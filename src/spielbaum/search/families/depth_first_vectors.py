"""Depth first, with a vector for each node, one number for each player: Max^n and its relatives."""

from spielbaum.search.families.family import Family


class DepthFirstVectors(Family):
    """Searches that go depth first and back up vectors."""

    @classmethod
    def numbers(cls, players: int) -> int:
        """Return how many numbers a value of its kernels is."""
        return players
