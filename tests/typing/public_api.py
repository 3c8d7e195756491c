"""What the public names promise to a type checker. Never run: mypy reads it with the package."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, assert_type

import spielbaum
from spielbaum import (
    U64,
    U128,
    Evaluation,
    Game,
    Limits,
    Position,
    Result,
    Searcher,
    SearchHints,
    Solver,
    SpielbaumError,
    Tree,
    TreeRecord,
    View,
    check_game,
    load,
    perft,
    record_tree,
    search,
    tree,
)
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.core.result import ActionValue


class State(NamedTuple):
    """A position of a game as users write it."""

    counters: int
    to_move: int


def actions(state: State) -> Iterator[int]:
    """Yield what can be taken."""
    yield from range(1, state.counters + 1)


game = Game(
    name="take",
    players=2,
    initial=lambda: State(4, 0),
    to_move=lambda state: state.to_move,
    actions=actions,
    result=lambda state, taken: State(state.counters - taken, 1 - state.to_move),
    is_terminal=lambda state: state.counters == 0,
    utility=lambda state: (-1, 1) if state.to_move == 0 else (1, -1),
    evaluations={"even": lambda state: (0.0, 0.0), "said": Evaluation(lambda state: (0.5, -0.5))},
    hints=SearchHints(),
    view=View(),
    zero_sum=True,
    max_utility=1,
)


class Take(NamedTuple):
    """An action that is a tuple, with None in a field."""

    heap: int
    left: int | None


def takes(state: State) -> Iterator[Take]:
    """Yield what can be left."""
    yield Take(0, None)


def after(state: State, take: Take) -> State:
    """Return the state after an action."""
    return State(take.left or 0, 1 - state.to_move)


with_tuples = replace(game, actions=takes, result=after, action_ranges=(1, range(4)))
assert_type(with_tuples.result(game.initial(), Take(0, 3)), State)

assert_type(game, Game[State])
assert_type(game.result(game.initial(), 1), State)
assert_type(spielbaum.start(game), Position[State])
assert_type(spielbaum.start(game).play("1", 2).state, State)
assert_type(spielbaum.start(game).history, tuple[State, ...])
assert_type(spielbaum.start("nim").best(seconds=1), str)
assert_type(spielbaum.parse_state(game, "{}"), State)
assert_type(load("connect-four:width=6"), Game)
assert_type(spielbaum.__version__, str)

found = search(game, depth=8)
assert_type(found, Result)
assert_type(search("nim", seconds=1.5, table="64MB", threads=2), Result)
assert_type(search(game, limits=Limits(depth=8, seconds=1.0)), Result)
assert_type(found.value, float | tuple[float, ...])
assert_type(found.action, Any | None)
assert_type(found.action_text, str | None)
assert_type(found.pv, tuple[Any, ...])
assert_type(found.action_values, tuple[ActionValue, ...])
assert_type(found.cutoffs_by_reason, Mapping[str, int])
assert_type(found.nodes, int)
assert_type(found.seconds, float)

searcher = Searcher(game)
assert_type(searcher.search(game.initial(), Limits(depth=4)), Result)
assert_type(perft(game, depth=3), list[int])
assert_type(record_tree(game, limits=Limits(depth=2)), TreeRecord)
assert_type(tree("tic-tac-toe", limits=Limits(depth=2)), Tree)
assert_type(check_game(game).ok, bool)
Solver(game).solve()

assert_type(spielbaum.algorithms.pvs(null_move=True), AlgorithmChoice)
assert_type(search(game, algorithm=spielbaum.algorithms.alpha_beta(fail="hard")), Result)
assert_type(spielbaum.algorithms.names(), list[str])

number: int = U64(3)
wide_number: int = U128(3)
broad: type[Exception] = SpielbaumError

# What a checker has to refuse; mypy complains of an ignore that is not needed.
search(game, depth="eight")  # type: ignore[arg-type]
search(game, deep=8)  # type: ignore[call-arg]
Limits(second=1)  # type: ignore[call-arg]
load(8)  # type: ignore[arg-type]
spielbaum.start("nim").best(depht=8)  # type: ignore[call-arg]
game.result(3, 1)  # type: ignore[arg-type]
spielbaum.algorithms.pvs(null_moves=True)  # type: ignore[call-arg]
spielbaum.algorithms.alpha_beta(fail="firm")  # type: ignore[arg-type]
