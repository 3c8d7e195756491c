"""The facts of a table, and whether it belongs to a game."""

from dataclasses import asdict, dataclass
from typing import Any

from spielbaum.book.facts import variant_of
from spielbaum.book.keys import book_keys, fingerprint
from spielbaum.errors import InputError, Message
from spielbaum.game import Game, Vector

FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of a table.

    Attributes
    ----------
    game, position, fields
        The game with its options, and the position from which all others are reached: its notation, and its fields.
    positions, finished
        The number of positions, and of those in which the game is over.
    cycles
        Whether play can go on forever; such a line counts as a draw.
    outcomes
        The utilities at the end of a game.
    coalitions, sums
        The stored coalitions as sets of bits, and for each the sums of utilities that it may be able to force, in
        ascending order. If utilities have a constant sum, the rest of a stored coalition forces what is left.
    total
        The constant sum of utilities; None if it is not constant.
    sets
        The sets of outcomes of all equilibria, as sets of bits; None if there are too many outcomes.
    variant
        All options of the game, defaults included.
    fingerprint
        A hash of the first positions of the game.
    seconds
        The time it took, without compilation.
    version
        The version of Spielbaum.
    format
        The format of the file.
    """

    game: str
    position: str
    fields: tuple[Any, ...]
    positions: int
    finished: int
    cycles: bool
    outcomes: tuple[Vector, ...]
    coalitions: tuple[int, ...]
    sums: tuple[tuple[float, ...], ...]
    total: float | None
    sets: tuple[int, ...] | None
    variant: dict[str, str]
    fingerprint: str
    seconds: float
    version: str
    format: int = FORMAT

    @property
    def players_with_plies(self) -> range:
        """The players whose plies to the end of the game are stored: those of one are those of its only opponent."""
        players = len(self.outcomes[0])
        return range(1 if players == 2 and self.total is not None else players)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> "TableFacts":
        """Return the facts that ``to_dict`` describes.

        Raises
        ------
        KeyError, TypeError
            If a field is missing or wrong.
        """
        fields = {name: found[name] for name in cls.__dataclass_fields__}
        fields["fields"] = tuple(tuple(one) if isinstance(one, list) else one for one in found["fields"])
        rows = {name: tuple(map(tuple, found[name])) for name in ("outcomes", "sums")}
        sets = None if found["sets"] is None else tuple(found["sets"])
        return cls(**{**fields, **rows, "coalitions": tuple(found["coalitions"]), "sets": sets})

    def refuse_another(self, game: Game, what: str) -> None:
        """Raise an error if the table does not belong to the current version of a game.

        Raises
        ------
        InputError
            If it does not; the message begins with ``what``.
        """
        if variant_of(game) != self.variant:
            raise InputError(Message("{} is a table of {}, not of {}", what, self.game, game.spec))
        if fingerprint_of(game) != self.fingerprint:
            raise InputError(
                Message(
                    "{} is a table of another version of {}: its rules or its notation have changed since Spielbaum {} "
                    "made it",
                    what,
                    self.game,
                    self.version,
                )
            )


def fingerprint_of(game: Game) -> str:
    """Return a hash of the first positions of a game."""
    return fingerprint(game, book_keys(game, exact=False))
