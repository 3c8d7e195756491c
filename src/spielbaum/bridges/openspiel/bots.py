"""Our players as bots of OpenSpiel, in its games and in ours."""

from typing import Any

from spielbaum.adapters.openspiel.games import from_openspiel
from spielbaum.adapters.openspiel.library import pyspiel
from spielbaum.bridges.openspiel.ours import SpielbaumGame
from spielbaum.players import Bench, parse_player, refuse_unfit


def as_bot(theirs: Any, player: str, *, seed: object = 0) -> "SearchBot":
    """Return a player as a bot that OpenSpiel lets play, such as by ``evaluate_bots``.

    Parameters
    ----------
    theirs
        The ``pyspiel.Game`` that is played: one of OpenSpiel, or one made by ``as_pyspiel``.
    player
        A player as on the command line: ``"pvs(depth=4)"``, ``"mcts(simulations=200)"``, ``"random"``.
    seed
        Decides all that is random in its play.

    Raises
    ------
    SpielbaumError
        If there is no such player, or it cannot play the game, or the game is of another kind than those here.
    """
    return SearchBot(theirs, player, seed)


class SearchBot(pyspiel.Bot):
    """A player of Spielbaum as a bot of OpenSpiel; made by ``as_bot``. It plays for whoever is to move."""

    def __init__(self, theirs: Any, player: str, seed: object) -> None:
        super().__init__()
        self._ours = theirs if isinstance(theirs, SpielbaumGame) else None
        self._game = self._ours.game if self._ours else from_openspiel(theirs)
        spec = parse_player(player)
        refuse_unfit(self._game, spec)
        self._player = Bench(self._game, [spec]).seat(0, seed)

    def step(self, state: Any) -> int:
        """Return the action that the player chooses in a state."""
        if self._ours is None:
            return int(self._player.choose(self._game.initial().like(state)).action)
        course = state.course
        action = self._player.choose(course.state, course.history).action
        return self._ours.numbers.number_of(course.state, action)

    def restart_at(self, state: Any) -> None:
        """Do nothing: a search remembers nothing of the game before."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: a state says all that a search needs."""
