"""Seatings: all ways to assign the seats of a game to the players of a tournament."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from spielbaum.game import Game

Seating = tuple[int | None, ...]
"""The number of the player in each seat; None for an empty seat."""


def seatings(game: Game, players: int, *, full: bool = False) -> list[Seating]:
    """Return all seatings in which every player has at least one seat.

    A game that allows fewer players is played with every number of players from two up, and always with the first seat
    taken: other choices are rotations of these. If there are more players than seats, all combinations play.

    Parameters
    ----------
    game
        The game.
    players
        The number of players of the tournament.
    full
        Whether all seats are taken in every game.

    Examples
    --------
    >>> from spielbaum import games
    >>> chameleon_chess = games.load("chameleon-chess")
    >>> [len(seatings(chameleon_chess, players)) for players in (2, 3, 4)]
    [38, 54, 24]
    >>> seatings(games.load("tic-tac-toe"), 2)
    [(0, 1), (1, 0)]
    """
    found: list[Seating] = []
    for seats in _choices_of_seats(game, players, full):
        for chosen in _choices_of_players(len(seats), players):
            seating: list[int | None] = [None] * game.players
            for seat, player in zip(seats, chosen, strict=True):
                seating[seat] = player
            found.append(tuple(seating))
    return found


def _choices_of_seats(game: Game, players: int, full: bool) -> Iterator[tuple[int, ...]]:
    fewest = min(max(2, players), game.players) if game.start_with and not full else game.players
    for size in range(fewest, game.players + 1):
        for others in combinations(range(1, game.players), size - 1):
            yield (0, *others)


def _choices_of_players(seats: int, players: int) -> Iterator[tuple[int, ...]]:
    if players > seats:
        yield from permutations(range(players), seats)
    else:
        yield from (chosen for chosen in product(range(players), repeat=seats) if len(set(chosen)) == players)
