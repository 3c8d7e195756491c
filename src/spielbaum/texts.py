"""Actions and states of any game as text, for users: games may be names, and states may be positions."""

from os import PathLike

from spielbaum.game import Action, Game, State, notation
from spielbaum.game.facts import StateT
from spielbaum.position_text import parse_position
from spielbaum.registry import as_game
from spielbaum.search.validation import root_state


def legal_actions(game: Game | str | PathLike[str], state: State | None = None) -> list[Action]:
    """Return the legal actions of a state or position, by default the initial state; none if it is terminal.

    Examples
    --------
    >>> legal_actions("tic-tac-toe")
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    game = as_game(game)
    state = root_state(game, state)
    return [] if game.is_terminal(state) else notation.legal_actions(game, state)


def format_action(game: Game | str | PathLike[str], state: State, action: Action) -> str:
    """Return the text of an action in the game's notation.

    Examples
    --------
    >>> format_action("connect-four", None, 3)
    '4'
    """
    game = as_game(game)
    return notation.format_action(game, root_state(game, state), action)


def parse_action(game: Game | str | PathLike[str], state: State, text: str) -> Action:
    """Return the legal action that a text names.

    Raises
    ------
    PositionError
        If there is none.

    Examples
    --------
    >>> parse_action("connect-four", None, "4")
    3
    """
    game = as_game(game)
    return notation.parse_action(game, root_state(game, state), text)


def parse_state(game: Game[StateT] | str | PathLike[str], text: str, to_move: str | None = None) -> StateT:
    """Return the state that a text describes: in the game's notation, as a JSON object of its fields, or in SGF.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    text
        The text.
    to_move
        The player to move, by name or number, if the notation leaves it open.

    Raises
    ------
    PositionError
        If the text cannot be read or the state is impossible.

    Examples
    --------
    >>> parse_state("nim:heaps=1-2", "1-1 1").to_move
    1
    """
    state: StateT = parse_position(as_game(game), text, to_move)
    return state
