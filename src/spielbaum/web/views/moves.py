"""Moves as people see them: written with numbers, marked on the board, and those that a touch leaves open."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.click_path import Clicks, click_path_of, click_paths
from spielbaum.game.notation import format_action, parse_action
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session import Session
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.views.boards import piece_picture

MAX_CHOICES = 12
"""So many moves of the same touches are offered beside the board."""


def latest_moves(session: Session, ply: int) -> dict[str, str]:
    """Return where each player's last move led, with the player's colour; in games of more than two."""
    game = session.game
    found: dict[str, str] = {}
    if game.players < 3:
        return {}
    seen: set[int] = set()
    for before, turn in reversed(
        list(zip(session.states[:ply], session.turns[:ply], strict=True))[-2 * game.players :]
    ):
        if turn.seat in seen:
            continue
        seen.add(turn.seat)
        path = click_path_of(game, before, parse_action(game, before, turn.text))
        if path:
            found.setdefault(path[-1], player_colour(game, turn.seat))
    return found


def last_trail(session: Session, ply: int) -> Sequence[str]:
    """Return the places through which the move before a ply led, where the game tells."""
    game = session.game
    if not ply or not game.view.trail:
        return ()
    before = session.states[ply - 1]
    return game.view.trail(before, parse_action(game, before, session.turns[ply - 1].text))


def is_from_to(game: Game, state: State) -> bool:
    """Return whether moves are made by several places: then pieces can be dragged."""
    return any(len(path) > 1 for path in click_paths(game, state).values())


def choices_left(game: Game, state: State, touched: Clicks, chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Return the moves among which the touches do not decide, each with what then stands at the last place."""
    if len(touched.actions) < 2 or len(touched.actions) > MAX_CHOICES or not chosen:
        return []
    written = game.view.move_text or partial(format_action, game)
    return [
        {
            "text": format_action(game, state, action),
            "shown": written(state, action),
            "picture": piece_picture(game, game.result(state, action), chosen[-1]),
        }
        for action in touched.actions
    ]


def passing_move(live: LiveGame) -> str | None:
    """Return the text of a legal action that passes, for a button of its own."""
    session = live.session
    if not session.human_to_move:
        return None
    texts = (format_action(session.game, session.state, action) for action in session.game.actions(session.state))
    return next((text for text in texts if text.casefold() == "pass"), None)


def written_moves(session: Session) -> list[tuple[str, str]]:
    """Return for each move its number, where one begins, and its text, both as people write the game."""
    game = session.game
    if not game.view.move_text:
        return [("", turn.text) for turn in session.turns]
    found: list[tuple[str, str]] = []
    number = 0
    for before, turn in zip(session.states, session.turns, strict=False):
        first = turn.seat == 0
        number += first or not found
        shown = f"{number}." if first else "" if found else f"{number}…"
        found.append((shown, game.view.move_text(before, parse_action(game, before, turn.text))))
    return found
