"""What is stored of a game besides its moves: clock, an end by agreement, comments, arrows and variations."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self, TypeVar

from spielbaum.errors import InputError, Message
from spielbaum.session.clock import Clock

T = TypeVar("T")
How = Literal["time", "resignation", "agreement"]
MAX_COMMENT = 1_000
MAX_ARROWS = 40
MAX_NOTED = 500
"""The most positions with a comment, and with arrows."""

MAX_VARIATIONS = 200
MAX_VARIATION = 200
"""The most moves of a variation."""


@dataclass(frozen=True)
class Ended:
    """The end of a game that its rules do not bring about.

    Parameters
    ----------
    how
        Its reason.
    seat
        The player who lost; None for a draw.
    """

    how: How
    seat: int | None = None


@dataclass(frozen=True)
class Variation:
    """Moves that were not played.

    Parameters
    ----------
    ply
        The position that they begin from.
    moves
        The moves, as text.
    """

    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Notes:
    """What is stored of a game besides its moves.

    Parameters
    ----------
    clock
        The time of each player; None without one.
    ended
        How the game was ended, other than by its rules.
    comments
        Comments by position: a ply such as ``"4"``, or a step of a variation such as ``"0.2"``.
    arrows
        Arrows and marked places by position: names of places, two for an arrow.
    variations
        The variations, in the order in which they were tried.
    dead
        The places of the pieces that are marked as dead at the end.
    agreed
        The seats that agree with these marks.
    """

    clock: Clock | None = None
    ended: Ended | None = None
    comments: Mapping[str, str] = field(default_factory=dict)
    arrows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    dead: tuple[str, ...] = ()
    agreed: tuple[int, ...] = ()

    @classmethod
    def from_dict(cls, found: Mapping[str, Any] | None) -> Self:
        """Return the notes that ``to_dict`` describes."""
        if not found:
            return cls()
        return cls(
            clock=Clock(**found["clock"]) if found.get("clock") else None,
            ended=Ended(**found["ended"]) if found.get("ended") else None,
            comments=dict(found.get("comments", {})),
            arrows={where: tuple(drawn) for where, drawn in found.get("arrows", {}).items()},
            variations=tuple(Variation(one["ply"], tuple(one["moves"])) for one in found.get("variations", ())),
            dead=tuple(found.get("dead", ())),
            agreed=tuple(found.get("agreed", ())),
        )

    def to_dict(self) -> dict[str, Any] | None:
        """Return the notes as plain values for JSON; None if there are none."""
        return {name: value for name, value in asdict(self).items() if value} or None

    def at_most(self, plies: int) -> Self:
        """Return the notes on the positions up to a ply.

        Examples
        --------
        >>> Notes(comments={"1": "good", "4": "bad"}).at_most(2).comments
        {'1': 'good'}
        """
        kept = [number for number, one in enumerate(self.variations) if one.ply <= plies]
        renamed = {str(old): str(new) for new, old in enumerate(kept)}

        def still(where: str) -> str | None:
            number, dot, step = where.partition(".")
            if not dot:
                return where if int(where) <= plies else None
            return f"{renamed[number]}.{step}" if number in renamed else None

        return replace(
            self,
            comments={now: text for where, text in self.comments.items() if (now := still(where))},
            arrows={now: drawn for where, drawn in self.arrows.items() if (now := still(where))},
            variations=tuple(self.variations[number] for number in kept),
        )

    def commented(self, where: str, text: str) -> Self:
        """Return the notes with a comment on a position; an empty text removes it."""
        comments = {**self.comments, where: text[:MAX_COMMENT]}
        return replace(self, comments=_kept({key: said for key, said in comments.items() if said}))

    def toggled(self, where: str, drawn: str) -> Self:
        """Return the notes with an arrow or a mark added at a position, or removed if it is there."""
        before = self.arrows.get(where, ())
        now = tuple(one for one in before if one != drawn) if drawn in before else (*before, drawn)[-MAX_ARROWS:]
        arrows = {**self.arrows, where: now}
        return replace(self, arrows=_kept({key: several for key, several in arrows.items() if several}))

    def tried(self, ply: int, before: tuple[str, ...], move: str) -> tuple[Self, int, int]:
        """Return the notes with a move that was tried after others from a ply, its variation and its step.

        Raises
        ------
        InputError
            If there are too many variations, or the variation is too long.

        Examples
        --------
        >>> notes, number, step = Notes().tried(3, (), "e4")
        >>> notes.tried(3, ("e4",), "e5")[0].variations
        (Variation(ply=3, moves=('e4', 'e5')),)
        """
        line = (*before, move)
        if len(line) > MAX_VARIATION:
            raise InputError(Message("a variation has at most {} moves", MAX_VARIATION))
        for number, one in enumerate(self.variations):
            if one.ply == ply and one.moves[: len(line)] == line:
                return self, number, len(line)
            if one.ply == ply and one.moves == line[:-1] and before:
                longer = (*self.variations[:number], Variation(ply, line), *self.variations[number + 1 :])
                return replace(self, variations=longer), number, len(line)
        if len(self.variations) >= MAX_VARIATIONS:
            raise InputError(Message("a game keeps at most {} variations: remove one first", MAX_VARIATIONS))
        return replace(self, variations=(*self.variations, Variation(ply, line))), len(self.variations), len(line)

    def without(self, number: int) -> Self:
        """Return the notes without a variation."""
        last = len(self.variations)
        moved = {str(old): str(old - (old > number)) for old in range(last) if old != number}

        def renamed(where: str) -> str | None:
            before, dot, step = where.partition(".")
            return where if not dot else f"{moved[before]}.{step}" if before in moved else None

        return replace(
            self,
            comments={now: text for where, text in self.comments.items() if (now := renamed(where))},
            arrows={now: drawn for where, drawn in self.arrows.items() if (now := renamed(where))},
            variations=(*self.variations[:number], *self.variations[number + 1 :]),
        )


def _kept(notes: Mapping[str, T]) -> Mapping[str, T]:
    """Return notes on positions, unless there are too many."""
    if len(notes) > MAX_NOTED:
        raise InputError(Message("a game keeps comments and arrows of at most {} positions", MAX_NOTED))
    return notes
