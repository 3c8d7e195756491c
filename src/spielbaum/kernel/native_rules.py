"""Rule functions in code that Numba compiles: calls of functions of :mod:`spielbaum.compiler`.

A rule function is an intrinsic, which passes numbers as words and boards by their address. A generator is an iterable
that holds its arguments; its iterator is two frames of words in the frame of the caller.

Importing this module imports Numba.
"""

import inspect
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, Protocol

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model

from spielbaum.compiler import types as rules
from spielbaum.compiler.builtin_functions import translate_bits
from spielbaum.compiler.code import Site
from spielbaum.compiler.compiler import Compiled, Compiler, InlineError
from spielbaum.compiler.source import definition_of, is_generator
from spielbaum.compiler.types import Lengths
from spielbaum.compiler.values import SMALL
from spielbaum.errors import CompileError
from spielbaum.kernel.captures import lines_of
from spielbaum.kernel.captures import place as place_of
from spielbaum.kernel.intrinsics import INTRINSICS
from spielbaum.kernel.native_boards import BoardType
from spielbaum.kernel.natural import is_rule, natural_functions
from spielbaum.kernel.places import Location, place_number

translate_bits(INTRINSICS)

_WORD, _STATUS = ir.IntType(64), ir.IntType(32)
_POINTER = _WORD.as_pointer()
_ALIGN = 8


class UnknownTypeError(CompileError):
    """A rule function is given what only Numba knows, such as a number of 128 bits."""


class Linkage(Protocol):
    """How code that Numba compiles finds the functions of rules, and how their exceptions say where they come from."""

    def function(self, builder: Any, symbol: str, kind: ir.FunctionType) -> Any:
        """Return a function that can be called."""

    def location(self, site: Site) -> Location | None:
        """Return the location of an exception."""


class BySymbol:
    """The module of rules is linked to the kernel, and places have numbers."""

    def __init__(self, numbers: Mapping[Any, int]) -> None:
        self._numbers = numbers

    def function(self, builder: Any, symbol: str, kind: ir.FunctionType) -> Any:
        """Declare a function."""
        found = builder.module.globals.get(symbol)
        return ir.Function(builder.module, kind, symbol) if found is None else found

    def location(self, site: Site) -> Location | None:
        """Return the number of a place, if its function has one."""
        number = self._numbers.get(site.function)
        return None if number is None else Location(place_number(number, line_number(site)))


