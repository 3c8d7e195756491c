"""What other models of the opponents cost: the choices of algorithms beside those of Max^n, depth by depth.

Max^n supposes that every player maximises its own value. Paranoid, best-reply search and others suppose something else,
and choose other actions. On the same positions, to the same depth and with the same values at the leaves this measures

* how often an algorithm chooses another action than Max^n, and how often Max^n deems it worse, not only equal;
* its *regret*: what its action is worth less than the best one, by Max^n to twice the depth.

Max^n has a regret as well, since twice the depth sees more; the difference of the two is the price of the model.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import Action, Game, State
from spielbaum.search.algorithms.choice import AlgorithmChoice, as_algorithm, choose
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.search.core.goals import Goal
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number, Result
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
    """Return an iterator over the choices of Max^n and the others: one position to one depth, depth by depth.

    Parameters
    ----------
    game, states, evaluation
        What is searched.
    algorithms
        Those that are measured beside Max^n; each has the goal unless it names one, and counts once.
    depth
        The largest depth.
    regret_depth
        The largest depth of which regrets are measured; they need searches to twice this depth.
    goal
        What all players maximise: by default their part of the win.
    tell
        Called before searches are compiled.

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
    if endless := [choice for choice in algorithms if not choice.algorithm.family.to_depth]:
        raise InputError(Message("{} has no depth: regrets are measured depth by depth", endless[0]))
    measured = list(dict.fromkeys((choose(MAX_N), *algorithms)))
    aims = [
        choice.with_options(**{"goal": goal, **choice.options}) if "goal" in choice.algorithm.options else choice
        for choice in measured
    ]
    # With a goal all facts are known that sound prunings need.
    pruned = choose("max-n-is" if goal != "own" else MAX_N, goal=goal)
    searchers = [Searcher(game, choice, evaluation=evaluation) for choice in (*aims, pruned)]
    names = list(map(str, measured))

    def choices() -> Iterator[list[Choice]]:
        tell(game.spec)
        for searcher in searchers:
            searcher.compile()
        *own, reference = searchers
        for now in range(1, depth + 1):
            for number, state in enumerate(states):
                player = game.to_move(state)
                results = [searcher.search(state, Limits(depth=now)) for searcher in own]
                actions = {result.action for result in results}
                lost = _losses(reference, state, 2 * now, player, actions) if now <= regret_depth else None
                yield _choices(player, number, now, list(zip(names, results, strict=True)), lost)

    return choices()


def _choices(
    player: int, position: int, depth: int, found: Sequence[tuple[str, Result]], lost: Mapping[Action, float] | None
) -> list[Choice]:
    usual = found[0][1]
    here = {row.action: _own(row.value, player) for row in usual.action_values}
    return [
        Choice(
            position=position,
            depth=depth,
            algorithm=name,
            action=str(result.action_text),
            differs=result.action != usual.action,
            worse=here[result.action] < max(here.values()) - NEARLY,
            regret=None if lost is None else lost[result.action],
            nodes=result.nodes,
        )
        for name, result in found
    ]


def _losses(
    searcher: Searcher, state: State, depth: int, player: int, actions: Collection[Action]
) -> dict[Action, float]:
    """Return what some actions are worth less than the best one; those that pruning left as bounds are searched."""
    ahead = searcher.search(state, Limits(depth=depth))
    known = {row.action: _own(row.value, player) for row in ahead.action_values if row.bound == "exact"}
    for action in actions:
        if action not in known:
            alone = searcher.search(state, Limits(depth=depth), root_moves=[action])
            known[action] = _own(alone.value, player)
    return {action: max(0.0, _own(ahead.value, player) - known[action]) for action in actions}


def _own(value: Number | None, player: int) -> float:
    """Return the entry of the player to move."""
    assert isinstance(value, tuple)
    return value[player]
