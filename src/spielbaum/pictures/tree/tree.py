"""Searching a state and looking at the tree: one object that shows itself in a notebook and saves itself to a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from spielbaum.errors import InputError
from spielbaum.files import as_path
from spielbaum.game import Game, State
from spielbaum.game.repetition import ended_by_repetition
from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.svg.files import refuse_unfit_path, write_text
from spielbaum.pictures.tree.html import FIRST_NODES, tree_html
from spielbaum.pictures.tree.svg import MOST_NODES, tree_svg
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_algorithm, default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.trace.record import TreeRecord
from spielbaum.search.trace.recorder import MAX_NODES, record_tree
from spielbaum.search.validation import root_and_history, validate_limits
from spielbaum.spec import split_specs


@dataclass(frozen=True)
class Tree:
    """What one or more algorithms searched from a state.

    Attributes
    ----------
    game, state
        What was searched.
    records
        The trees by their algorithms.
    """

    game: Game
    state: State
    records: Mapping[str, TreeRecord]

    @property
    def titled(self) -> dict[str, TreeRecord]:
        """The trees by titles for a picture."""
        return {f"{self.game.spec}: {algorithm}": record for algorithm, record in self.records.items()}

    def svg(self, *, most: int = MOST_NODES) -> str:
        """Return the trees beside each other as SVG, each with at most so many nodes."""
        return tree_svg(self.titled, self.game, self.state, most=most, draw=thumbnails(self.game))

    def html(self, *, most: int = FIRST_NODES, begins: bool = False) -> str:
        """Return a page to walk about in the trees, about so many nodes unfolded, at the end or the beginning."""
        draw = thumbnails(self.game)
        return tree_html(self.titled, self.game, self.state, most=most, draw=draw, begins=begins)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the trees to a file that ends in ``.svg`` or ``.html``.

        Raises
        ------
        InputError
            If it ends otherwise or cannot be written.
        """
        file = as_path(path)
        made = {".svg": self.svg, ".html": self.html}.get(file.suffix.lower())
        if made is None:
            raise InputError(f"a tree is written to a file that ends in .svg or .html, not to {str(path)!r}")
        refuse_unfit_path(file)
        write_text(file, made())

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()

    def __repr__(self) -> str:
        """Return what was searched, and how."""
        return f"<tree of {self.game.spec} by {', '.join(self.records)}>"


def thumbnails(game: Game) -> Callable[[State], str] | None:
    """Return what draws the states at nodes; None without boards, and where the game is a tree of such nodes itself."""
    if game.hints.uniform or not (game.view.draw or game.view.places or game.view.cells or game.view.board):
        return None
    return lambda state: draw_board(game, state, look=Look(thumbnail=True))


def tree(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    algorithm: AlgorithmLike | Sequence[AlgorithmLike] | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    evaluation: str | None = None,
    limits: Limits | None = None,
    max_nodes: int = MAX_NODES,
    history: Sequence[State] = (),
) -> Tree:
    """Search a state, interpreted, and return the tree that was searched.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    state
        The start without it.
    algorithm
        One or several; without any those that the game is an example of, or one that fits.
    depth, seconds, nodes, simulations, evaluation, limits
        As of ``search``.
    max_nodes
        For so many nodes of each tree there is room; the others are counted.
    history
        The states of the game before the root, the first one first: what occurred there counts where the game has a
        rule of repetition.

    Raises
    ------
    SpielbaumError
        If there is no such game or algorithm, or they do not fit.

    Examples
    --------
    >>> tree("figure:hypermax")
    <tree of figure:hypermax by hypermax, max-n>
    """
    known = as_game(game)
    limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    root, history = root_and_history(known, state, history)
    known = ended_by_repetition(known, (*history, root))
    records = {
        name: record_tree(
            known, root, algorithm=choice, evaluation=evaluation, limits=limits, max_nodes=max_nodes, history=history
        )
        for name, choice in chosen_algorithms(known, algorithm, evaluation).items()
    }
    return Tree(known, root, records)


def chosen_algorithms(
    game: Game, asked: AlgorithmLike | Sequence[AlgorithmLike] | None, evaluation: str | None = None
) -> dict[str, AlgorithmChoice]:
    """Return the algorithms asked for, else those the game is an example of, else the default; each by its name."""
    if asked is None:
        asked = game.algorithms or default_algorithm(game, evaluation)
    named = split_specs(asked) if isinstance(asked, str) else [asked] if isinstance(asked, AlgorithmChoice) else asked
    if isinstance(named, Sequence) and named and all(isinstance(one, AlgorithmLike) for one in named):
        return {str(one): as_algorithm(game, one, evaluation) for one in named}
    raise InputError(f"algorithm must be one or several texts such as 'alpha-beta', not {asked!r}")