class RuleFunctions:
    """The rule functions of one kernel.

    Parameters
    ----------
    content
        A part of every symbol.
    functions
        The functions of the kernel, which exceptions name by their numbers.
    left
        Functions that are left to Numba.
    has_all
        Whether all other functions of games are compiled here, and not only natural ones.

    Attributes
    ----------
    refused
        A function that cannot be compiled, and why.
    linkage
        How their code is found.
    """

    def __init__(
        self,
        content: str,
        functions: Sequence[FunctionType],
        left: Collection[FunctionType] = frozenset(),
        *,
        has_all: bool = False,
    ) -> None:
        self.refused: tuple[FunctionType, CompileError] | None = None
        self.linkage: Linkage = BySymbol({function: number for number, function in enumerate(functions)})
        self._left, self._has_all = left, has_all
        self._natural = natural_functions(functions)
        self._compiler, self._suffix = Compiler(), content
        self._intrinsics: dict[FunctionType, Any] = {}

    @property
    def are_used(self) -> bool:
        """Whether the kernel has any."""
        return bool(self._intrinsics)

    def text(self) -> str:
        """Return the module of all rule functions, empty if there is none."""
        unit = self._compiler.unit
        return unit.text(self._suffix) if unit.functions else ""

    def intrinsic(self, function: FunctionType) -> Any:
        """Return what stands for a rule function in code that Numba compiles; None if that compiles it."""
        if function in self._left or not (function in self._natural or (self._has_all and is_rule(function))):
            return None
        if function not in self._intrinsics:
            self._intrinsics[function] = _of_arity(
                len(inspect.signature(function).parameters), lambda given: self._typed(function, given)
            )
        return self._intrinsics[function]

    def _typed(self, function: FunctionType, given: tuple[types.Type, ...]) -> tuple[Any, Any]:
        """Return the signature of a call, and what writes it."""
        given = tuple(map(types.unliteral, given))
        try:
            return self._signature(function, given)
        except CompileError as error:
            self.refused = self.refused or (function, error)
            raise

    def _signature(self, function: FunctionType, given: tuple[types.Type, ...]) -> tuple[Any, Any]:
        kinds = [_rule_type(kind) for kind in given]
        if not is_generator(definition_of(function)):
            try:
                compiled = self._compiler.compiled(function, kinds, expected=kinds[0] if kinds else None)
            except InlineError:
                pass
            else:
                if not rules.holds_container(compiled.returns):
                    returned, write = self._call(function, compiled, given)
                    return returned(*given), lambda context, builder, _signature, args: write(context, builder, args)
        return self._iterable(function, kinds, given)

    def generator(self, function: FunctionType, kinds: Sequence[Any]) -> Compiled:
        """Return a function as a generator that is resumed."""
        try:
            return self._compiler.generator(function, kinds)
        except CompileError as error:
            self.refused = self.refused or (function, error)
            raise

    def _call(
        self, function: FunctionType, compiled: Compiled, given: tuple[types.Type, ...]
    ) -> tuple[types.Type, Callable[[Any, Any, Any], Any]]:
        """Return the type of a call's result, and what writes the call: ``(context, builder, args) -> value``."""
        returned = _numba_type(compiled.returns, function)

        def write(context: Any, builder: Any, args: Any) -> Any:
            out = _memory(builder, compiled.returns.words)
            words = _passed(context, builder, given, args, compiled.parameters)
            status = self._called(builder, compiled, [out, *words])
            self._raise_if(context, builder, compiled, status)
            return _loaded(context, builder, returned, out, 0)[0]

        return returned, write

    def as_tuple(
        self, iterable: "RuleIterable", lengths: Sequence[int]
    ) -> tuple[types.Type, Callable[[Any, Any, Any], Any]] | None:
        """Return a function that returns a list as one that returns a tuple; None for a generator.

        Returns
        -------
        tuple
            The type of the tuple, and what writes the call: ``(context, builder, iterable) -> value``.
        """
        function, given = iterable.function, iterable.given
        if is_generator(definition_of(function)):
            return None
        try:
            compiled = self._compiler.compiled(function, iterable.kinds, Lengths(tuple(lengths)))
            returned, write = self._call(function, compiled, given)
        except CompileError as error:
            self.refused = self.refused or (function, error)
            raise

        def write_with_arguments(context: Any, builder: Any, value: Any) -> Any:
            held = cgutils.create_struct_proxy(iterable)(context, builder, value=value)
            return write(context, builder, [getattr(held, f"argument{place}") for place in range(len(given))])

        return returned, write_with_arguments

    def _iterable(self, function: FunctionType, kinds: Sequence[Any], given: tuple[types.Type, ...]) -> tuple[Any, Any]:
        returned = RuleIterable(self, function, kinds, given)
        if is_generator(definition_of(function)):
            _ = returned.compiled

        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(returned)(context, builder)
            for place, value in enumerate(args):
                setattr(made, f"argument{place}", value)
            return made._getvalue()

        return returned(*given), codegen

    def _called(self, builder: Any, compiled: Compiled, words: Sequence[Any]) -> Any:
        """Write a call, and return its status."""
        symbol = compiled.symbol.replace("{suffix}", self._suffix)
        function = self.linkage.function(builder, symbol, ir.FunctionType(_STATUS, [word.type for word in words]))
        return builder.call(function, words)

    def _raise_if(self, context: Any, builder: Any, compiled: Compiled, status: Any) -> None:
        """Write code that raises the exception of a status above 0."""
        sites = self._compiler.unit.sites
        with builder.if_then(builder.icmp_signed(">", status, _STATUS(0)), likely=False):
            for number in sorted(compiled.sites):
                site = sites[number - 1]
                with builder.if_then(builder.icmp_signed("==", status, _STATUS(number))):
                    self._raise(context, builder, site)
            builder.unreachable()
            builder.position_at_end(builder.append_basic_block("beyond"))

    def _raise(self, context: Any, builder: Any, site: Any) -> None:
        before = getattr(builder, "location", None)
        builder.location = location = self.linkage.location(site)
        arguments = () if site.text is None else (site.text,)
        context.call_conv.return_user_exc(builder, site.kind, arguments, loc=location)
        builder.location = before


def line_number(site: Site) -> int:
    """Return the number of the line of an exception among the lines of its function, from 1 on."""
    return bisect_right(lines_of(site.function.__code__), site.line)


def _of_arity(count: int, typed: Callable[[tuple[types.Type, ...]], Any]) -> Any:
    """Return an intrinsic with a number of parameters."""
    names = ", ".join(f"argument{place}" for place in range(count))
    made: dict[str, Any] = {"_typed": typed}
    exec(f"def call(_context, {names}):\n    return _typed(({names},))", made)
    return intrinsic(made["call"])


