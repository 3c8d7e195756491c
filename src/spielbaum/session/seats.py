"""The players of the seats, and the engines of those that are not human."""

from dataclasses import replace

from spielbaum.errors import InputError, Message
from spielbaum.game import Game
from spielbaum.players import (
    HUMAN,
    Choice,
    EnginePlayer,
    PlayerSpec,
    RandomPlayer,
    SearchPlayer,
    drawn_by_noise,
    located,
    parse_players,
)
from spielbaum.search.algorithms.choice import BEST
from spielbaum.search.core.limits import Limits
from spielbaum.session.session import Session

ONE_SECOND = Limits(seconds=1)


def default_player(evaluation: str | None = None) -> PlayerSpec:
    """Return the player used if none is named: the strongest known setting of the game, one second a move."""
    return PlayerSpec(BEST, ONE_SECOND, evaluation)


def seat_players(
    game: Game,
    text: str | None = None,
    *,
    limits: Limits | None = None,
    evaluation: str | None = None,
    book: str | None = None,
) -> tuple[PlayerSpec, ...]:
    """Return the player of each seat of a game.

    Parameters
    ----------
    game
        The game.
    text
        A list such as ``human,max-n-is:1s``; the last player takes all remaining seats. If None, a human has the first
        seat and the default player the others.
    limits
        Limits of searches without their own; by default one second a move.
    evaluation, book
        Defaults of searches.

    Raises
    ------
    InputError
        If a player cannot be read, or there are more players than seats.
    """
    if limits is None or limits == Limits():
        limits = ONE_SECOND
    others = replace(default_player(evaluation), limits=Limits())
    named = [PlayerSpec(HUMAN), others] if text is None else parse_players(text)
    if not named:
        raise InputError(Message("--seats needs at least one player, such as human,max-n-is:1s"))
    if text is not None and len(named) > game.players:
        raise InputError(
            Message("{} has {} seats, and {} players are named: {}", game.spec, game.players, len(named), text)
        )
    seats = (named + named[-1:] * game.players)[: game.players]
    return tuple(located(spec.within(limits, evaluation, book)) for spec in seats)


class EnginePlayers:
    """The players of a game that are not human; equal specifications share one search.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._searches: dict[PlayerSpec, SearchPlayer] = {}
        self._engines: dict[PlayerSpec, EnginePlayer] = {}

    def player(self, spec: PlayerSpec) -> SearchPlayer:
        """Return the cached player of a specification.

        Raises
        ------
        SpielbaumError
            If the game lacks what the algorithm needs, or has no such evaluation.
        """
        if spec not in self._searches:
            self._searches[spec] = SearchPlayer(self.game, spec)
        return self._searches[spec]

    def engine(self, spec: PlayerSpec) -> EnginePlayer:
        """Return the cached engine of a specification, which is started at its first move.

        Raises
        ------
        SpielbaumError
            If its protocol does not support the game.
        """
        if spec not in self._engines:
            self._engines[spec] = EnginePlayer(self.game, spec)
        return self._engines[spec]

    def close(self) -> None:
        """End the engines."""
        for engine in self._engines.values():
            engine.close()

    def choose(self, session: Session) -> Choice:
        """Return the choice of the player to move, who must not be human.

        Raises
        ------
        ForfeitError
            If the player is an engine that forfeits the game.
        """
        spec = session.seats[session.mover]
        if spec.is_engine:
            return self.engine(spec).choose(session.state, session.states[:-1])
        if spec.searches:
            drawn = drawn_by_noise(self.game, session.state, spec.noise, session.random_seed)
            return drawn or self.player(spec).choose(session.state, session.states[:-1])
        return RandomPlayer(self.game, session.random_seed).choose(session.state)
