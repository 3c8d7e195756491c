"""The compiled counterpart of :mod:`spielbaum.kernel.workspace`: a record passed by its address.

Numba copies a record into a generator that takes it. A pointer to it costs nothing, and its name is short: the one of a
record lists all fields, and stands in the name of every function that takes it.

Importing this module imports Numba.
"""

import hashlib
from typing import Any

import numpy as np
from numba import types
from numba.core.datamodel.models import RecordModel
from numba.extending import register_model
from numba.np.numpy_support import from_struct_dtype

from spielbaum.kernel.workspace import Layout


class Reference(types.Record):  # type: ignore[misc]
    """A record by its address; fields are read and written as those of the record."""

    def __init__(self, record: types.Record) -> None:
        super().__init__(
            [(name, field._asdict()) for name, field in record.fields.items()], record.size, record.aligned
        )
        self.name: str = f"Workspace_{hashlib.sha256(repr(self).encode()).hexdigest()[:12]}"


@register_model(Reference)
class _ReferenceModel(RecordModel):  # type: ignore[misc]
    """An address wherever it is kept."""

    def get_data_type(self) -> Any:
        return self._be_ptr_type

    def as_data(self, _builder: Any, value: Any) -> Any:
        return value

    def from_data(self, _builder: Any, value: Any) -> Any:
        return value

    def load_from_data_pointer(self, builder: Any, pointer: Any, align: int | None = None) -> Any:
        return builder.load(pointer, align=align)


def reference_to(layout: Layout) -> Reference:
    """Return the type of a workspace in compiled code."""
    dtype = np.dtype([(name, kind, shape) for name, (kind, shape) in layout.items()], align=True)
    return Reference(from_struct_dtype(dtype))
