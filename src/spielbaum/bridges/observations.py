"""Observations of states as arrays of zeros and ones for networks: planes of a board, or the bits of the fields.

Planes show the board: for each player, beginning with the observer, one plane per kind of piece. What a board does not
show, such as castling rights, is only in the bits of the fields, which determine the state.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

import numpy as np

from spielbaum.errors import GameError, InputError, Message
from spielbaum.game import Cell, Game, State, grid
from spielbaum.game.notation import legal_actions
from spielbaum.kernel import flattened, shape_of

PLAYOUTS, PLIES = 4, 120
"""The number and length of the random games in which the kinds of pieces and the squares are found."""

WORD = (1 << 64) - 1

Encode = Callable[[State, int], "np.ndarray[Any, np.dtype[np.int8]]"]
Kind = Literal["planes", "fields"]
Spot = tuple[float, float]


class Observation(NamedTuple):
    """An observation of states.

    Attributes
    ----------
    shape
        The shape of the arrays: planes, rows and columns; or one number.
    encode
        ``(state, observer) -> array`` of zeros and ones, int8; it includes the player to move for non-terminal states
        only.
    """

    shape: tuple[int, ...]
    encode: Encode


def observe(game: Game, kind: Kind | None = None) -> Observation:
    """Return an observation of a game's states.

    Parameters
    ----------
    game
        The game.
    kind
        ``"planes"`` or ``"fields"``; if None, planes if the game draws pieces, otherwise fields.

    Raises
    ------
    InputError
        If the game does not support the kind.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("tic-tac-toe")
    >>> observe(game).shape, observe(game, "fields").shape
    ((4, 3, 3), (193,))
    """
    if kind not in (None, "planes", "fields"):
        raise InputError(Message("states are observed as planes or as fields, not as {!r}", kind))
    if kind != "fields":
        planes = _planes(game)
        if planes is not None:
            return planes
        if kind == "planes":
            raise InputError(
                Message("{} draws no pieces on squares, so it has no planes: observe its fields", game.spec)
            )
    try:
        return _fields(game)
    except GameError:
        raise InputError(
            Message(
                "states of {} have neither pieces on a board nor fields that are numbers: give a "
                "function of state and player as observe",
                game.spec,
            )
        ) from None


def _pieces(game: Game, state: State) -> Iterator[tuple[Spot, Cell]]:
    """Yield the cells of a board with their centres: row and column, in squares."""
    if game.view.places:
        places = list(game.view.places(state))
    else:
        places = grid(game.view.cells(state)) if game.view.cells else []
    for place in places:
        yield (place.y, place.x), place.cell


def _kind(cell: Cell) -> str:
    """Return the piece on a cell; empty without one."""
    return cell.piece or (cell.text if cell.owner is not None else "")


def _planes(game: Game) -> Observation | None:
    spots, kinds = set[Spot](), set[tuple[int | None, str]]()
    for state in _sample(game):
        for spot, cell in _pieces(game, state):
            if cell.name or _kind(cell):
                spots.add(spot)
            if _kind(cell):
                kinds.add((cell.owner, _kind(cell)))
    if not kinds:
        return None
    rows = {y: number for number, y in enumerate(sorted({y for y, _ in spots}))}
    columns = {x: number for number, x in enumerate(sorted({x for _, x in spots}))}
    owned = _numbered(kinds)
    free = {kind: number for number, kind in enumerate(sorted(kind for owner, kind in kinds if owner is None))}
    own, players = max(owned.values(), default=-1) + 1, game.players
    board = own * players + len(free)
    shape = (board + 2, len(rows), len(columns))

    def encode(state: State, observer: int) -> Any:
        planes = np.zeros(shape, np.int8)
        for spot, cell in _pieces(game, state):
            if spot not in spots:
                continue
            at, kind = (rows[spot[0]], columns[spot[1]]), _kind(cell)
            planes[(board, *at)] = cell.ground is not None
            if cell.owner is not None and (cell.owner, kind) in owned:
                planes[((cell.owner - observer) % players * own + owned[cell.owner, kind], *at)] = 1
            elif cell.owner is None and kind in free:
                planes[(own * players + free[kind], *at)] = 1
        planes[board + 1] = _moves(game, state, observer)
        return planes

    return Observation(shape, encode)


def _numbered(kinds: set[tuple[int | None, str]]) -> dict[tuple[int, str], int]:
    """Return numbers of the kinds of pieces, equal for both players if they share kinds or have one kind each."""
    owned = [(owner, kind) for owner, kind in kinds if owner is not None]
    if len({owner for owner, _ in owned}) == len(owned):
        return dict.fromkeys(owned, 0)
    names = sorted({kind for _, kind in owned})
    return {(owner, kind): names.index(kind) for kind in names for owner in {owner for owner, _ in owned}}


def _fields(game: Game) -> Observation:
    shape = shape_of(game.initial())
    length = 64 * len(flattened(game.initial(), shape))

    def encode(state: State, observer: int) -> Any:
        words = np.array([int(number) & WORD for number in flattened(state, shape)], "<u8")
        bits = np.unpackbits(words.view(np.uint8), bitorder="little").view(np.int8)
        return np.append(bits, np.int8(_moves(game, state, observer)))

    return Observation((length + 1,), encode)


def _moves(game: Game, state: State, observer: int) -> bool:
    return not game.is_terminal(state) and int(game.to_move(state)) == observer


def _sample(game: Game) -> Iterator[State]:
    for seed in range(PLAYOUTS):
        state, choice = game.initial(), random.Random(seed)
        for _ in range(PLIES):
            yield state
            if game.is_terminal(state):
                break
            state = game.result(state, choice.choice(legal_actions(game, state)))
