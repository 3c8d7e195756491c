"""Groups of fields of a game's record: repetition, notation, view and features."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from spielbaum.errors import GameError, Message
from spielbaum.game.board import Cell, Place
from spielbaum.game.facts import Action, State, Unit, Vector
from spielbaum.game.fields import check_functions, explains_fields, takes
from spielbaum.game.remark import Remark
from spielbaum.game.settlement import Settlement

TO_MOVE = "to-move"
"""The feature that every game has: 1 for the player to move, 0 for the others."""


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Repetition:
    """A rule of repetition: a position that occurs a given number of times ends the game as a draw.

    Parameters
    ----------
    key
        ``state -> int``: 64 bits, equal for positions that are equal under the rule. 0 if the last action is
        irreversible, so that no earlier position can recur. Not called for terminal states.
    times
        The number of occurrences that ends the game.
    reversible
        ``state -> int``: the number of reversible actions up to this state, such as the half-move clock in chess;
        earlier positions cannot recur and are not looked up. Without it any may recur.
    whole
        Whether states with equal keys are equivalent for play in every respect, with no clock or ply count besides. A
        proof can then value a position no matter how it was reached.

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
    """The text of states and actions; all of it is optional.

    The parsing functions raise ``ValueError`` with a sentence for a text that they cannot read.

    Parameters
    ----------
    format_state, parse_state
        ``state -> text``, on one line, and ``text -> state``. Without them, the fields of a state as JSON.
    format_action, parse_action
        ``(state, action) -> text``, one word, and ``(state, text) -> action``. Without the first an action is written
        as its number; without the second the legal action with that text is read.
    split_actions
        ``text -> list of texts``, for notations that write actions without spaces.
    validate
        ``state -> None``: raises ``ValueError`` with a sentence for an impossible state. Called for every state that is
        read, in this notation or as JSON.

    Examples
    --------
    >>> Notation(format_action=lambda state, action: "abc"[action]).format_action(None, 1)
    'b'
    """

    format_state: Callable[[State], str] | None = field(default=None, metadata=takes("state"))
    parse_state: Callable[[str], State] | None = field(default=None, metadata=takes("text"))
    format_action: Callable[[State, Action], str] | None = field(default=None, metadata=takes("state, action"))
    parse_action: Callable[[State, str], Action] | None = field(
        default=None, metadata=takes("state, text", gives="action")
    )
    split_actions: Callable[[str], list[str]] | None = field(default=None, metadata=takes("text"))
    validate: Callable[[State], None] | None = field(default=None, metadata=takes("state"))


