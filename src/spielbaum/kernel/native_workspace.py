"""Workspaces in compiled code: records passed by address.

Numba copies a record into a generator that takes it. A pointer costs nothing, and the name of its type is short: that
of a record lists all fields, and is part of the symbol of every function that takes it.

An array of a workspace is a pointer as well. Numba would count negative indexes from the end, which takes a comparison
at every access; indexes into a workspace are never negative. And LLVM knows that fields do not alias: a value read
from one is still valid after another one has been written.

Importing this module imports Numba.
"""

import hashlib
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import lower_builtin, lower_getattr_generic, lower_setattr_generic, models, register_model

from spielbaum.kernel.native_functions import typed_by
from spielbaum.kernel.words import WORD
from spielbaum.kernel.workspace import Layout, places_of

_ZERO = ir.IntType(32)(0)


class Field(types.Type):  # type: ignore[misc]
    """An array of a workspace, of one dimension or two, by its address."""

    def __init__(self, field: str, dtype: types.Type, shape: tuple[int, ...]) -> None:
        self.field, self.dtype, self.shape = field, dtype, shape
        super().__init__(f"Field({field}, {dtype}, {shape})")


class Reference(types.Record):  # type: ignore[misc]
    """A record by its address; its fields are read and written like those of a record."""

    def __init__(self, record: types.Record) -> None:
        super().__init__(
            [(name, field._asdict()) for name, field in record.fields.items()], record.size, record.aligned
        )
        self.name: str = f"Workspace_{hashlib.sha256(super().__repr__().encode()).hexdigest()[:12]}"

    def __repr__(self) -> str:
        """Return the name, which Numba uses at every step; listing all fields would take a twentieth of its time."""
        return self.name

    def typeof(self, key: str) -> types.Type:
        """Return the type of a field."""
        kind = super().typeof(key)
        return Field(key, kind.dtype, kind.shape) if isinstance(kind, types.NestedArray) else kind


@register_model(Reference)
class _ReferenceModel(models.RecordModel):  # type: ignore[misc]
    """An address in every representation."""

    def get_data_type(self) -> Any:
        return self._be_ptr_type

    def as_data(self, _builder: Any, value: Any) -> Any:
        return value

    def from_data(self, _builder: Any, value: Any) -> Any:
        return value

    def load_from_data_pointer(self, builder: Any, pointer: Any, align: int | None = None) -> Any:
        return builder.load(pointer, align=align)


@register_model(Field)
class _FieldModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, field: Field) -> None:
        super().__init__(manager, field, _array(field, manager.lookup(field.dtype).get_data_type()).as_pointer())


def _array(field: Field, number: ir.Type) -> ir.Type:
    """Return the type of the memory of an array, of a type of its numbers."""
    for length in reversed(field.shape):
        number = ir.ArrayType(number, length)
    return number


@lower_getattr_generic(Reference)
def _get_field(context: Any, builder: Any, reference: Reference, address: Any, name: str) -> Any:
    kind = reference.typeof(name)
    data = _array(kind, context.get_data_type(kind.dtype)) if isinstance(kind, Field) else context.get_data_type(kind)
    place = cgutils.get_record_member(builder, address, reference.offset(name), data)
    return place if isinstance(kind, Field) else _apart(builder, builder.load(place), name)


@lower_setattr_generic(Reference)
def _set_field(context: Any, builder: Any, kinds: Any, args: Any, name: str) -> None:
    reference, given = kinds.args
    kind = reference.typeof(name)
    place = cgutils.get_record_member(builder, args[0], reference.offset(name), context.get_data_type(kind))
    _apart(builder, builder.store(context.cast(builder, args[1], given, kind), place), name)


@typed_by(operator.getitem)
def _type_of_item(field: Any, index: Any) -> Any:
    places = _places(field, index)
    return places and field.dtype(field, places)


@typed_by(operator.setitem)
def _type_of_setting(field: Any, index: Any, _number: Any) -> Any:
    places = _places(field, index)
    return places and types.none(field, places, field.dtype)


def _places(field: Any, index: Any) -> Any:
    """Return the type of an index into a field, or None."""
    if not isinstance(field, Field):
        return None
    numbers = tuple(index) if isinstance(index, types.BaseTuple) else (index,)
    if len(numbers) != len(field.shape) or not all(isinstance(number, types.Integer) for number in numbers):
        return None
    return types.UniTuple(types.int64, len(numbers)) if isinstance(index, types.BaseTuple) else types.int64


@lower_builtin(operator.getitem, Field, types.Any)
def _get_item(_context: Any, builder: Any, kinds: Any, args: Any) -> Any:
    return _apart(builder, builder.load(_place(builder, *args)), kinds.args[0].field)


@lower_builtin(operator.setitem, Field, types.Any, types.Any)
def _set_item(_context: Any, builder: Any, kinds: Any, args: Any) -> Any:
    _apart(builder, builder.store(args[2], _place(builder, *args[:2])), kinds.args[0].field)


def _place(builder: Any, array: Any, index: Any) -> Any:
    numbers = [index] if isinstance(index.type, ir.IntType) else cgutils.unpack_tuple(builder, index)
    return builder.gep(array, [_ZERO, *numbers], inbounds=True)


def _apart(builder: Any, access: Any, name: str) -> Any:
    """Mark a load or store with its field, and return it."""
    root = builder.module.add_metadata(["workspace"])
    field = builder.module.add_metadata([name, root, ir.IntType(64)(0)])
    access.set_metadata("tbaa", builder.module.add_metadata([field, field, ir.IntType(64)(0)]))
    return access


def reference_to(layout: Layout) -> Reference:
    """Return the type of a workspace in compiled code."""
    places, length = places_of(layout)
    fields: Any = {
        "names": list(layout),
        "formats": [(kind, shape) for kind, shape in layout.values()],
        "offsets": [WORD * places[name] for name in layout],
        "itemsize": WORD * length,
    }
    return Reference(from_dtype(np.dtype(fields, align=True)))
