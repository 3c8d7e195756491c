"""The star as a picture: a disc for every cell, the arms where players begin a little darker, and the pegs on it."""

from collections.abc import Callable
from string import ascii_lowercase

from spielbaum import Cell, Place
from spielbaum.games.chinese_checkers.notation import NAMES, owners_of
from spielbaum.games.chinese_checkers.rules import State
from spielbaum.games.chinese_checkers.star import DOWN, Race

WOOD, ARM = "#d9bf94", "#b99a6b"
WIDTH = 0.84
"""Of a cell; what neighbours leave between them is there for marks."""


def make_places(race: Race) -> Callable[[State], list[Place]]:
    """Return the hook ``places`` for a race."""
    homes = {cell for home in race.homes for cell in home}
    middles = [(column / 2 + 1, row * DOWN + 0.5) for row, column in race.places]
    bottom = race.rows * DOWN
    labels = [Place(Cell(str(race.rows - row)), 0.25, row * DOWN + 0.5, 0.5, 0.5) for row in range(race.rows)]
    labels += [
        Place(Cell(letter), column / 2 + 1, bottom + 0.4, 0.5, 0.5)
        for column, letter in enumerate(ascii_lowercase[: race.columns])
    ]

    def cell_of(cell: int, owner: int | None) -> Cell:
        ground = ARM if cell in homes else WOOD
        if owner is None:
            return Cell(ground=ground, name=race.names[cell])
        return Cell(NAMES[owner], ground, owner, race.names[cell], "disc")

    def places(state: State) -> list[Place]:
        owners = owners_of(race, state)
        return labels + [
            Place(cell_of(cell, owners[cell]), x, y, WIDTH, WIDTH, "disc") for cell, (x, y) in enumerate(middles)
        ]

    return places
