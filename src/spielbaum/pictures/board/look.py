"""How a board is shown: what is marked, and from which side it is seen."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from spielbaum.game import Game, State
from spielbaum.game.remark import Square
from spielbaum.pictures.board.marks import CHANGED, CHOSEN, TARGET


@dataclass(frozen=True)
class Look:
    """How a board is shown.

    Parameters
    ----------
    before
        The state before the last move: the places that it changed are marked.
    targets
        Names that may be touched now; they are marked.
    chosen
        Names that have been touched already.
    ringed
        Cells that are ringed, as those of a line that has won; as in ``Remark``.
    latest
        Names where the last moves of several players led, with a colour for each.
    trail
        Names of the places through which the last move led.
    flipped
        Whether the board is turned by half a circle; pieces and letters stay upright. A game's own picture stays as it
        is.
    thumbnail
        Whether it is a small picture beside others: without coordinates, names and title.
    attributes
        Of the name of a target, or of what has been touched: more attributes for its element, such as those of a
        button. They win over what is there.
    say
        Translates the words that voices read, into another language: names of players, pieces such as ``knight``,
        ``{piece} of {player}``, ``player {number}``, ``{player} to move`` and ``finished``.

    Examples
    --------
    >>> Look(targets=("e4",)).flipped
    False
    """

    before: State | None = None
    targets: Collection[str] = ()
    chosen: Collection[str] = ()
    ringed: Sequence[Square] = ()
    latest: Mapping[str, str] = field(default_factory=dict)
    trail: Sequence[str] = ()
    flipped: bool = False
    thumbnail: bool = False
    attributes: Callable[[str], Mapping[str, str]] | None = None
    say: Callable[[str], str] = str

    def player(self, game: Game, player: int) -> str:
        """Return how a voice calls a player."""
        if game.view.player_names:
            return self.say(game.player_name(player))
        return self.say("player {number}").format(number=player)

    def classes(self, name: str, changed: bool) -> list[str]:
        """Return the marks of a place."""
        marks = (
            (TARGET, name in self.targets),
            (CHOSEN, name in self.chosen),
            (CHANGED, changed),
        )
        return [mark for mark, given in marks if given]

    def names(self, name: str, label: str, marks: Sequence[str]) -> dict[str, str]:
        """Return the attributes of the element of a name; a label needs a role."""
        if self.thumbnail:
            return {}
        found = {"class": " ".join(("place", *marks)), "data-place": name, "role": "img", "aria-label": label}
        return found | dict(
            self.attributes(name) if self.attributes and (name in self.targets or name in self.chosen) else {}
        )


PLAIN = Look()
