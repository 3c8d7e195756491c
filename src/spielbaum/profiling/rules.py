"""The rule functions of a game that a search calls, counted in an interpreted search with a sample of their calls."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from spielbaum.game import Action, Game, State
from spielbaum.game.fields import hooks_of
from spielbaum.game.notation import legal_actions
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.workspace import MAX_ROOT_ACTIONS
from spielbaum.search.searcher import Searcher

SAMPLE = 128
"""The number of calls of each function that are kept."""

GAMES, LONGEST = 3, 200
"""The number of random games that the searched positions are from, and the plies after which they are stopped."""

NODES = 1000
"""The nodes of the search of each position."""

ITERATORS = frozenset({"actions", "hints.noisy_actions"})
STATES = frozenset({"result", "hints.null_move"})
VECTORS = frozenset({"utility", "hints.bounds"})
TRUTHS = frozenset({"is_terminal", "hints.noisy", "hints.may_stand_pat", "hints.may_pass", "hints.extends"})
ALWAYS = ("to_move", "actions", "result", "is_terminal", "utility")
"""The functions of every game."""

UNTIMED = frozenset({"hints.uniform"})


class Call(NamedTuple):
    """A call of a rule function.

    Attributes
    ----------
    state, action
        Its arguments; the action is 0 if the function takes none.
    taken
        The number of actions that the search took from an iterator; 0 if all.
    """

    state: State
    action: Action = 0
    taken: int = 0


@dataclass
class Rule:
    """A rule function, counted.

    Attributes
    ----------
    name
        Its field: ``actions``, ``hints.key``; ``evaluation`` for the one that the search uses.
    function
        The function.
    returns
        What it returns: ``"number"``, ``"truth"``, ``"vector"``, ``"state"`` or ``"iterator"``.
    takes_action
        Whether its arguments are a state and an action.
    calls
        How often it was called.
    sample
        Some of the calls, all with equal probability.
    """

    name: str
    function: Callable[..., Any]
    returns: str
    takes_action: bool = False
    calls: int = 0
    sample: list[Call] = field(default_factory=list)

    def counted(self, generator: random.Random) -> Callable[..., Any]:
        """Return the function, counting its calls."""

        def note(call: Call) -> None:
            self.calls += 1
            if len(self.sample) < SAMPLE:
                self.sample.append(call)
            elif (place := generator.randrange(self.calls)) < SAMPLE:
                self.sample[place] = call

        def plain(state: State, *action: Action) -> Any:
            note(Call(state, *action))
            return self.function(state, *action)

        def iterated(state: State) -> Iterator[Action]:
            taken = 0
            try:
                for action in self.function(state):
                    taken += 1
                    yield action
                taken = 0
            finally:
                note(Call(state, 0, taken))

        return iterated if self.returns == "iterator" else plain

    def forget(self) -> None:
        """Forget all calls."""
        self.calls, self.sample = 0, []


def rules_of(game: Game) -> list[Rule]:
    """Return the rule functions that a search of a game may call."""
    hooks = [hook for hook in hooks_of(game) if hook.name in ALWAYS]
    hooks += [hook for hook in hooks_of(game.hints, "hints.") if hook.name not in UNTIMED]
    if game.repetition:
        hooks += hooks_of(game.repetition, "repetition.")
    rules = [Rule(hook.name, hook.function, _returns(hook.name), hook.takes == "state, action") for hook in hooks]
    evaluation = find_evaluation(game, None)
    if evaluation is not None:
        rules.append(Rule("evaluation", evaluation.function, "vector"))
    return rules


def _returns(name: str) -> str:
    kinds = {"iterator": ITERATORS, "state": STATES, "vector": VECTORS, "truth": TRUTHS}
    return next((kind for kind, names in kinds.items() if name in names), "number")


def interpreted(game: Game) -> Game:
    """Return the game for interpreted searches."""
    return replace(game, compiled=False)


def with_functions(game: Game, functions: dict[str, Callable[..., Any]]) -> Game:
    """Return a game with some rule functions replaced, by their names in ``Rule``."""
    changes: dict[str, Any] = {name: made for name, made in functions.items() if "." not in name}
    if "evaluation" in changes:
        made, first = changes.pop("evaluation"), next(iter(game.evaluations))
        known = find_evaluation(game, first)
        assert known is not None
        changes["evaluations"] = {**game.evaluations, first: replace(known, function=made)}
    for group in ("hints", "repetition"):
        own = {name.partition(".")[2]: made for name, made in functions.items() if name.startswith(f"{group}.")}
        if own:
            changes[group] = replace(getattr(game, group), **own)
    return replace(game, **changes)


def positions(game: Game, seed: int) -> list[State]:
    """Return the start, and positions at a third, two thirds and near the end of random games.

    Positions with more actions than a search can begin with are left out.
    """
    found: dict[State, None] = {}
    for number in range(GAMES):
        line = random_line(game, random.Random(seed * GAMES + number))
        last = len(line) - 1
        found.update(dict.fromkeys(line[place] for place in (0, last // 3, 2 * last // 3, max(0, last - 2))))
    return [
        state for state in found if not game.is_terminal(state) and len(legal_actions(game, state)) <= MAX_ROOT_ACTIONS
    ]


def random_line(game: Game, generator: random.Random) -> list[State]:
    """Return the states of a random game."""
    line = [game.initial()]
    while len(line) <= LONGEST and not game.is_terminal(line[-1]):
        line.append(game.result(line[-1], generator.choice(legal_actions(game, line[-1]))))
    return line


def count_calls(game: Game, roots: Sequence[State], seed: int, progress: Callable[[], None]) -> tuple[list[Rule], int]:
    """Return the rule functions, counted in interpreted searches of some positions, and the nodes of these."""
    rules, generator = rules_of(game), random.Random(seed)
    counted = with_functions(interpreted(game), {rule.name: rule.counted(generator) for rule in rules})
    searcher, nodes = Searcher(counted), 0
    searcher.search(roots[0], nodes=1)  # the first search tries the game out
    for rule in rules:
        rule.forget()
    for root in roots:
        nodes += searcher.search(root, nodes=NODES).nodes
        progress()
    return [rule for rule in rules if rule.calls or rule.name in ALWAYS], nodes
