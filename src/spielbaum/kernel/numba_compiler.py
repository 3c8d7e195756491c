"""The compiler: a function, with the functions it calls, through Numba to machine code.

Importing this module imports Numba.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from types import FunctionType, ModuleType
from typing import Any, ClassVar, TypeVar, cast

from numba import jit as decorated
from numba import njit, types
from numba.core import errors
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass

from spielbaum.kernel import native_parts, progress  # noqa: F401  # it registers the parts of boards
from spielbaum.kernel.call_graph import hub, mutual_recursions
from spielbaum.kernel.calling import Compiled, Kind
from spielbaum.kernel.copying import copy_graph
from spielbaum.kernel.inference import types_inferred_once
from spielbaum.kernel.inlining import Inlining
from spielbaum.kernel.jitted import with_checks
from spielbaum.kernel.linking import linked_once
from spielbaum.kernel.locations import located_exceptions
from spielbaum.kernel.lowering import Lowering
from spielbaum.kernel.machine_code import Function, Loaded, region_at
from spielbaum.kernel.native_entry import make_entry
from spielbaum.kernel.native_rules import RuleFunctions
from spielbaum.kernel.numba_internals import InlineClosureLikes, NativeLowering, NopythonRewrites, event, is_on
from spielbaum.kernel.patching import patched
from spielbaum.kernel.places import Lines, functions_by_line

_F = TypeVar("_F", bound=Callable[..., Any])


FRAME = 2**17
"""Words of a frame that starts a new chunk of memory, of 2 MB."""


def _with_large_frame(function: _F) -> _F:
    """Give a function a frame so large that the frames of all it calls fit behind it.

    Python allocates frames in chunks of 16 KB, and frees a chunk when the first frame in it ends. A loop at the end of
    a chunk allocates one at every call; and Numba recurses so deeply that there is always such a loop.
    """
    large = FunctionType(
        function.__code__.replace(co_stacksize=FRAME), function.__globals__, closure=function.__closure__
    )
    large.__kwdefaults__ = function.__kwdefaults__

    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        return (large if is_on("frame") else function)(*arguments, **options)

    return cast(_F, call)


@_with_large_frame
def compile_function(
    function: FunctionType,
    functions: Sequence[FunctionType],
    content: str,
    arguments: Sequence[Kind],
    rules: RuleFunctions,
    *,
    checked: bool = True,
) -> Compiled:
    """Compile a function for arguments of given kinds.

    Parameters
    ----------
    function, functions
        The function, and all that it reaches.
    content
        Their hash, which becomes a part of every symbol.
    arguments
        The kinds of its arguments.
    rules
        The functions that the compiler of rules compiles.
    checked
        Whether indexes and divisors are checked, as in the interpreter.
    """
    progress.begin(len(functions))
    inlined, is_acyclic = _break_cycles(functions)
    convert = partial(_jit, lines=functions_by_line(functions), checked=checked)
    copies = copy_graph(function, convert, content, inlined, rules.intrinsic)
    returned: list[Kind] = []
    entry = make_entry(copies.entry, arguments, returned)
    entry.__qualname__ = f"entry_{content}"
    compiled = convert(entry, False, None)
    with linked_once(), types_inferred_once(), located_exceptions(), _untimed():
        compiled.compile((types.int64,))
    progress.finish()
    (result,) = compiled.overloads.values()
    library, symbol = result.library, result.fndesc.llvm_func_name
    library.rules = rules.text()
    if is_acyclic and _is_self_contained(result):
        code, symbol, needs = library.object_code(symbol)
        _forget([compiled, *copies.functions], copies.modules)
        return Compiled(returned[0], code, symbol, needs)
    _KEPT.append(compiled)
    loaded = Loaded(Function(library.get_pointer_to_function(symbol)), region_at(library.region()))
    return Compiled(returned[0], loaded=loaded)


LEFT_OUT = frozenset({
    "DumpParforDiagnostics", "FindLiterallyCalls", "LiteralPropagationSubPipelinePass", "LiteralUnroll", "WithLifting",
})  # fmt: skip
"""Passes of Numba that find nothing in a kernel."""


class Pipeline(CompilerBase):  # type: ignore[misc]
    """Numba's passes, without those that find nothing and with those of kernels, in one order for all functions."""

    _made: ClassVar[dict[bool, list[PassManager]]] = {}

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes: generators are inlined before types are inferred, and lowering is another one."""
        is_short = is_on("pipeline")
        if is_short not in self._made:
            replaced = {InlineClosureLikes: Inlining, NopythonRewrites: RewritesOfArrays, NativeLowering: Lowering}
            passes = PassManager("kernel")
            for step, description in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
                if not is_short or step.__name__ not in LEFT_OUT:
                    passes.add_pass(replaced.get(step, step), description)
            passes.finalize()
            self._made[is_short] = [passes]
        return self._made[is_short]


@register_pass(mutates_CFG=True, analysis_only=False)
class RewritesOfArrays(NopythonRewrites):  # type: ignore[misc]
    """Numba's rewrites of operations on arrays, in functions that have some."""

    _name = "rewrites_of_arrays"

    def run_pass(self, state: Any) -> bool:
        """Rewrite them; return whether there are any."""
        has_arrays = any(isinstance(kind, types.Array) for kind in set(state.typemap.values()))
        return (has_arrays or not is_on("pipeline")) and bool(super().run_pass(state))


