"""Remarks of a game: why it is over, and the hidden effects of moves."""

from collections.abc import Sequence
from typing import Any, Literal

from spielbaum.errors import GameError, Message
from spielbaum.game.board import grid
from spielbaum.game.facts import Action, State
from spielbaum.game.record import Game
from spielbaum.game.remark import Remark, Square

PAY_OFFS = "pay-offs {payoffs}"
"""The remark on the end of a game without one, if the utilities are not a plain win, draw or loss."""


def ending_of(game: Game, state: State) -> Remark | None:
    """Return why a terminal state ends the game: its remark, or the utilities; None for a plain win, draw or loss.

    Raises
    ------
    GameError
        If the hook ``ending`` does not return a remark.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("nim:heaps=1")
    >>> str(ending_of(game, game.result(game.initial(), 1)))
    'who takes the last counter wins'
    """
    if game.view.ending:
        return _checked(game, "ending", game.view.ending(state))
    utility = tuple(game.utility(state))
    plain = {0, 1, -1, 1 / game.players}
    return None if plain.issuperset(utility) else Remark(PAY_OFFS, values={"payoffs": utility})


def remark_on(game: Game, state: State, action: Action) -> Remark | None:
    """Return the game's remark on an action; None without one.

    Raises
    ------
    GameError
        If the hook ``remark`` does not return a remark.
    """
    return _checked(game, "remark", game.view.remark(state, action)) if game.view.remark else None


def reasons_of(game: Game, state: State, action: Action) -> tuple[Remark, ...]:
    """Return what an action does, the most important first, in the words of the game; none without a hook.

    Raises
    ------
    GameError
        If the hook ``reasons`` does not return texts and remarks.

    Examples
    --------
    >>> from spielbaum import start
    >>> position = start("connect-four", "112233")
    >>> [str(reason) for reason in reasons_of(position.game, position.state, 3)]
    ['completes 4 in a row']
    """
    given = game.view.reasons(state, action) if game.view.reasons else ()
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise GameError(
            Message("view.reasons of game {!r} must give a list of texts and Remarks, not {!r}", game.name, given)
        )
    return tuple(remark for one in given if (remark := _checked(game, "reasons", one)))


def _checked(game: Game, hook: Literal["ending", "remark", "reasons"], given: Any) -> Remark | None:
    if isinstance(given, str):
        given = Remark(given)
    if given is None:
        return None
    if not isinstance(given, Remark):
        raise GameError(
            Message("view.{} of game {!r} must give a text, a Remark or None, not {!r}", hook, game.name, given)
        )
    try:
        str(given)
    except (KeyError, IndexError, ValueError) as error:
        raise GameError(
            Message("view.{} of game {!r} returns {!r} without a value for {}", hook, game.name, given.text, error)
        ) from None
    return given


def middles_of(game: Game, state: State, cells: Sequence[Square]) -> set[tuple[float, float]]:
    """Return the centres of cells on the board, in squares; unknown cells are left out."""
    if not cells or game.view.draw:
        return set()
    if game.view.places:
        return {(place.x, place.y) for place in game.view.places(state) if place.cell.name in cells}
    rows = game.view.cells(state) if game.view.cells else ()
    spots = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    wanted = set(cells)
    return {
        (place.x, place.y)
        for spot, place in zip(spots, grid(rows), strict=True)
        if spot in wanted or (place.cell.name and place.cell.name in wanted)
    }
