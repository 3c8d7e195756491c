"""Positions of played games: their features, the players in the game, and the outcomes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielbaum.arena.records import GameRecord
from spielbaum.arena.replay import replay
from spielbaum.errors import InputError, Message
from spielbaum.game import TO_MOVE, Game, State
from spielbaum.kernel import CompiledFunction, jit_enabled
from spielbaum.learning.models.making import make_alive, make_rows
from spielbaum.learning.models.payoffs import Payoffs

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Positions:
    """Positions of games, in order of play; arrays have a row for each position.

    Attributes
    ----------
    states
        The positions themselves.
    names
        The names of the features, with ``to-move`` last.
    features
        The features. Shape (positions, players, features).
    present
        Whether each player is in the game. Shape (positions, players).
    outcomes
        Each player's part of the win in the end. Shape (positions, players).
    searched
        The part of the win that the mover's search expected; NaN without a search. Shape (positions, players).
    games
        The index of each position's game. Shape (positions,).
    beginnings
        For each game the number of its first position, so that games with the same beginning are held out together.
        Shape (games,).
    """

    states: Sequence[State]
    names: tuple[str, ...]
    features: Floats
    present: NDArray[np.bool_]
    outcomes: Floats
    searched: Floats
    games: Integers
    beginnings: Integers

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.states)

    def chosen(self, which: NDArray[np.bool_]) -> "Positions":
        """Return a selection of the positions."""
        places = np.flatnonzero(which)
        return replace(
            self,
            states=[self.states[int(place)] for place in places],
            **{name: getattr(self, name)[places] for name in ("features", "present", "outcomes", "searched", "games")},
        )

    def divided(self, held_out: float, seed: int) -> tuple["Positions", "Positions"]:
        """Return the positions to learn from and those held out; games with the same beginning are on the same side.

        The part of the games that is held out is as close to the requested one as whole beginnings allow.
        """
        known, counts = np.unique(self.beginnings, return_counts=True)
        wanted, taken, away = held_out * len(self.beginnings), 0, []
        for place in np.random.default_rng(seed).permutation(len(known)):
            if taken + counts[place] / 2 < wanted:
                away.append(known[place])
                taken += counts[place]
        which = np.isin(self.beginnings, away)[self.games]
        return self.chosen(~which), self.chosen(which)

    def columns(self, names: Sequence[str]) -> Floats:
        """Return some features of all players.

        Raises
        ------
        InputError
            If there is no such feature.
        """
        for name in names:
            if name not in self.names:
                raise InputError(Message("no feature {!r}: there is {}", name, ", ".join(self.names)))
        return self.features[:, :, [self.names.index(name) for name in names]]


def read_positions(
    game: Game, records: Iterable[GameRecord], progress: Callable[[int], None] | None = None
) -> Positions:
    """Return the positions of games in which a player chose an action, without those of the opening.

    Parameters
    ----------
    game
        The game.
    records
        The games.
    progress
        Called after every game with the number of games read.

    Raises
    ------
    InputError
        If the games have no positions, or were played by other rules.
    GameError
        If the game has no features.
    """
    look, payoffs, alive = _looking(game), Payoffs.of(game), make_alive(game)
    states: list[State] = []
    columns: dict[str, list[Any]] = {name: [] for name in ("features", "present", "outcomes", "searched", "games")}
    numbers: dict[State, int] = {}
    beginnings = []
    for place, record in enumerate(records):
        outcome = [seat in record.survivors for seat in range(game.players)]
        before: State = None
        begun = len(states)
        for step in replay(game, record):
            if step.move is not None and step.seat is not None:
                present, mover = alive(before), step.seat
                states.append(before)
                columns["features"].append(
                    [(*row, 1.0 if player == mover else 0.0) for player, row in enumerate(look(before))]
                )
                columns["present"].append([bool(present >> player & 1) for player in range(game.players)])
                columns["outcomes"].append([float(won) / max(1, sum(outcome)) for won in outcome])
                columns["searched"].append(_expected(payoffs, step.move.value, mover))
                columns["games"].append(place)
            before = step.state
        beginnings.append(numbers.setdefault(states[begun] if len(states) > begun else None, len(numbers)))
        if progress:
            progress(place + 1)
    if not states:
        raise InputError(Message("there are no positions to learn from in the games of {}", game.spec))
    arrays = {name: np.array(values) for name, values in columns.items()}
    names = (*game.features.names, TO_MOVE)
    return Positions(states=states, names=names, beginnings=np.array(beginnings), **arrays)


def _looking(game: Game) -> Callable[[State], Sequence[Sequence[float]]]:
    """Return ``state -> features``, compiled if possible."""
    rows = make_rows(game)
    if not (game.compiled and jit_enabled()):
        return rows
    length = len(game.features.names)
    return CompiledFunction(rows, game.initial(), rows=game.players, length=length, source=f"features of {game.spec}")


def _expected(payoffs: Payoffs, value: Any, mover: int) -> list[float]:
    """Return each player's part of the win from the value of a search: a vector, or a number for the mover of two."""
    players = payoffs.players
    if isinstance(value, tuple) and len(value) == players:
        parts = [payoffs.share(number) for number in value]
        whole = sum(parts)
        return [part / whole for part in parts] if whole > 0 else [np.nan] * players
    if value is None or isinstance(value, tuple) or players != 2:
        return [np.nan] * players
    own = payoffs.share(float(value))
    return [own if player == mover else 1 - own for player in range(players)]
