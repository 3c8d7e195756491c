"""The law of boards: what a game draws can be drawn, and what is clicked is there."""

from spielbaum.checking.visit import Visit
from spielbaum.game.board import place_fault
from spielbaum.game.click_path import click_paths, drawn_names, places_of


def board_fault(visit: Visit) -> str | None:
    """Return what is wrong with the board of a state; what the hooks raise is raised."""
    game = visit.game
    for place in places_of(game, visit.state):
        fault = place_fault(place, game.players)
        if fault:
            return fault
    if not (game.view.click_path or game.view.draw):
        return None
    names = {name.casefold() for name in drawn_names(game, visit.state)}
    for action, path in (click_paths(game, visit.state) if game.view.click_path else {}).items():
        unknown = [name for name in path if name.casefold() not in names]
        if unknown:
            return f"action {action} is made by clicking {unknown[0]!r}, which is the name of nothing on the board"
    return None
