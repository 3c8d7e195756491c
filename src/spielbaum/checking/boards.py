"""The law of boards: the board can be drawn, and click paths lie on it."""

from collections.abc import Sequence

from spielbaum.checking.visit import Visit
from spielbaum.errors import Sentence
from spielbaum.game import Remark, State
from spielbaum.game.board import Place, place_fault
from spielbaum.game.click_path import click_paths, drawn_names, places_of
from spielbaum.game.endings import ending_of, middles_of, reasons_of, remark_on


def board_fault(visit: Visit) -> str | None:
    """Return what is wrong with the board of a state; exceptions of the hooks are raised."""
    game = visit.game
    places = places_of(game, visit.state)
    for place in places:
        fault = place_fault(place, game.players)
        if fault:
            return fault
    wrong = _remark_fault(visit) or _from_cells_fault(visit, places)
    if wrong or not (game.view.click_path or game.view.draw):
        return wrong
    names = {name.casefold() for name in drawn_names(game, visit.state, places)}
    for action, path in (click_paths(game, visit.state) if game.view.click_path else {}).items():
        unknown = [name for name in path if name.casefold() not in names]
        if unknown:
            return Sentence("action {} is made by clicking {!r}, which is not on the board", action, unknown[0])
    return None


def _from_cells_fault(visit: Visit, places: Sequence[Place]) -> str | None:
    """Return what is wrong with ``view.from_cells``, which must restore the board of the state."""
    game, state = visit.game, visit.state
    if game.view.from_cells is None or visit.terminal:
        return None
    cells = [place.cell for place in places if place.cell.name]
    made = game.view.from_cells(state, cells, visit.to_move)
    back = [place.cell for place in places_of(game, made) if place.cell.name]
    changed = next((one for one, other in zip(cells, back, strict=False) if one != other), None)
    if changed or len(cells) != len(back):
        what = Sentence(": {} differs", changed.name) if changed else ""
        return Sentence("from_cells makes a state with another board than the given one{}", what)
    return None


def _remark_fault(visit: Visit) -> str | None:
    """Return what is wrong with the remarks on a state and its actions."""
    game, state = visit.game, visit.state
    if visit.terminal:
        return _cells_fault(visit, state, "ending", ending_of(game, state))
    for action, following in zip(visit.actions, visit.results, strict=True):
        said = [("remark", following, remark_on(game, state, action))]
        said += [("reasons", state, reason) for reason in reasons_of(game, state, action)]
        for hook, shown, remark in said:
            if wrong := _cells_fault(visit, shown, hook, remark):
                return wrong
    return None


def _cells_fault(visit: Visit, state: State, hook: str, remark: Remark | None) -> str | None:
    if not (remark and remark.cells):
        return None
    drawn = set(drawn_names(visit.game, state))
    for cell in remark.cells:
        if cell not in drawn and not middles_of(visit.game, state, [cell]):
            return Sentence("{} marks {!r}, which is not a cell of the board", hook, cell)
    return None
