"""The target of kernels: the machine of this process, or WebAssembly.

In a browser nothing is compiled: what ``SPIELBAUM_TARGET=wasm32`` has compiled elsewhere is loaded there.
"""

import os
import sys

HOST, WASM32 = "host", "wasm32"

SETTING = "SPIELBAUM_TARGET"

IN_BROWSER = sys.platform == "emscripten"
"""Whether this process runs WebAssembly."""


def target() -> str:
    """Return what kernels are compiled for."""
    return WASM32 if IN_BROWSER or os.environ.get(SETTING) == WASM32 else HOST


def is_foreign() -> bool:
    """Return whether kernels are compiled for another machine, so that they cannot be called."""
    return target() == WASM32 and not IN_BROWSER