def _rule_type(kind: types.Type) -> Any:
    """Return the type of the compiler of rules for one of Numba."""
    if isinstance(kind, BoardType):
        return rules.TupleT(((rules.INT if kind.dtype.signed else rules.UINT),) * kind.length)
    if isinstance(kind, types.NamedTuple | types.NamedUniTuple):
        return rules.TupleT(tuple(map(_rule_type, kind)), kind.instance_class)
    if isinstance(kind, types.BaseTuple):
        return rules.TupleT(tuple(map(_rule_type, kind)))
    if isinstance(kind, types.Boolean):
        return rules.BOOL
    if isinstance(kind, types.Integer):
        return rules.INT if kind.signed else rules.UINT
    if isinstance(kind, types.Float):
        return rules.FLOAT
    raise UnknownTypeError(f"a function of the game is given {kind}: give it numbers, tuples and NamedTuples")


_NUMBERS = {
    rules.INT: types.int64,
    rules.UINT: types.uint64,
    rules.BOOL: types.boolean,
    rules.FLOAT: types.float64,
}


def _numba_type(kind: Any, function: FunctionType, *, is_field: bool = False) -> types.Type:
    """Return Numba's type for a result of a function, or for what it yields."""
    if kind in _NUMBERS:
        return _NUMBERS[kind]
    if kind in (rules.NONE, rules.NEVER):
        return types.none
    if isinstance(kind, rules.TupleT):
        if is_field and len(set(kind.items)) == 1 and kind.items[0] in (rules.INT, rules.UINT):
            return BoardType(len(kind.items), _NUMBERS[kind.items[0]])
        inner = [_numba_type(item, function, is_field=kind.cls is not None) for item in kind.items]
        if kind.cls is None:
            return types.BaseTuple.from_types(inner)
        if len(set(inner)) == 1:
            return types.NamedUniTuple(inner[0], len(inner), kind.cls)
        return types.NamedTuple(inner, kind.cls)
    if isinstance(kind, rules.OptionalT):
        raise CompileError(f"{place_of(function)} returns nothing in some case: return a value in each")
    does = "yields" if is_generator(definition_of(function)) else "returns"
    raise CompileError(f"{place_of(function)} {does} {kind}: {does[:-1]} numbers, or tuples of numbers")


# Values as words


def _block(builder: Any, words: int) -> Any:
    """Return the address of an array in the frame, whose words are not initialised."""
    with builder.goto_entry_block():
        return builder.alloca(ir.ArrayType(_WORD, max(1, words)))


def _memory(builder: Any, words: int) -> Any:
    """Return the address of words in the frame."""
    return builder.bitcast(_block(builder, words), _POINTER)


def _words(context: Any, builder: Any, kind: types.Type, value: Any) -> Iterator[Any]:
    """Yield the words of a value, and of a board its vectors."""
    if isinstance(kind, BoardType):
        yield from cgutils.unpack_tuple(builder, value)
    elif isinstance(kind, types.BaseTuple):
        for place, item in enumerate(kind):
            yield from _words(context, builder, item, builder.extract_value(value, place))
    elif isinstance(kind, types.Boolean):
        yield builder.zext(value, _WORD) if value.type.width < _WORD.width else value
    elif isinstance(kind, types.Float):
        yield builder.bitcast(context.cast(builder, value, kind, types.float64), _WORD)
    else:
        yield context.cast(builder, value, kind, types.int64 if kind.signed else types.uint64)


def _stored(context: Any, builder: Any, kind: types.Type, value: Any, target: Any) -> None:
    """Write the words of a value to memory."""
    place = 0
    for word in _words(context, builder, kind, value):
        at = builder.gep(target, [_WORD(place)], inbounds=True)
        if isinstance(word.type, ir.VectorType):
            builder.store(word, builder.bitcast(at, word.type.as_pointer()), align=_ALIGN)
            place += word.type.count
        else:
            builder.store(word, at)
            place += 1


def _passed(
    context: Any, builder: Any, given: Sequence[types.Type], values: Sequence[Any], kinds: Sequence[Any]
) -> list[Any]:
    """Return the words of arguments; a long one is passed by its address."""
    passed = []
    for kind, value, rule in zip(given, values, kinds, strict=True):
        if rule.words > SMALL:
            block = _memory(builder, rule.words)
            _stored(context, builder, kind, value, block)
            passed.append(block)
            continue
        for word in _words(context, builder, kind, value):
            if isinstance(word.type, ir.VectorType):
                passed += [builder.extract_element(word, _STATUS(place)) for place in range(word.type.count)]
            else:
                passed.append(word)
    return passed


