"""Rule functions in stock mode: an engine of their own, and calls by address.

The address of a function is known only after Numba has compiled its callers, so they read it from memory.

Importing this module imports Numba.
"""

from ctypes import addressof, c_void_p
from functools import cache
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from spielbaum.compiler.code import Site
from spielbaum.kernel.machine_code import region_at
from spielbaum.kernel.native_region import CUT, MARK, runtime
from spielbaum.kernel.places import Location
from spielbaum.kernel.region import NAME, Region

_WORD, _POINTER = ir.IntType(64), ir.IntType(8).as_pointer()

SPEED = 3
"""LLVM's level of optimisation."""


class ByAddress:
    """A module of rule functions that Numba does not see.

    Attributes
    ----------
    mark, cut
        Compiled functions: the end of the region, and what cuts it back to such an end.
    """

    def __init__(self) -> None:
        self._addresses: dict[str, c_void_p] = {}
        self._engine: Any = None

        @intrinsic
        def mark(_context: Any) -> Any:
            def codegen(_context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
                function = self.function(builder, MARK, ir.FunctionType(_POINTER, []))
                return builder.ptrtoint(builder.call(function, []), _WORD)

            return types.int64(), codegen

        @intrinsic
        def cut(_context: Any, _end: Any) -> Any:
            def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                function = self.function(builder, CUT, ir.FunctionType(ir.VoidType(), [_POINTER]))
                builder.call(function, [builder.inttoptr(args[0], _POINTER)])
                return context.get_dummy_value()

            return types.void(types.int64), codegen

        self.mark, self.cut = mark, cut

    def function(self, builder: Any, symbol: str, kind: ir.FunctionType) -> Any:
        """Read the address of a function."""
        place = self._addresses.setdefault(symbol, c_void_p())
        return builder.load(builder.inttoptr(_WORD(addressof(place)), kind.as_pointer().as_pointer()))

    def location(self, site: Site) -> Location:
        """Return a file and a line."""
        return Location(site.line, site.function.__code__.co_filename)

    def load(self, text: str) -> Region | None:
        """Compile the module of the rule functions, and return its region if it allocates memory."""
        module = binding.parse_assembly(text)
        module.link_in(binding.parse_assembly(runtime(NAME, destroys=False)))
        for function in module.functions:
            if not function.is_declaration and function.name not in {*self._addresses, NAME}:
                function.linkage = "internal"
        module.verify()
        machine = _machine()
        builder = binding.create_pass_builder(machine, binding.PipelineTuningOptions(speed_level=SPEED))
        builder.getModulePassManager().run(module, builder)
        self._engine = binding.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        for symbol, place in self._addresses.items():
            place.value = self._engine.get_function_address(symbol)
        allocates = "call ptr @NRT_Allocate" in text
        return region_at(self._engine.get_function_address(NAME)) if allocates else None


def _machine() -> Any:
    """Return this machine; an engine owns it afterwards."""
    _initialise()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=SPEED,
        jit=True,
        codemodel="jitdefault",
    )


@cache
def _initialise() -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
