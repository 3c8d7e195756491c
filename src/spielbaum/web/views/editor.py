"""The editor of positions: a board, a tray of pieces, and the resulting position."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from spielbaum.errors import SpielbaumError
from spielbaum.game import Cell, Game, Place, State
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import format_state
from spielbaum.language import Translations
from spielbaum.pictures import Look, draw_board
from spielbaum.position_text import parse_position
from spielbaum.web.http.errors import WebError
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.players import player_name
from spielbaum.web.views.words import ending_at, remark_words

GAMES, LONGEST, ENOUGH = 12, 300, 300
"""Limits of the search for pieces: random games, plies of each, and successive plies without a new piece."""

MOST_PIECES = 40
EMPTY = 0
"""The number of an empty place; pieces of the tray are numbered from 1."""

GROUND = "#a3adb8"
"""The background of pieces in the tray, on which every player's colour is visible."""

CLEARED = "-"
"""The first word of edits that clear the board."""


@dataclass(frozen=True)
class Tray:
    """The pieces of a game, and its empty cells by place."""

    pieces: tuple[Place, ...]
    empty: Mapping[str, Cell]


@dataclass(frozen=True)
class Board:
    """An edited board: its places, the unique names of the named ones, and the numbers of the pieces on these."""

    places: tuple[Place, ...]
    spots: tuple[str, ...]
    pieces: tuple[int, ...]


class _Same:
    """A game as a cache key, by identity: records with mappings have no hash."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game


def editable(game: Game) -> bool:
    """Return whether a game can make a state from a board, and has pieces."""
    return game.view.from_cells is not None and not game.view.draw and bool(tray_of(game).pieces)


def tray_of(game: Game) -> Tray:
    """Return the pieces of a game, in the order of their owners, found once in random games."""
    return _tray(_Same(game))


@lru_cache(64)
def _tray(key: _Same) -> Tray:
    game = key.game
    pieces: dict[tuple[Any, ...], Place] = {}
    empty: dict[str, Cell] = {}
    idle = 0
    for state in _random_states(game):
        before = len(pieces)
        for place, spot in zip(*_named(places_of(game, state)), strict=True):
            if is_occupied(place.cell):
                pieces.setdefault(kind_of(place.cell), place)
            else:
                empty.setdefault(spot, place.cell)
        idle = idle + 1 if len(pieces) == before else 0
        if idle > ENOUGH or len(pieces) >= MOST_PIECES:
            break
    ordered = sorted(pieces.values(), key=lambda place: -1 if place.cell.owner is None else place.cell.owner)
    return Tray(tuple(ordered), empty)


def _random_states(game: Game) -> Iterator[State]:
    for seed in range(GAMES):
        state, generator = game.initial(), random.Random(seed)
        for _ in range(LONGEST):
            yield state
            if game.is_terminal(state):
                break
            state = game.result(state, generator.choice(list(game.actions(state))))


def is_occupied(cell: Cell) -> bool:
    """Return whether a cell holds a piece."""
    return cell.owner is not None or cell.piece not in ("", "hole")


def kind_of(cell: Cell) -> tuple[Any, ...]:
    """Return the identity of a piece: its owner, its drawing, and its text if it has an owner."""
    return cell.owner, cell.piece, cell.text if cell.owner is not None else ""


def _named(places: Sequence[Place]) -> tuple[list[Place], list[str]]:
    """Return the places with a name, and unique names for them: 4.1 and 4.2 for two places of column 4."""
    named = [place for place in places if place.cell.name]
    names = [place.cell.name for place in named]
    times, seen = Counter(names), Counter[str]()
    spots = []
    for name in names:
        seen[name] += 1
        spots.append(name if times[name] == 1 else f"{name}.{seen[name]}")
    return named, spots


def edited_board(game: Game, state: State, edits: str) -> Board:
    """Return the board of a state after edits: ``12:3 13:0`` puts the third piece on place 12 and clears place 13.

    Raises
    ------
    WebError
        400 if the edits cannot be read.
    """
    tray = tray_of(game)
    numbers = {kind_of(place.cell): number for number, place in enumerate(tray.pieces, 1)}
    named, spots = _named(places_of(game, state))
    pieces = [numbers.get(kind_of(place.cell), EMPTY) if is_occupied(place.cell) else EMPTY for place in named]
    words = edits.split()
    if words and words[0] == CLEARED:
        pieces, words = [EMPTY] * len(pieces), words[1:]
    for word in words:
        spot, _, number = word.partition(":")
        if not (spot.isdecimal() and number.isdecimal() and int(spot) < len(spots) and int(number) <= len(numbers)):
            raise WebError(400, "unreadable-field", name="edits")
        pieces[int(spot)] = int(number)
    changed = {
        id(place): _with_piece(place, spot, tray, piece)
        for place, spot, piece in zip(named, spots, pieces, strict=True)
    }
    places = tuple(changed.get(id(place), place) for place in places_of_state(named, game, state))
    return Board(places, tuple(spots), tuple(pieces))


def places_of_state(named: Sequence[Place], game: Game, state: State) -> list[Place]:
    """Return all places of a state, with the named ones replaced."""
    left = iter(named)
    return [next(left) if place.cell.name else place for place in places_of(game, state)]


def _with_piece(place: Place, spot: str, tray: Tray, piece: int) -> Place:
    blank = tray.empty.get(spot) or replace(place.cell, text="", owner=None, piece="")
    if piece == EMPTY:
        return replace(place, cell=blank)
    cell = tray.pieces[piece - 1].cell
    return replace(place, cell=replace(blank, text=cell.text, owner=cell.owner, piece=cell.piece))


def state_of_board(game: Game, state: State, board: Board, player: int) -> State:
    """Return the state of a board.

    Raises
    ------
    ValueError
        If the position is impossible, with a sentence.
    """
    assert game.view.from_cells is not None
    made = game.view.from_cells(state, [place.cell for place in board.places if place.cell.name], player)
    if game.notation.validate:
        game.notation.validate(made)
    return parse_position(game, format_state(game, made))


def editor_context(t: Translations, game: Game, fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the editor.

    The fields are ``base``, a position in the game's notation, ``edits`` of the board, and ``turn``, the next player.
    """
    base, wrong = fields.get("base", ""), ""
    try:
        state = parse_position(game, base) if base else game.initial()
    except SpielbaumError as error:
        state, wrong = game.initial(), t.sentence(error)
        fields = {}
    start = state
    context: dict[str, Any] = {"editable": editable(game), "spots": [], "pieces": [], "tray": [], "edits": ""}
    if context["editable"]:
        board = edited_board(game, state, fields.get("edits", ""))
        turn = fields.get("turn", "")
        player = int(turn) if turn.isdecimal() and int(turn) < game.players else _mover(game, state)
        if not wrong and (fields.get("edits") or turn):
            try:
                state = state_of_board(game, start, board, player)
            except (ValueError, SpielbaumError) as error:
                wrong = _capital(t.sentence(error))
        context |= _board_context(t, game, start, board, player if wrong else _mover(game, state))
        context["edits"] = fields.get("edits", "") if wrong else ""
    else:
        context["picture"] = board_picture(t, game, state, Look())
        context["turn"] = _mover(game, state)
    position = "" if wrong else format_state(game, state)
    return {**context, "position": position, "base": base if wrong else position, "wrong": wrong,
            "verdict": "" if wrong else _verdict(t, game, state),
            "players": [player_name(t, game, seat) for seat in range(game.players)]}  # fmt: skip


