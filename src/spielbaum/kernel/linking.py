"""Linking: machine code of a kernel is made once, of all its functions together.

Numba optimises every function on its own and makes machine code of it, with all it calls linked in: what lies ten calls
deep is made ten times, and only the code of the kernel itself is ever run. Here functions are only linked. Before the
kernel becomes machine code it is optimised, as a module of which nothing else can be seen from outside, so that what is
called from one place alone becomes a part of it. That takes less time, and large games become faster.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from spielbaum.kernel import native_region
from spielbaum.kernel.inference import inferred_once
from spielbaum.kernel.places import exceptions_with_places
from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.unheard import unheard


def _modules_of_arithmetic() -> Iterator[Any]:
    for name in ("numba.cpython.numbers", "numba.np.math.numbers"):
        with suppress(ImportError):
            module = import_module(name)
            if hasattr(module, "_int_arith_flags"):
                yield module


_ARITHMETIC = tuple(_modules_of_arithmetic())
"""Where Numba makes code of ``+``, ``-`` and ``*``."""


class LinkedOnce(CompilerBase):  # type: ignore[misc]
    """A compiler of Numba's with another linker."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function, and whatever it calls that is not compiled yet."""
        with _linked_once(), inferred_once(), exceptions_with_places(), unheard():
            return super().compile_extra(func)


@contextmanager
def _linked_once() -> Iterator[None]:
    """Make machine code of what is compiled in this block only where its address is asked for."""
    context = cpu_target.target_context
    codegen = context.codegen()
    with global_compiler_lock:
        rtsys.initialize(context)  # Numba's own library stays as it is
        before, codegen._library_class = codegen._library_class, _Library
        flags = [module._int_arith_flags for module in _ARITHMETIC]
        for module in _ARITHMETIC:
            module._int_arith_flags = _wraps_around
        collects = gc.isenabled()
        gc.disable()  # it would find little among so many living objects, and takes a tenth of the time
        try:
            yield
        finally:
            codegen._library_class = before
            for module, told in zip(_ARITHMETIC, flags, strict=True):
                module._int_arith_flags = told
            if collects:
                gc.enable()


def _wraps_around(_kind: Any) -> list[str]:
    """Return the flags of whole-number arithmetic: none.

    Numba says of signed numbers that they never overflow, and LLVM then takes for granted that they are small. But
    ``a * b & MASK`` is right in 64 bits whatever overflows in between, and hashes are written so.
    """
    return []


class _NoEnvironment:
    """Stands for the code generator where there is no machine code, and so no place for globals."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        pass


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function; its machine code, with all that it calls, once its address is asked for."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._linked = False
        self._seen: set[str] = set()
        self._region = ""

    @property
    def codegen(self) -> Any:
        """What gives a function its globals."""
        return self._codegen if self._linked else _NoEnvironment

    def finalize(self) -> None:
        """Link the function with all it calls."""
        self._raise_if_finalized()
        self._seen = _defined(self._final_module)
        for library in dict.fromkeys(self._linking_libraries):
            if library is rtsys.library:  # a kernel may have another one
                continue
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            if hasattr(library, "_reload_init"):  # Numba 0.62 and older have none
                self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, 0 if there is none of that name."""
        self._ensure_finalized()
        if not self._linked and name in self._seen:
            self._link()
        return int(super().get_pointer_to_function(name)) if self._linked else 0

    def object_code(self) -> tuple[bytes, list[str]]:
        """Return machine code that needs nothing of Numba's engine, and the names of what it calls besides itself."""
        self._ensure_finalized()
        self._prepare(REGION)
        module = self._final_module
        called = sorted(_declared(module))
        called += [variable.name for variable in module.global_variables if variable.is_declaration]
        return self._codegen._tm.emit_object(module), [name for name in called if not name.startswith("llvm.")]

    def region(self) -> int:
        """Return the address of the function for :class:`spielbaum.kernel.region.Region`, 0 if there is no region."""
        return self.get_pointer_to_function(self._region) if self._linked and self._region else 0

    def _prepare(self, region: str) -> None:
        """Optimise all functions together, as a module of which nothing else can be seen from outside.

        Parameters
        ----------
        region
            What the function that returns the record of the region is called, if there is one.
        """
        self._codegen._check_llvm_bugs()
        wanted = {name for name in _declared(self._final_module) if name.startswith("NRT_")}
        if wanted and wanted <= native_region.SUPPLIED:
            self._region = region
            self._seen.add(region)
            self._add(native_region.runtime(region))
        else:
            self._add(native_region.no_marks())
            if wanted:
                self._final_module.link_in(rtsys.library._get_module_for_linking(), preserve=True)
        _hide(self._final_module, self._seen)
        self._optimize_final_module()
        self._final_module.verify()

    def _add(self, text: str) -> None:
        self._final_module.link_in(llvm.parse_assembly(text))

    def _link(self) -> None:
        """Make the machine code, within Numba's engine."""
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
    """Return the names of the functions that a module calls and does not define."""
    return {function.name for function in module.functions if function.is_declaration}


def _hide(module: Any, seen: set[str]) -> None:
    """Let functions be seen from outside only where they have to be: the others may be changed and left out.

    What is called before it is compiled, as in a circle of functions, is looked up by its name afterwards.
    """
    prefix = RuntimeLinker.PREFIX
    asked = {gv.name.removeprefix(prefix) for gv in module.global_variables if gv.name.startswith(prefix)}
    for name in _defined(module) - seen:
        module.get_function(name).linkage = "weak_odr" if name in asked else "internal"
