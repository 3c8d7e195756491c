"""Flip single bits of a kernel file, and check that processes still get the right value and repair it.

``python benchmarks/damaged_kernels.py 500``. Each flipped bit gets its own process (by ``os.fork``), since damaged
machine code may crash it.
"""

import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from spielbaum.kernel import compile_kernel

TABLE = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5)


def look_up(n: int) -> int:
    """Return a number of the table; beyond it there is none."""
    return TABLE[n]


def paths(n: int) -> int:
    """Return a sum over a recursion."""
    return 1 if n < 2 else paths(n - 1) + look_up(n % 11) * paths(n - 2)


def entry(n: int) -> int:
    """Return the result of the kernel."""
    return paths(n)


def in_a_child(right: int) -> int:
    """Return the exit status of a new process, 0 if its answer is right."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            code = int(compile_kernel(entry)(12) != right)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(arguments: Sequence[str]) -> int:
    """Print how the processes ended."""
    chance, right = random.Random(16), entry(12)
    import numba  # noqa: F401  # once, before the processes part

    with tempfile.TemporaryDirectory() as directory:
        os.environ["SPIELBAUM_CACHE_DIR"] = directory
        files = Path(directory) / "kernels"
        in_a_child(right)
        (file,) = files.glob("*.kernel")
        whole = file.read_bytes()
        ends: Counter[str] = Counter()
        for _ in range(int(arguments[0]) if arguments else 500):
            damaged = bytearray(whole)  # its replacement may differ in names, but not in effect
            damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            file.write_bytes(bytes(damaged))
            code = in_a_child(right)
            replaced = file.exists() and file.read_bytes() != bytes(damaged)
            ends["right, and replaced" if code == 0 and replaced else f"ended with {code}"] += 1
    for end, number in ends.items():
        print(f"{number:5} {end}")
    return 0 if set(ends) == {"right, and replaced"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
