"""The memory of a search: counters, flags and arrays in one record.

Compiled, it is one NumPy record, which a kernel passes on by its address; interpreted, it is a plain object with the
same names. Both are read and written as ``ws.nodes += 1`` and ``ws.pv[ply, i]``, from any thread, while the
search runs.
"""

from types import SimpleNamespace
from typing import Any

Workspace = Any
"""A record, or a plain object with the same names."""

Layout = dict[str, tuple[str, tuple[int, ...]]]
"""Name of each field: its NumPy type and its shape, ``()`` for a single number."""


def new_workspace(layout: Layout, *, compiled: bool) -> Workspace:
    """Return a workspace of zeros.

    Parameters
    ----------
    layout
        The fields.
    compiled
        Whether a compiled kernel will use it.
    """
    import numpy as np

    if compiled:
        dtype = np.dtype([(name, kind, shape) for name, (kind, shape) in layout.items()], align=True)
        return np.rec.array(np.zeros(1, dtype), copy=False)[0]
    fields: dict[str, Any] = {}
    for name, (kind, shape) in layout.items():
        zero = 0.0 if kind.startswith("f") else 0
        fields[name] = zero if shape == () else [zero] * shape[0] if len(shape) == 1 else np.zeros(shape, kind)
    return SimpleNamespace(**fields)


def by_reference(ws: Workspace) -> Workspace:
    """Return a workspace as the functions of a kernel pass it on: by its address. Interpreted, it is itself."""
    return ws


def copy_workspace(source: Workspace, target: Workspace) -> None:
    """Make a compiled workspace equal to another one of the same layout."""
    for name in source.dtype.names:
        target[name] = source[name]
