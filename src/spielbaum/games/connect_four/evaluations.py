"""Evaluations: the lines of four through a player's discs, and the squares that would win."""

from spielbaum import Evaluation, Unit
from spielbaum.games.connect_four.rules import Board, State, make_winning_squares
from spielbaum.kernel import popcount


def make_evaluations(size: Board) -> dict[str, Evaluation]:
    """Return the evaluations for a board."""
    counts = size.line_counts()
    # Plane k has the squares whose number of lines has bit k: a sum over squares is a few population counts.
    bits = max(counts.values(), default=0).bit_length()
    planes = tuple(sum(square for square, lines in counts.items() if lines >> k & 1) for k in range(bits)) or (0,)
    above_all_lines = 10 ** len(str(sum(counts.values())))
    winning_squares, full = make_winning_squares(size), size.full

    def lines(state: State) -> tuple[int, int]:
        """Return the lines of four through the player's discs, less those through the opponent's."""
        theirs = state.own ^ state.occupied
        points = 0
        for k in range(len(planes)):
            points += (popcount(state.own & planes[k]) - popcount(theirs & planes[k])) << k
        return (points, -points) if popcount(state.occupied) & 1 == 0 else (-points, points)

    def threats(state: State) -> tuple[int, int]:
        """Return ten points for each empty square that completes four, less the opponent's, plus the lines."""
        theirs, empty = state.own ^ state.occupied, full ^ state.occupied
        ahead = popcount(winning_squares(state.own) & empty) - popcount(winning_squares(theirs) & empty)
        first, second = lines(state)
        points = 10 * ahead if popcount(state.occupied) & 1 == 0 else -10 * ahead
        return first + points, second - points

    most, unit = sum(counts.values()), Unit("line", "lines")
    return {
        "lines": Evaluation(lines, above_all_lines, maximum=most, unit=unit),
        "threats": Evaluation(threats, above_all_lines, maximum=most + 10 * len(counts)),
    }
