"""A position: a game, a state and its history, with methods for searching and playing."""

from collections.abc import Callable, Collection
from os import PathLike
from typing import Generic, TypedDict, Unpack

from spielbaum.errors import Message, PositionError
from spielbaum.game import Action, Game
from spielbaum.game.facts import StateT
from spielbaum.game.line import Line
from spielbaum.game.notation import format_state
from spielbaum.game.text_board import board_text
from spielbaum.notebook import draw
from spielbaum.position_text import parse_position
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import AlgorithmLike
from spielbaum.search.choosing import search
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number, Result, tidy
from spielbaum.search.searcher import Searcher
from spielbaum.search.validation import root_state


class SearchArguments(TypedDict, total=False):
    """The keyword arguments of ``spielbaum.search``, except ``history``, which the position supplies."""

    algorithm: AlgorithmLike | None
    depth: int | None
    seconds: float | None
    nodes: int | None
    simulations: int | None
    evaluation: str | None
    limits: Limits | None
    table: int | str | None
    threads: int
    root_moves: Collection[Action] | None
    window: tuple[float, float]
    progress: Callable[[Progress], None] | None
    stop: Stop | None


class LimitArguments(TypedDict, total=False):
    """The limits of ``Searcher.action_values``."""

    limits: Limits | None
    depth: int | None
    seconds: float | None
    nodes: int | None


class Position(Line[StateT], Generic[StateT]):
    """A game, a state and the moves that led there. Immutable; ``play`` returns another one.

    Positions are made by ``spielbaum.start``. They are equal, and have equal hashes, if the game and all states are
    equal. Every function that takes a state takes a position, and then knows its history too.

    Examples
    --------
    >>> position = start("nim:heaps=1-2")
    >>> position.moves
    ('a1', 'b1', 'b2')
    >>> position.best()
    'b1'
    >>> position.play("b1").values()
    {'a1': -1, 'b1': -1}
    """

    def search(self, **arguments: Unpack[SearchArguments]) -> Result:
        """Return the result of ``spielbaum.search`` here, with its keyword arguments: ``depth=``, ``seconds=``, ..."""
        return search(self.game, self, **arguments)

    def best(self, **arguments: Unpack[SearchArguments]) -> str:
        """Return the best move that a search finds, in the game's notation.

        Parameters
        ----------
        arguments
            Those of ``spielbaum.search``, such as ``seconds=1``; without any the search goes to the end of the game.

        Raises
        ------
        PositionError
            If the game is over.
        """
        self._refuse_over("best move")
        found = self.search(**arguments).action_text
        assert found is not None
        return found

    def values(
        self, *, algorithm: AlgorithmLike | None = None, evaluation: str | None = None, **limits: Unpack[LimitArguments]
    ) -> dict[str, Number]:
        """Return the value of every move, each searched with the full window.

        Parameters
        ----------
        algorithm, evaluation
            As for ``Searcher``.
        limits
            ``depth=``, ``seconds=``, ``nodes=``; without any the search goes to the end of the game.

        Returns
        -------
        dict
            Move to value: for the player to move, or one number for each player. Moves that a search for some seconds
            did not reach are left out.

        Raises
        ------
        PositionError
            If the game is over.
        """
        self._refuse_over("move to value")
        lines = Searcher(self.game, algorithm, evaluation=evaluation).action_values(self, **limits)
        return {line.action_text: line.value for line in lines if line.value is not None}

    def _refuse_over(self, wanted: str) -> None:
        if self.is_over:
            raise PositionError(Message("no {}: the game is over at {}", wanted, format_state(self.game, self.state)))

    def show(self) -> None:
        """Print the board, the player to move and the legal moves, or the utilities if the game is over."""
        print(self)
        if self.to_move is None:
            print("over:", *(tidy(number) for number in self.utility or ()))
        else:
            print(f"{self.game.player_name(self.to_move)} to move:", *self.moves)

    def __str__(self) -> str:
        """Return the board as text; the notation of the state if the game has no board."""
        return board_text(self.game, self.state) or format_state(self.game, self.state)

    def __repr__(self) -> str:
        """Return the game and the moves in one line."""
        begin = "" if self.states[0] == self.game.initial() else f", {format_state(self.game, self.states[0])!r}"
        moves = "".join(f", {move!r}" for move in self.moves_played)
        return f"start({self.game.spec!r}{begin})" + (f".play({moves[2:]})" if moves else "")

    def _repr_svg_(self) -> str:
        return draw(self.game, self).svg


def start(game: Game[StateT] | str | PathLike[str], state: StateT | str | None = None) -> Position[StateT]:
    """Return the position at the start of a game.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    state
        A different first state, or its text in the game's notation.

    Raises
    ------
    SpielbaumError
        If there is no such game, or no such state of it.

    Examples
    --------
    >>> start("connect-four").play("4", "4").to_move
    0
    """
    known = as_game(game)
    if isinstance(state, str) and not isinstance(known.initial(), str):
        state = parse_position(known, state)
    return Position(known, (root_state(known, state),))
