"""The results of games for statistics, without repeated games."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from spielbaum.arena.records import GameRecord
from spielbaum.players import RANDOM
from spielbaum.statistics.results import SHARED, Result, Ties

_NOISE = re.compile(r"[(,:]\s*noise=")


def repeats(games: Iterable[GameRecord]) -> list[int | None]:
    """Return for each game the number of the first game that it repeats, or None.

    A repeated game has the same start, seating and actions. From the same opening, deterministic players repeat the
    same game, which adds no information. Random players may play the same short game twice by chance, which does.
    """
    first: dict[object, int] = {}
    found: list[int | None] = []
    for game in games:
        number = first.setdefault(course(game), game.number)
        found.append(None if number == game.number else number)
    return found


def course(game: GameRecord) -> tuple[object, ...]:
    """Return what repeated games have in common: game, start, seating and actions."""
    return game.game, game.start, game.seating, (*game.opening, *(move.action for move in game.moves))


def by_chance(players: Iterable[str]) -> bool:
    """Return whether any player plays at random, so that repeated games are informative.

    Examples
    --------
    >>> by_chance(["max-n(depth=3)", "random(seed=1)"]), by_chance(["max-n(depth=3, noise=0.1)"])
    (True, True)
    """
    return any(re.split("[:(]", player)[0].strip() == RANDOM or _NOISE.search(player) for player in players)


def result_of(game: GameRecord, ties: Ties = SHARED) -> Result:
    """Return the result of a game: the winners come first; the seed is its block."""
    return Result.won(game.seating, game.survivors, game.seed).settled(ties)


def outcomes(games: Sequence[GameRecord], *, repeated: bool = False, ties: Ties = SHARED) -> list[Result]:
    """Return the results of games, for `spielbaum.statistics`.

    All games of a round have the same seed, and so the same block. The winners come first.

    Parameters
    ----------
    games
        The games of a tournament.
    repeated
        Whether repeated games count.
    ties
        What a win counts that several players share.
    """
    marks = [None] * len(games) if repeated else repeats(games)
    return [result_of(game, ties) for game, mark in zip(games, marks, strict=True) if mark is None]


def pair_scores(results: Iterable[Result], player: int = 0) -> list[float]:
    """Return a player's score in each pair, for `spielbaum.statistics.Sprt`.

    A pair is a round of two games in which the player and another swap seats. Other rounds are left out.

    Examples
    --------
    >>> pair = [Result.won((0, 1), (0,), 1), Result.won((1, 0), (0, 1), 1)]
    >>> pair_scores([*pair, Result.won((0, 1), (1,), 2)])
    [1.5]
    """
    rounds: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        rounds[result.block].append(result)
    return [
        sum(result.part(player) for result in pair)
        for pair in rounds.values()
        if len(pair) == 2 and pair[0].seating == pair[1].seating[::-1] and player in pair[0].seating
    ]