def _loaded(context: Any, builder: Any, kind: types.Type, source: Any, place: int) -> tuple[Any, int]:
    """Return a value from memory, and the place behind it."""
    at = builder.gep(source, [_WORD(place)], inbounds=True)
    if isinstance(kind, BoardType):
        vectors = []
        for part in context.get_value_type(kind).elements:
            at = builder.gep(source, [_WORD(place)], inbounds=True)
            vectors.append(builder.load(builder.bitcast(at, part.as_pointer()), align=_ALIGN))
            place += part.count
        return cgutils.pack_struct(builder, vectors), place
    if isinstance(kind, types.BaseTuple):
        items = []
        for item in kind:
            value, place = _loaded(context, builder, item, source, place)
            items.append(value)
        return context.make_tuple(builder, kind, items), place
    if isinstance(kind, types.NoneType):
        return context.get_dummy_value(), place
    word = builder.load(at)
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", word, _WORD(0)), place + 1
    if isinstance(kind, types.Float):
        return builder.bitcast(word, context.get_value_type(kind)), place + 1
    return word, place + 1


# Generators


class Frame(types.Type):  # type: ignore[misc]
    """Words of a generator between its steps."""

    def __init__(self, words: int) -> None:
        self.count = max(1, words)
        super().__init__(f"frame of {self.count} words")


class RuleIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A generator that has begun."""

    def __init__(self, iterable: "RuleIterable") -> None:
        self.iterable = iterable
        super().__init__(f"iterator of {iterable.name}", _numba_type(iterable.compiled.returns, iterable.function))


class RuleIterable(types.IterableType):  # type: ignore[misc]
    """A generator that has not begun: its arguments."""

    def __init__(
        self,
        functions: RuleFunctions,
        function: FunctionType,
        kinds: Sequence[Any],
        given: tuple[types.Type, ...],
    ) -> None:
        self.functions, self.function, self.kinds, self.given = functions, function, kinds, given
        super().__init__(f"generator {function.__qualname__} {given} {id(functions)} {id(function)}")

    @cached_property
    def compiled(self) -> Compiled:
        """The function that goes on to the next element."""
        return self.functions.generator(self.function, self.kinds)

    @property
    def described(self) -> str:
        """What it is, in a sentence."""
        return "a generator" if is_generator(definition_of(self.function)) else f"a list of {self.compiled.returns}"

    def as_tuple(self, lengths: Sequence[int]) -> Any:
        """Return the list that its function returns as a tuple: see :meth:`RuleFunctions.as_tuple`."""
        return self.functions.as_tuple(self, lengths)

    @property
    def iterator_type(self) -> RuleIterator:
        """The type of its iterator."""
        return RuleIterator(self)


@register_model(Frame)
class _FrameModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Frame) -> None:
        super().__init__(manager, kind, ir.ArrayType(_WORD, kind.count))


@register_model(RuleIterable)
class _IterableModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RuleIterable) -> None:
        super().__init__(manager, kind, [(f"argument{place}", given) for place, given in enumerate(kind.given)])


@register_model(RuleIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RuleIterator) -> None:
        frames = zip(("scalars", "arrays"), kind.iterable.compiled.sizes, strict=True)
        super().__init__(manager, kind, [(name, types.EphemeralPointer(Frame(size))) for name, size in frames])


@lower_builtin("getiter", RuleIterable)  # type: ignore[untyped-decorator]
def _getiter(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Begin a generator: its arguments move to its frames."""
    kind = signature.args[0]
    given = cgutils.create_struct_proxy(kind)(context, builder, value=args[0])
    made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    blocks = [_block(builder, size) for size in kind.compiled.sizes]
    made.scalars, made.arrays = blocks
    scalars, arrays = (builder.bitcast(block, _POINTER) for block in blocks)
    builder.store(_WORD(0), scalars)
    places = {False: 1, True: 0}
    for at, (number, rule) in enumerate(zip(kind.given, kind.compiled.parameters, strict=True)):
        is_long = rule.words > SMALL
        target = builder.gep(arrays if is_long else scalars, [_WORD(places[is_long])], inbounds=True)
        _stored(context, builder, number, getattr(given, f"argument{at}"), target)
        places[is_long] += max(1, rule.words)
    return made._getvalue()


@lower_builtin("iternext", RuleIterator)  # type: ignore[untyped-decorator]
def _iternext(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Go on to the next element."""
    kind = signature.args[0].iterable
    given = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=args[0])
    out = _memory(builder, kind.compiled.returns.words)
    frames = [builder.bitcast(frame, _POINTER) for frame in (given.scalars, given.arrays)]
    functions = kind.functions
    status = functions._called(builder, kind.compiled, [out, *frames])
    functions._raise_if(context, builder, kind.compiled, status)
    result = context.make_helper(builder, signature.return_type)
    result.second = is_valid = builder.icmp_signed("==", status, _STATUS(0))
    with builder.if_then(is_valid):
        result.first = _loaded(context, builder, signature.args[0].yield_type, out, 0)[0]
    return result._getvalue()
