"""Features of Othello, and three evaluations.

The number of discs means little before the end: a disc can be flipped again unless it is anchored to a corner. Mobility
matters, since a player who runs out of safe moves has to give up a corner.

P. S. Rosenbloom, A world-championship-level Othello program, Artificial Intelligence 19 (1982): mobility and edges.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from spielbaum import U64, Evaluation, Unit
from spielbaum.game import Term
from spielbaum.games.othello.rules import BLACK, Board, State, make_moves
from spielbaum.kernel import dot, popcount

FEATURE_NAMES = ("discs", "moves", "frontier", "corners", "beside", "anchored")
"""Discs; moves; discs next to an empty square; corners; discs next to an empty corner; anchored discs on edges."""

PlayerFeatures = tuple[int, int, int, int, int, int]

WEIGHTS = (
    (-1, 6, -3, 60, -20, 10),
    (0, 6, -3, 60, -20, 12),
    (4, 4, -1, 30, -4, 6),
)
"""The weights of the features in the opening, the middle game and the endgame."""

UTILITY_WEIGHT = 10_000
"""The value of a win, larger than any evaluation."""

MOST = 2_000
"""A bound of all evaluations: the sum of all features at their largest is less."""


class Edges(NamedTuple):
    """The corners and edges of a board."""

    corners: int
    rows: int  # first and last
    columns: int  # first and last

    @classmethod
    def of(cls, board: Board) -> "Edges":
        """Return the corners and edges of a board."""
        rows = board.row(0) | board.row(board.size - 1)
        columns = board.column(0) | board.column(board.size - 1)
        return cls(rows & columns, rows, columns)


def make_near(board: Board) -> Callable[[U64], U64]:
    """Return ``near(squares)``: all neighbours of some squares, possibly including some of these."""
    size, full = board.size, board.full
    not_first, not_last = full & ~board.column(0), full & ~board.column(size - 1)

    def near(squares: U64) -> U64:
        beside = U64((squares & U64(not_last)) << 1 | (squares & U64(not_first)) >> 1)
        wide = U64(squares | beside)
        return U64((beside | wide << size | wide >> size) & U64(full))

    return near


def make_anchored(board: Board) -> Callable[[U64], U64]:
    """Return ``anchored(discs)``: those in an unbroken row along an edge from a corner."""
    size, (corners, rows, columns) = board.size, Edges.of(board)

    def anchored(discs: U64) -> U64:
        across, along = U64(discs & U64(rows)), U64(discs & U64(columns))
        held = U64(discs & U64(corners))
        for _ in range(size - 2):
            held = U64(held | across & (held << 1 | held >> 1) | along & (held << size | held >> size))
        return held

    return anchored


def make_player_features(board: Board) -> Callable[[U64, U64, U64, U64], PlayerFeatures]:
    """Return ``features(own, other, near_empty, near_corner)``: those of the player with the own discs."""
    corners, moves, anchored = Edges.of(board).corners, make_moves(board), make_anchored(board)

    def features(own: U64, other: U64, near_empty: U64, near_corner: U64) -> PlayerFeatures:
        return (
            popcount(own),
            popcount(moves(own, other)),
            popcount(U64(own & near_empty)),
            popcount(U64(own & U64(corners))),
            popcount(U64(own & near_corner)),
            popcount(anchored(own)),
        )

    return features


def make_features(board: Board) -> Callable[[State], tuple[PlayerFeatures, PlayerFeatures]]:
    """Return ``features(state)``: the features of each player."""
    full, corners = board.full, Edges.of(board).corners
    near, of_player = make_near(board), make_player_features(board)

    def features(state: State) -> tuple[PlayerFeatures, PlayerFeatures]:
        empty = U64(~(state.own | state.other) & U64(full))
        near_empty, near_corner = near(empty), near(U64(empty & U64(corners)))
        mine = of_player(state.own, state.other, near_empty, near_corner)
        theirs = of_player(state.other, state.own, near_empty, near_corner)
        return (mine, theirs) if state.to_move == BLACK else (theirs, mine)

    return features


def make_evaluations(board: Board) -> Mapping[str, Evaluation]:
    """Return the evaluations for a board, the default first."""
    squares, moves, features = board.size * board.size, make_moves(board), make_features(board)

    def corners_and_mobility(state: State) -> tuple[int, int]:
        """Return the features of Black less those of White, with the weights of the phase."""
        black, white = features(state)
        weights = WEIGHTS[phase(black[0] + white[0])]
        points = dot(weights, black) - dot(weights, white)
        return points, -points

    def phase(discs: int) -> int:
        """Return 0 in the opening, 1 in the middle game, 2 in the endgame."""
        return (3 * discs > squares) + (5 * discs > 4 * squares)

    def weighed(state: State) -> list[Term]:
        black, white = features(state)
        weights = WEIGHTS[phase(black[0] + white[0])]
        return [Term(name, (black[i], white[i]), weights[i]) for i, name in enumerate(FEATURE_NAMES) if weights[i]]

    def of(*names: str) -> Callable[[State], list[Term]]:
        def terms(state: State) -> list[Term]:
            black, white = features(state)
            places = [FEATURE_NAMES.index(name) for name in names]
            return [Term(FEATURE_NAMES[i], (black[i], white[i]), 1) for i in places]

        return terms

    def mobility(state: State) -> tuple[int, int]:
        """Return the difference of the numbers of moves, as if each player were to move."""
        lead = popcount(moves(state.own, state.other)) - popcount(moves(state.other, state.own))
        return (lead, -lead) if state.to_move == BLACK else (-lead, lead)

    def discs(state: State) -> tuple[int, int]:
        """Return the difference of discs."""
        lead = popcount(state.own) - popcount(state.other)
        return (lead, -lead) if state.to_move == BLACK else (-lead, lead)

    functions = (
        (corners_and_mobility, weighed, None),
        (mobility, of("moves"), Unit("move", "moves")),
        (discs, of("discs"), Unit("disc", "discs")),
    )
    return {
        f.__name__.replace("_", "-"): Evaluation(f, UTILITY_WEIGHT, maximum=MOST, terms=terms, unit=unit)
        for f, terms, unit in functions
    }


def make_order(board: Board) -> Callable[[State, int], int]:
    """Return ``order(state, square)``: corners first, then edges, then the rest, squares next to corners last."""
    corners, rows, columns = Edges.of(board)
    beside = make_near(board)(U64(corners))

    def order(_state: State, square: int) -> int:
        if square >= 64:
            return 0
        disc = U64(U64(1) << square)
        if disc & U64(corners):
            return 3
        if disc & U64(beside):
            return 0
        return 2 if disc & U64(rows | columns) else 1

    return order
