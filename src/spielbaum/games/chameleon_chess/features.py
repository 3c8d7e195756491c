"""Features of Chameleon Chess, for learned evaluations."""

from collections.abc import Callable

from spielbaum import U64, Features
from spielbaum.games.chameleon_chess.moves import OFFSETS
from spielbaum.games.chameleon_chess.rules import State, board_of, moves_of, role_boards
from spielbaum.kernel import clear_lowest, lowest_index, popcount

NAMES = (
    "pawns", "last-pawn", "queens", "bishops", "rooks", "moves", "threats", "captures", "attacked", "endangered",
    "turns",
)  # fmt: skip

Row = tuple[int, int, int, int, int, int, int, int, int, int, int]


def make_features(owners: tuple[int, ...]) -> Features:
    """Return the features of some owners.

    ``last-pawn`` is 1 for an owner with one pawn. ``moves`` are those of all pawns, whoever is to move. ``threats`` are
    enemy pawns that could be captured, ``captures`` the same for the owner to move only; ``attacked`` are own pawns
    that any enemy could capture, ``endangered`` those that the owner to move can. ``turns`` is the number of colours
    that move before.
    """
    return Features(names=NAMES, function=_for_each(owners))


def reach(state: State, owner: int) -> tuple[U64, int]:
    """Return the targets of an owner's pawns, and the number of their moves."""
    as_mover = State(*state[:6], owner)
    squares, count = U64(0), 0
    for pawn in range(4):
        moves, origin = moves_of(as_mover, pawn)
        count += popcount(moves)
        while moves:
            squares = U64(squares | 1 << (origin + OFFSETS[lowest_index(moves)] & 63))
            moves = U64(clear_lowest(moves))
    return squares, count


def _row(state: State, owner: int, moves: int, boards: tuple[U64, U64, U64, U64]) -> Row:
    """Return the features of an owner with some number of moves, given the targets of each owner."""
    own = board_of(state, owner)
    theirs = U64(0)
    for other in range(4):
        if other != owner:
            theirs = U64(theirs | boards[other])
    low, high = role_boards(state)
    pawns, on_move = popcount(U64(own)), owner == state.owner
    threats = popcount(U64(boards[owner] & state.pawns & ~own))
    return (
        pawns,
        1 if pawns == 1 else 0,
        popcount(U64(own & low & ~high)),
        popcount(U64(own & high & ~low)),
        popcount(U64(own & low & high)),
        moves,
        threats,
        threats if on_move else 0,
        popcount(U64(own & theirs)),
        0 if on_move else popcount(U64(own & boards[state.owner])),
        (state.owner - owner) & 3,
    )


def _for_each(owners: tuple[int, ...]) -> Callable[[State], tuple[Row, ...]]:
    """Return ``features(state)``: the features of each owner."""
    first, second = owners[:2]
    third = owners[2] if len(owners) > 2 else 0
    fourth = owners[3] if len(owners) > 3 else 0

    def reached(state: State) -> tuple[tuple[U64, U64, U64, U64], tuple[int, int, int, int]]:
        red, reds = reach(state, 0)
        green, greens = reach(state, 1)
        yellow, yellows = reach(state, 2)
        blue, blues = reach(state, 3)
        return (red, green, yellow, blue), (reds, greens, yellows, blues)

    def two(state: State) -> tuple[Row, ...]:
        boards, moves = reached(state)
        return _row(state, first, moves[first], boards), _row(state, second, moves[second], boards)

    def three(state: State) -> tuple[Row, ...]:
        boards, moves = reached(state)
        return (
            _row(state, first, moves[first], boards),
            _row(state, second, moves[second], boards),
            _row(state, third, moves[third], boards),
        )

    def four(state: State) -> tuple[Row, ...]:
        boards, moves = reached(state)
        return (
            _row(state, first, moves[first], boards),
            _row(state, second, moves[second], boards),
            _row(state, third, moves[third], boards),
            _row(state, fourth, moves[fourth], boards),
        )

    return {2: two, 3: three, 4: four}[len(owners)]
