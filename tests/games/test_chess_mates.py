"""A won ending is won, although a mate has the same value at any distance."""

import pytest

from spielbaum import Limits, games
from spielbaum.game.repetition import RepetitionRule
from spielbaum.search.algorithms.choice import strongest
from spielbaum.search.searcher import Searcher

CHESS = games.load("chess")


def strong() -> Searcher:
    return Searcher(CHESS, strongest(CHESS), table=1 << 24)


@pytest.mark.long
@pytest.mark.parametrize(
    ("position", "plies"),
    [("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 40), ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 70)],
    ids=["queen", "rook"],
)
def test_a_won_ending_is_won_well_before_the_fifty_move_rule(position: str, plies: int) -> None:
    searcher = strong()
    assert CHESS.notation.parse_state is not None
    states, repetition = [CHESS.notation.parse_state(position)], RepetitionRule(CHESS)
    while not CHESS.is_terminal(states[-1]):
        assert not repetition.is_draw(states)
        best = searcher.search(states[-1], Limits(nodes=50_000), history=states[:-1]).action
        assert best is not None
        states.append(CHESS.result(states[-1], best))
    assert CHESS.utility(states[-1]) == (1, -1)
    assert len(states) - 1 <= plies


@pytest.mark.interpreted
def test_deepening_ends_at_the_shortest_mate() -> None:
    searcher = strong()
    assert CHESS.notation.parse_state is not None
    # Rooks on two rows: the mate in two moves is found at three plies, and longer ones are not looked for.
    found = searcher.search(CHESS.notation.parse_state("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), Limits(seconds=30))
    assert (found.depth, found.value, len(found.pv_text)) == (3, 100_000, 3)
    lost = searcher.search(CHESS.notation.parse_state("7k/R7/8/8/8/8/8/1R5K b - - 0 1"), Limits(seconds=30))
    assert (lost.depth, lost.value) == (2, -100_000)
