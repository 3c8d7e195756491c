"""The look of a board: its marks, and its orientation."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from spielbaum.game import Game, State
from spielbaum.game.remark import Square
from spielbaum.pictures.board.marks import CHANGED, CHOSEN, TARGET


@dataclass(frozen=True)
class Look:
    """The look of a board.

    Parameters
    ----------
    before
        The state before the last move: the places that it changed are marked.
    targets
        Names of the places that may be clicked next, which are marked.
    chosen
        Names of the places that have been clicked.
    ringed
        Cells that are ringed, such as those of a winning line, as in ``Remark``.
    latest
        Names of the targets of the last moves of several players, with a colour for each.
    trail
        Names of the places along the last move.
    owned
        ``name -> player``: places that belong to a player, such as territory.
    dead
        Names of places whose pieces are dead, and drawn faintly.
    flipped
        Whether the board is rotated by 180°; pieces and letters stay upright. A game's own picture is not rotated.
    thumbnail
        Whether it is a small picture among others, without coordinates, names and title.
    attributes
        ``name -> attributes`` of the elements of targets and chosen places, such as those of a button. They override
        others.
    say
        Translates the words for screen readers: names of players, pieces such as ``knight``, ``{piece} of {player}``,
        ``player {number}``, ``{player} to move`` and ``finished``.

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
    owned: Mapping[str, int] = field(default_factory=dict)
    dead: Collection[str] = ()
    flipped: bool = False
    thumbnail: bool = False
    attributes: Callable[[str], Mapping[str, str]] | None = None
    say: Callable[[str], str] = str

    def player(self, game: Game, player: int) -> str:
        """Return the name of a player for screen readers."""
        if game.view.player_names:
            return self.say(game.shown_name(player))
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
        """Return the attributes of the element of a named place; a label needs a role."""
        if self.thumbnail:
            return {}
        found = {"class": " ".join(("place", *marks)), "data-place": name, "role": "img", "aria-label": label}
        return found | dict(
            self.attributes(name) if self.attributes and (name in self.targets or name in self.chosen) else {}
        )


PLAIN = Look()
