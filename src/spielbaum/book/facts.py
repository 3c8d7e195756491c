"""The facts of a book, and whether it belongs to a game."""

from dataclasses import asdict, dataclass
from typing import Any

from spielbaum.book.keys import book_keys, fingerprint
from spielbaum.book.plan import Plan
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.game import Game
from spielbaum.registry import options

FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class BookFacts:
    """The facts of a book.

    Attributes
    ----------
    game
        The game with its options, as on the command line.
    plan
        Its content.
    variant
        All options of the game, defaults included.
    fingerprint
        A hash of the first positions of the game.
    positions
        The number of positions by ply.
    searched
        The number of searched positions; the values of the others are backed up.
    seconds
        The wall time of the build.
    version
        The version of Spielbaum.
    format
        The format of the file.
    """

    game: str
    plan: Plan
    variant: dict[str, str]
    fingerprint: str
    positions: tuple[int, ...]
    searched: int
    seconds: float
    version: str
    format: int = FORMAT

    @property
    def kind(self) -> str:
        """``"exact"``, or ``"deep"`` for values of searches within limits."""
        return "exact" if self.plan.exact else "deep"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values for JSON."""
        return {**asdict(self), "kind": self.kind, "positions": list(self.positions), "plan": self.plan.to_dict()}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> "BookFacts":
        """Return the facts that ``to_dict`` describes.

        Raises
        ------
        KeyError, TypeError
            If a field is missing or wrong.
        """
        fields = {name: found[name] for name in cls.__dataclass_fields__}
        return cls(**{**fields, "plan": Plan(**found["plan"]), "positions": tuple(found["positions"])})

    def refuse_another(self, game: Game, what: str) -> None:
        """Raise an error if the book does not belong to the current version of a game.

        Raises
        ------
        InputError
            If it does not; the message begins with ``what``.
        """
        if variant_of(game) != self.variant:
            raise InputError(Message("{} is a book of {}, not of {}", what, self.game, game.spec))
        if fingerprint(game, book_keys(game, exact=self.plan.exact)) != self.fingerprint:
            raise InputError(
                Message(
                    "{} is a book of another version of {}: its rules, its notation or its keys have changed "
                    "since Spielbaum {} built it",
                    what,
                    self.game,
                    self.version,
                )
            )


def variant_of(game: Game) -> dict[str, str]:
    """Return the name of a game and all its options as texts, defaults included."""
    try:
        defaults = {name: str(option.default) for name, option in options(game.name).items()}
    except SpielbaumError:  # a file
        defaults = {}
    return {"": game.name, **defaults, **{name: str(value) for name, value in game.options.items()}}
