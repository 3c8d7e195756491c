"""Which function of a kernel raises an exception.

The place of a statement (:mod:`spielbaum.kernel.places`) is written into every exception it may raise. A statement that
was inlined into another function, such as one of a generator, still belongs to the function in whose source it is.

Importing this module imports Numba.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from spielbaum.kernel.numba_internals import CPUCallConv, is_on
from spielbaum.kernel.patching import patched
from spielbaum.kernel.places import Location


def location_of(statement: Any, copy: Callable[..., Any]) -> Location | None:
    """Return the location of a statement of a copied function, or None."""
    number = copy.__dict__.get("lines", {}).get((statement.loc.filename, statement.loc.line))
    return None if number is None else Location(number)


def located_exceptions() -> AbstractContextManager[None]:
    """Write the location into every exception of code that is compiled in this block."""
    if not is_on("locations"):
        return nullcontext()
    return patched(
        CPUCallConv,
        set_static_user_exc=_with_location(CPUCallConv.set_static_user_exc),
        set_dynamic_user_exc=_with_location(CPUCallConv.set_dynamic_user_exc),
    )


def _with_location(write: Callable[..., None]) -> Callable[..., None]:
    def write_with_location(convention: Any, builder: Any, *args: Any, loc: Any = None, **more: Any) -> None:
        write(convention, builder, *args, loc=getattr(builder, "location", None) or loc, **more)

    return write_with_location
