"""A game that is stuck in an engine, but not in the application; and a function that engines call."""

import sys
from pathlib import Path
from typing import NamedTuple

from spielbaum import Game


class State(NamedTuple):
    left: int
    player: int


def result(state: State, action: int) -> State:
    while not Path("/home/pyodide/application").exists():
        pass
    return State(state.left - action, 1 - state.player)


game = Game(
    name="stuck",
    players=2,
    initial=lambda: State(5, 0),
    to_move=lambda state: state.player,
    actions=lambda state: range(1, 1 + min(2, state.left)),
    result=result,
    is_terminal=lambda state: state.left == 0,
    utility=lambda state: 1 if state.player == 1 else -1,
    zero_sum=True,
)


def shipped_packages() -> list[str]:
    """Return the packages that are shipped beside Spielbaum and have been imported here."""
    return sorted({path.stem for path in Path("/packages").iterdir()} & set(sys.modules) - {"spielbaum", "stuck"})
