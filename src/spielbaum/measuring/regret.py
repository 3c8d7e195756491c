"""What other models of the opponents cost: the choices of algorithms beside those of Max^n, depth by depth.

Max^n supposes that every player maximises its own value. Paranoid, best-reply search and others suppose something else,
and choose other actions. On the same positions, to the same depth and with the same values at the leaves this measures

* how often an algorithm chooses another action than Max^n, and how often Max^n deems it worse, not only equal;
* its *regret*: what its action is worth less than the best one, by Max^n to twice the depth.

Max^n has a regret as well, since twice the depth sees more; the difference of the two is the price of the model.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import Game, State
from spielbaum.search.algorithms.choice import AlgorithmChoice, as_algorithm, choose
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.search.core.goals import Goal
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Result
from spielbaum.search.searcher import Searcher

MAX_N = "max-n"
ASSUMPTIONS = ("paranoid", "hypermax", "brs", "brs-plus", "opps")
"""The algorithms that are measured by default, if they fit the game."""

NEARLY = 1e-9
"""The rounding error allowed where values are compared."""


@dataclass(frozen=True)
class Choice:
    """What an algorithm chose in a position.

    Attributes
    ----------
    position
        The number of the position, from 0.
    depth
        The depth of the search.
    algorithm, action
        The algorithm and the action, as texts.
    differs
        Whether Max^n chose another one.
    worse
        Whether Max^n to this depth deems it worse than its own.
    regret
        What it is worth less than the best action, by Max^n to twice the depth; None if that was not searched.
    nodes
        The nodes of the search.
    """

    position: int
    depth: int
    algorithm: str
    action: str
    differs: bool
    worse: bool
    regret: float | None
    nodes: int


def default_algorithms(game: Game, evaluation: str | None = None) -> list[AlgorithmChoice]:
    """Return the algorithms that are measured by default."""
    fitting = fitting_algorithms(game, evaluation)
    return [as_algorithm(game, name, evaluation) for name in ASSUMPTIONS if name in fitting]


def regrets(
    game: Game,
    states: Sequence[State],
    algorithms: Sequence[AlgorithmChoice],
    *,
    depth: int,
    regret_depth: int,
    goal: Goal = "chance",
    evaluation: str | None = None,
    tell: Callable[[str], None] = lambda _what: None,
) -> Iterator[list[Choice]]:
    """Yield the choices of Max^n and the other algorithms in one position to one depth, all positions depth by depth.

    Parameters
    ----------
    game, states, evaluation
        What is searched.
    algorithms
        Those that are measured; each has the goal unless it names one.
    depth
        The largest depth.
    regret_depth
        The largest depth of which regrets are measured; they need searches to twice this depth.
    goal
        What all players maximise: by default their part of the win.
    tell
        Called with what is searched.

    Raises
    ------
    InputError
        If an algorithm cannot be limited by depth.
    UnsupportedGameError
        If the game is a zero-sum game of two players, where all models are the same, or an algorithm does not fit.
    """
    if game.is_duel:
        raise UnsupportedGameError(
            Message("{} is a zero-sum game of two players, where all models of the opponent are the same", game.spec)
        )
    searchers: list[tuple[str, Searcher]] = []
    for choice in (choose(MAX_N), *algorithms):
        if not choice.algorithm.family.to_depth:
            raise InputError(Message("{} has no depth: regrets are measured depth by depth", choice))
        tell(str(choice))
        # With a goal the largest value is known, and immediate pruning keeps the values of all root actions.
        more = {"goal": goal, "immediate": goal != "own"} if choice.name == MAX_N else {"goal": goal}
        searcher = Searcher(game, choice.with_options(**{**more, **choice.options}), evaluation=evaluation)
        searcher.compile()
        searchers.append((str(choice), searcher))
    _, reference = searchers[0]
    for now in range(1, depth + 1):
        for number, state in enumerate(states):
            tell(game.spec)
            found = [(name, searcher.search(state, Limits(depth=now))) for name, searcher in searchers]
            ahead = reference.search(state, Limits(depth=2 * now)) if now <= regret_depth else None
            yield _choices(game.to_move(state), number, now, found, ahead)


def _choices(
    player: int, position: int, depth: int, found: Sequence[tuple[str, Result]], ahead: Result | None
) -> list[Choice]:
    chosen = found[0][1]
    here, later = _values(chosen, player), None if ahead is None else _values(ahead, player)
    return [
        Choice(
            position=position,
            depth=depth,
            algorithm=name,
            action=str(result.action_text),
            differs=result.action != chosen.action,
            worse=here[result.action] < max(here.values()) - NEARLY,
            regret=None if later is None else max(later.values()) - later[result.action],
            nodes=result.nodes,
        )
        for name, result in found
    ]


def _values(result: Result, player: int) -> dict[object, float]:
    """Return the value of every root action of Max^n for the player to move."""
    values = {}
    for row in result.action_values:
        assert isinstance(row.value, tuple)
        values[row.action] = row.value[player]
    return values
