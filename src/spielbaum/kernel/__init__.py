"""Everything that depends on Numba: compiling plain functions, caching them on disk, and the memory of a search.

Importing this package does not import Numba; calling ``compile_kernel`` does.
"""

from spielbaum.kernel.bits import (
    U64,
    U128,
    bits_of,
    clear_lowest,
    each_bit,
    float_of,
    lowest_bit,
    lowest_index,
    one_word,
    popcount,
    reversed_bytes,
    scrambled,
    signed,
)
from spielbaum.kernel.boards import replaced
from spielbaum.kernel.compile import Kernel, compile_kernel, jit_enabled
from spielbaum.kernel.compiled_function import CompiledFunction
from spielbaum.kernel.marks import always_inline, cold
from spielbaum.kernel.numbers import Numbers
from spielbaum.kernel.pauses import paused
from spielbaum.kernel.process_lock import process_lock
from spielbaum.kernel.shape import Shape, misfit, shape_of
from spielbaum.kernel.state import LARGEST_WHOLE, AsIntegers, AsRows, AsState, AsVector, bounded, flattened, pack
from spielbaum.kernel.vectors import (
    centred,
    component,
    divided,
    dot,
    least,
    paranoid_value,
    total,
    total_of,
    with_entry,
)
from spielbaum.kernel.words import (
    LargePages,
    Words,
    add_shared_float,
    add_shared_word,
    array_of,
    clear_words,
    new_words,
    prefetch,
    raise_cell,
    raise_shared_cell,
    read_cell,
    read_word,
    swap_shared_word,
    words_of,
    write_word,
)
from spielbaum.kernel.workspace import Workspace, copy_workspace, halve, new_workspace

__all__ = [
    "LARGEST_WHOLE",
    "U64",
    "U128",
    "AsIntegers",
    "AsRows",
    "AsState",
    "AsVector",
    "CompiledFunction",
    "Kernel",
    "LargePages",
    "Numbers",
    "Shape",
    "Words",
    "Workspace",
    "add_shared_float",
    "add_shared_word",
    "always_inline",
    "array_of",
    "bits_of",
    "bounded",
    "centred",
    "clear_lowest",
    "clear_words",
    "cold",
    "compile_kernel",
    "component",
    "copy_workspace",
    "divided",
    "dot",
    "each_bit",
    "flattened",
    "float_of",
    "halve",
    "jit_enabled",
    "least",
    "lowest_bit",
    "lowest_index",
    "misfit",
    "new_words",
    "new_workspace",
    "one_word",
    "pack",
    "paranoid_value",
    "paused",
    "popcount",
    "prefetch",
    "process_lock",
    "raise_cell",
    "raise_shared_cell",
    "read_cell",
    "read_word",
    "replaced",
    "reversed_bytes",
    "scrambled",
    "shape_of",
    "signed",
    "swap_shared_word",
    "total",
    "total_of",
    "with_entry",
    "words_of",
    "write_word",
]
