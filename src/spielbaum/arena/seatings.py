"""Who sits where: all ways to give the seats of a game to the players of a tournament."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from spielbaum.game import Game

Seating = tuple[int | None, ...]
"""For each seat the number of the player in it; None for a seat that is not taken."""


def seatings(game: Game, players: int, *, full: bool = False) -> list[Seating]:
    """Return all seatings for so many players, each of which has at least one seat.

    A game that can be played by fewer than all its players is, with every number of players from two upwards, but
    always with the first one: other choices would be the same games, turned round. Where no game has a seat for every
    player, some of them play, in all ways.

    Parameters
    ----------
    game
        The game.
    players
        How many take part in the tournament.
    full
        Whether every seat of the game is taken in every game.

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
