"""Players against one another: differences in shares and in Elo, with their intervals."""

import pytest

from spielbaum.arena import Setup, Tournament, comparisons, played
from spielbaum.arena.outcomes import outcomes
from spielbaum.statistics import difference, ratings


def test_comparison_matches_statistics() -> None:
    players = ("alpha-beta(depth=6)", "random(seed=4)")
    setup = Setup(game="tic-tac-toe", players=players, games=60, opening_plies=2)
    games = list(played(setup, Tournament(setup).pairings, workers=1))
    (row,) = comparisons(games, players)
    results = outcomes(games, repeated=True)
    ahead = difference(results, players, player=players[0], other=players[1])
    rating = ratings(results, players, anchor=players[1]).players[0]
    assert (row.difference, row.low, row.high) == (ahead.difference, ahead.low, ahead.high)
    assert (row.elo, row.elo_low, row.elo_high) == (rating.rating, rating.low, rating.high)
    assert row.superiority == pytest.approx(1)
    assert row.to_dict()["player"] == players[0]


def test_a_row_for_each_pair() -> None:
    players = ("random(seed=1)", "random(seed=2)", "random(seed=3)")
    setup = Setup(game="nim", players=players)
    games = list(played(setup, Tournament(setup).pairings, workers=1))
    assert [(row.player[-2], row.other[-2]) for row in comparisons(games, players)] == [
        ("1", "2"),
        ("1", "3"),
        ("2", "3"),
    ]
    alone = [game for game in games if 2 not in game.seating]
    assert [(row.player, row.elo) for row in comparisons(alone, players)] == [("random(seed=1)", None)]
    assert comparisons([], players) == []
