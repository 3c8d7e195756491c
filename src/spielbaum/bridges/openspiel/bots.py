"""Our players as bots of OpenSpiel, in its games and in ours."""

from typing import Any

from spielbaum.adapters.openspiel.games import from_openspiel
from spielbaum.adapters.openspiel.library import pyspiel
from spielbaum.bridges.openspiel.ours import SpielbaumGame
from spielbaum.players import Bench, PlayerSpec, as_player, refuse_unfit


def as_bot(theirs: Any, player: PlayerSpec | str, *, seed: object = 0) -> "SearchBot":
    """Return a player as a bot of OpenSpiel, for ``evaluate_bots`` and others.

    Parameters
    ----------
    theirs
        The ``pyspiel.Game``: one of OpenSpiel, or one made by ``as_pyspiel``.
    player
        A player, or its text as on the command line: ``"pvs(depth=4)"``, ``"mcts(simulations=200)"``, ``"random"``.
    seed
        The random seed of its play.

    Raises
    ------
    SpielbaumError
        If there is no such player, it cannot play the game, or the game cannot be adapted.
    """
    return SearchBot(theirs, player, seed)


class SearchBot(pyspiel.Bot):
    """A player of Spielbaum as a bot of OpenSpiel, made by ``as_bot``. It plays for the player to move."""

    def __init__(self, theirs: Any, player: PlayerSpec | str, seed: object) -> None:
        super().__init__()
        self._ours = theirs if isinstance(theirs, SpielbaumGame) else None
        self._game = self._ours.game if self._ours else from_openspiel(theirs)
        spec = as_player(player)
        refuse_unfit(self._game, spec)
        self._player = Bench(self._game, [spec]).seat(0, seed)

    def step(self, state: Any) -> int:
        """Return the player's action in a state."""
        if self._ours is None:
            return int(self._player.choose(self._game.initial().like(state)).action)
        course = state.course
        action = self._player.choose(course.state, course.history).action
        return self._ours.numbers.number_of(course.state, action)

    def restart_at(self, state: Any) -> None:
        """Do nothing: a search does not depend on earlier games."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: a search needs the state only."""
