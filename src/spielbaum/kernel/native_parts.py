"""Parts of boards with literal ends, such as ``board[2:5]``: they are boards, too, where others are lists.

Numba documents no way to say so: without its private names all are lists.

Importing this module imports Numba.
"""

from typing import Any

from numba import types
from numba.extending import infer, lower_builtin

from spielbaum.kernel.native_boards import BoardType, board_of, numbers_of
from spielbaum.kernel.numba_internals import AbstractTemplate


@infer
class _KnownPart(AbstractTemplate):  # type: ignore[misc]
    key = "static_getitem"

    def generic(self, args: Any, _kws: Any) -> Any:
        board, index = args
        if not isinstance(board, BoardType) or not isinstance(index, slice):
            return None
        places = range(board.length)[index]
        return BoardType(len(places), board.dtype)(board, index) if places else None


@lower_builtin("static_getitem", BoardType, types.Any)
def _known_part(_context: Any, builder: Any, sig: Any, args: Any) -> Any:
    board, index = args
    if not isinstance(index, slice):
        raise NotImplementedError  # an ordinary index
    places = range(sig.args[0].length)[index]
    numbers = numbers_of(builder, board)
    return board_of(builder, [numbers[place] for place in places])
