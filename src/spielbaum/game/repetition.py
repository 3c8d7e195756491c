"""The rule of repetition, applied to the states of a game."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from spielbaum.game import Evaluation, Game, State, Vector

KEPT_KEYS = 1 << 14


class RepetitionRule:
    """The rule of repetition of a game; without one no game is ever a draw.

    Parameters
    ----------
    game
        The game.

    Examples
    --------
    >>> from spielbaum import games
    >>> nim = games.load("nim")
    >>> RepetitionRule(nim).is_draw([nim.initial()] * 5)
    False
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._times = game.repetition.times if game.repetition else 0
        self._key = lru_cache(KEPT_KEYS)(game.repetition.key) if game.repetition else None

    def is_draw(self, states: Sequence[State]) -> bool:
        """Return whether the game is a draw by repetition after these states; a terminal state has already ended it."""
        if self._key is None or not states or self.game.is_terminal(states[-1]):
            return False
        keys = self._keys(states)
        return bool(keys) and keys.count(keys[0]) >= self._times

    def nearly(self, states: Sequence[State]) -> list[int]:
        """Return the keys of the positions whose next occurrence ends the game, the latest first."""
        if self._key is None:
            return []
        return [key for key, number in Counter(self._keys(states)).items() if number >= self._times - 1]

    def _keys(self, states: Sequence[State]) -> list[int]:
        """Return the keys of the states that can recur, the last one first."""
        keys: list[int] = []
        assert self._key is not None
        for state in reversed(states):
            key = self._key(state)
            if key == 0:
                break
            keys.append(key)
        return keys


def draw_utility(game: Game) -> Vector:
    """Return the utility of a draw by repetition: equal shares of ``utility_sum``, or 0."""
    return ((game.utility_sum or 0) / game.players,) * game.players


def ended_by_repetition(game: Game, states: Sequence[State]) -> Game:
    """Return the game to search after these states; if it is over by repetition, one whose states are all terminal."""
    if not RepetitionRule(game).is_draw(states):
        return game
    evaluations = {
        name: replace(known, function=_always(known.drawn))
        if isinstance(known, Evaluation) and known.terminal
        else known
        for name, known in game.evaluations.items()
    }
    ended: dict[str, Any] = {"is_terminal": _always(True), "utility": _always(draw_utility(game))}
    return replace(game, compiled=False, evaluations=evaluations, **ended)


def _always(answer: Any) -> Callable[[State], Any]:
    def function(_state: State) -> Any:
        return answer

    return function
