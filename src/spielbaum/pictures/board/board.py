"""The board of a game as SVG: the game's own picture, or its places, its squares, or its text.

A board has no scripts, styles or ids, so a page with a strict Content-Security-Policy can include it, even several
times. A page may style the classes ``place``, ``target``, ``chosen``, ``changed`` and ``coordinate``.
"""

from collections.abc import Sequence

from spielbaum.errors import GameError, Message
from spielbaum.game import Game, State
from spielbaum.game.board import MARGIN, Cell, Place, place_fault
from spielbaum.game.click_path import SVG, places_of
from spielbaum.game.endings import middles_of
from spielbaum.pictures.board.frame import framed, text_board
from spielbaum.pictures.board.look import PLAIN, Look
from spielbaum.pictures.board.marks import (
    CHANGED,
    CHOSEN,
    RINGED,
    TARGET,
    draw_changed,
    draw_latest,
    draw_marks,
    draw_owned,
    draw_trail,
)
from spielbaum.pictures.board.own import draw_own
from spielbaum.pictures.board.pieces import draw_piece, lattice_path
from spielbaum.pictures.svg.markup import centred, element, fitting_size, short
from spielbaum.pictures.svg.theme import BOARD, FONT, ink_on, player_colour

UNIT = 48
"""The side of a square."""

COORDINATE = 12
"""The size of the names of rows and columns of a grid."""

WIDE = 5
"""Wider thumbnails, in squares, have no texts, which would be too small."""


def draw_board(game: Game, state: State, *, look: Look = PLAIN) -> str:
    """Return the board of a state as SVG.

    Every named place is an element, such as ``<g class="place" data-place="e4" role="img" aria-label="e4, knight of
    R">``; places with the same name share one.

    Parameters
    ----------
    game, state
        The game and the state.
    look
        The marks on the board, and its orientation.

    Raises
    ------
    GameError
        If the game's own drawing is not SVG, or a place cannot be drawn.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("tic-tac-toe")
    >>> board = draw_board(game, game.initial(), look=Look(targets=("4",)))
    >>> 'class="place target" data-place="4" role="img" aria-label="4"' in board
    True
    """
    if game.view.draw:
        return draw_own(game, state, look)
    places = places_of(game, state)
    if not places:
        return text_board(game, state, look)
    for fault in filter(None, (place_fault(place, game.players) for place in places)):
        raise GameError(Message("the board of game {!r} cannot be drawn: {}", game.name, fault))
    return _Board(game, state, places, look).svg()


def draw_place(game: Game, state: State, name: str) -> str:
    """Return the piece at a named place as a picture hidden from screen readers; empty if there is none."""
    cells = (place.cell for place in places_of(game, state) if place.cell.name == name)
    cell = next((cell for cell in cells if cell.owner is not None), None)
    if cell is None or cell.owner is None:
        return ""
    colour = player_colour(game, cell.owner)
    drawn = draw_piece(cell.piece, colour, cell.owner) or _counter(cell.text, colour)
    return element("svg", {"xmlns": SVG, "viewBox": "-24 -24 48 48", "aria-hidden": "true"}, drawn)


def place_label(game: Game, name: str, cells: Sequence[Cell], look: Look) -> str:
    """Return the label of a named place for screen readers: its name and its content."""
    return ", ".join([name, *filter(None, (_content(game, cell, look) for cell in cells))])


def _content(game: Game, cell: Cell, look: Look) -> str:
    if cell.owner is not None:
        player = look.player(game, cell.owner)
        piece = look.say(cell.piece) if cell.piece else cell.text
        return player if piece in ("", player) else look.say("{piece} of {player}").format(piece=piece, player=player)
    if cell.piece:
        return "" if cell.piece in ("hole", "pebble") else look.say(cell.piece)
    return "" if cell.text == cell.name else cell.text


