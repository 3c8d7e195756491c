"""The compiled function of :class:`spielbaum.kernel.calling.Entry`, with arguments and results in a block of words.

Importing this module imports Numba.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from spielbaum.kernel.calling import Kind, words_in
from spielbaum.kernel.native_wide import WIDE, WideType, wide_of, words_in_wide
from spielbaum.kernel.native_workspace import reference_to
from spielbaum.kernel.workspace import layout_of

_TYPES = {
    "int64": types.int64,
    "uint64": types.uint64,
    "float64": types.float64,
    "boolean": types.boolean,
    "uint128": WIDE,
}
_WORD = ir.IntType(64)


def type_of(kind: Kind) -> types.Type:
    """Return the type of an argument in compiled code."""
    if not isinstance(kind, str):
        return types.BaseTuple.from_types([type_of(item) for item in kind])
    if kind == "none":
        return types.none
    return _TYPES[kind] if kind in _TYPES else reference_to(layout_of(kind))


def kind_returned(kind: types.Type) -> Kind:
    """Return the kind of a result.

    Raises
    ------
    TypingError
        If it cannot be returned to Python.
    """
    if isinstance(kind, types.UniTuple | types.Tuple):
        return tuple(map(kind_returned, kind))
    plain = types.unliteral(kind)
    if isinstance(plain, types.NoneType):
        return "none"
    if isinstance(plain, types.Boolean):
        return "boolean"
    if isinstance(plain, types.Integer):
        return "int64" if plain.signed else "uint64"
    if isinstance(plain, types.Float):
        return "float64"
    if isinstance(plain, WideType):
        return "uint128"
    raise TypingError(f"it returns {kind}; a kernel returns numbers and tuples of them")


def reader(kind: Kind) -> Any:
    """Return the compiled ``read(address)``, which reads a value of a kind from memory."""
    wanted = type_of(kind)

    @intrinsic
    def read(_context: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            words = builder.inttoptr(args[0], _WORD.as_pointer())
            loaded = (builder.load(builder.gep(words, [_WORD(place)])) for place in count())
            return _loaded(context, builder, wanted, loaded)

        return wanted(address), codegen

    return read


def make_entry(function: Any, arguments: Sequence[Kind], returned: list[Kind]) -> Callable[[int], int]:
    """Return ``entry(block)``, which calls a compiled function with the arguments in a block.

    Parameters
    ----------
    function
        The dispatcher.
    arguments
        The kinds of its arguments.
    returned
        Receives the kind of its result while the entry is compiled.
    """
    first, arguments_in = words_in(tuple(arguments)), reader(tuple(arguments))

    @intrinsic
    def leave(_context: Any, block: Any, result: Any) -> Any:
        returned[:] = [kind_returned(result)]

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = builder.inttoptr(args[0], _WORD.as_pointer())
            for place, (value, kind) in enumerate(_numbers(builder, args[1], signature.args[1]), first):
                if isinstance(kind, types.Float):
                    word = builder.bitcast(context.cast(builder, value, kind, types.float64), _WORD)
                else:
                    word = context.cast(builder, value, kind, types.uint64 if _is_unsigned(kind) else types.int64)
                builder.store(word, builder.gep(words, [_WORD(place)]))
            return context.get_dummy_value()

        return types.void(types.int64, result), codegen

    def entry(block: int) -> int:
        leave(block, function(*arguments_in(block)))
        return 0

    return entry


def _loaded(context: Any, builder: Any, kind: types.Type, words: Iterator[Any]) -> Any:
    """Return an argument made from the next words."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_loaded(context, builder, item, words) for item in kind])
    if isinstance(kind, types.NoneType):
        return context.get_dummy_value()
    word = next(words)
    if isinstance(kind, WideType):
        return wide_of(builder, word, next(words))
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", word, _WORD(0))
    if isinstance(kind, types.Float):
        return builder.bitcast(word, context.get_value_type(kind))
    return builder.inttoptr(word, context.get_value_type(kind)) if isinstance(kind, types.Record) else word


def _is_unsigned(kind: types.Type) -> bool:
    return isinstance(kind, types.Integer) and not kind.signed


def _numbers(builder: Any, value: Any, kind: types.Type) -> Iterator[tuple[Any, types.Type]]:
    """Yield the numbers of a result with their types."""
    if isinstance(kind, types.BaseTuple):
        for place, item in enumerate(kind):
            yield from _numbers(builder, builder.extract_value(value, place), item)
    elif isinstance(kind, WideType):
        yield from ((word, types.uint64) for word in words_in_wide(builder, value))
    elif not isinstance(kind, types.NoneType):
        yield value, kind
