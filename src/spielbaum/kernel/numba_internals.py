"""The private names of Numba that the kernel uses; everything else that it uses is documented.

``from spielbaum.kernel.numba_internals import Lower`` looks the name up. This module itself imports Numba only then.
"""

import os
from functools import cache
from pkgutil import resolve_name
from typing import Any

from spielbaum.errors import InputError

SETTING = "SPIELBAUM_NUMBA"

PASSES = (
    "arithmetic", "events", "frame", "generators", "inference", "linking", "literals", "locations", "marks",
    "pipeline", "ranges", "references", "region", "registers", "steps", "tables",
)  # fmt: skip
"""What differs from Numba, each of which ``SPIELBAUM_NUMBA=-name,-name`` switches off.

For values, messages and memory:

- arithmetic: integers wrap around, and shifts by all bits or more leave nothing
- literals: a call with a literal uses the version for all integers
- locations: an exception says where it was raised
- region: lists live in a region

For the time to compile:

- events: Numba's passes and locks are not timed, and messages of exceptions that it catches not coloured
- frame: compiling begins with a large frame of Python
- inference: types are inferred once
- linking: all functions are optimised and emitted once, as one module
- pipeline: passes of Numba that find nothing in a function are left out
- references: only values that may hold references to lists are taken apart to count them

For speed:

- generators: one with a single ``yield`` is inlined into the loop over it
- marks: a function marked ``cold`` or ``always_inline`` is so
- ranges: the counters of a range across a ``yield`` are variables of their own
- registers: a recursive function returns its result in a register
- steps: the steps of a generator are inlined
- tables: a captured tuple is read from memory
"""


def is_on(name: str) -> bool:
    """Return whether a pass is on."""
    assert name in PASSES
    return name not in switched_off(os.environ.get(SETTING, ""))


@cache
def switched_off(setting: str) -> frozenset[str]:
    """Return the passes that a setting such as ``-inference,-frame`` switches off.

    Raises
    ------
    InputError
        If it names another.
    """
    names = [name.strip() for name in setting.split(",") if name.strip()]
    for name in names:
        if name not in [f"-{known}" for known in PASSES]:
            raise InputError(
                f"{SETTING} names {name!r}: write 'stock', or passes to switch off, such as -generators,-inference; "
                f"passes are {', '.join(PASSES)}"
            )
    return frozenset(name[1:] for name in names)


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
    "numba.core.typed_passes.NopythonRewrites",
    "numba.core.typeinfer",
    "numba.core.typeinfer.ArgConstraint",
    "numba.core.typeinfer.BuildTupleConstraint",
    "numba.core.typeinfer.CallConstraint",
    "numba.core.typeinfer.ConstraintNetwork",
    "numba.core.typeinfer.ExhaustIterConstraint",
    "numba.core.typeinfer.GetAttrConstraint",
    "numba.core.typeinfer.IntrinsicCallConstraint",
    "numba.core.typeinfer.PairFirstConstraint",
    "numba.core.typeinfer.PairSecondConstraint",
    "numba.core.typeinfer.Propagate",
    "numba.core.typeinfer.SetItemConstraint",
    "numba.core.typeinfer.StaticGetItemConstraint",
    "numba.core.typeinfer.StaticSetItemConstraint",
    "numba.core.typeinfer.TypeInferer",
    "numba.core.typing.templates.AbstractTemplate",
    "numba.core.untyped_passes.InlineClosureLikes",
    "numba.core.utils.chain_exception",
)
_PATHS = {path.rpartition(".")[2]: path for path in NAMES}


def missing() -> list[str]:
    """Return the private names that this release of Numba does not have."""
    return [path for name, path in _PATHS.items() if not _has(name)]


def _has(name: str) -> bool:
    try:
        __getattr__(name)
    except AttributeError:
        return False
    return True


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
