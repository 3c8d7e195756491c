"""The oracle: exact values of all actions of any position, from a book and by proofs."""

from typing import Any

from spielbaum.book.book import Book, refuse_estimates
from spielbaum.errors import Message, PositionError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_state, legal_actions, parse_state
from spielbaum.search.core.result import tidy
from spielbaum.search.proof.proof import sign
from spielbaum.search.proof.solver import Solver


class Oracle:
    """Returns the exact value of every action of any position of a game.

    Parameters
    ----------
    game
        A zero-sum game of two players whose utilities are integers.
    book
        A book of exact values, which are not proved again.
    table
        The size of the table, which is shared by all positions.

    Raises
    ------
    UnsupportedGameError
        If the game is not of this kind.
    InputError
        If the values of the book are not exact.
    """

    def __init__(self, game: Game, book: Book | None = None, *, table: int | str | None = None) -> None:
        if book is not None:
            refuse_estimates(book)
        self.game, self.book = game, book
        self._solver = Solver(game, table=table)

    def answer(self, text: str) -> dict[str, Any]:
        """Return the document of a position, or a document with ``error`` for an invalid text.

        Parameters
        ----------
        text
            The position in the game's notation, or the fields of a state as JSON.
        """
        try:
            return self.values(parse_state(self.game, text.strip()))
        except SpielbaumError as error:
            return {"error": str(error)}
        except Exception as error:  # the code of a game may raise anything for an impossible position
            return {"error": f"position {text.strip()[:80]!r}: {type(error).__name__}: {error}"}

    def values(self, state: State) -> dict[str, Any]:
        """Return the document of a state.

        Raises
        ------
        PositionError
            If the game is over.
        """
        game, shown = self.game, format_state(self.game, state)
        if game.is_terminal(state):
            raise PositionError(
                Message("position {}: the game is over, with the utilities {}", shown, _utilities(game, state))
            )
        actions = legal_actions(game, state)
        values = [self._value(state, game.result(state, action)) for action in actions]
        texts = [format_action(game, state, action) for action in actions]
        best = max(values)
        return {
            "position": shown,
            "to_move": game.player_name(game.to_move(state)),
            "value": sign(best),
            "score": best,
            "action": texts[values.index(best)],
            "actions": [{"action": text, "value": value} for text, value in zip(texts, values, strict=True)],
        }

    def _value(self, state: State, child: State) -> int:
        """Return the value of a child for the player to move in its parent."""
        game, mover = self.game, self.game.to_move(state)
        if game.is_terminal(child):
            return int(game.utility(child)[mover])
        known = self.book.value(child) if self.book is not None else None
        if known is None:
            known = self._solver.solve(child, strong=True, with_action=False).score
        assert known is not None
        return int(known) if game.to_move(child) == mover else -int(known)


def _utilities(game: Game, state: State) -> str:
    return " ".join(str(tidy(value)) for value in game.utility(state))
