"""The groups of games on the start page, and the gallery of searched trees."""

from typing import NamedTuple

from spielbaum.game import Game
from spielbaum.registry import names, parse_game

GROUPS = ("named", "two", "many", "small", "trees")
"""Games that the server was started with, for two players, for more players, small games, and trees."""

SMALL, TREES = ("tic-tac-toe", "nim", "mnk"), ("figure", "random-tree", "tree")

ALSO_OFFERED = {
    "blokus": {"players": "2", "board": "duo"},
    "chinese-checkers": {"players": "3"},
    "focus": {"players": "4"},
}
"""Games that are also offered to another number of players, and the options for that."""

MOVING = "twenty-seven"
"""The tree that is searched on the start page."""


class Lesson(NamedTuple):
    """A tree of the gallery: a game or nested lists, the algorithms that search it side by side, and the depth."""

    key: str
    game: str
    algorithms: tuple[str, ...]
    depth: int


LESSONS = {
    "minimax": (
        Lesson("four-leaves", "figure:negamax", ("minimax", "negamax"), 2),
        Lesson("tic-tac-toe", "tic-tac-toe", ("minimax",), 2),
    ),
    "alpha-beta": (
        Lesson("two-by-two", "figure:alpha-beta-two-by-two", ("alpha-beta", "minimax"), 2),
        Lesson("three-by-two", "[[[2, 4], [5, 8]], [[0, 1], [7, 3]]]", ("alpha-beta",), 3),
        Lesson(MOVING, "figure:alpha-beta-twenty-seven", ("alpha-beta",), 3),
        Lesson("noughts-and-crosses", "tic-tac-toe", ("alpha-beta", "minimax"), 3),
    ),
    "windows": (
        Lesson("null-windows", "[[6, 12, 8], [2, 4, 9], [5, 14, 1]]", ("pvs", "alpha-beta"), 2),
        Lesson("mtdf", "figure:alpha-beta-twenty-seven", ("mtdf", "alpha-beta"), 3),
    ),
    "players": (
        Lesson("shallow-pruning", "[[5, 3, 2], [[3, 6, 1], [6, 2, 2]]]", ("max-n:shallow", "max-n"), 3),
        Lesson("deep-pruning", "figure:deep-pruning-upper", ("max-n:deep", "max-n"), 4),
    ),
}
"""The gallery, in reading order."""


def lesson_of(key: str) -> Lesson | None:
    """Return a tree of the gallery by its key in URLs; None if there is none."""
    return next((lesson for lessons in LESSONS.values() for lesson in lessons if lesson.key == key), None)


def group_of(text: str, game: Game) -> str:
    """Return the group of an offered game, which is named as on the command line."""
    name = parse_game(text).name
    if text not in names():
        return "named"
    if name in TREES:
        return "trees"
    if name in SMALL:
        return "small"
    return "two" if game.players == 2 else "many"
