"""Boards and players in colours."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.color import Color, blend_rgb
from rich.console import Console
from rich.style import Style
from rich.text import Text

from spielbaum.cli.shared.output import QUIET

if TYPE_CHECKING:
    from spielbaum.game import Game, State
    from spielbaum.game.board import Cell

    Cells = Sequence[Sequence[Cell]]

COLOURS = ("#ff8f7a", "#85c7ff", "#fff176", "#5fe3b0", "#f2a6ff", "#ffffff")
"""The colours of players whose game names none."""

BLACK = "#15171a"
"""The ground of pieces and names in bright colours."""

WHITE = "#fbf8f1"
"""The ground of those in dark colours."""

LAST_MOVE, TARGET = ("[", "]"), ("(", ")")
"""The marks of squares that changed with the last move, or can be reached."""

Marks = Mapping[tuple[int, int], tuple[str, str]]


def in_colour(out: Console) -> bool:
    """Return whether a console shows colours and Unicode."""
    return bool(out.is_terminal and out.color_system and not out.no_color and "utf" in out.encoding.lower())


def player_text(game: "Game", player: int) -> Text:
    """Return the name of a player in the player's colour."""
    return Text(f" {game.player_name(player)} ", style=player_style(game, player))


def player_style(game: "Game", player: int) -> Style:
    """Return the style of a player's pieces and name."""
    colours = game.view.player_colours or COLOURS
    colour = colours[player % len(colours)]
    return Style(color=colour, bgcolor=BLACK if _is_bright(colour) else WHITE, bold=True)


def draw_board(
    out: Console, game: "Game", state: "State", before: "State | None" = None, marks: Marks | None = None
) -> None:
    """Print a state: in colours if possible, or as the game's plain text, or in one line.

    Parameters
    ----------
    out
        The console.
    game, state
        The game and the state.
    before
        The state before the last move; the squares that it changed are marked.
    marks
        Marks of other squares, by row and column.
    """
    from spielbaum.game.notation import format_state
    from spielbaum.game.text_board import board_text

    if game.view.cells and in_colour(out):
        cells = game.view.cells(state)
        changed = {} if before is None else dict.fromkeys(changes(game.view.cells(before), cells), LAST_MOVE)
        for line in picture(game, cells, {**changed, **(marks or {})}):
            out.print(line, no_wrap=True, crop=False)
    elif text := board_text(game, state):
        out.print(text, markup=False, no_wrap=True, crop=False)
    else:
        out.print(format_state(game, state), markup=False, soft_wrap=True)


def changes(before: "Cells", after: "Cells") -> list[tuple[int, int]]:
    """Return the squares whose piece changed, as rows and columns from 0."""
    return [
        (row, column)
        for row, (old, new) in enumerate(zip(before, after, strict=False))
        for column, (was, now) in enumerate(zip(old, new, strict=False))
        if now.ground and (was.owner != now.owner or (now.owner is not None and was.text != now.text))
    ]


def targets(game: "Game", state: "State", actions: Sequence[int]) -> Marks:
    """Return marks for the squares that the player to move reaches by some actions."""
    if not game.view.cells:
        return {}
    mover, before = game.to_move(state), game.view.cells(state)
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for action in actions:
        after = game.view.cells(game.result(state, action))
        found |= {(r, c): TARGET for r, c in changes(before, after) if after[r][c].owner == mover}
    return found


def picture(game: "Game", cells: "Cells", marks: Marks) -> list[Text]:
    """Return the lines of a board in colours."""
    from spielbaum.game.text_board import cell_text

    texts = [[cell_text(game, cell) for cell in row] for row in cells]
    width = max((len(text) for row in texts for text in row), default=1)
    lines = []
    for r, row in enumerate(cells):
        line = Text("  ")
        for c, cell in enumerate(row):
            left, right = marks.get((r, c), (" ", " "))
            ground = Style(color=BLACK, bgcolor=cell.ground, bold=True)
            line.append(left, ground)
            line.append(texts[r][c].center(width), _style(game, cell))
            line.append(right, ground)
        lines.append(line)
    return lines


def pieces(game: "Game", state: "State") -> list[int] | None:
    """Return the number of squares of each player; None if the game does not say."""
    if not game.view.cells:
        return None
    owners = [cell.owner for row in game.view.cells(state) for cell in row]
    return [owners.count(player) for player in range(game.players)]


def _style(game: "Game", cell: "Cell") -> Style | str:
    if cell.owner is not None:
        return player_style(game, cell.owner)
    if cell.ground is None:
        return QUIET
    quiet = blend_rgb(Color.parse(cell.ground).get_truecolor(), Color.parse(BLACK).get_truecolor(), 0.6)
    return Style(color=Color.from_triplet(quiet), bgcolor=cell.ground)


def _is_bright(colour: str) -> bool:
    return sum(Color.parse(colour).get_truecolor()) > 3 * 96
