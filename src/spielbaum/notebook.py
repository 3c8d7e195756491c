"""Displays states in notebooks, and draws them anywhere by ``spielbaum.draw``.

Spielbaum does not import IPython. If its shell is running, its SVG formatter learns to draw states. A state does not
know its game, so the formatter tries the games whose initial state has the same class: those in variables of the
notebook, the latest first, and then those loaded from files and other packages. The first that can draw the state
does; otherwise it is shown as text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any

from spielbaum.files import as_path, write_whole
from spielbaum.game import Game, State
from spielbaum.game.line import Line
from spielbaum.pictures import Look, draw_board
from spielbaum.registry import USER_GAMES, as_game
from spielbaum.search.validation import root_state

SVG = "image/svg+xml"


@dataclass(frozen=True)
class Drawing:
    """A picture that a notebook displays.

    Parameters
    ----------
    svg
        The text of the picture.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        write_whole(as_path(path), self.svg + "\n")


def draw(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    before: State | None = None,
    flipped: bool = False,
) -> Drawing:
    """Return the board of a state as a picture.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    state
        The state or position; the initial state if None.
    before
        The state before the last move, whose changes are marked; the history of a position has it.
    flipped
        Whether the board is rotated by 180 degrees.

    Examples
    --------
    >>> draw("connect-four").svg[:4]
    '<svg'
    """
    game = as_game(game)
    if before is None and isinstance(state, Line) and state.history:
        before = state.history[-1]
    before = None if before is None else root_state(game, before)
    return Drawing(draw_board(game, root_state(game, state), look=Look(before=before, flipped=flipped)))


def display_states(shell: Any) -> None:
    """Register a formatter for states with an IPython shell.

    Parameters
    ----------
    shell
        The shell that ``get_ipython()`` returns.
    """
    formatter = shell.display_formatter.formatters[SVG]

    def picture(value: Any) -> Any:
        """Return the SVG of a state; for other objects that of their own method."""
        if type(value).__module__ != "builtins":  # a plain tuple may be anything
            for game in _games_of(type(value), shell):
                drawn = _drawn(game, value)
                if drawn is not None:
                    return drawn
        own = getattr(type(value), formatter.print_method, None)
        return None if own is None else own(value)

    formatter.for_type(object, picture)


def _games_of(state_class: type, shell: Any) -> Iterator[Game]:
    """Yield the known games whose states have a class, the latest first."""
    held = [value for name, value in shell.user_ns.items() if not name.startswith("_")]
    for value in reversed([*USER_GAMES.values(), *held]):
        if isinstance(value, Game) and _start_class(value) is state_class:
            yield value


def _start_class(game: Game) -> type | None:
    try:
        return type(game.initial())
    except Exception:  # reported wherever the game is used
        return None


def _drawn(game: Game, state: State) -> str | None:
    try:
        if game.notation.validate:
            game.notation.validate(state)
        return draw_board(game, state)
    except Exception:  # the state is one of another game; the notebook shows its text
        return None
