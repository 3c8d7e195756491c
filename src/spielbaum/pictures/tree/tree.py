"""Searching a state for its tree: an object that displays itself in notebooks and saves itself to files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from os import PathLike
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.files import as_path
from spielbaum.game import Game, State
from spielbaum.game.repetition import ended_by_repetition
from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.board.look import Look
from spielbaum.pictures.svg.files import refuse_unfit_path, write_text
from spielbaum.pictures.tree.html import FIRST_NODES, tree_html
from spielbaum.pictures.tree.slides import slides_html
from spielbaum.pictures.tree.svg import MOST_NODES, tree_svg
from spielbaum.pictures.tree.tikz import MOST_NODES as MOST_IN_PRINT
from spielbaum.pictures.tree.tikz import trees_tikz
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_algorithm, default_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.trace.record import TreeRecord
from spielbaum.search.trace.recorder import MAX_NODES, record_tree
from spielbaum.search.validation import root_and_history, validate_limits
from spielbaum.spec import split_specs


@dataclass(frozen=True)
class Tree:
    """The trees that one or more algorithms searched from a state.

    Attributes
    ----------
    game, state
        The game, and the state that was searched.
    records
        The trees by algorithm.
    title
        The title of pictures and pages; by default the game and the algorithm.
    """

    game: Game
    state: State
    records: Mapping[str, TreeRecord]
    title: str | None = None

    @property
    def titled(self) -> dict[str, TreeRecord]:
        """The trees by their titles in a picture."""
        if self.title:
            alone = len(self.records) == 1
            return {self.title if alone else algorithm: record for algorithm, record in self.records.items()}
        return {f"{self.game.spec}: {algorithm}": record for algorithm, record in self.records.items()}

    def svg(self, *, most: int = MOST_NODES) -> str:
        """Return the trees side by side as SVG, each with at most ``most`` nodes."""
        heading = (self.title or "") if len(self.records) > 1 else ""
        return tree_svg(self.titled, self.game, self.state, heading=heading, most=most, draw=thumbnails(self.game))

    def html(self, *, most: int = FIRST_NODES, begins: bool = False) -> str:
        """Return an interactive page of the trees, about ``most`` nodes unfolded, at the last or first step."""
        draw = thumbnails(self.game)
        return tree_html(self.titled, self.game, self.state, most=most, draw=draw, begins=begins)

    def latex(self, *, most: int = MOST_IN_PRINT) -> str:
        """Return the trees for LaTeX, one below the other, each with at most ``most`` nodes."""
        return trees_tikz(self.titled, self.game, most=most)

    def slides(self, *, most: int = FIRST_NODES, notes: Mapping[int, str] | None = None) -> str:
        """Return a deck of slides, one step of the search on each, with the speaker's own notes by step."""
        return slides_html(
            self.titled,
            self.game,
            self.state,
            most=most,
            draw=thumbnails(self.game),
            title=self.title or "",
            notes=notes,
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the trees to a file that ends in ``.svg``, ``.html`` or ``.tex``.

        Raises
        ------
        InputError
            If it has another suffix or cannot be written.
        """
        file = as_path(path)
        made = {".svg": self.svg, ".html": self.html, ".tex": self.latex}.get(file.suffix.lower())
        if made is None:
            raise InputError(
                Message("a tree is written to a file that ends in .svg, .html or .tex, not to {!r}", str(path))
            )
        refuse_unfit_path(file)
        write_text(file, made())

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()

    def __repr__(self) -> str:
        """Return the game and the algorithms."""
        return f"<tree of {self.game.spec} by {', '.join(self.records)}>"


def thumbnails(game: Game) -> Callable[[State], str] | None:
    """Return the function that draws states at nodes; None without boards, and for games that are trees themselves."""
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
        The root; by default the start of the game.
    algorithm
        One or several; by default those that the game is an example of, or one that suits it.
    depth, seconds, nodes, simulations, evaluation, limits
        As for ``search``.
    max_nodes
        The most nodes of each tree that are kept; the others are counted.
    history
        The states of the game before the root, in order, for games with a rule of repetition.

    Raises
    ------
    SpielbaumError
        If there is no such game or algorithm, or the algorithm does not suit the game.

    Examples
    --------
    >>> tree("figure:hypermax")
    <tree of figure:hypermax by hypermax, max-n>
    """
    known = as_game(game)
    limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    root, history = root_and_history(known, state, history)
    known = ended_by_repetition(known, (*history, root))
    choices = chosen_algorithms(known, algorithm, evaluation)
    asked: dict[str, Any] = {"evaluation": evaluation, "max_nodes": max_nodes, "history": history}
    records = {
        name: record_tree(known, root, algorithm=choices[name], limits=own, **asked)
        for name, own in limits_of_each(choices, limits).items()
    }
    return Tree(known, root, records)


def limits_of_each(choices: Mapping[str, AlgorithmChoice], limits: Limits) -> dict[str, Limits]:
    """Return the limits of each algorithm: those that it takes, such as a depth or simulations.

    An algorithm that takes none of them, and a limit that no algorithm takes, are left to the search to refuse.
    """
    families = {name: choice.algorithm.family for name, choice in choices.items()}
    given = {one.name for one in fields(limits) if getattr(limits, one.name) is not None}
    if not given <= frozenset().union(*(family.limits for family in families.values())):
        return dict.fromkeys(choices, limits)
    return {name: family.known(limits) if given & family.limits else limits for name, family in families.items()}


def chosen_algorithms(
    game: Game, asked: AlgorithmLike | Sequence[AlgorithmLike] | None, evaluation: str | None = None
) -> dict[str, AlgorithmChoice]:
    """Return the requested algorithms by name; by default those that the game illustrates, or one that suits it."""
    if asked is None:
        asked = game.algorithms or default_algorithm(game, evaluation)
    named = split_specs(asked) if isinstance(asked, str) else [asked] if isinstance(asked, AlgorithmChoice) else asked
    if isinstance(named, Sequence) and named and all(isinstance(one, AlgorithmLike) for one in named):
        return {str(one): as_algorithm(game, one, evaluation) for one in named}
    raise InputError(Message("algorithm must be one or several texts such as 'alpha-beta', not {!r}", asked))
