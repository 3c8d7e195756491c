"""Whether our passes fit the installed release of Numba: names, signatures, and a small kernel.

They change how Numba works inside, and another release may work differently. They are tried at the first compilation
on a machine. A file beside the kernels on disk says that they fit, and later processes do not try them again.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, cast

from spielbaum.kernel import numba_internals, progress
from spielbaum.kernel.cache import path_of
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.calling import Entry, Kind
from spielbaum.kernel.hashing import content_hash
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.kernel.machine_code import load
from spielbaum.kernel.patching import patched
from spielbaum.kernel.private import NotPrivateError, open_private, write_private
from spielbaum.kernel.target import is_foreign

Mode = Literal["passes", "stock"]

_log = logging.getLogger(__name__)

_TABLE = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3)
_ARGUMENTS = 4, 1
_KINDS: tuple[Kind, ...] = ("int64", "int64")


def _shifted(number: int) -> Iterator[int]:
    for place in range(3):
        piece = _TABLE[number + place & 7]
        yield piece + (piece << (60 + 2 * place))


def _halves(number: int) -> Iterator[int]:
    while number > 1:
        yield number
        number >>= 1
    yield -number


def searched(depth: int, number: int) -> int:
    """Return the value of a small search: generators, recursion, a captured table, shifts and a list."""
    if depth == 0:
        return number
    found = [number, depth]
    for half in _halves(number & 31):
        found.append(half)
    best = -1000
    for moved in _shifted(found[-2]):
        best = max(best, -searched(depth - 1, (moved + number) * 0x1E3779B97F4A7C15 + len(found) & 0xFF))
    return best


def mode() -> Mode:
    """Return how kernels are compiled: with our passes, or by Numba's documented functions alone.

    ``SPIELBAUM_NUMBA=stock`` chooses the latter, and so does a release of Numba that our passes do not fit.

    Raises
    ------
    InputError
        If ``SPIELBAUM_NUMBA`` has another value, or names a pass that does not exist.
    """
    setting = os.environ.get(numba_internals.SETTING, "")
    if setting == "stock":
        return "stock"
    numba_internals.switched_off(setting)
    return "passes" if passes_fit() else "stock"


@cache
def passes_fit() -> bool:
    """Return whether they fit; a warning says what does not."""
    from importlib.metadata import version  # slow to import

    problem = _problem()
    if problem is not None:
        _log.warning(
            "Numba %s is not as expected, and kernels are slower: %s; install another release of Numba, or set "
            "SPIELBAUM_NUMBA=stock",
            version("numba"),
            problem,
        )
    return problem is None


def _problem() -> str | None:
    """Return why they do not fit, or None."""
    missing = numba_internals.missing()
    if missing:
        return f"it has no {', '.join(missing)}"
    try:
        wrong = [*_other_signatures()]
        if wrong:
            return f"it has {', '.join(wrong)}"
        return None if is_foreign() else _wrong_number()  # a foreign kernel cannot be called
    except Exception as error:  # what another release raises inside is unknown
        return f"{type(error).__name__}: {error}"


def _other_signatures() -> Iterator[str]:
    """Yield the methods of Numba that our subclasses override with another number of parameters."""
    from spielbaum.kernel import inference, linking, lowering

    for ours in (inference.Constraints, inference.Inferer, linking.Library, lowering.Lowerer, lowering.Generator):
        theirs: Any = ours.__base__
        for name, method in vars(ours).items():
            if isinstance(method, FunctionType) and hasattr(theirs, name):
                one, other = signature(method), signature(getattr(theirs, name))
                if len(one.parameters) != len(other.parameters):
                    yield f"{theirs.__name__}.{name}{other}"


def _wrong_number() -> str | None:
    """Return what a small kernel computes wrong, or None."""
    function = cast(FunctionType, searched)
    functions = reachable_functions(function, is_intrinsic)
    content = content_hash(functions, checked=True)
    with suppress(OSError, NotPrivateError):
        os.close(open_private(_success(content), os.O_RDONLY))
        return None
    from spielbaum.kernel.native_rules import RuleFunctions
    from spielbaum.kernel.numba_compiler import compile_function

    with patched(progress, _listeners=[]):
        made = compile_function(function, functions, content, _KINDS, RuleFunctions(content, functions, set()))
    found = Entry(load(made.code, made.symbol, made.needs), _KINDS, made.returns)(*_ARGUMENTS)
    wanted = searched(*_ARGUMENTS)
    if found != wanted:
        return f"a kernel returns {found}, and {wanted} is right"
    with suppress(OSError, NotPrivateError):
        write_private(_success(content), b"")
    return None


def _success(content: str) -> Path:
    """Return the file that is there if they have been tried: another one for each release of Numba and Python."""
    return path_of(content, _KINDS).with_suffix(".fits")
