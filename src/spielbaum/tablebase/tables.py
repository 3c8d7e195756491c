"""Looking up a table: what each coalition can force at a position, and its equilibria."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.notation import format_state, legal_actions
from spielbaum.kernel import AsState, shape_of, signed
from spielbaum.search.core.keys import make_hash
from spielbaum.tablebase.backup import DIGITS
from spielbaum.tablebase.file import TableFile, read_file


class Entry(NamedTuple):
    """What a table says of a position.

    Attributes
    ----------
    forced
        The sum of utilities that each coalition can force, by its set of bits; neither of nobody nor of all.
    equilibria
        The utilities of all subgame-perfect equilibria; in a position from which play can go on forever there may be
        fewer. None if they are not stored.
    plies
        The plies to the end of a decided game of two players, if one hurries and the other delays; else None.
    """

    forced: dict[int, float]
    equilibria: tuple[Vector, ...] | None
    plies: int | None

    def value(self, player: int) -> float:
        """Return the utility that a player can force alone."""
        return self.forced[1 << player]


class Tables:
    """A table of a game.

    Parameters
    ----------
    game
        The game.
    file
        The content of the file.
    name
        Its path, for messages.

    Raises
    ------
    InputError
        If it is a table of another game, variant or version.
    """

    def __init__(self, game: Game, file: TableFile, name: str) -> None:
        file.facts.refuse_another(game, repr(name))
        self.game, self.name, self.facts = game, name, file.facts
        self._keys, self._columns = file.keys, file.columns
        self._key = make_hash(shape_of(game.initial()))

    def __len__(self) -> int:
        """Return the number of positions, finished ones included."""
        return self.facts.positions

    def entry(self, state: State) -> Entry | None:
        """Return what is known of a state; None if the table does not have it."""
        if self.game.is_terminal(state):
            return self._finished(tuple(map(float, self.game.utility(state))))
        key = signed(self._key(state))
        place = bisect_left(self._keys, key)
        if place == len(self._keys) or self._keys[place] != key:
            return None
        numbers, facts = [column[place] for column in self._columns], self.facts
        forced = {}
        for coalition, sums, number in zip(facts.coalitions, facts.sums, numbers, strict=False):
            forced[coalition] = sums[number]
            if facts.total is not None:
                forced[self.everyone ^ coalition] = round(facts.total - sums[number], DIGITS)
        equilibria = None
        if facts.sets is not None:
            bits = facts.sets[numbers[len(facts.coalitions)]]
            equilibria = tuple(outcome for number, outcome in enumerate(facts.outcomes) if bits >> number & 1)
        return Entry(dict(sorted(forced.items())), equilibria, (numbers[-1] or None) if facts.has_plies else None)

    def known(self, state: State) -> Entry:
        """Return what is known of a state.

        Raises
        ------
        InputError
            If the table does not have it.
        """
        found = self.entry(state)
        if found is None:
            raise InputError(Message("{!r} does not have the position {}", self.name, format_state(self.game, state)))
        return found

    def children(self, state: State) -> Iterator[tuple[Action, Entry]]:
        """Yield the actions of a state, and what is known of the state after each.

        Raises
        ------
        InputError
            If the table does not have one of them.
        """
        for action in legal_actions(self.game, state):
            yield action, self.known(self.game.result(state, action))

    @cached_property
    def root(self) -> State:
        """The state from which all others are reached."""
        return AsState(self.game.initial())(self.facts.fields)

    @property
    def everyone(self) -> int:
        """The set of all players."""
        return (1 << self.game.players) - 1

    def _finished(self, utility: Vector) -> Entry:
        forced = {coalition: forced_by(coalition, utility) for coalition in range(1, self.everyone)}
        return Entry(forced, (utility,), 0 if self.facts.has_plies else None)


def forced_by(coalition: int, utility: Vector) -> float:
    """Return the sum of the utilities of a coalition.

    Examples
    --------
    >>> forced_by(0b101, (0.5, 0.0, 0.5))
    1.0
    """
    return round(sum(share for player, share in enumerate(utility) if coalition >> player & 1), DIGITS)


def read_tables(path: Path | str, game: Game) -> Tables:
    """Read the table of a game.

    Raises
    ------
    InputError
        If the file is no table or damaged, or is a table of another game, variant or version.
    """
    return Tables(game, read_file(Path(path)), str(path))
