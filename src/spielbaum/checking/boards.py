"""The law of boards: what a game draws can be drawn, and what is touched is there."""

import re

from spielbaum.checking.laws import Visit
from spielbaum.touches import drawn_names, places_of, touches_of

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def board_fault(visit: Visit) -> str | None:
    """Return what is wrong with the board of a state; what the hooks raise is raised."""
    game = visit.game
    for place in places_of(game, visit.state):
        cell = place.cell
        if cell.ground is not None and not COLOUR.fullmatch(cell.ground):
            return f"the ground of {cell} is {cell.ground!r}, not a colour such as '#c8b48a'"
        if cell.owner is not None and cell.owner not in range(game.players):
            return f"the owner of {cell} is {cell.owner!r}, and players are 0 to {game.players - 1}"
        if not (place.width > 0 and place.height > 0):
            return f"{cell} has the size {place.width} × {place.height}"
    if not (game.touches or game.draw):
        return None
    names = {name.casefold() for name in drawn_names(game, visit.state)}
    for action in visit.actions if game.touches else ():
        unknown = [name for name in touches_of(game, visit.state, action) if name.casefold() not in names]
        if unknown:
            return f"action {action} is made by touching {unknown[0]!r}, which is the name of nothing on the board"
    return None
