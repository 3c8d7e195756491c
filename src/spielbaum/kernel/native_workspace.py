"""The compiled counterpart of :mod:`spielbaum.kernel.workspace`: a record passed by its address.

Numba copies a record into a generator that takes it. A pointer to it costs nothing, and its name is short: the one of a
record lists all fields, and stands in the name of every function that takes it.

Importing this module imports Numba.
"""

import hashlib
from typing import Any

from numba import types
from numba.core.datamodel.models import RecordModel
from numba.extending import intrinsic, overload, register_model

from spielbaum.kernel import workspace

TRANSLATED: frozenset[Any] = frozenset({workspace.by_reference})


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


@intrinsic
def _refer(_context: Any, record: Any) -> Any:
    def codegen(_context: Any, _builder: Any, _signature: Any, args: Any) -> Any:
        return args[0]

    return Reference(record)(record), codegen


# Numba compares the signatures of a function and of its translation to the letter: no annotations here.


@overload(workspace.by_reference)
def _by_reference(ws):  # type: ignore[no-untyped-def]
    return (lambda ws: _refer(ws)) if isinstance(ws, types.Record) else None
