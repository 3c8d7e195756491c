"""Linking: the functions of a kernel are optimised and emitted as one module.

Numba optimises and emits every function on its own, with all its callees linked in: a function ten calls deep is
emitted ten times, and only the code of the kernel itself is ever run. Here functions are only linked. The whole module
is optimised once, with the kernel as its only external symbol, so that a function with one call site is inlined. That
takes less time, and large games run faster.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding as llvm

from spielbaum.kernel import native_region, webassembly
from spielbaum.kernel.numba_internals import (
    JITCodeLibrary,
    RuntimeLinker,
    cpu_target,
    global_compiler_lock,
    is_on,
    lookup_environment,
    rtsys,
)
from spielbaum.kernel.patching import patched
from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.target import HOST, WASM32, target


@contextmanager
def linked_once() -> Iterator[None]:
    """Emit machine code for what is compiled in this block only where its address is needed."""
    context = cpu_target.target_context
    with global_compiler_lock:
        rtsys.initialize(context)  # Numba's own library stays as it is
        with patched(context.codegen(), _library_class=Library, **_of_target()):
            yield


def _of_target() -> dict[str, Any]:
    """Return what Numba's code generator has for another machine: addresses have another size there.

    Costs remain those of this machine: with those of WebAssembly, boards that are tuples are much slower.
    """
    if target() == HOST:
        return {}
    return {"_target_data": webassembly.machine().target_data, "_data_layout": webassembly.layout()}


class _NoEnvironment:
    """Replaces the code generator until there is machine code, and with it a place for globals."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        pass


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function; it is emitted, with all it calls, when its address is requested."""

    _final_module: Any

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._linked = False
        self._reached: dict[Any, None] = {}
        self._seen: set[str] = set()
        self._region = ""
        self.rules = ""

    @property
    def codegen(self) -> Any:
        """The object that sets the globals of a function."""
        return self._codegen if self._linked else _NoEnvironment

    def finalize(self) -> None:
        """Link nothing before machine code is wanted."""
        self._raise_if_finalized()
        self._seen = _defined(self._final_module)
        self._finalized = True
        if not is_on("linking"):
            alone, self._final_module = self._final_module, self._final_module.clone()
            self.link()
            self._optimize_final_module()
            self._codegen._tm.emit_object(self._final_module)
            self._final_module = alone
            self._reached.clear()

    def link(self) -> None:
        """Link the function with all that it calls, directly or not, unless that was done."""
        called = [] if self._reached else [self]
        while called:
            library = called.pop()
            if library in self._reached or library is rtsys.library:  # a kernel may have its own
                continue
            self._reached[library] = None
            is_own = isinstance(library, Library)
            if is_own and not library._linked:
                called += reversed(library._linking_libraries)
            if library is not self:
                module = library._final_module if is_own else library._get_module_for_linking()
                self._final_module.link_in(module, preserve=True)
            if hasattr(library, "_reload_init"):  # Numba 0.62 and older have none
                self._reload_init.update(library._reload_init)

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, or 0."""
        self._ensure_finalized()
        if not self._linked and name in self._seen:
            self._link()
        return int(super().get_pointer_to_function(name)) if self._linked else 0

    def object_code(self, symbol: str) -> tuple[bytes, str, list[str]]:
        """Return code that is independent of Numba's engine, the name of the entry there, and its undefined symbols.

        Parameters
        ----------
        symbol
            The name of the function.
        """
        self._ensure_finalized()
        if target() == WASM32:
            self._add(webassembly.caller(symbol))
            symbol, self._seen = webassembly.CALL, {webassembly.CALL}
        with patched(self._codegen, **_of_target()):
            self._prepare(REGION)
            module = self._final_module
            called = sorted(_declared(module))
            called += [variable.name for variable in module.global_variables if variable.is_declaration]
            is_foreign = target() == WASM32
            code = webassembly.emit(module, self._seen) if is_foreign else self._codegen._tm.emit_object(module)
        return code, symbol, [name for name in called if not name.startswith("llvm.")]

    def region(self) -> int:
        """Return the address of the function for :class:`spielbaum.kernel.region.Region`, or 0."""
        return self.get_pointer_to_function(self._region) if self._linked and self._region else 0

    def _prepare(self, region: str) -> None:
        """Optimise all functions together, with nothing but the kernel visible from outside.

        Parameters
        ----------
        region
            The name of the function that returns the record of the region, if there is one.
        """
        self._codegen._check_llvm_bugs()
        self.link()
        if self.rules:
            self._add(self.rules)
        wanted = {name for name in _declared(self._final_module) if name.startswith("NRT_")}
        if wanted and wanted <= native_region.SUPPLIED and is_on("region"):
            self._region = region
            self._seen.add(region)
            self._add(native_region.runtime(region, destroys=native_region.DESTROYED in wanted))
        else:
            self._add(native_region.no_marks())
            if wanted:
                self._final_module.link_in(rtsys.library._get_module_for_linking(), preserve=True)
        if target() == WASM32:
            self._final_module = webassembly.adopt(self._final_module)
        _hide(self._final_module, self._seen)
        self._optimize_final_module()
        self._final_module.verify()

    def _add(self, text: str) -> None:
        self._final_module.link_in(llvm.parse_assembly(text))

    def _link(self) -> None:
        """Emit the machine code within Numba's engine."""
        self._prepare(f"{REGION}_{self.name}")
        self._finalize_final_module()
        self._linked = True
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)


def _defined(module: Any) -> set[str]:
    """Return the names of the functions that a module defines."""
    return {function.name for function in module.functions if not function.is_declaration}


def _declared(module: Any) -> set[str]:
    """Return the names of the functions that a module declares only."""
    return {function.name for function in module.functions if function.is_declaration}


def _hide(module: Any, seen: set[str]) -> None:
    """Make functions internal unless they must be visible, so that LLVM may change or drop them.

    A function that is called before it is compiled, as in mutual recursion, is looked up by name later.
    """
    prefix = RuntimeLinker.PREFIX
    looked_up = {gv.name.removeprefix(prefix) for gv in module.global_variables if gv.name.startswith(prefix)}
    for name in _defined(module) - seen:
        module.get_function(name).linkage = "weak_odr" if name in looked_up else "internal"
