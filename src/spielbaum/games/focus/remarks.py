"""Remarks of Focus: why a game is over, and the pieces that a move removes."""

from collections.abc import Callable

from spielbaum import Remark
from spielbaum.games.focus.board import HIGHEST, pieces_of
from spielbaum.games.focus.rules import (
    ANY_SQUARE,
    NOBODY,
    SQUARE_BITS,
    State,
    make_missing,
    stack_on,
    steps_of,
)


def make_ending(players: int, turns: int, *, short: bool) -> Callable[[State], Remark]:
    """Return the hook ``ending``; ``turns`` are those of each player."""
    missing = make_missing(players)

    def ending(state: State) -> Remark:
        if state.winner == NOBODY:
            return Remark("no player has won after {turns} turns each", values={"turns": turns})
        if short and missing(state.beside[state.winner], state.winner) == 0:
            return Remark("enough pieces are captured")
        return Remark("no other player can move")

    return ending


def reasons(state: State, action: int) -> list[Remark]:
    """Return what a move does: the pieces it captures, those that go to the reserve, and the stack it takes over."""
    mover, source, target = state.to_move, action >> SQUARE_BITS, action & ANY_SQUARE
    covered = pieces_of(stack_on(state.stacks, target))
    moved = pieces_of(stack_on(state.stacks, source))[-steps_of(action) :] if source != target else (mover,)
    removed = (covered + moved)[:-HIGHEST]
    captured = sum(piece != mover for piece in removed)
    found = []
    if captured:
        text = "takes a piece" if captured == 1 else "takes {count} pieces"
        found.append(Remark(text, values={"count": captured}, worth=captured))
    if len(removed) > captured:
        found.append(Remark("puts {count} into the reserve", values={"count": len(removed) - captured}))
    if covered and covered[-1] != mover:
        text = "takes over a piece" if len(covered) == 1 else "takes over a stack of {count}"
        found.append(Remark(text, values={"count": len(covered)}))
    return found
