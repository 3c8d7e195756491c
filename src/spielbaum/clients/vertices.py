"""Vertices of the Go Text Protocol, and the actions of any game that have one vertex.

A vertex is a letter other than I for the column and a number for the row, counted from the bottom. Boards with squares
from a1 to h8 keep these names, however they are drawn; other places are counted from the left and the bottom. An action
of one click is named by its vertex, any other action by its text in the game's notation.
"""

import re

from spielbaum.errors import Message, PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.board import Place
from spielbaum.game.click_path import click_paths, places_of
from spielbaum.game.notation import format_action, format_state, parse_action

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = "pass"
_SQUARE = re.compile("[a-h][1-9][0-9]?", re.IGNORECASE)
_STONES = {"black": "X", "white": "O"}
COLOURS = ("black", "white")


def colours_of(game: Game) -> tuple[str, ...]:
    """Return the colour of each of two players.

    Examples
    --------
    >>> from spielbaum import games
    >>> colours_of(games.load("chess")), colours_of(games.load("mnk"))
    (('white', 'black'), ('black', 'white'))
    """
    names = tuple(game.view.player_names)
    return names if set(names) == set(COLOURS) else COLOURS


Point = tuple[int, int]
"""Column and row, counted from 0 at the lower left."""


class Vertices:
    """The board of a game as points.

    Parameters
    ----------
    game
        A two-player game.

    Attributes
    ----------
    size
        The larger number of rows and columns; 0 if the game does not describe its board, or it is too large.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        places = self._squares(game.initial())
        names = [place.cell.name for place in places]
        self._named = all(map(_SQUARE.fullmatch, names)) and len(set(names)) == len(names)
        self._columns = {x: number for number, x in enumerate(sorted({place.x for place in places}))}
        self._rows = {y: number for number, y in enumerate(sorted({place.y for place in places}, reverse=True))}
        points = [self._point(place) for place in places]
        size = max((1 + max(point) for point in points), default=0)
        self.size = size if size <= len(LETTERS) else 0

    def _squares(self, state: State) -> list[Place]:
        """Return the places that can be clicked, except one for passing; if there is none, all that are not labels."""
        places = places_of(self._game, state)
        return [place for place in places if place.cell.name not in ("", PASS)] or [
            place for place in places if place.cell.ground
        ]

    def _point(self, place: Place) -> Point:
        if self._named:
            name = place.cell.name.upper()
            return LETTERS.index(name[0]), int(name[1:]) - 1
        return self._columns[place.x], self._rows[place.y]

    def owners(self, state: State) -> dict[Point, int | None]:
        """Return the owner of the piece on each point; None for an empty one."""
        return {self._point(place): place.cell.owner for place in self._squares(state)}

    def rows(self, state: State) -> list[str]:
        """Return the rows from the top: X for Black, O for White, a point for empty."""
        owners, numbers = self.owners(state), range(self.size)
        stones: dict[int | None, str] = {
            player: _STONES[colour] for player, colour in enumerate(colours_of(self._game))
        }
        return ["".join(stones.get(owners.get((column, row)), ".") for column in numbers) for row in reversed(numbers)]

    def words(self, state: State) -> dict[Action, str]:
        """Return every legal action as a word of the protocol; none in a terminal state.

        An action of one click has the vertex of the click. If several places share the clicked name, as in a column,
        the vertex is that of the place that changes.
        """
        game, squares = self._game, self._squares(state) if self.size else []
        found = {}
        for action, path in click_paths(game, state).items():
            places = [place for place in squares if len(path) == 1 and place.cell.name == path[0]]
            if len(places) > 1:
                after = self.owners(game.result(state, action))
                places = [place for place in places if after.get(self._point(place)) != place.cell.owner]
            if len(places) == 1:
                column, row = self._point(places[0])
                found[action] = f"{LETTERS[column]}{row + 1}"
            else:
                found[action] = format_action(game, state, action)
        return found

    def action(self, state: State, word: str) -> Action:
        """Return the legal action of a word: a vertex, or a text in the game's notation.

        Raises
        ------
        PositionError
            If there is none.
        """
        game = self._game
        for action, known in self.words(state).items():
            if known.lower() == word.lower():
                return action
        if self.size and re.fullmatch("[A-Za-z][0-9]+", word) and not self._named:
            raise PositionError(Message("{} is not legal at {}", word, format_state(game, state)))
        return parse_action(game, state, word)