class _Board:
    """A board made of places, in the coordinates of the picture."""

    def __init__(self, game: Game, state: State, places: Sequence[Place], look: Look) -> None:
        self.game, self.state, self.look = game, state, look
        shown = [place for place in places if not (look.thumbnail and _is_label(place.cell))] or list(places)
        self.left = min(place.x - place.width / 2 for place in shown)
        self.top = min(place.y - place.height / 2 for place in shown)
        self.right = max(place.x + place.width / 2 for place in shown)
        self.bottom = max(place.y + place.height / 2 for place in shown)
        self.tiny = look.thumbnail and self.right - self.left > WIDE
        grounds = {place.cell.ground for place in shown if place.cell.ground and place.shape == "square"}
        has_holes = any(place.cell.piece == "hole" for place in shown)
        self.motley = len(grounds) > 2  # a tint would look like another ground
        self.lined = len(grounds) == 1 and not has_holes  # otherwise colours or holes separate squares
        self.named = any(place.cell.name for place in shown)
        names = {place.cell.name for place in shown if place.cell.name}
        self.open = 2 * len(look.targets) > len(names)  # most places are targets: no dots
        self.rim = 4 if look.thumbnail else 8
        self.places = shown
        self.ringed = middles_of(game, state, look.ringed)
        before = () if look.before is None else places_of(game, look.before)
        self.before = {(place.x, place.y): place.cell for place in before}
        self.falls = game.view.falling and not look.thumbnail

    def svg(self) -> str:
        width = (self.right - self.left) * UNIT + 2 * self.rim
        height = (self.bottom - self.top) * UNIT + 2 * self.rim
        inside = [self._grounds(), *map(self._one, self.places)] if self.look.thumbnail else self._groups()
        if self.falls:
            above = {"class": "marks", "pointer-events": "none"}
            inside += [self._lattice(), element("g", above, *map(self._above, self.places))]
        middles = {place.cell.name: self._middle(place) for place in self.places}
        led = [middles[name] for name in self.look.trail if name in middles]
        if len(led) > 1 and not self.look.thumbnail:
            inside.append(draw_trail(led))
        return framed(self.game, self.state, self.look, (width, height), "".join(inside))

    def _groups(self) -> list[str]:
        """Return an element for each name, in order of the first cells, and for each cell without a name."""
        named: dict[str, list[Place]] = {}
        for i, place in enumerate(self.places):
            named.setdefault(place.cell.name or f" {i}", []).append(place)
        return [self._group(name, places) for name, places in named.items()]

    def _group(self, name: str, places: list[Place]) -> str:
        if name.startswith(" "):
            return self._one(places[0])
        free = [place for place in places if place.cell.owner is None]
        marked = (free or places)[-1]  # where a dropped piece lands
        marks = {mark for place in places for mark in self.look.classes(name, self._changed(place))}
        label = place_label(self.game, name, [place.cell for place in places], self.look)
        attributes = self.look.names(name, label, sorted(marks, key=(TARGET, CHOSEN, RINGED, CHANGED).index))
        return element("g", attributes, *(self._one(place, place is marked) for place in places))

    def _one(self, place: Place, marked: bool = True) -> str:
        """Return the drawing of a place, moved to its position."""
        cell, thumbnail = place.cell, self.look.thumbnail
        changed = self._changed(place)
        given = self.look.classes(cell.name, changed) if marked else [CHANGED] * changed
        given += [RINGED] * (self._is_ringed(place) and not self.falls)
        size = (place.width * UNIT, place.height * UNIT)
        if self.falls and cell.piece:
            ground = element("rect", {**_box(size), "fill": BOARD["ink"]})
        else:
            ground = "" if thumbnail and place.shape == "square" else _ground(place, size, lined=self.lined)
        content = self._content(place)
        written = not cell.piece and bool(cell.text)
        marks = self._marks(given, place, written=written)
        if changed and not self.falls:
            under, over = self._latest_change(place, size)
            ground, content = ground + under, content + over
        inside = ground + (marks + content if _occupied(cell) else content + marks)
        if cell.name in self.look.latest and not (thumbnail or changed) and _occupied(cell):
            inside += draw_latest(size, self.look.latest[cell.name])
        if cell.name in self.look.owned:
            inside += draw_owned(player_colour(self.game, self.look.owned[cell.name]))
        return self._at(place, inside)

    def _at(self, place: Place, inside: str) -> str:
        if not inside:
            return ""
        x, y = self._middle(place)
        return element("g", {"transform": f"translate({short(x)} {short(y)})"}, inside)

    def _latest_change(self, place: Place, size: tuple[float, float]) -> tuple[str, str]:
        """Return the mark of the last move, under and over the content of a changed place.

        If moves place pieces, only a new piece is marked, not those that it turns over or captures; a trail needs no
        other mark.
        """
        cell = place.cell
        was = self.before.get((place.x, place.y))
        if self.look.trail or self.look.thumbnail:
            return "", ""
        if self.game.view.placing and not (_occupied(cell) and (was is None or not _occupied(was))):
            return "", ""
        colour = "" if cell.owner is None else player_colour(self.game, cell.owner)
        plain = cell.ground is not None and place.shape == "square" and not self.motley
        dotted = bool(self.game.view.placing) or not plain
        return draw_changed(cell.piece, colour, size, dotted=dotted, tinted=plain)

    def _lattice(self) -> str:
        """Return the front of a board in which pieces fall, with a hole for each place."""
        found: dict[str, list[str]] = {}
        for place in self.places:
            if place.cell.piece and place.cell.ground:
                x, y = self._middle(place)
                found.setdefault(place.cell.ground, []).append(lattice_path(x, y, UNIT))
        look = {"class": "lattice", "fill-rule": "evenodd", "pointer-events": "none"}
        line = {"stroke": BOARD["ink"], "stroke-opacity": 0.3}
        return "".join(
            element("path", {**look, "fill": ground, **line, "d": "".join(d)}) for ground, d in found.items()
        )

    def _above(self, place: Place) -> str:
        """Return the marks of a place that are above the lattice."""
        size = (place.width * UNIT, place.height * UNIT)
        inside = draw_marks([RINGED], size, written=False, occupied=True) if self._is_ringed(place) else ""
        if self._changed(place):
            inside = "".join(self._latest_change(place, size)) + inside
        return self._at(place, inside)

    def _is_ringed(self, place: Place) -> bool:
        return (place.x, place.y) in self.ringed

    def _marks(self, given: list[str], place: Place, *, written: bool) -> str:
        """Return the marks of a place; a piece that may move has none until it is chosen and its targets appear."""
        cell, size = place.cell, (place.width * UNIT, place.height * UNIT)
        if TARGET in given and _occupied(cell) and not self.look.chosen:
            given = [mark for mark in given if mark != TARGET]
        ghost = ""
        if TARGET in given and self.game.view.placing and not _occupied(cell):
            mover = self.game.to_move(self.state)
            drawn = draw_piece(self.game.view.placing[mover], player_colour(self.game, mover), mover)
            ghost = element("g", {"class": "ghost", "opacity": 0, "transform": f"scale({min(size) / UNIT:.3g})"}, drawn)
            if self.open:
                given = [mark for mark in given if mark != TARGET]
        rounded = place.shape == "disc"
        return draw_marks(given, size, written=written, occupied=_occupied(cell), rounded=rounded) + ghost

    def _content(self, place: Place) -> str:
        cell = place.cell
        breadth = min(place.width, place.height)
        if cell.owner is not None or cell.piece:
            colour = BOARD["neutral"] if cell.owner is None else player_colour(self.game, cell.owner)
            letter = "" if cell.owner is None else self.game.player_name(cell.owner)[:1].upper()
            hole = self.falls and cell.piece == "hole"
            drawn = "" if hole else draw_piece(cell.piece, colour, cell.owner, "" if self.tiny else letter)
            drawn = drawn or ("" if cell.owner is None else _counter(cell.text or letter, colour))
            scaled = {} if breadth == 1 else {"transform": f"scale({breadth:.3g})"}
            moving: dict[str, object] = {"class": "piece"} if _occupied(cell) and not self.look.thumbnail else {}
            if cell.name in self.look.dead:
                moving["opacity"] = 0.45
            if drawn or hole:
                return element("g", {**moving, **scaled}, drawn) if drawn and (moving or scaled) else drawn
        if not cell.text or self.tiny:
            return ""
        label, room = _is_label(cell), place.width * UNIT * 0.9
        largest = COORDINATE if label and breadth == MARGIN else 16 * min(1, 2 * place.height)
        size = float(int(fitting_size(cell.text, room, largest)))
        colour = BOARD["label"] if cell.ground is None else ink_on(cell.ground)
        quiet = None if cell.ground is None or place.shape == "disc" else 0.65
        named = {"class": "coordinate"} if label else {}
        return centred(cell.text, size, {**named, "fill": colour, "fill-opacity": quiet, "font-family": FONT})

    def _grounds(self) -> str:
        """Return the grounds of a thumbnail, one path for each colour, for brevity."""
        paths: dict[str, list[str]] = {}
        for place in self.places:
            if place.cell.ground and place.shape == "square":
                x, y = self._middle(place)
                w, h = place.width * UNIT, place.height * UNIT
                corner = f"M{short(x - w / 2)} {short(y - h / 2)}"
                paths.setdefault(place.cell.ground, []).append(f"{corner}h{short(w)}v{short(h)}h{short(-w)}z")
        return "".join(element("path", {"fill": ground, "d": "".join(d)}) for ground, d in paths.items())

    def _middle(self, place: Place) -> tuple[float, float]:
        x, y = place.x - self.left, place.y - self.top
        if self.look.flipped:
            x, y = self.right - place.x, self.bottom - place.y
        return x * UNIT + self.rim, y * UNIT + self.rim

    def _changed(self, place: Place) -> bool:
        if self.look.before is None or not (place.cell.ground or place.cell.piece):
            return False
        if self.named and not place.cell.name:  # places without names are not part of the position
            return False
        was, now = self.before.get((place.x, place.y)), place.cell
        return _occupied(now) if was is None else _standing(was) != _standing(now)


