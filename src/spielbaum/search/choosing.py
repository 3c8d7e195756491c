"""``search`` for one state, and the choice of the algorithm if none is named."""

from collections.abc import Callable, Collection, Sequence
from os import PathLike

from spielbaum.errors import InputError, Message, UnsupportedGameError, validate_whole_number
from spielbaum.game import NONE, Action, Game, State
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import (
    AlgorithmChoice,
    AlgorithmLike,
    as_algorithm,
    can_use_threads,
    choose,
    default_algorithm,
    strongest,
)
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.searcher import Searcher
from spielbaum.search.validation import validate_evaluation, validate_limits


def search(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    algorithm: AlgorithmLike | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    evaluation: str | None = None,
    limits: Limits | None = None,
    table: int | str | None = None,
    threads: int = 1,
    history: Sequence[State] = (),
    root_moves: Collection[Action] | None = None,
    window: tuple[float, float] = FULL_WINDOW,
    progress: Callable[[Progress], None] | None = None,
    stop: Stop | None = None,
) -> Result:
    """Search a state of a game and return its value, the best action and the principal variation.

    To search many states of a game, make a ``Searcher``.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    state
        The root; the initial state if None.
    algorithm
        Such as ``algorithms.alpha_beta(fail="hard")`` or its text ``"alpha-beta:fail=hard"``; ``"best"`` for the
        strongest known setting of the game. If None, what ``spielbaum analyze`` takes: alpha-beta, or Max^n where the
        game is not one of two players and zero sum; with limits of time or nodes, a table or threads, what is fastest
        for the game; with a limit of simulations Monte-Carlo tree search.
    depth, seconds, nodes, simulations
        Limits, which hold together: plies below the root, wall time, positions visited, simulations of a Monte-Carlo
        tree search. Without any, and without ``limits``, the search goes to the end of the game.
    evaluation
        The name of an evaluation; the game's first if None.
    limits
        The limits as a record, in place of ``depth``, ``seconds``, ``nodes`` and ``simulations``.
    table
        Size of the transposition table: bytes, or a text such as ``"64MB"`` or ``"2^20"`` (entries).
    threads
        The number of threads, which share a table.
    history
        The states of the game before the root, in order, for games with draws by repetition.
    root_moves
        The root actions to search; all if None.
    window
        Alpha and beta: values strictly between them are exact, others are bounds.
    progress
        Called about ten times a second.
    stop
        Ends the search from another thread.

    Raises
    ------
    UnknownNameError
        If there is no such game, algorithm, option or evaluation.
    UnsupportedGameError
        If the game lacks a fact that the algorithm needs.
    InputError
        If the limits are given twice, the window is empty, or another argument is impossible.
    SearchInterruptedError
        At Ctrl-C; its ``result`` is the best so far, or None.

    Examples
    --------
    >>> import spielbaum
    >>> result = spielbaum.search("tic-tac-toe", depth=9)
    >>> result.value, result.is_proven, result.action, result.action_text, result.nodes
    (0, True, 0, '0', 18297)
    """
    game = as_game(game)
    validate_evaluation(evaluation)
    validate_whole_number("threads", threads)
    limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    choice, threads = choose_algorithm(
        game, algorithm, evaluation=evaluation, limits=limits, table=table is not None, threads=threads
    )
    searcher = make_searcher(game, choice, evaluation=evaluation, limits=limits, table=table, threads=threads)
    return searcher.search(
        state, limits, history=history, root_moves=root_moves, window=window, progress=progress, stop=stop
    )


def choose_algorithm(
    game: Game,
    algorithm: AlgorithmLike | None = None,
    *,
    evaluation: str | None = None,
    limits: Limits,
    table: bool = False,
    threads: int = 1,
) -> tuple[AlgorithmChoice, int]:
    """Return the algorithm and the number of threads to search a game with.

    Parameters
    ----------
    game, evaluation, limits
        What is searched.
    algorithm
        The algorithm. If None: Monte-Carlo tree search if simulations are limited, ``strongest`` if time or nodes are
        or with a table or several threads, else ``default_algorithm``. It gets a table if required.
    table
        Whether the algorithm must have a table.
    threads
        The number of threads; 1 is returned if the algorithm was chosen here and cannot use more.

    Raises
    ------
    InputError
        If the algorithm has no table, and one is required.
    """
    if algorithm is not None:
        choice = as_algorithm(game, algorithm, evaluation, limits.given)
    elif limits.simulations is not None:
        choice = choose("mcts")
    elif limits.deepens or table or threads != 1:
        choice = strongest(game, evaluation)
    else:
        choice = default_algorithm(game, evaluation)
    if algorithm is None and not can_use_threads(game, choice.algorithm):
        threads = min(threads, 1)
    if table and not choice.algorithm.has_memory:
        having = ", ".join(known for known in algorithm_names() if find_algorithm(known).has_memory)
        raise InputError(Message("{} has no table: {} have", choice.name, having))
    return (choice.with_table() if table or threads > 1 else choice), threads


def make_searcher(
    game: Game,
    algorithm: AlgorithmChoice,
    *,
    evaluation: str | None = None,
    limits: Limits,
    table: int | str | None = None,
    threads: int = 1,
) -> Searcher:
    """Return a ``Searcher``; a search to the end of the game does without a default evaluation that does not fit."""
    try:
        return Searcher(game, algorithm, evaluation=evaluation, table=table, threads=threads)
    except UnsupportedGameError:
        if evaluation is not None or not game.evaluations or limits != Limits():
            raise
        return Searcher(game, algorithm, evaluation=NONE, table=table, threads=threads)
