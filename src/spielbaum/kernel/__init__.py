"""All that knows Numba: compiling plain functions, keeping them on disk, and the memory of a search.

Importing this package does not import Numba; calling ``compile_kernel`` does.
"""

from spielbaum.kernel.alone import alone
from spielbaum.kernel.asking import Asked
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
from spielbaum.kernel.marks import always_inline, pure, seldom
from spielbaum.kernel.numbers import Numbers
from spielbaum.kernel.shape import Shape, misfit, shape_of
from spielbaum.kernel.state import LARGEST_WHOLE, AsIntegers, AsRows, AsState, AsVector, bounded, flattened, pack
from spielbaum.kernel.vectors import above_mean, against_the_rest, divided, dot, entry_of, least, total, with_entry
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
    "Asked",
    "Kernel",
    "LargePages",
    "Numbers",
    "Shape",
    "Words",
    "Workspace",
    "above_mean",
    "add_shared_float",
    "add_shared_word",
    "against_the_rest",
    "alone",
    "always_inline",
    "array_of",
    "bits_of",
    "bounded",
    "clear_lowest",
    "clear_words",
    "compile_kernel",
    "copy_workspace",
    "divided",
    "dot",
    "each_bit",
    "entry_of",
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
    "popcount",
    "prefetch",
    "pure",
    "raise_cell",
    "raise_shared_cell",
    "read_cell",
    "read_word",
    "replaced",
    "reversed_bytes",
    "scrambled",
    "seldom",
    "shape_of",
    "signed",
    "swap_shared_word",
    "total",
    "with_entry",
    "words_of",
    "write_word",
]
