"""What games say about their players: shares, ratings, tests. No figure comes without its interval."""

from spielbaum.statistics.comparisons import adjusted_p_values, holm, p_value
from spielbaum.statistics.elo import elo_of, expected_shares, share_of
from spielbaum.statistics.positions import Factor, Part, growth_factor, part_of
from spielbaum.statistics.ranks import Rank, mean_ranks, rank_intervals
from spielbaum.statistics.ratings import Leads, Rating, Ratings, leads, ratings
from spielbaum.statistics.results import Result
from spielbaum.statistics.seats import SeatEffect, SeatShare, seat_effect
from spielbaum.statistics.shares import Difference, Share, cross_table, difference, shares
from spielbaum.statistics.sprt import Sprt, log_likelihood_ratio
from spielbaum.statistics.stopping import Until
from spielbaum.statistics.tallies import Tally, tallies

__all__ = [
    "Difference", "Factor", "Leads", "Part", "Rank", "Rating", "Ratings", "Result", "SeatEffect", "SeatShare",
    "Share", "Sprt", "Tally", "Until", "adjusted_p_values", "cross_table", "difference", "elo_of",
    "expected_shares", "growth_factor", "holm", "leads", "log_likelihood_ratio", "mean_ranks", "p_value", "part_of",
    "rank_intervals", "ratings", "seat_effect", "share_of", "shares", "tallies",
]  # fmt: skip
