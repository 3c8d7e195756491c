"""An animated game shows each position in turn."""

from xml.etree import ElementTree

import pytest

from spielbaum import games
from spielbaum.errors import GameError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action
from spielbaum.pictures.board.film import LAST, draw_film
from spielbaum.registry import names

SVG = "{http://www.w3.org/2000/svg}"


def beginning(game: Game, plies: int = 3) -> list[State]:
    states = [game.initial()]
    while len(states) <= plies and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], next(iter(game.actions(states[-1])))))
    return states


def times(element: ElementTree.Element) -> list[tuple[float, bool]]:
    marks = [float(mark) for mark in element.get("keyTimes", "").split(";")]
    return list(zip(marks, [value == "inline" for value in element.get("values", "").split(";")], strict=True))


def shown_at(group: ElementTree.Element, moment: float) -> bool:
    """Return whether an element of a film is visible at a time from 0 to 1."""
    animate = group.find(f"{SVG}animate")
    return animate is None or [shown for mark, shown in times(animate) if mark <= moment][-1]


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_filmed(name: str) -> None:
    game = games.load(name)
    states = beginning(game)
    film = ElementTree.fromstring(draw_film(game, states))
    animations = list(film.iter(f"{SVG}animate"))
    assert animations
    for animation in animations:
        marks = [mark for mark, _ in times(animation)]
        assert marks[0] == 0
        assert marks == sorted(set(marks))
        assert animation.get("dur") == f"{len(states) - 1 + LAST}s"


def test_each_moment_shows_one_position() -> None:
    game = games.load("tic-tac-toe")
    states = beginning(game)
    film = ElementTree.fromstring(draw_film(game, states))
    assert format_action(game, states[0], 0) == "0"
    for number in range(len(states)):
        moment = (number + 0.5) / (len(states) - 1 + LAST)
        seen = [child for child in film if shown_at(child, moment)]
        labels = [place.get("aria-label") for child in seen for place in child.iter() if place.get("data-place")]
        assert len(labels) == 9
        assert sum("X" in label or "cross" in label for label in labels) == (number + 1) // 2


def test_unchanged_elements_are_written_once() -> None:
    game = games.load("connect-four")
    states = beginning(game, 12)
    assert len(draw_film(game, states)) < 0.5 * sum(len(draw_film(game, [state])) for state in states)


def test_a_game_without_positions_is_refused() -> None:
    with pytest.raises(GameError, match="without a position"):
        draw_film(games.load("nim"), [])
