"""Are the intervals of a ladder right? Ladders of players whose true strengths are known, played by a random generator.

An opening suits some players more than others, so games from one opening depend on one another. Prints how often the
95 % intervals of differences contain the true ones, and how often all intervals of ranks do:

    python benchmarks/ladder_intervals.py 100
"""

import random
import sys
from itertools import combinations, product

from spielbaum.arena.ladder import LadderCell, Piece, Played, next_pieces, standing
from spielbaum.search.core.limits import Limits
from spielbaum.statistics import Result, expected_shares, rank_intervals

STRENGTHS = (100, 95, 90, 70, 60, 0, -100, -400)
SUITS = 60
"""The standard deviation in Elo by which an opening suits a player."""

GOAL = 35.0
SEATINGS = [seating for seating in product((0, 1), repeat=3) if len(set(seating)) == 2]
CELL = LadderCell(
    game="mnk:width=3,height=3,line=3,players=3", limits=Limits(nodes=1), labels=tuple("abcdefgh"), goals=(GOAL,)
)


def played(piece: Piece, ladder: int) -> list[Result]:
    """Return the games of a piece: five openings in all seatings of two players on three seats."""
    found = []
    for block in range(5):
        opening = f"{ladder} {piece.number} {block}"
        suited = {player: random.Random(f"{opening} {player}").gauss(STRENGTHS[player], SUITS) for player in piece[:2]}
        draw = random.Random(f"{opening} {piece}")
        for seating in SEATINGS:
            seats = tuple(piece[player] for player in seating)
            chances = expected_shares([suited[player] for player in seats])
            (winner,) = draw.choices(range(3), chances)
            found.append(Result.won(seats, (winner,), 10 * piece.number + block))
    return found


def ladder(number: int) -> tuple[int, float, bool]:
    """Play a ladder to its goal; return its pieces, the covered part of differences, and whether all ranks are."""
    pieces: dict[Piece, list[Result]] = {}
    while step := next_pieces(CELL, Played(pieces), ratings := standing(CELL, Played(pieces)), GOAL):
        pieces |= {piece: played(piece, number) for piece in step}
    assert ratings is not None
    covered = []
    for (one, other), error in zip(combinations(range(len(STRENGTHS)), 2), ratings.errors, strict=True):
        lead = ratings.players[one].rating - ratings.players[other].rating
        covered.append(abs(lead - TRUTH[one] + TRUTH[other]) <= 1.96 * error)
    (ranks,) = rank_intervals([ratings])
    right = all(row.low <= 1 + CELL.labels.index(row.player) <= row.high for row in ranks)
    return len(pieces), sum(covered) / len(covered), right


def truth() -> list[float]:
    """Return the ratings that ladders estimate, from many games of all pairs."""
    pieces = {Piece(*pair, number): played(Piece(*pair, number), -1) for pair in CELL.pairs for number in range(1, 401)}
    ratings = standing(CELL, Played(pieces))
    assert ratings is not None
    return [row.rating for row in ratings.players]


TRUTH = truth()


def main() -> None:
    found = [ladder(number) for number in range(int(sys.argv[1]))]
    pieces, covered, right = (sum(column) / len(found) for column in zip(*found, strict=True))
    print(f"{len(found)} ladders of {pieces:.0f} pieces on average")
    print(f"differences covered: {covered:.3f}; all ranks covered: {right:.3f}")


if __name__ == "__main__":
    main()
