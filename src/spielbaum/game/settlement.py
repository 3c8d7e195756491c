"""The end of a game in which players agree that some pieces are dead, as in Go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spielbaum.game.remark import Remark


@dataclass(frozen=True)
class Settlement:
    """What a finished game comes to if some pieces are dead.

    Parameters
    ----------
    owners
        The owners of places without a living piece, by name.
    dead
        The places of the dead pieces: whole groups.
    standing
        The standing of each player, as in ``View``.
    utility
        The utility of each player.
    remark
        The reason of the result.
    """

    owners: Mapping[str, int]
    dead: frozenset[str]
    standing: Sequence[str]
    utility: tuple[float, ...]
    remark: Remark