def _standing(cell: Cell) -> tuple[object, ...]:
    return cell.owner, cell.piece, cell.text if cell.owner is not None else ""


def _occupied(cell: Cell) -> bool:
    return cell.owner is not None or cell.piece not in ("", "hole")


def _is_label(cell: Cell) -> bool:
    return cell.owner is None and not (cell.ground or cell.name or cell.piece)


def _ground(place: Place, size: tuple[float, float], *, lined: bool) -> str:
    """Return the ground of a place, outlined if ``lined``."""
    width, height = size
    fill: dict[str, object] = {"fill": place.cell.ground}
    if place.cell.ground is None:
        if not place.cell.name:
            return ""
        fill = {"fill": "none", "pointer-events": "all"}
    if place.shape == "disc":
        return element("ellipse", {"rx": width / 2, "ry": height / 2, **fill})
    if lined and place.cell.ground:
        fill |= {"stroke": BOARD["ink"], "stroke-opacity": 0.35}
    return element("rect", {**_box(size), **fill})


def _box(size: tuple[float, float]) -> dict[str, object]:
    """Return the place of a rectangle around the origin."""
    return {"x": -size[0] / 2, "y": -size[1] / 2, "width": size[0], "height": size[1]}


def _counter(text: str, colour: str) -> str:
    """Return a disc with a text, for a piece without a drawing."""
    disc = element("circle", {"r": 19, "fill": colour, "stroke": BOARD["ink"], "stroke-width": 2})
    look = {"fill": ink_on(colour), "font-family": FONT, "font-weight": "bold"}
    return disc + centred(text, float(int(fitting_size(text, 32, 22))), look)
