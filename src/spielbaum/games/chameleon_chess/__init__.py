"""Chameleon Chess: the role of a pawn depends on the colour of its square, and the board shrinks."""

from spielbaum import Evaluation, Game, Notation, SearchHints, Unit, View
from spielbaum.errors import Message
from spielbaum.games._vectors import for_each
from spielbaum.games.chameleon_chess import notation
from spielbaum.games.chameleon_chess.evaluations import EVALUATIONS, MOST_POINTS, Points, share
from spielbaum.games.chameleon_chess.features import make_features
from spielbaum.games.chameleon_chess.picture import COLOUR_NAMES, COLOURS, make_cells, make_from_cells
from spielbaum.games.chameleon_chess.remarks import ending, reasons, remark
from spielbaum.games.chameleon_chess.rules import (
    NAMES,
    START,
    State,
    actions,
    board_of,
    bounding_area,
    is_terminal,
    noisy,
    null_move,
    result,
    state_of,
)

TURN_ORDER = (0, 3, 2, 1)
"""Clockwise: red, blue, yellow, green."""

POINTS = Unit("point", "points")


def game(players: str = "RGYB") -> Game:
    """Return the game for two, three or four of the colours ``R``, ``G``, ``Y``, ``B``; vectors are in this order."""
    owners = tuple(sorted(NAMES.find(name) for name in players))
    if not 2 <= len(owners) <= 4 or len(set(owners)) != len(owners) or owners[0] < 0:
        raise ValueError(Message("players are two to four different letters of RGYB, not {!r}", players))
    start = _start(owners)
    seats = tuple(owners.index(owner) if owner in owners else 0 for owner in range(4))

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        return seats[state.owner]

    def active_players(state: State) -> int:
        present = 0
        for seat in range(len(owners)):
            present |= (1 if board_of(state, owners[seat]) else 0) << seat
        return present

    def start_with(chosen: tuple[int, ...]) -> State:
        return _start(tuple(owners[seat] for seat in chosen))

    def validate(state: State) -> None:
        notation.validate(state)
        for owner in range(4):
            if owner not in owners and board_of(state, owner):
                raise ValueError(Message("{} does not take part: the players are {}", NAMES[owner], players))

    return Game(
        name="chameleon-chess",
        players=len(owners),
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=for_each(owners, _won),
        max_utility=1,
        utility_sum=1,
        non_negative=True,
        distinct_actions=64 << 6,
        active_players=active_players,
        start_with=start_with,
        evaluations={name: _estimate(points, MOST_POINTS[name], owners) for name, points in EVALUATIONS.items()}
        | {"share-of-strength": Evaluation(for_each(owners, share), non_negative=True, maximum=1, maximal_sum=1)},
        hints=SearchHints(noisy=noisy, null_move=null_move),
        notation=Notation(
            format_state=notation.format_state,
            parse_state=notation.parse_state,
            format_action=notation.format_action,
            validate=validate,
        ),
        view=View(
            board=notation.board,
            cells=make_cells(owners),
            ending=ending,
            remark=remark,
            reasons=reasons,
            from_cells=make_from_cells(owners),
            player_names=tuple(NAMES[owner] for owner in owners),
            shown_names=tuple(COLOUR_NAMES[owner] for owner in owners),
            player_colours=tuple(COLOURS[owner] for owner in owners),
        ),
        features=make_features(owners),
        doc=__doc__ or "",
    )


def _start(owners: tuple[int, ...]) -> State:
    """Return the initial state of some owners: the first in turn order moves, in the bounding box of all pawns."""
    pawns = {owner: START[owner] for owner in owners}
    area = bounding_area(sum(1 << square for squares in pawns.values() for square in squares))
    return state_of(pawns, next(owner for owner in TURN_ORDER if owner in owners), area)


def _won(state: State, owner: int) -> int:
    """Return 1 for the owner of the last pawns, 0 for the others."""
    return 1 if board_of(state, owner) else 0


def _estimate(points: Points, most: int, owners: tuple[int, ...]) -> Evaluation:
    """Return the evaluation with each owner's points, for terminal states as well."""
    return Evaluation(
        for_each(owners, points),
        terminal=True,
        non_negative=True,
        maximum=most,
        maximal_sum=most * len(owners),
        unit=POINTS,
    )
