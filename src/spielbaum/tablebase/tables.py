"""Looking up a table: what each coalition can force at a position, and its equilibria."""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum.book import Book
from spielbaum.book.file import read_file as read_book_file
from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.notation import format_action, format_state, legal_actions
from spielbaum.game.repetition import draw_utility
from spielbaum.kernel import AsState, shape_of, signed
from spielbaum.search.core.keys import make_hash
from spielbaum.search.core.result import ActionValue, Certainty, Result, tidy
from spielbaum.tablebase.backup import DIGITS
from spielbaum.tablebase.file import TableFile, is_table, read_file

ALGORITHM = "table"
"""The algorithm in the result of a look-up."""


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
        For each player the plies to the end of the game that the player can force alone: whoever is better off than by
        a draw hurries, the others delay. 0 for a draw, and if the game is over.
    """

    forced: dict[int, float]
    equilibria: tuple[Vector, ...] | None
    plies: tuple[int, ...]

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
        plies = tuple(numbers[len(numbers) - len(facts.players_with_plies) :])
        return Entry(dict(sorted(forced.items())), equilibria, plies * (self.game.players // len(plies)))

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

    def action_values(self, state: State) -> tuple[ActionValue, ...] | None:
        """Return what the player to move can force alone by each action; None if the table does not have the state."""
        if self.game.is_terminal(state) or self.entry(state) is None:
            return None
        player = self.game.to_move(state)
        return tuple(
            ActionValue(action, format_action(self.game, state, action), tidy(after.value(player)), "exact")
            for action, after in self.children(state)
        )

    def result(self, state: State) -> Result | None:
        """Return the best action of the player alone as a search result; None if the table does not have the state.

        Of actions of the same value the soonest win is taken, or the latest loss, and else the first.
        """
        start, rows = time.perf_counter(), self.action_values(state)
        if rows is None:
            return None
        player, drawn = self.game.to_move(state), draw_utility(self.game)[self.game.to_move(state)]

        def worth(after: Entry) -> tuple[float, int]:
            value, plies = after.value(player), after.plies[player]
            return value, -plies if value > drawn else plies

        afters = [after for _, after in self.children(state)]
        best = max(range(len(rows)), key=lambda number: worth(afters[number]))
        return Result(
            game=self.game.spec,
            position=format_state(self.game, state),
            algorithm=ALGORITHM,
            evaluation=None,
            action=rows[best].action,
            action_text=rows[best].action_text,
            value=tidy(afters[best].value(player)),
            certainty=Certainty("exact"),
            depth=1 + afters[best].plies[player],
            action_values=rows,
            pv=(rows[best].action,),
            pv_text=(rows[best].action_text,),
            nodes=0,
            max_nodes=0,
            min_nodes=0,
            leaves=0,
            cutoffs=0,
            seconds=time.perf_counter() - start,
        )

    def to_dict(self, state: State) -> dict[str, Any]:
        """Return the document of a state in ``spielbaum analyze --json``; unknown values are null."""
        entry, best = self.entry(state), self.result(state)
        return {
            "file": self.name,
            "kind": "exact",
            "value": None if best is None else best.value,
            "action": None if best is None else best.action_text,
            "actions": None
            if best is None
            else [{"action": row.action_text, "value": row.value} for row in best.action_values],
            "coalitions": None
            if entry is None
            else [
                {"players": self.members(coalition), "value": tidy(value)} for coalition, value in entry.forced.items()
            ],
            "equilibria": None
            if entry is None or entry.equilibria is None
            else [[tidy(number) for number in one] for one in entry.equilibria],
        }

    def members(self, coalition: int) -> list[str]:
        """Return the names of the players of a coalition."""
        return [self.game.player_name(player) for player in range(self.game.players) if coalition >> player & 1]

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
        return Entry(forced, (utility,), (0,) * self.game.players)


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


Known = Book | Tables
"""What positions are looked up in."""


def read_known(path: Path | str, game: Game | Callable[[str], Game]) -> Known:
    """Read a book or a table, whichever the file is.

    Parameters
    ----------
    path
        The file.
    game
        Its game, or a function that returns it, given the text of the game in the file.

    Raises
    ------
    InputError
        If the file is neither or damaged, or belongs to another game, variant or version.
    """
    path = Path(path)
    file = read_file(path) if is_table(path) else read_book_file(path)
    found = game if isinstance(game, Game) else game(file.facts.game)
    return Tables(found, file, str(path)) if isinstance(file, TableFile) else Book(found, file, str(path))
