"""All that knows Numba: compiling plain functions, keeping them on disk, and the memory of a search.

Importing this package does not import Numba; calling ``compile_kernel`` does.
"""

from spielbaum.kernel.bits import U64, clear_lowest, each_bit, lowest_bit, lowest_index, popcount
from spielbaum.kernel.compile import compile_kernel, jit_enabled
from spielbaum.kernel.state import AsIntegers, AsState, AsVector, entry_of, pack, unsigned_fields
from spielbaum.kernel.workspace import Workspace, new_workspace

__all__ = [
    "U64",
    "AsIntegers",
    "AsState",
    "AsVector",
    "Workspace",
    "clear_lowest",
    "compile_kernel",
    "each_bit",
    "entry_of",
    "jit_enabled",
    "lowest_bit",
    "lowest_index",
    "new_workspace",
    "pack",
    "popcount",
    "unsigned_fields",
]
