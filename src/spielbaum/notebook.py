"""States in notebooks: drawn where IPython runs, and by ``spielbaum.draw`` anywhere.

Spielbaum does not import IPython; where its shell runs, its formatter for SVG is told how states are drawn. A formatter
belongs to a class, and states know nothing of their game. So of the games whose start is of that class the one that was
made last draws; a state that does not fit it is shown as text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.files import write_whole
from spielbaum.game import WATCHERS, Game, State
from spielbaum.pictures import Look, draw_board

SVG = "image/svg+xml"


@dataclass(frozen=True)
class Drawing:
    """A picture that displays itself in a notebook.

    Parameters
    ----------
    svg
        The picture as text.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture into a file, which is replaced as a whole.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        write_whole(Path(path), self.svg + "\n")


def draw(game: Game, state: State, *, before: State | None = None, flipped: bool = False) -> Drawing:
    """Return the board of a state as a picture.

    Parameters
    ----------
    game, state
        What.
    before
        The state before the last move; what it changed is marked.
    flipped
        Whether the board is turned by half a circle.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("connect-four")
    >>> draw(game, game.initial()).svg[:4]
    '<svg'
    """
    return Drawing(draw_board(game, state, look=Look(before=before, flipped=flipped)))


def display_states(shell: Any) -> None:
    """Let a shell of IPython draw the states of every game that is made from now on.

    Parameters
    ----------
    shell
        As ``get_ipython()`` returns it.
    """
    watcher = _Watcher(shell.display_formatter.formatters[SVG])
    if watcher not in WATCHERS:
        WATCHERS.append(watcher)


@dataclass(frozen=True)
class _Watcher:
    """Enters the class of each game's states into a formatter."""

    formatter: Any

    def __call__(self, game: Game) -> None:
        try:
            state_class = type(game.initial())
        except Exception:  # whoever asks for the start next is told
            return
        if state_class.__module__ != "builtins":  # a plain tuple may be anything
            self.formatter.for_type(state_class, _drawer(game))


def _drawer(game: Game) -> Callable[[State], str | None]:
    def drawn(state: State) -> str | None:
        try:
            if game.validate:
                game.validate(state)
            return draw_board(game, state)
        except Exception:  # a state of another game of the same class; the notebook shows its text
            return None

    return drawn