@explains_fields
@dataclass(frozen=True, kw_only=True)
class View:
    """The look of a game, and how moves are clicked; all of it is optional.

    Parameters
    ----------
    board
        ``state -> text``: the board, on several lines.
    shape
        Rows and columns of a board that is a tuple in the state and not square; the board is then drawn automatically.
    bits
        Names of fields of the state that hold bitboards, that of player 0 first: bit ``columns * row + column`` is a
        piece on that square, row 0 at the top. With ``shape`` they are drawn automatically.
    cells
        ``state -> rows of Cell``: the board square by square, to be drawn in colours; labels are cells too.
    places
        ``state -> Places``: a board that does not consist of rows of squares.
    draw
        ``state -> SVG``: a picture of the game's own, instead of cells and places. Clickable elements carry their name
        in the attribute ``data-place``.
    click_path
        ``(state, action) -> names of cells``: the cells to click, in order, to make an action. Without it they are the
        names that form the action's text: ``b1c3`` is b1, then c3.
    ending
        ``state -> text, Remark or None``: why the game is over, in a few words: ``four in a row``, with the cells in
        question. Without it the utilities are shown unless they are a plain win, draw or loss.
    remark
        ``(state, action) -> text, Remark or None``: an effect of an action that is easily missed, such as a piece that
        vanishes.
    reasons
        ``(state, action) -> texts or Remarks``: what an action does, the most important first, in words that follow the
        move: ``takes a rook``, ``blocks 3 in a row``.
    from_cells
        ``(state, cells, player) -> state``: the state of a board that was set up by hand. ``cells`` are the cells with
        a name, in drawing order; ``player`` is to move, if the state stores that; ``state`` is the edited one, with
        everything that the board does not show. Raises ``ValueError`` with a sentence for an impossible board.
    placing
        For each player the drawing that a move places on its square, such as ``stone``; it is shown as a shadow under
        the pointer instead of a dot.
    falling
        Whether pieces fall from the top of the board.
    settle
        ``(state, places) -> Settlement``: the owners of the places of a finished game, and its result, if the pieces at
        some places are dead. People mark them at the end of the game.
    standing
        ``state -> texts``: the standing of each player in a few characters, such as its area.
    standing_name
        The name of the standing, such as ``area``.
    trail
        ``(state, action) -> names of places``: the path of a piece, with both ends, such as the hops of a jump.
    move_text
        ``(state, action) -> text``: the move as people write it in a move list, such as SAN; without it the notation.
    player_names
        Names of the players; without them their numbers.
    shown_names
        Names of the players in pictures and pages, such as ``yellow`` where the notation has ``X``; without them
        ``player_names``.
    player_colours
        Colours of the players, ``#rrggbb``; in the terminal bright ones are shown on black and dark ones on white.
    unit
        The unit of utilities if their size matters, such as ``Unit("point", "points")``; without it any positive
        utility is a win.

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
    reasons: Callable[[State, Action], Sequence[Remark | str]] | None = field(
        default=None, metadata=takes("state, action")
    )
    from_cells: Callable[[State, Sequence[Cell], int], State] | None = field(
        default=None, metadata=takes("state, cells, player")
    )
    placing: Sequence[str] = ()
    falling: bool = False
    settle: Callable[[State, Collection[str]], Settlement] | None = field(default=None, metadata=takes("state, places"))
    standing: Callable[[State], Sequence[str]] | None = field(default=None, metadata=takes("state"))
    standing_name: str = ""
    trail: Callable[[State, Action], Sequence[str]] | None = field(default=None, metadata=takes("state, action"))
    move_text: Callable[[State, Action], str] | None = field(default=None, metadata=takes("state, action"))
    player_names: Sequence[str] = ()
    shown_names: Sequence[str] = ()
    player_colours: Sequence[str] = ()
    unit: Unit | None = None


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Features:
    """Numbers that may indicate how good a state is for each player; evaluations are learned from them.

    Parameters
    ----------
    names
        The names of the features.
    function
        ``state -> tuple of tuples``: for each player one number per name.

    Examples
    --------
    >>> Features(names=("men",), function=lambda state: ((8,), (7,))).names
    ('men',)
    """

    names: Sequence[str] = ()
    function: Callable[[State], Sequence[Vector]] | None = field(default=None, metadata=takes("state"))


def check_repetition(repetition: Repetition, owner: str) -> None:
    """Raise a GameError if a rule of repetition is invalid; ``owner`` is ``game 'x'``."""
    check_functions(repetition, "repetition.", owner)
    if not isinstance(repetition.times, int) or repetition.times < 2:
        raise GameError(
            Message("repetition.times of {} must be a whole number of at least 2, not {!r}", owner, repetition.times)
        )


def check_view(view: View, players: int, owner: str) -> None:
    """Raise a GameError if a view is invalid for a number of players; ``owner`` is ``game 'x'``."""
    check_functions(view, "view.", owner)
    if view.unit is not None and not isinstance(view.unit, Unit):
        raise GameError(
            Message("view.unit of {} must be Unit(...), such as Unit('point', 'points'), not {!r}", owner, view.unit)
        )
    shape = view.shape
    if shape is not None and not (isinstance(shape, tuple) and len(shape) == 2 and all(type(n) is int for n in shape)):
        raise GameError(Message("view.shape of {} must be rows and columns, such as (3, 4), not {!r}", owner, shape))
    if isinstance(view.bits, str) or len(view.bits) > players:
        raise GameError(
            Message("view.bits of {} must be names of fields, one for each player, not {!r}", owner, view.bits)
        )
    if view.bits and shape is None:
        raise GameError(Message("view.bits of {} goes with view.shape, the rows and columns of the board", owner))
    for name in ("player_names", "shown_names", "player_colours", "placing"):
        given = getattr(view, name)
        if given and len(given) != players:
            raise GameError(Message("view.{} of {} has {} entries for {} players", name, owner, len(given), players))


def check_features(features: Features, owner: str) -> None:
    """Raise a GameError if features are invalid; ``owner`` is ``game 'x'``."""
    check_functions(features, "features.", owner)
    names = tuple(features.names)
    if (features.function is None) != (not names):
        raise GameError(Message("{} needs both features.names and features.function, or neither", owner))
    if TO_MOVE in names:
        raise GameError(Message("{} needs no feature {!r}: every game has it", owner, TO_MOVE))
    if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
        raise GameError(Message("features.names of {} must be different texts, not {}", owner, names))
