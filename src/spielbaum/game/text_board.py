"""Boards as plain text."""

from collections.abc import Sequence

from spielbaum.game.board import Cell
from spielbaum.game.facts import State
from spielbaum.game.record import Game


def board_text(game: Game, state: State) -> str:
    """Return the board on several lines; an empty text if the game has none."""
    if game.view.board:
        return game.view.board(state)
    return _rows(game, game.view.cells(state)) if game.view.cells else ""


def cell_text(game: Game, cell: Cell) -> str:
    """Return the text on a square; for a piece without one its owner's initial or name, else its drawing's initial."""
    if cell.text or cell.owner is None:
        return cell.text or cell.piece[:1]
    names = [game.player_name(player) for player in range(game.players)]
    letters = [name[:1].upper() for name in names]
    return letters[cell.owner] if len(set(letters)) == len(letters) else names[cell.owner]


def _rows(game: Game, cells: Sequence[Sequence[Cell]]) -> str:
    texts = [[cell_text(game, cell) or ("." if cell.ground else "") for cell in row] for row in cells]
    width = max((len(text) for row in texts for text in row), default=1)
    return "\n".join(" ".join(text.ljust(width) for text in row).rstrip() for row in texts)
