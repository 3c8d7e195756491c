"""The star as a picture: holes, goals in the colours of their players, and pegs."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from spielbaum import Cell, Place
from spielbaum.games.chinese_checkers.moves import ANY_CELL, CELL_BITS
from spielbaum.games.chinese_checkers.notation import NAMES, owners_of
from spielbaum.games.chinese_checkers.rules import PASS, State, state_of
from spielbaum.games.chinese_checkers.star import DOWN, Race

WOOD, HOLE = "#e3cda6", "#7a6242"
COLOURS = ("#d55e00", "#0072b2", "#b08c00", "#008f68", "#b1589a", "#5b6b7a")
WIDTH = 0.84
"""The width of a peg; the space between neighbours is for marks."""
ROUND, DEEP = 0.99, 0.4
"""The wood around a cell, and its hole."""
TINT = 0.6
"""The share of a player's colour in the wood of the goal."""


def make_places(race: Race) -> Callable[[State], list[Place]]:
    """Return the hook ``places``."""
    ground = [WOOD] * len(race.places)
    for player, goal in enumerate(race.goals):
        for cell in goal:
            ground[cell] = _mixed(COLOURS[player], WOOD)
    middles = [(column / 2 + 1, row * DOWN + 0.5) for row, column in race.places]
    bottom = race.rows * DOWN
    labels = [Place(Cell(str(race.rows - row)), 0.25, row * DOWN + 0.5, 0.5, 0.5) for row in range(race.rows)]
    labels += [
        Place(Cell(letter), column / 2 + 1, bottom + 0.4, 0.5, 0.5)
        for column, letter in enumerate(ascii_lowercase[: race.columns])
    ]

    for player, (row, column) in enumerate(race.tips_of):
        x, y = column / 2 + 1, row * DOWN + 0.5
        aside = -0.75 if 2 * row < race.rows else 0.75
        beside = (x, y + aside) if 0 < row < race.rows - 1 else (x + 1.15, y)
        labels.append(Place(Cell(f"goal {NAMES[player]}"), *beside, 1.2, 0.5))
    for cell, (x, y) in enumerate(middles):
        labels.append(Place(Cell(ground=ground[cell]), x, y, ROUND, ROUND, "disc"))
        labels.append(Place(Cell(ground=HOLE), x, y, DEEP, DEEP, "disc"))

    def cell_of(cell: int, owner: int | None) -> Cell:
        if owner is None:
            return Cell(name=race.names[cell])
        return Cell(NAMES[owner], None, owner, race.names[cell], "disc")

    def places(state: State) -> list[Place]:
        owners = owners_of(race, state)
        return labels + [
            Place(cell_of(cell, owners[cell]), x, y, WIDTH, WIDTH, "disc") for cell, (x, y) in enumerate(middles)
        ]

    return places


def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
    """Return the state of a board, with the least number of turns that fits the player to move."""
    pegs: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        if cell.owner is not None:
            pegs.setdefault(cell.owner, []).append(number)
    return state_of(pegs, player)


def make_trail(race: Race) -> Callable[[State, int], list[str]]:
    """Return the hook ``trail``: the shortest path of a peg, by a step or by hops."""

    def trail(state: State, action: int) -> list[str]:
        if action == PASS:
            return []
        start, goal = action >> CELL_BITS, action & ANY_CELL
        if goal in race.near(start):
            return [race.names[start], race.names[goal]]
        owners = owners_of(race, state)
        ways = {start: [start]}
        for cell, way in _spread(ways):
            for over, landing in race.hops(cell):
                free = landing < len(race.names) and (owners[landing] is None or landing == start)
                if free and owners[over] is not None and landing not in ways:
                    ways[landing] = [*way, landing]
        return [race.names[cell] for cell in ways.get(goal, [start, goal])]

    return trail


def _spread(ways: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield the entries of a dictionary, including those that are added meanwhile."""
    done = 0
    while done < len(ways):
        yield list(ways.items())[done]
        done += 1


def make_standing(race: Race) -> Callable[[State], list[str]]:
    """Return the hook ``standing``: the number of pegs of each player in the goal."""

    def standing(state: State) -> list[str]:
        owners = owners_of(race, state)
        arrived = [sum(owners[cell] == player for cell in goal) for player, goal in enumerate(race.goals)]
        return [f"{count}/{race.pegs}" for count in arrived]

    return standing


def _mixed(colour: str, ground: str) -> str:
    """Return a mixture of a colour and that of the ground."""
    parts = ((int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(TINT * one + (1 - TINT) * other):02x}" for one, other in parts)
