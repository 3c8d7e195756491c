"""Looking up a book: the value of a position, the values of its actions, and the best action."""

import time
from bisect import bisect_left
from pathlib import Path
from typing import Any

from spielbaum.book.facts import BookFacts
from spielbaum.book.file import BookFile, read_file
from spielbaum.book.keys import KEY_BYTES, book_keys
from spielbaum.book.positions import edges_of
from spielbaum.book.values import make_worth
from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_line, format_state
from spielbaum.search.core.result import ActionValue, Certainty, Result, tidy

ALGORITHM = "book"
"""The algorithm in the result of a look-up."""


class Book:
    """A book of a game.

    Parameters
    ----------
    game
        The game of the book.
    file
        The content of the file.
    name
        The path, for messages.

    Raises
    ------
    InputError
        If it is a book of another game, variant or version.
    """

    def __init__(self, game: Game, file: BookFile, name: str) -> None:
        file.facts.refuse_another(game, repr(name))
        self.game, self.name = game, name
        self._keys, self._values = file.keys, file.values
        self.facts: BookFacts = file.facts
        self._keys_of = book_keys(game, exact=self.facts.plan.exact)
        self._worth = make_worth(game, self.facts.plan)

    def __len__(self) -> int:
        return len(self._values)

    def value(self, state: State) -> float | None:
        """Return the value of a state for the player to move; None if the state is terminal or not in the book.

        Exact values are utilities; others are in the unit of the evaluation.
        """
        if self.game.is_terminal(state):
            return None
        rest = self.rest(self._keys_of.key(state))
        return None if rest is None else tidy(rest + self._keys_of.offset(state))

    def action_values(self, state: State) -> tuple[ActionValue, ...] | None:
        """Return the actions of a state with their values; None if it is terminal, or a value is not in the book."""
        if self.game.is_terminal(state):
            return None
        rows = []
        for action, edge in edges_of(self.game, self._keys_of, state, self._worth):
            rest = 0.0 if edge.key is None else self.rest(edge.key)
            if rest is None:
                return None
            value = edge.value({} if edge.key is None else {edge.key: rest})
            rows.append(ActionValue(action, format_action(self.game, state, action), tidy(value), "exact"))
        return tuple(rows)

    def result(self, state: State) -> Result | None:
        """Return the best action of a state, the first among equals, as a search result; None if it is unknown."""
        start = time.perf_counter()
        rows = self.action_values(state)
        if not rows:
            return None
        best, line = _best(rows), self._line(state)
        return Result(
            game=self.game.spec,
            position=format_state(self.game, state),
            algorithm=ALGORITHM,
            evaluation=self.facts.plan.evaluation,
            action=best.action,
            action_text=best.action_text,
            value=best.value,  # type: ignore[arg-type]
            certainty=Certainty("exact" if self.facts.plan.exact else "heuristic"),
            depth=len(line),
            action_values=rows,
            pv=line,
            pv_text=format_line(self.game, state, line),
            nodes=0,
            max_nodes=0,
            min_nodes=0,
            leaves=0,
            cutoffs=0,
            seconds=time.perf_counter() - start,
        )

    def to_dict(self, state: State) -> dict[str, Any]:
        """Return the document of a state in ``spielbaum analyze --json``; unknown values are null."""
        rows = self.action_values(state)
        return {
            "file": self.name,
            "kind": self.facts.kind,
            "value": self.value(state),
            "action": _best(rows).action_text if rows else None,
            "actions": [{"action": row.action_text, "value": row.value} for row in rows] if rows else None,
        }

    def rest(self, key: bytes) -> float | None:
        """Return the value of a key minus its offset; None if it is not in the book."""
        keys, size = self._keys, KEY_BYTES
        place = bisect_left(range(len(self)), key, key=lambda i: keys[i * size : (i + 1) * size])
        return self._values[place] if keys[place * size : (place + 1) * size] == key else None

    def _line(self, state: State) -> tuple[Action, ...]:
        """Return the line of best actions to the end of the book."""
        line: list[Action] = []
        while len(line) <= self.facts.plan.plies and (rows := self.action_values(state)):
            line.append(_best(rows).action)
            state = self.game.result(state, line[-1])
        return tuple(line)


def read_book(path: Path | str, game: Game) -> Book:
    """Read the book of a game.

    Raises
    ------
    InputError
        If the file is not a book or damaged, or is a book of another game, variant or version.
    """
    return Book(game, read_file(Path(path)), str(path))


def refuse_estimates(book: Book) -> None:
    """Raise an InputError if the values of a book are not exact."""
    if not book.facts.plan.exact:
        raise InputError(Message("{!r} has values of searches, but exact ones are needed", book.name))


def _best(rows: tuple[ActionValue, ...]) -> ActionValue:
    return max(rows, key=lambda row: row.value)  # type: ignore[arg-type, return-value]
