"""The private names of Numba that the kernel uses; everything else that it uses is documented.

``from spielbaum.kernel.numba_internals import Lower`` looks the name up. This module itself imports Numba only then.
"""

import os
from functools import cache
from pkgutil import resolve_name
from typing import Any, Literal

Mode = Literal["passes", "stock"]

SETTING = "SPIELBAUM_NUMBA"


@cache
def mode() -> Mode:
    """Return how kernels are compiled: with our passes, or by Numba's documented functions alone."""
    return "stock" if os.environ.get(SETTING) == "stock" else "passes"


NAMES = (
    "numba.core.analysis.compute_cfg_from_blocks",
    "numba.core.callconv.CPUCallConv",
    "numba.core.codegen.JITCodeLibrary",
    "numba.core.codegen.RuntimeLinker",
    "numba.core.compiler.run_frontend",
    "numba.core.compiler_lock.global_compiler_lock",
    "numba.core.environment.lookup_environment",
    "numba.core.event",
    "numba.core.generators.GeneratorLower",
    "numba.core.imputils.lower_constant",
    "numba.core.inline_closurecall.InlineWorker",
    "numba.core.ir_utils.build_definitions",
    "numba.core.ir_utils.get_definition",
    "numba.core.ir_utils.guard",
    "numba.core.ir_utils.next_label",
    "numba.core.ir_utils.simplify_CFG",
    "numba.core.lowering.Lower",
    "numba.core.postproc.PostProcessor",
    "numba.core.registry.cpu_target",
    "numba.core.runtime.rtsys",
    "numba.core.typed_passes.NativeLowering",
    "numba.core.typeinfer",
    "numba.core.typeinfer.ConstraintNetwork",
    "numba.core.typeinfer.TypeInferer",
    "numba.core.typing.templates.AbstractTemplate",
    "numba.core.untyped_passes.InlineClosureLikes",
    "numba.core.utils.chain_exception",
)
_PATHS = {path.rpartition(".")[2]: path for path in NAMES}


def __getattr__(name: str) -> Any:
    """Return the private object of a name.

    Raises
    ------
    AttributeError
        If this release of Numba does not have it.
    """
    path = _PATHS.get(name)
    if path is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return resolve_name(path)
    except ImportError as error:
        raise AttributeError(f"{path} is missing: {error}") from None
