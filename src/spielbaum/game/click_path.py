"""What is clicked on the board of a game to make an action: names of places, one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from spielbaum.errors import GameError
from spielbaum.game import Action, Game, State
from spielbaum.game.board import Place, grid, split_names
from spielbaum.game.notation import format_action

SVG = "http://www.w3.org/2000/svg"
DATA_PLACE = "data-place"
"""The attribute by which a game's own picture names what can be clicked."""


@dataclass(frozen=True)
class Clicks:
    """What follows from the places clicked so far.

    Parameters
    ----------
    targets
        The names that may be clicked next, in the order of the actions.
    actions
        The actions that are complete: none, one, or several, among which a list must decide.
    """

    targets: tuple[str, ...]
    actions: tuple[Action, ...]


def places_of(game: Game, state: State) -> Sequence[Place]:
    """Return what a game says of its board, as places; none if it says nothing, or draws the board itself."""
    if game.view.draw:
        return ()
    if game.view.places:
        return game.view.places(state)
    return grid(game.view.cells(state)) if game.view.cells else ()


def own_picture(game: Game, state: State) -> ElementTree.Element:
    """Return the picture that a game with the hook ``draw`` makes itself.

    Raises
    ------
    GameError
        If it is no SVG.
    """
    assert game.view.draw is not None
    text = game.view.draw(state)
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, TypeError) as error:
        raise GameError(f"draw of game {game.name!r} gives no well-formed SVG: {error}") from None
    if root.tag not in ("svg", f"{{{SVG}}}svg"):
        raise GameError(f"draw of game {game.name!r} must give an <svg> element, not <{root.tag}>")
    return root


def drawn_names(game: Game, state: State, places: Sequence[Place] | None = None) -> tuple[str, ...]:
    """Return the names of the places on a board, each once, in the order in which they are drawn.

    ``places`` are those of the board where they are known already.
    """
    if game.view.draw:
        names = [element.get(DATA_PLACE, "") for element in own_picture(game, state).iter()]
    else:
        names = [place.cell.name for place in (places_of(game, state) if places is None else places)]
    return tuple(dict.fromkeys(filter(None, names)))


def click_path_of(game: Game, state: State, action: Action) -> tuple[str, ...]:
    """Return the names that are clicked in turn to make an action; none where it cannot be made so.

    Parameters
    ----------
    game, state
        Where.
    action
        A legal one.

    Examples
    --------
    >>> from spielbaum import games
    >>> chess = games.load("chameleon-chess")
    >>> click_path_of(chess, chess.initial(), next(iter(chess.actions(chess.initial()))))
    ('a1', 'b3')
    """
    return _click_path(game, state, action, _known(game, state))


def click_paths(game: Game, state: State) -> Mapping[Action, tuple[str, ...]]:
    """Return the click path of every legal action, in the game's order; none for a terminal state."""
    if game.is_terminal(state):
        return {}
    known = _known(game, state)
    return {action: _click_path(game, state, action, known) for action in game.actions(state)}


def after_clicks(
    game: Game, state: State, chosen: Sequence[str], paths: Mapping[Action, tuple[str, ...]] | None = None
) -> Clicks:
    """Return what may be clicked next and which actions are complete, after some clicks; case does not matter.

    An action without a click path is never among them: it is offered by its text.

    Parameters
    ----------
    game, state
        Where.
    chosen
        The names clicked so far.
    paths
        What ``click_paths`` gives there, if that is known.

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
    """Return the click path of an action in the names as they are drawn; ``known`` has these by their lower case."""
    if game.view.click_path:
        return tuple(known.get(name.casefold(), name) for name in game.view.click_path(state, action))
    text = format_action(game, state, action).casefold()
    found = (text,) if text in known else split_names(text, list(known))
    return tuple(known[name] for name in found or ())
