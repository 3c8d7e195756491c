"""Moves on the page: numbered, marked on the board, and chosen by touching places."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from spielbaum.game import Action, Game, State
from spielbaum.game.click_path import Clicks, after_clicks, click_path_of
from spielbaum.game.notation import format_action, parse_action
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session import Session, Turn
from spielbaum.session.notes import Variation
from spielbaum.web.http.errors import WebError
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.views.boards import piece_picture
from spielbaum.web.views.players import in_turn

COLUMNS = 4
"""The most columns of the list of moves, for more than two players."""

MAX_CHOICES = 12
"""The most moves with the same touches that are offered beside the board."""


class ShownPosition(NamedTuple):
    """A position of a game or of a variation.

    Attributes
    ----------
    ply
        The position of the game, or the one that the variation begins from.
    states
        The states up to it.
    variation
        The number of the variation; None for the game itself.
    moves
        The moves of the variation up to it.
    """

    ply: int
    states: Sequence[State]
    variation: int | None = None
    moves: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The key of notes on the position."""
        return str(self.ply) if self.variation is None else f"{self.variation}.{len(self.moves)}"

    @property
    def move(self) -> str | None:
        """The last move of the variation."""
        return self.moves[-1] if self.moves else None


def variation_at(session: Session, ply: int, number: int | None, step: int) -> ShownPosition:
    """Return the position at a step of a variation, or at a ply of the game.

    Raises
    ------
    WebError
        404 if there is none.
    """
    if number is None:
        if ply > len(session.turns):
            raise WebError(404, "no-ply", ply=ply)
        return ShownPosition(ply, session.states[: ply + 1])
    variations = session.notes.variations
    tried = variations[number] if number < len(variations) else None
    if tried is None or tried.ply > len(session.turns) or not 0 < step <= len(tried.moves):
        raise WebError(404, "no-ply", ply=step)
    states = list(session.states[: tried.ply + 1])
    for text in tried.moves[:step]:
        states.append(session.game.result(states[-1], parse_action(session.game, states[-1], text)))
    return ShownPosition(tried.ply, states, number, tried.moves[:step])


def variation_texts(session: Session, tried: Variation) -> list[str]:
    """Return the moves of a variation in the usual notation of the game."""
    game, state = session.game, session.states[tried.ply]
    found = []
    for text in tried.moves:
        action = parse_action(game, state, text)
        found.append(game.view.move_text(state, action) if game.view.move_text else text)
        state = game.result(state, action)
    return found


def latest_moves(session: Session, ply: int) -> dict[str, str]:
    """Return the last place of each player's last move, with the player's colour, in games for more than two."""
    game = session.game
    found: dict[str, str] = {}
    if game.players < 3:
        return {}
    seen: set[int] = set()
    for number in range(ply - 1, max(-1, ply - 1 - 2 * game.players), -1):
        seat = session.turns[number].seat
        if seat in seen:
            continue
        seen.add(seat)
        path = _kept(session, number, "path", click_path_of)
        if path:
            found.setdefault(path[-1], player_colour(game, seat))
    return found


def last_trail(session: Session, ply: int) -> Sequence[str]:
    """Return the trail of the move before a ply, if the game draws trails."""
    game = session.game
    if not ply or not game.view.trail:
        return ()
    before = session.states[ply - 1]
    return game.view.trail(before, parse_action(game, before, session.turns[ply - 1].text))


class Touch(NamedTuple):
    """The meaning of a touch: an action, or the places that are chosen now; ``several`` actions may end there."""

    action: Action | None = None
    chosen: Sequence[str] = ()
    several: bool = False


def touched(game: Game, state: State, before: Sequence[str], place: str) -> Touch:
    """Return the meaning of touching a place after others: it completes an action, begins another, or undoes some."""
    if place in before:
        return Touch(chosen=before[: before.index(place)])
    for chosen in ([*before, place], [place]):
        found = after_clicks(game, state, chosen)
        if len(found.actions) == 1 and not found.targets:
            return Touch(found.actions[0])
        if found.actions or found.targets:
            return Touch(chosen=chosen, several=bool(found.actions))
    return Touch()


def is_from_to(paths: Iterable[Sequence[str]]) -> bool:
    """Return whether a move touches several places, so that pieces can be dragged."""
    return any(len(path) > 1 for path in paths)


def choices_left(game: Game, state: State, touched: Clicks, chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Return the moves with the same touches, each with the piece at the last place after it."""
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
    """Return the text of a legal pass, for its button; None if there is none."""
    session = live.session
    if not session.human_to_move:
        return None
    texts = (format_action(session.game, session.state, action) for action in session.game.actions(session.state))
    return next((text for text in texts if text.casefold() == "pass"), None)


def written_moves(session: Session) -> list[tuple[str, str]]:
    """Return the number of each move, where one begins, and its text, in the usual notation of the game.

    A new number begins when the player to move is not later in turn order than the previous one; players may drop out.
    """
    game = session.game
    texts = [turn.text for turn in session.turns]
    if write := game.view.move_text:
        texts = [_kept(session, ply, "text", lambda _, *move: write(*move)) for ply in range(len(texts))]
    place_of = {seat: place for place, seat in enumerate(in_turn(game))}
    found: list[tuple[str, str]] = []
    number, before = 1, -1
    for turn, text in zip(session.turns, texts, strict=True):
        place = place_of[turn.seat]
        begins = place <= before if found else place == 0
        number += begins and bool(found)
        found.append((f"{number}." if begins else "" if found else f"{number}…", text))
        before = place
    return found


_known: WeakKeyDictionary[Session, dict[tuple[int, str], tuple[Turn, Any]]] = WeakKeyDictionary()
"""Cached facts about the turns of sessions, because every page shows many turns."""


def _kept(session: Session, ply: int, what: str, find: Callable[[Game, State, Action], Any]) -> Any:
    """Return a fact about a turn and the state before it; it is computed once per turn."""
    known, turn = _known.setdefault(session, {}), session.turns[ply]
    if (ply, what) not in known or known[ply, what][0] is not turn:
        game, before = session.game, session.states[ply]
        known[ply, what] = turn, find(game, before, parse_action(game, before, turn.text))
    return known[ply, what][1]
