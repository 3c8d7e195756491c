"""A turn of a game: the move and its search result."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from spielbaum.errors import InputError, Message
from spielbaum.players import Choice
from spielbaum.search.core.result import BoundKind, Kind, Number

_OF_SIMULATIONS = ("simulations", "visits")


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A move, the player who made it, and the result of the search that chose it.

    It keeps the value, depth, nodes and principal variation of the result, but not the values of the other actions.

    Attributes
    ----------
    seat
        The player who moved, by number.
    text
        The action in the notation of the game.
    player
        The player of the seat, as text: ``"human"`` or an algorithm with its limits.
    seconds
        Wall time of the search.
    value, kind, bound
        As in ``Result``; None without a search.
    depth, nodes
        The depth and the nodes of the search.
    line
        The principal variation, this action first.
    simulations, visits
        Of Monte-Carlo tree search: its simulations, and those of this and earlier searches through the action.
    """

    seat: int
    text: str
    player: str
    seconds: float = 0.0
    value: Number | None = None
    kind: Kind | None = None
    bound: BoundKind | None = None
    depth: int | None = None
    nodes: int = 0
    line: tuple[str, ...] = ()
    simulations: int | None = None
    visits: int | None = None

    @classmethod
    def of(cls, seat: int, text: str, player: str, *, choice: Choice) -> Self:
        """Return the turn of a choice."""
        found = choice.result
        if found is None:
            return cls(seat=seat, text=text, player=player, seconds=choice.seconds)
        return cls(
            seat=seat,
            text=text,
            player=player,
            seconds=choice.seconds,
            value=found.value,
            kind=found.certainty.kind,
            bound=found.certainty.bound,
            depth=found.depth,
            nodes=found.nodes,
            line=found.pv_text,
            simulations=found.simulations,
            visits=next((one.visits for one in found.action_values if one.action == found.action), None),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the turn as plain values for JSON."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        shown = {name: part for name, part in asdict(self).items() if part is not None or name not in _OF_SIMULATIONS}
        return {**shown, "value": value, "line": list(self.line)}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """Return the turn that ``to_dict`` describes.

        Raises
        ------
        InputError
            If they are not the fields of a turn.
        """
        try:
            turn = cls(**found)
        except TypeError:
            raise InputError(Message("a stored move has unknown fields: {}", ", ".join(found))) from None
        value = tuple(turn.value) if isinstance(turn.value, list) else turn.value
        return cls(**{**found, "value": value, "line": tuple(turn.line)})
