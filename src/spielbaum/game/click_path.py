"""Click paths: the places to click, in order, to make an action."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielbaum.errors import GameError, Message
from spielbaum.game import Action, Game, State
from spielbaum.game.board import Place, grid, split_names
from spielbaum.game.notation import format_action

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
DATA_PLACE = "data-place"
"""The attribute with the name of a clickable element in a game's own picture."""


@dataclass(frozen=True)
class Clicks:
    """The possible continuations of the clicks so far.

    Parameters
    ----------
    targets
        The names that can be clicked next, in the order of the actions.
    actions
        The completed actions: none, one, or several, from which the user must choose.
    """

    targets: tuple[str, ...]
    actions: tuple[Action, ...]


def places_of(game: Game, state: State) -> Sequence[Place]:
    """Return the places of a game's board; none if it has no cells or places, or draws the board itself."""
    if game.view.draw:
        return ()
    if game.view.places:
        return game.view.places(state)
    return grid(game.view.cells(state)) if game.view.cells else ()


def own_picture(game: Game, state: State) -> "Element":
    """Return the picture of a game with the hook ``draw``.

    Raises
    ------
    GameError
        If it is not an SVG.
    """
    from xml.etree import ElementTree

    assert game.view.draw is not None
    text = game.view.draw(state)
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, TypeError) as error:
        raise GameError(Message("draw of game {!r} returns no well-formed SVG: {}", game.name, error)) from None
    if root.tag not in ("svg", f"{{{SVG}}}svg"):
        raise GameError(Message("draw of game {!r} must give an <svg> element, not <{}>", game.name, root.tag))
    return root


def drawn_names(game: Game, state: State, places: Sequence[Place] | None = None) -> tuple[str, ...]:
    """Return the names of the places on a board, each once, in drawing order.

    ``places`` are those of the board if already known.
    """
    if game.view.draw:
        names = [element.get(DATA_PLACE, "") for element in own_picture(game, state).iter()]
    else:
        names = [place.cell.name for place in (places_of(game, state) if places is None else places)]
    return tuple(dict.fromkeys(filter(None, names)))


def click_path_of(game: Game, state: State, action: Action) -> tuple[str, ...]:
    """Return the names to click, in order, to make an action; none if it cannot be clicked.

    Parameters
    ----------
    game, state
        The game and the state.
    action
        A legal action.

    Examples
    --------
    >>> from spielbaum import games
    >>> chess = games.load("chameleon-chess")
    >>> click_path_of(chess, chess.initial(), next(iter(chess.actions(chess.initial()))))
    ('a1', 'b3')
    """
    return _click_path(game, state, action, _known(game, state))


def click_paths(game: Game, state: State) -> Mapping[Action, tuple[str, ...]]:
    """Return the click path of every legal action, in the game's order; empty for a terminal state."""
    if game.is_terminal(state):
        return {}
    known = _known(game, state)
    return {action: _click_path(game, state, action, known) for action in game.actions(state)}


def after_clicks(
    game: Game, state: State, chosen: Sequence[str], paths: Mapping[Action, tuple[str, ...]] | None = None
) -> Clicks:
    """Return the next targets and the completed actions after some clicks, ignoring case.

    Actions without a click path are never among them; they are offered as text.

    Parameters
    ----------
    game, state
        The game and the state.
    chosen
        The names clicked so far.
    paths
        The result of ``click_paths`` for the state, if already known.

    Examples
    --------
    >>> from spielbaum import games
    >>> nim = games.load("nim:heaps=1-2")
    >>> after_clicks(nim, nim.initial(), []).targets
    ('a1', 'b1', 'b2')
    >>> chosen = after_clicks(nim, nim.initial(), ["B2"]).actions
    >>> [nim.notation.format_action(nim.initial(), action) for action in chosen]
    ['b2']
    """
    done = [name.casefold() for name in chosen]
    targets: dict[str, None] = {}
    actions = []
    for action, path in (click_paths(game, state) if paths is None else paths).items():
        if not path or [name.casefold() for name in path[: len(done)]] != done:
            continue
        if len(path) > len(done):
            targets[path[len(done)]] = None
        else:
            actions.append(action)
    return Clicks(tuple(targets), tuple(actions))


def _known(game: Game, state: State) -> dict[str, str]:
    return {name.casefold(): name for name in drawn_names(game, state)}


def _click_path(game: Game, state: State, action: Action, known: Mapping[str, str]) -> tuple[str, ...]:
    """Return the click path of an action as drawn names; ``known`` maps casefolded names to these."""
    if game.view.click_path:
        return tuple(known.get(name.casefold(), name) for name in game.view.click_path(state, action))
    text = format_action(game, state, action).casefold()
    found = (text,) if text in known else split_names(text, list(known))
    return tuple(known[name] for name in found or ())
