"""The compiler of stock mode: by documented functions of Numba and llvmlite alone.

``SPIELBAUM_NUMBA=stock`` chooses it. It compiles to the same values and the same node counts as
:mod:`spielbaum.kernel.numba_compiler`, to slower code and in more time, and its kernels are not kept on disk.

Importing this module imports Numba.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import FunctionType
from typing import Any

from numba import jit as decorated
from numba import njit, types

from spielbaum.kernel import progress
from spielbaum.kernel.calling import Compiled, Kind, placed
from spielbaum.kernel.captures import is_of_a_game
from spielbaum.kernel.copying import copy_graph
from spielbaum.kernel.jitted import with_checks
from spielbaum.kernel.machine_code import Loaded
from spielbaum.kernel.native_entry import make_entry
from spielbaum.kernel.native_rules import RuleFunctions
from spielbaum.kernel.places import functions_by_line
from spielbaum.kernel.region import Region
from spielbaum.kernel.stock_passes import Settings, StockPipeline
from spielbaum.kernel.stock_rules import ByAddress


def compile_function(
    function: FunctionType,
    functions: Sequence[FunctionType],
    content: str,
    arguments: Sequence[Kind],
    rules: RuleFunctions,
    *,
    checked: bool = True,
) -> Compiled:
    """Compile a function for arguments of given kinds: see :func:`spielbaum.kernel.numba_compiler.compile_function`."""
    progress.begin(len(functions))
    rules.linkage = linkage = ByAddress()
    copies: list[FunctionType] = []
    convert = partial(_jit, copies=copies, checked=checked)
    entry = copy_graph(function, convert, content, set(), rules.intrinsic).entry
    of_games = {_start(each) for each in functions if is_of_a_game(each)}
    marks = (linkage.mark, linkage.cut) if rules.are_used else None
    for copy in copies:
        copy.__dict__["settings"] = Settings(_start(copy) in of_games, checked, marks)
    returned: list[Kind] = []
    compiled = njit(make_entry(entry, arguments, returned), nogil=True)
    compiled.compile((types.int64,))
    region = linkage.load(rules.text()) if rules.are_used else None
    progress.finish()
    call = _Call(compiled, functions_by_line(functions), linkage, region)
    return Compiled(returned[0], loaded=Loaded(call, region))


def _start(function: FunctionType) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno


class _Call:
    """A compiled entry, which is called as Python calls it."""

    def __init__(
        self,
        entry: Callable[[int], int],
        lines: Mapping[tuple[str, int], int],
        linkage: ByAddress,
        region: Region | None,
    ) -> None:
        self._entry, self._lines, self._linkage, self._region = entry, lines, linkage, region

    def __call__(self, _result: Any, _error: Any, block: int) -> int:
        """Call it with the address of a block of words."""
        if self._region is not None:
            self._region.reset()
        try:
            return self._entry(block)
        except Exception as error:
            raise placed(error, self._place(error)) from None

    def _place(self, error: Exception) -> int | None:
        """Return the number of the place where compiled code raised an exception: Numba adds it as a frame."""
        number, step = None, error.__traceback__
        while step is not None:
            number = self._lines.get((step.tb_frame.f_code.co_filename, step.tb_lineno), number)
            step = step.tb_next
        return number


def _jit(
    copy: FunctionType, _inline: bool, options: dict[str, Any] | None, *, copies: list[FunctionType], checked: bool
) -> Any:
    if options is not None:
        return decorated(copy, **with_checks(options, checked))
    copies.append(copy)
    return njit(
        copy,
        nogil=True,
        error_model="python" if checked else "numpy",
        boundscheck=checked,
        pipeline_class=StockPipeline,
        **_without_wrappers(),
    )


@cache
def _without_wrappers() -> dict[str, bool]:
    """Return the options of functions that only compiled code calls, if this release of Numba knows them.

    They save two fifths of the time to compile, and are not documented.
    """
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    try:
        njit(**options)(_nothing).compile(())
    except KeyError:
        return {}
    return options


def _nothing() -> None:
    pass
