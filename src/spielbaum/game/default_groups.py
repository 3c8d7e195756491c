"""The groups of a game that follow from the fields of its states: view, notation, features, and keys of symmetries."""

from dataclasses import replace
from functools import partial
from typing import Any

from spielbaum.errors import GameError, Message, StuckError
from spielbaum.game.default_features import guess_features
from spielbaum.game.default_view import guess_names, guess_view
from spielbaum.game.facts import State
from spielbaum.game.symmetries import find_images, make_symmetric_keys
from spielbaum.watchdog import run_watched

TURN = "to_move"
"""The field that holds the player to move in most states."""


def default_groups(game: Any) -> dict[str, Any]:
    """Return the groups of a compiled game that have defaults to fill in, by name.

    Raises
    ------
    GameError
        If ``view.bits`` or ``hints.symmetries`` do not fit the states.
    """
    view, hints = game.view, game.hints
    drawn = bool(view.cells or view.board or view.places or view.draw)
    keyed = not hints.symmetries or bool(hints.key)
    if drawn and game.features.function and keyed:
        return {}
    try:
        start = game.initial()
    except (Exception, SystemExit):  # reported when the function is used
        return {}
    unknown = [name for name in view.bits if name not in getattr(start, "_fields", ())]
    if unknown:
        raise GameError(
            Message("view.bits of game {!r}: {} has no field {!r}", game.name, type(start).__name__, unknown[0])
        )
    try:
        board, names, features = run_watched(partial(_guess, game, start, drawn=drawn))
    except StuckError:
        raise
    except (Exception, SystemExit):  # reported when the function is used
        return {}
    found: dict[str, Any] = {}
    if board and not drawn:
        found["view"] = replace(view, cells=board.cells, from_cells=view.from_cells or board.from_cells)
    if names and not (game.notation.format_action or game.notation.parse_action):
        read = None if names.fields else names.read
        found["notation"] = replace(game.notation, format_action=names.write, parse_action=read)
        if names.fields and not view.click_path:
            found["view"] = replace(found.get("view", view), click_path=names.clicks)
    if features:
        found["features"] = features
    if not keyed:
        images = find_images(start, hints.symmetries, f"game {game.name!r}", view.shape, view.bits)
        key, second = make_symmetric_keys(start, images)
        found["hints"] = replace(hints, key=key, key_kind="hash", second_key=second)
    return found


def _guess(game: Any, start: State, *, drawn: bool) -> tuple[Any, Any, Any]:
    """Return the default view, notation and features; None for each that the state does not have."""
    view = guess_view(start, game.players, game.view.shape, game.view.bits)
    if view and getattr(start, TURN, None) == game.to_move(start):
        view = view._replace(turn=TURN)
    names = guess_names(start, view, game) if view and not drawn else None
    features = guess_features(start, view) if view and not game.features.function else None
    return view, names, features