def _mover(game: Game, state: State) -> int:
    return 0 if game.is_terminal(state) else int(game.to_move(state))


def _board_context(t: Translations, game: Game, state: State, board: Board, player: int) -> dict[str, Any]:
    """Return the picture of an edited board, with unique names of places, and the tray."""
    spots = iter(board.spots)
    drawn = [
        replace(place, cell=replace(place.cell, name=next(spots))) if place.cell.name else place
        for place in board.places
    ]
    return {
        "picture": board_picture(t, _showing(game, drawn), state, Look(attributes=lambda _name: {})),
        "spots": board.spots,
        "pieces": board.pieces,
        "tray": [_piece(t, game, state, number, place) for number, place in enumerate(tray_of(game).pieces, 1)],
        "turn": player,
    }


def _showing(game: Game, places: Sequence[Place]) -> Game:
    view = replace(game.view, draw=None, cells=None, places=lambda _state: places, ending=None, remark=None)
    return replace(game, view=view)


def _piece(t: Translations, game: Game, state: State, number: int, place: Place) -> dict[str, Any]:
    """Return a piece of the tray: its number, its name and its picture."""
    cell = place.cell
    alone = Place(
        replace(cell, name="", ground=GROUND), place.width / 2, place.height / 2, place.width, place.height, place.shape
    )
    name = t.named("piece", cell.piece) if cell.piece else cell.text
    if cell.owner is not None:
        owner = player_name(t, game, cell.owner)
        name = t("game.piece", piece=name, player=owner) if name not in ("", owner) else owner
    picture = Markup(draw_board(_showing(game, [alone]), state, look=Look(thumbnail=True)))
    return {"number": number, "name": _capital(name), "picture": picture}


def _verdict(t: Translations, game: Game, state: State) -> str:
    if not game.is_terminal(state):
        return t("editor.fits", status=t("status.human", player=player_name(t, game, game.to_move(state))))
    ending = ending_at(game, state)
    return t("editor.over") if ending is None else t("editor.over-because", reason=remark_words(t, ending))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
