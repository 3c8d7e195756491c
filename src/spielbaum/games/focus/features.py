"""Features of Focus, for learned evaluations."""

from collections.abc import Callable

from spielbaum.games._vectors import for_each
from spielbaum.games.focus.board import CROSSES, SIZE
from spielbaum.games.focus.rules import State, captured_in, height_of, pieces_in, stack_on
from spielbaum.kernel import clear_lowest, lowest_index, popcount

FEATURE_NAMES = ("stacks", "height", "targets", "reserve", "captured")
"""The stacks that a player controls; their pieces; the squares that they reach, added up; the pieces in reserve; the
captured pieces."""


def make_features(players: int) -> Callable[[State], tuple[tuple[int, ...], ...]]:
    """Return ``features(state)``: the features of each player."""

    def features_of(state: State, player: int) -> tuple[int, ...]:
        own, height, targets = state.tops[player], 0, 0
        while own:
            square = lowest_index(own)
            own = clear_lowest(own)
            pieces = height_of(stack_on(state.stacks, square))
            height += pieces
            targets += popcount(CROSSES[SIZE * square + pieces])
        pile = state.beside[player]
        captured = captured_in(pile, player, players)
        return popcount(state.tops[player]), height, targets, pieces_in(pile, player), captured

    features = for_each(range(players), features_of)
    features.__name__ = "features"
    return features
