"""What people may ask of a room, and how much of it there is."""

from dataclasses import dataclass, replace

from spielbaum.errors import InputError
from spielbaum.players import HUMAN, PlayerSpec
from spielbaum.search.core.limits import Limits

MIB = 1 << 20


@dataclass(frozen=True, kw_only=True)
class RoomBounds:
    """Bounds of one room.

    Attributes
    ----------
    seconds
        So long a search may take, whatever else limits it. What has a limit of depth or nodes and is not done by then
        answers with the best of the deepest finished depth.
    depth, nodes
        Larger ones are lowered to these.
    waiting_each, waiting
        So many thoughts of one person, and of all, may wait for their turn; more are refused.
    table_bytes
        Memory for the transposition tables of each worker, whatever it searches.
    searchers
        So many pairs of game and algorithm stay ready, those used last.
    kernels
        So many different ones are compiled as long as the room is open, for their machine code is never given back.
    """

    seconds: float = 30.0
    depth: int = 100
    nodes: int = 1_000_000_000
    waiting_each: int = 2
    waiting: int = 200
    table_bytes: int = 16 * MIB
    searchers: int = 64
    kernels: int = 100

    def within(self, spec: PlayerSpec) -> PlayerSpec:
        """Return a player with its limits lowered to what is allowed; one without limits has a second a move.

        A search that has only a depth deepens up to it here, ply by ply, so that there is an answer when the time is
        up. Action and value are those of a search to that depth.

        Raises
        ------
        InputError
            If it is a human.
        """
        if spec.name == HUMAN:
            raise InputError("a human does not think here: name an algorithm, or random")
        if not spec.searches:
            return spec
        asked = spec.limits if spec.limits != Limits() else Limits(seconds=1)
        limits = Limits(
            depth=None if asked.depth is None else min(asked.depth, self.depth),
            seconds=min(asked.seconds or self.seconds, self.seconds),
            nodes=None if asked.nodes is None else min(asked.nodes, self.nodes),
        )
        return replace(spec, limits=limits)
