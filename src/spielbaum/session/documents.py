"""A state as a document: the output of ``show --json`` and of the JSON endpoint."""

from collections.abc import Sequence
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_state
from spielbaum.game.repetition import ended_by_repetition
from spielbaum.search.core.result import tidy


def state_document(game: Game, states: Sequence[State]) -> dict[str, Any]:
    """Return the last of some states: position, player to move, legal actions, and the utility of a terminal state.

    Parameters
    ----------
    game
        The game.
    states
        The state, preceded by the earlier ones, which determine whether the game is drawn by repetition.

    Examples
    --------
    >>> from spielbaum import games
    >>> nim = games.load("nim:heaps=1-1")
    >>> state_document(nim, [nim.initial()])["actions"]
    ['a1', 'b1']
    """
    record, state = ended_by_repetition(game, states), states[-1]
    terminal, player = bool(record.is_terminal(state)), int(record.to_move(state))
    return {
        "position": format_state(record, state),
        "to_move": player,
        "player": record.player_name(player),
        "actions": [] if terminal else [format_action(record, state, action) for action in record.actions(state)],
        "terminal": terminal,
        "utility": [tidy(number) for number in record.utility(state)] if terminal else None,
    }
