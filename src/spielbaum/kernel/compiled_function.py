"""A compiled function from a state to rows of numbers, called from Python."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from spielbaum.kernel.compile import compile_kernel
from spielbaum.kernel.state import AsRows, AsState, pack
from spielbaum.kernel.workspace import Workspace, new_workspace


class CompiledFunction:
    """A function ``state -> tuple of tuples of numbers``, compiled.

    Parameters
    ----------
    function
        A plain Python function that can be compiled.
    state
        Any state of the game.
    rows, length
        The shape of its result.
    source
        Its name in error messages.
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

        def call(fields: Any, ws: Workspace) -> None:
            values = as_rows(function(as_state(fields)))
            for row in range(rows):
                for column in range(length):
                    ws.number[row * length + column] = values[row][column]

        self._lock = Lock()
        self._shape, self._call = as_state.shape, compile_kernel(call)

    def __call__(self, state: Any) -> tuple[tuple[float, ...], ...]:
        """Return the value of the function."""
        with self._lock:  # there is one workspace
            self._call(pack(state, self._shape), self._ws)
            numbers = self._ws.number.tolist()
        return tuple(tuple(numbers[row * self._length : (row + 1) * self._length]) for row in range(self._rows))
