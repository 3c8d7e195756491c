"""Compile a function, with the functions it calls, by Numba.

Importing this module imports Numba.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

from numba import jit as decorated
from numba import njit, types

from spielbaum.kernel import native, native_vectors, native_words, steps  # noqa: F401  # they register the translations
from spielbaum.kernel.calling import Kind
from spielbaum.kernel.graph import copy_graph, hub, mutual_recursions
from spielbaum.kernel.native_entry import make_entry
from spielbaum.kernel.pipeline import Pipeline
from spielbaum.kernel.places import Lines, lines_of
from spielbaum.kernel.translated import is_translated

_F = TypeVar("_F", bound=Callable[..., Any])


class Compiled(NamedTuple):
    """What was compiled.

    Attributes
    ----------
    symbol
        The name of the entry.
    returns
        The kind of what it returns.
    code
        The machine code, which another process may load; None where that is not safe.
    needs
        What the machine code calls besides itself.
    address
        Of the entry, where there is no machine code to load.
    region
        The address of the function of its region then; 0 if it has none.
    """

    symbol: str
    returns: Kind
    code: bytes | None
    needs: Sequence[str] = ()
    address: int = 0
    region: int = 0


ROOM = 2**17
"""Words of a frame that begins a piece of memory of 2 MB."""


def _with_room(function: _F) -> _F:
    """Let a function have a frame so large that all it calls find room behind it.

    Python keeps frames in pieces of 16 KB, and gives a piece back when the first frame in it ends. A loop at the end of
    a piece asks the system for memory at every call; and Numba calls itself so deeply that there is always such a loop.
    """
    function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return function


@_with_room
def compile_function(
    function: FunctionType,
    functions: Sequence[FunctionType],
    content: str,
    arguments: Sequence[Kind],
    *,
    checked: bool = True,
) -> Compiled:
    """Compile a function for some kinds of arguments.

    Parameters
    ----------
    function, functions
        The function, and all that it reaches.
    content
        The hash of these, which becomes a part of every symbol.
    arguments
        What the function takes.
    checked
        Whether indexes and divisors are looked at, as the interpreter does.
    """
    steps.begin(len(functions))
    inlined, no_circles = _break_circles(functions)
    convert = partial(_jit, lines=lines_of(functions), checked=checked)
    copies = copy_graph(function, convert, is_translated, content, inlined)
    returned: list[Kind] = []
    entry = make_entry(copies.entry, arguments, returned)
    entry.__qualname__ = f"entry_{content}"
    compiled = convert(entry, False, None)
    compiled.compile((types.int64,))
    steps.finish()
    (result,) = compiled.overloads.values()
    library, symbol = result.library, result.fndesc.llvm_func_name
    if no_circles and _is_self_contained(result):
        code, needs = library.object_code()
        _forget([compiled, *copies.functions], copies.modules)
        return Compiled(symbol, returned[0], code, needs)
    _KEPT.append(compiled)
    address = library.get_pointer_to_function(symbol)
    return Compiled(symbol, returned[0], None, address=address, region=library.region())


_KEPT: list[Any] = []
"""What code in Numba's engine needs as long as it may be called."""


def _forget(dispatchers: Sequence[Any], modules: Sequence[ModuleType]) -> None:
    """Let Numba give up what it compiled: it never does where a function calls itself, as searches do."""
    for dispatcher in dispatchers:
        dispatcher._make_finalizer()()
        dispatcher._reset_overloads()
    for module in modules:
        vars(module).clear()


def _is_self_contained(result: Any) -> bool:
    environments = [result.environment, *result._find_referenced_environments()]
    return not (
        result.objectmode
        or result.lifted
        or result.reload_init
        or result.library.has_dynamic_globals
        or any(environment.consts for environment in environments)
    )


def _jit(copy: Callable[..., Any], inline: bool, options: dict[str, Any] | None, *, lines: Lines, checked: bool) -> Any:
    if options is not None:
        bounds = checked if options.get("boundscheck") is None else options["boundscheck"]
        inlining = {"inline": "always"} if inline else {}
        return _blind_to_literals(decorated(copy, **{**options, "boundscheck": bounds, **inlining}))
    copy.__dict__["lines"] = lines
    dispatcher = njit(
        copy,
        nogil=True,
        error_model="python" if checked else "numpy",
        boundscheck=checked,
        inline="always" if inline else "never",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=Pipeline,
    )
    return _blind_to_literals(dispatcher)


def _blind_to_literals(dispatcher: Any) -> Any:
    """Let a call with a literal use the version for all integers.

    Else a recursive function that is called with a literal has two versions, of which one calls the other, and a kernel
    with such a pair crashes in the process that loads it, as one with a circle of functions does.
    """
    template_of = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return template_of(tuple(map(types.unliteral, arguments)), {k: types.unliteral(v) for k, v in keywords.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _break_circles(functions: Sequence[FunctionType]) -> tuple[set[FunctionType], bool]:
    """Return functions to inline so that none but direct recursion is left, and whether that succeeds.

    Numba compiles functions that call one another in a circle, but resolves the calls across it in the memory of the
    process that compiles: a kernel with such a circle cannot be kept.
    """
    inlined: set[FunctionType] = set()
    for circle in mutual_recursions(functions):
        centre = hub(circle)
        if centre is None:
            return set(), False
        inlined |= circle - {centre}
    return inlined, True
