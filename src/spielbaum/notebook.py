"""States in notebooks: drawn where IPython runs, and by ``spielbaum.draw`` anywhere.

Spielbaum does not import IPython; where its shell runs, its formatter for SVG is told how states are drawn. States know
nothing of their game. So the games are looked up whose start is of the same class: those that the variables of the
notebook hold, the last one first, and those of files and of other packages that were loaded. The first one that can
draw the state does; a state that fits none is shown as text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any

from spielbaum.files import as_path, write_whole
from spielbaum.game import Game, State
from spielbaum.pictures import Look, draw_board
from spielbaum.registry import USER_GAMES, as_game
from spielbaum.search.driver.validation import root_state

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

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture into a file, which is replaced as a whole.

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
        What is drawn; the start for None.
    before
        The state before the last move; what it changed is marked.
    flipped
        Whether the board is turned by half a circle.

    Examples
    --------
    >>> draw("connect-four").svg[:4]
    '<svg'
    """
    game = as_game(game)
    before = None if before is None else root_state(game, before)
    return Drawing(draw_board(game, root_state(game, state), look=Look(before=before, flipped=flipped)))


def display_states(shell: Any) -> None:
    """Let a shell of IPython draw the states of the games that its variables hold.

    Parameters
    ----------
    shell
        As ``get_ipython()`` returns it.
    """
    formatter = shell.display_formatter.formatters[SVG]

    def picture(value: Any) -> Any:
        """Return the SVG of a state; of anything else what it says itself."""
        if type(value).__module__ != "builtins":  # a plain tuple may be anything
            for game in _games_of(type(value), shell):
                drawn = _drawn(game, value)
                if drawn is not None:
                    return drawn
        own = getattr(type(value), formatter.print_method, None)
        return None if own is None else own(value)

    formatter.for_type(object, picture)


def _games_of(state_class: type, shell: Any) -> Iterator[Game]:
    """Yield the games of the notebook whose states are of a class, the last ones first."""
    held = [value for name, value in shell.user_ns.items() if not name.startswith("_")]
    for value in reversed([*USER_GAMES.values(), *held]):
        if isinstance(value, Game) and _start_class(value) is state_class:
            yield value


def _start_class(game: Game) -> type | None:
    try:
        return type(game.initial())
    except Exception:  # whoever asks for the start next is told
        return None


def _drawn(game: Game, state: State) -> str | None:
    try:
        if game.notation.validate:
            game.notation.validate(state)
        return draw_board(game, state)
    except Exception:  # a state of another game of the same class; the notebook shows its text
        return None
