"""Chameleon Chess: pawns whose role follows from the colour of their square, on a board that shrinks."""

from collections.abc import Callable
from typing import Any

from spielbaum import Evaluation, Game
from spielbaum.games.chameleon_chess import notation
from spielbaum.games.chameleon_chess.evaluations import EVALUATIONS, Points
from spielbaum.games.chameleon_chess.rules import (
    NAMES,
    START,
    State,
    actions,
    board_of,
    bounding_area,
    is_terminal,
    result,
    state_of,
)

Vector = tuple[float, ...]


def game(players: str = "RGYB") -> Game:
    """Return the game for two, three or four of the colours ``R``, ``G``, ``Y``, ``B``; vectors are in this order."""
    owners = tuple(sorted(NAMES.find(name) for name in players))
    if not 2 <= len(owners) <= 4 or len(set(owners)) != len(owners) or owners[0] < 0:
        raise ValueError(f"players are two to four different letters of RGYB, not {players!r}")
    turn_order = [owner for owner in (0, 3, 2, 1) if owner in owners]
    pawns = {owner: START[owner] for owner in owners}
    area = bounding_area(sum(1 << square for squares in pawns.values() for square in squares))
    start = state_of(pawns, turn_order[0], area)
    seats = tuple(owners.index(owner) if owner in owners else 0 for owner in range(4))

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        return seats[state.owner]

    def validate(state: State) -> None:
        notation.validate(state)
        for owner in range(4):
            if owner not in owners and board_of(state, owner):
                raise ValueError(f"{NAMES[owner]} does not take part: the players are {players}")

    return Game(
        name="chameleon-chess",
        players=len(owners),
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=_for_each(_won, owners),
        evaluations={
            name: Evaluation(_for_each(points, owners), finished=True) for name, points in EVALUATIONS.items()
        },
        utility_sum=1,
        max_utility=1,
        parse_state=notation.parse_state,
        format_state=notation.format_state,
        validate=validate,
        format_action=notation.format_action,
        board=notation.board,
        player_names=tuple(NAMES[owner] for owner in owners),
        doc=__doc__ or "",
    )


def _won(state: State, owner: int) -> int:
    """Return 1 for the owner of the last pawns, 0 for the others."""
    return 1 if board_of(state, owner) else 0


def _for_each(points: Points, owners: tuple[int, ...]) -> Callable[[Any], Vector]:
    """Return ``state -> vector`` of the points of each owner who takes part."""
    first, second = owners[:2]
    third = owners[2] if len(owners) > 2 else 0
    fourth = owners[3] if len(owners) > 3 else 0

    def two(state: State) -> Vector:
        return points(state, first), points(state, second)

    def three(state: State) -> Vector:
        return points(state, first), points(state, second), points(state, third)

    def four(state: State) -> Vector:
        return points(state, first), points(state, second), points(state, third), points(state, fourth)

    return {2: two, 3: three, 4: four}[len(owners)]