@contextmanager
def _untimed() -> Iterator[None]:
    """Do not time passes and locks for listeners, nor colour the messages of exceptions that Numba catches."""
    with ExitStack() as patches:
        if is_on("events"):
            patches.enter_context(patched(errors, termcolor=_Plain))
            patches.enter_context(patched(event, start_event=_no_event, end_event=_no_event))
        yield


class _Plain:
    """Messages without colours."""

    def __getattr__(self, _style: str) -> Callable[[str], str]:
        return str


def _no_event(*_event: Any, **_data: Any) -> None:
    pass


_KEPT: list[Any] = []
"""What code in Numba's engine needs as long as it may be called."""


def _forget(dispatchers: Sequence[Any], modules: Sequence[ModuleType]) -> None:
    """Make Numba release what it compiled: it never does if a function calls itself, as searches do."""
    for dispatcher in dispatchers:
        dispatcher._make_finalizer()()
        dispatcher._reset_overloads()
    for module in modules:
        vars(module).clear()


def _is_self_contained(result: Any) -> bool:
    result.library.link()
    environments = [result.environment, *result._find_referenced_environments()]
    return not (
        result.objectmode
        or result.lifted
        or result.reload_init
        or getattr(result.library, "_reload_init", ())
        or result.library.has_dynamic_globals
        or any(environment.consts for environment in environments)
    )


def _jit(copy: Callable[..., Any], inline: bool, options: dict[str, Any] | None, *, lines: Lines, checked: bool) -> Any:
    if options is not None:
        inlining = {"inline": "always"} if inline else {}
        return _without_literals(decorated(copy, **with_checks(options, checked), **inlining))
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
    return _without_literals(dispatcher)


def _without_literals(dispatcher: Any) -> Any:
    """Make a call with a literal use the version for all integers.

    Otherwise a recursive function that is called with a literal has two versions, one of which calls the other, and a
    kernel with such a pair crashes in the process that loads it, as one with mutual recursion does.
    """
    template_of = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return template_of(tuple(map(types.unliteral, arguments)), {k: types.unliteral(v) for k, v in keywords.items()})

    if is_on("literals"):
        dispatcher.get_call_template = get_call_template
    return dispatcher


def _break_cycles(functions: Sequence[FunctionType]) -> tuple[set[FunctionType], bool]:
    """Return functions to inline so that only direct recursion is left, and whether that succeeds.

    Numba compiles mutually recursive functions, but resolves the calls between them in the memory of the process that
    compiles: such a kernel cannot be kept.
    """
    inlined: set[FunctionType] = set()
    for cycle in mutual_recursions(functions):
        centre = hub(cycle)
        if centre is None:
            return set(), False
        inlined |= cycle - {centre}
    return inlined, True
