"""Who sits where, and the searches that think for them."""

from dataclasses import replace

from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.players import (
    HUMAN,
    Choice,
    PlayerSpec,
    RandomPlayer,
    SearchPlayer,
    located,
    parse_player,
    parse_players,
)
from spielbaum.search.algorithms.registry import default_algorithm, strongest
from spielbaum.search.core.limits import Limits
from spielbaum.session.session import Session

ONE_SECOND = Limits(seconds=1)


def default_search(game: Game, evaluation: str | None = None) -> PlayerSpec:
    """Return who plays a game unless somebody else is named: the algorithm that fits it, one second a move.

    In a game that names its noisy actions it is the strongest, which follows them to their end: a search that trusts
    every capture at its horizon plays badly.
    """
    choose = default_algorithm if game.hints.noisy is None else strongest
    return replace(parse_player(choose(game, evaluation)), limits=ONE_SECOND, evaluation=evaluation)


def seat_players(
    game: Game, text: str | None = None, *, limits: Limits | None = None, evaluation: str | None = None
) -> tuple[PlayerSpec, ...]:
    """Return who plays each player of a game.

    Parameters
    ----------
    game
        The game.
    text
        A list such as ``human,max-n-is:1s``; the last one plays all players that are left. Without it a human is
        first, and the default search plays the others.
    limits
        Of searches that have none of their own; one second a move without them.
    evaluation
        Of searches that name none.

    Raises
    ------
    InputError
        If one of them cannot be read, or there are more than players.
    """
    if limits is None or limits == Limits():
        limits = ONE_SECOND
    others = replace(default_search(game, evaluation), limits=Limits())
    named = [PlayerSpec(HUMAN), others] if text is None else parse_players(text)
    if not named:
        raise InputError("--seats needs at least one player, such as human,max-n-is:1s")
    if text is not None and len(named) > game.players:
        raise InputError(f"{game.spec} has {game.players} seats, and {len(named)} players are named: {text}")
    seats = (named + named[-1:] * game.players)[: game.players]
    return tuple(located(spec.within(limits, evaluation)) for spec in seats)


class Table:
    """The players of a game who are no humans; equal ones share a search.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._searches: dict[PlayerSpec, SearchPlayer] = {}

    def search(self, spec: PlayerSpec) -> SearchPlayer:
        """Return the search of a player, made once.

        Raises
        ------
        SpielbaumError
            If the game lacks what the algorithm needs, or has no such evaluation.
        """
        if spec not in self._searches:
            self._searches[spec] = SearchPlayer(self.game, spec)
        return self._searches[spec]

    def choose(self, session: Session) -> Choice:
        """Return what the player to move chooses, who is no human."""
        spec = session.seats[session.mover]
        if spec.searches:
            return self.search(spec).choose(session.state, session.states[:-1])
        return RandomPlayer(self.game, session.chance).choose(session.state)
