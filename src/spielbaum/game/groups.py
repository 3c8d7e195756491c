"""Groups of fields in a game's record: its rule of repetition, its notation, what it looks like, and its features."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from spielbaum.errors import GameError
from spielbaum.game.board import Cell, Place
from spielbaum.game.facts import Action, State, Unit, Vector
from spielbaum.game.fields import check_functions, explains_fields, takes
from spielbaum.game.remark import Remark

TO_MOVE = "to-move"
"""A feature that every game has: 1 for the player to move, 0 for the others."""


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Repetition:
    """A rule of repetition: a position that has occurred so many times ends the game as a draw.

    Parameters
    ----------
    key
        ``state -> int``: 64 bits that are equal for the positions that the rule takes for equal, and 0 where the last
        action cannot be undone, so that nothing before it comes again; not asked of terminal states.
    times
        How often a position occurs before the game ends.
    reversible
        ``state -> int``: how many of the last actions may be undone, in chess the half-move clock; no position further
        back comes again. It spares looking there; without it any may come again.
    whole
        Whether states of equal key are the same for play in all: no clock and no number of plies goes on counting
        beside them. Then a proof knows what a position is worth, however it was reached.

    Examples
    --------
    >>> Repetition(key=hash).times
    3
    """

    key: Callable[[State], int] = field(metadata=takes("state"))
    times: int = 3
    reversible: Callable[[State], int] | None = field(default=None, metadata=takes("state"))
    whole: bool = False


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Notation:
    """How the states and actions of a game are written and read; all of it is optional.

    Functions that read raise ``ValueError`` with a sentence for a text that they cannot read.

    Parameters
    ----------
    format_state, parse_state
        ``state -> text``, in one line, and ``text -> state``. Without them the fields of a state as JSON.
    format_action, parse_action
        ``(state, action) -> text``, one word, and ``(state, text) -> action``. Without the first the number, without
        the second the legal action of that text.
    split_actions
        ``text -> list of texts``, for notations that write actions without spaces.
    validate
        ``state -> None``: raises ``ValueError`` with a sentence for a state that cannot be. It is asked of every state
        that is read, in this notation or as JSON.

    Examples
    --------
    >>> Notation(format_action=lambda state, action: "abc"[action]).format_action(None, 1)
    'b'
    """

    format_state: Callable[[State], str] | None = field(default=None, metadata=takes("state"))
    parse_state: Callable[[str], State] | None = field(default=None, metadata=takes("text"))
    format_action: Callable[[State, Action], str] | None = field(default=None, metadata=takes("state, action"))
    parse_action: Callable[[State, str], Action] | None = field(default=None, metadata=takes("state, text"))
    split_actions: Callable[[str], list[str]] | None = field(default=None, metadata=takes("text"))
    validate: Callable[[State], None] | None = field(default=None, metadata=takes("state"))


@explains_fields
@dataclass(frozen=True, kw_only=True)
class View:
    """What a game looks like, and how it is played with a mouse; all of it is optional.

    Parameters
    ----------
    board
        ``state -> text``: the board over several lines.
    shape
        Rows and columns of a board that is a tuple in the state, where it is not square: it is drawn without more.
    bits
        Names of fields of the state that hold bits, those of player 0 first: bit ``columns * row + column`` is a piece
        on that square, row 0 being the upper one. With ``shape`` they are drawn without more.
    cells
        ``state -> rows of Cell``: the same square by square, to be drawn in colours; labels are cells too.
    places
        ``state -> Places``: the board where it is not rows of squares; cells without it.
    draw
        ``state -> SVG``: a picture of one's own, instead of cells and places. What can be clicked in it carries
        ``data-place``, a name.
    click_path
        ``(state, action) -> names of cells``: what is clicked in turn to make an action. Without it these are the
        names that the action's text consists of, one after the other: ``b1c3`` is made by b1 and c3.
    ending
        ``state -> text, Remark or None``: why a terminal state is the end, in a few words: ``four in a row``, with the
        cells that it is about; without it the pay-offs are told where they are more than a win, a draw or a loss.
    remark
        ``(state, action) -> text, Remark or None``: what an action does besides what is seen at once, such as a piece
        that vanishes.
    from_cells
        ``(state, cells, player) -> state``: the state of a board that was put together by hand. ``cells`` are those
        that have a name, in the order in which they are drawn; ``player`` is to move, where a state can say so; and
        ``state``, which the board was made of, has what the board does not show. Raises ``ValueError`` with a sentence
        for a board that cannot be.
    placing
        For each player the drawing that a move lays on its square, such as ``stone``: it is shown as a shadow under the
        pointer, in place of a dot.
    falling
        Whether pieces fall from the top of the board to where they lie.
    standing
        ``state -> texts``: for each player how it stands, in a few characters such as a count of area.
    standing_name
        What that is, such as ``area``.
    trail
        ``(state, action) -> names of places``: where a piece passes on its way, both ends included, such as the hops of
        a jump.
    move_text
        ``(state, action) -> text``: how people write a move in a list with numbers, such as SAN; without it the
        notation.
    player_names
        Names for the players; without them their numbers.
    player_colours
        Colours for the players, ``#rrggbb``; in the terminal bright ones stand on black and dark ones on white.
    unit
        What utilities are counted in where their size matters, such as ``Unit("point", "points")``; without it a
        positive one is a win, whatever its size.

    Examples
    --------
    >>> View(player_names=("white", "black")).player_names[1]
    'black'
    """

    board: Callable[[State], str] | None = field(default=None, metadata=takes("state"))
    shape: tuple[int, int] | None = None
    bits: Sequence[str] = ()
    cells: Callable[[State], Sequence[Sequence[Cell]]] | None = field(default=None, metadata=takes("state"))
    places: Callable[[State], Sequence[Place]] | None = field(default=None, metadata=takes("state"))
    draw: Callable[[State], str] | None = field(default=None, metadata=takes("state"))
    click_path: Callable[[State, Action], Sequence[str]] | None = field(default=None, metadata=takes("state, action"))
    ending: Callable[[State], Remark | str | None] | None = field(default=None, metadata=takes("state"))
    remark: Callable[[State, Action], Remark | str | None] | None = field(default=None, metadata=takes("state, action"))
    from_cells: Callable[[State, Sequence[Cell], int], State] | None = field(
        default=None, metadata=takes("state, cells, player")
    )
    placing: Sequence[str] = ()
    falling: bool = False
    standing: Callable[[State], Sequence[str]] | None = field(default=None, metadata=takes("state"))
    standing_name: str = ""
    trail: Callable[[State, Action], Sequence[str]] | None = field(default=None, metadata=takes("state, action"))
    move_text: Callable[[State, Action], str] | None = field(default=None, metadata=takes("state, action"))
    player_names: Sequence[str] = ()
    player_colours: Sequence[str] = ()
    unit: Unit | None = None


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Features:
    """Numbers that may tell how well each player stands; evaluations are learned from them.

    Parameters
    ----------
    names
        What the features are called.
    function
        ``state -> tuple of tuples``: for each player as many numbers as there are names.

    Examples
    --------
    >>> Features(names=("men",), function=lambda state: ((8,), (7,))).names
    ('men',)
    """

    names: Sequence[str] = ()
    function: Callable[[State], Sequence[Vector]] | None = field(default=None, metadata=takes("state"))


def check_repetition(repetition: Repetition, owner: str) -> None:
    """Raise an error if a rule of repetition is not what it should be; ``owner`` is ``game 'x'``."""
    check_functions(repetition, "repetition.", owner)
    if not isinstance(repetition.times, int) or repetition.times < 2:
        raise GameError(f"repetition.times of {owner} must be a whole number of at least 2, not {repetition.times!r}")


def check_view(view: View, players: int, owner: str) -> None:
    """Raise an error if a view of a game for so many players is not what it should be; ``owner`` is ``game 'x'``."""
    check_functions(view, "view.", owner)
    if view.unit is not None and not isinstance(view.unit, Unit):
        raise GameError(f"view.unit of {owner} must be Unit(...), such as Unit('point', 'points'), not {view.unit!r}")
    shape = view.shape
    if shape is not None and not (isinstance(shape, tuple) and len(shape) == 2 and all(type(n) is int for n in shape)):
        raise GameError(f"view.shape of {owner} must be rows and columns, such as (3, 4), not {shape!r}")
    if isinstance(view.bits, str) or len(view.bits) > players:
        raise GameError(f"view.bits of {owner} must be names of fields, one for each player, not {view.bits!r}")
    if view.bits and shape is None:
        raise GameError(f"view.bits of {owner} goes with view.shape, the rows and columns of the board")
    for name in ("player_names", "player_colours", "placing"):
        given = getattr(view, name)
        if given and len(given) != players:
            raise GameError(f"view.{name} of {owner} has {len(given)} entries for {players} players")


def check_features(features: Features, owner: str) -> None:
    """Raise an error if the features of a game are not what they should be; ``owner`` is ``game 'x'``."""
    check_functions(features, "features.", owner)
    names = tuple(features.names)
    if (features.function is None) != (not names):
        raise GameError(f"{owner} needs both features.names and features.function, or neither")
    if TO_MOVE in names:
        raise GameError(f"{owner} needs no feature {TO_MOVE!r}: every game has it")
    if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
        raise GameError(f"features.names of {owner} must be different texts, not {names}")
