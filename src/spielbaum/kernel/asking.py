"""A compiled function of a state that gives rows of numbers, called from Python for one state at a time."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from spielbaum.kernel.compile import compile_kernel
from spielbaum.kernel.state import AsRows, AsState, pack
from spielbaum.kernel.workspace import Workspace, new_workspace


class CompiledFunction:
    """Compiled access to ``state -> tuple of tuples of numbers``.

    Parameters
    ----------
    function
        Plain Python that can be compiled.
    state
        Any state of the game.
    rows, length
        How many tuples it returns, and of how many numbers.
    source
        What to call it in error messages.
    """

    def __init__(
        self,
        function: Callable[[Any], Sequence[Sequence[float]]],
        state: Any,
        *,
        rows: int,
        length: int,
        source: str = "a function",
    ) -> None:
        self._rows, self._length = rows, length
        self._ws = new_workspace({"number": ("f8", (rows * length,))}, compiled=True)
        as_state, as_rows = AsState(state), AsRows(rows, length, source)

        def ask(fields: Any, ws: Workspace) -> None:
            found = as_rows(function(as_state(fields)))
            for row in range(rows):
                for column in range(length):
                    ws.number[row * length + column] = found[row][column]

        self._asking = Lock()
        self._shape, self._ask = as_state.shape, compile_kernel(ask)

    def __call__(self, state: Any) -> tuple[tuple[float, ...], ...]:
        """Return what the function gives for a state."""
        with self._asking:  # there is one workspace
            self._ask(pack(state, self._shape), self._ws)
            numbers = self._ws.number.tolist()
        return tuple(tuple(numbers[row * self._length : (row + 1) * self._length]) for row in range(self._rows))
