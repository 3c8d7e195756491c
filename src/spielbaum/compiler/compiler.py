"""The compiler of rule functions: natural Python to LLVM.

Every function is compiled for the types of its arguments, and again for others. A nested function, a lambda, and a
function that takes or returns one of these, or a generator, is inlined where it is called.
"""

import ast
import builtins
from collections.abc import Sequence
from enum import Enum
from functools import partial
from operator import attrgetter, itemgetter
from types import FunctionType, MethodType
from typing import Any, NamedTuple, get_args, get_type_hints

from spielbaum.compiler import (
    builtin_functions,
    comparisons,
    containers,
    convert,
    dictionaries,
    methods,
    operators,
    sequences,
    sets,
)
from spielbaum.compiler.advice import REASON, instead_of, is_foreign, is_helper
from spielbaum.compiler.choices import each
from spielbaum.compiler.code import Code, Unit
from spielbaum.compiler.comprehensions import inner_scope, loops
from spielbaum.compiler.conditions import branch_of_value, truth_of
from spielbaum.compiler.constants import as_constant, described, is_table, plain
from spielbaum.compiler.emitter import Emitter, Scope, as_value
from spielbaum.compiler.expressions import attribute_of, expression
from spielbaum.compiler.iteration import iterate
from spielbaum.compiler.source import (
    assigned_names,
    body_of,
    definition_of,
    is_generator,
    local_names,
    most_uses,
    parameters_of,
    undecorated,
)
from spielbaum.compiler.statements import assign_name, assign_target, statements
from spielbaum.compiler.types import (
    INT,
    NEVER,
    NONE,
    Cell,
    Changes,
    ContainerT,
    EnumT,
    Lengths,
    OptionalT,
    SequenceT,
    TupleT,
    change_length,
    holds_container,
    is_mutable,
    join,
    unify,
    widen,
)
from spielbaum.compiler.values import (
    NOTHING,
    SMALL,
    Choice,
    Closure,
    Constant,
    Generator,
    Lazy,
    Method,
    Static,
    Value,
    Variable,
    is_exhausted,
)
from spielbaum.errors import CompileError, Message

MOST_RUNS = 12
"""How often a function is written again because a type has changed."""


DEEPEST = 20_000
"""How deep functions may call themselves, as in the interpreter while it searches."""

LARGEST_STACK = 4 << 20
"""The most bytes of the stack that they use: half of what a thread has."""


class Compiled(NamedTuple):
    """A function that is compiled for given types.

    Attributes
    ----------
    symbol
        Its name in the module.
    parameters
        The types of its parameters.
    returns
        The type of its result.
    sizes
        Of a generator, the words of its two frames; else empty.
    sites
        The statuses with which it can end: the places of exceptions.
    recurs
        Whether a call of it is within itself.
    """

    symbol: str
    parameters: tuple[Any, ...]
    returns: Any
    sizes: tuple[int, ...] = ()
    sites: frozenset[int] = frozenset()
    recurs: bool = False


class InlineError(Exception):
    """A function that returns what exists only while it is translated."""


class Compiler:
    """The functions of one module."""

    def __init__(self) -> None:
        self.unit = Unit()
        self._compiled: dict[Any, Compiled] = {}
        self._assumed: dict[Any, Any] = {}
        self._used_assumption: set[Any] = set()
        self._inlined: set[FunctionType] = set()
        self._cells: dict[Any, Cell] = {}
        self._identities: dict[Any, int] = {}
        self._function: Any = None
        self._sites: dict[str, set[int]] = {}

    # What the modules of expressions and statements use

    iterate = staticmethod(iterate)
    expression = staticmethod(expression)
    statements = staticmethod(statements)
    loops = staticmethod(loops)
    inner_scope = staticmethod(inner_scope)
    branch = staticmethod(branch_of_value)
    truth_of = staticmethod(truth_of)
    compared = staticmethod(comparisons.compared)
    extend = staticmethod(operators.extend)
    repeated = staticmethod(operators.repeated)
    assign_name = staticmethod(assign_name)
    assign_target = staticmethod(assign_target)
    converted = staticmethod(convert.converted)
    materialised = staticmethod(convert.materialised)
    described = staticmethod(described)
    tuple_from = staticmethod(builtin_functions.tuple_from)
    set_of = staticmethod(sets.set_of)
    chosen_value = staticmethod(sets.chosen_value)
    contains = staticmethod(containers.contains)
    dictionary_of = staticmethod(dictionaries.dictionary_of)
    update_dictionary = staticmethod(dictionaries.update)

    @staticmethod
    def static_type(_emitter: Emitter, value: Any) -> Any:
        """Return the type of an object's value at run time, or None."""
        return convert.static_type(value)

    def cell(self, place: Any) -> Cell:
        """Return the cell of the container that is made at a place of the source."""
        return self._cells.setdefault((self._function, place), Cell()).root

    def identity(self, path: Any) -> int:
        """Return a number for a place where code is inlined."""
        return self._identities.setdefault(path, len(self._identities) + 1)

    @staticmethod
    def forget(emitter: Emitter, scope: Scope) -> None:
        """Forget the variables of a scope that has ended."""
        emitter.variables = {key: value for key, value in emitter.variables.items() if key[0] != scope.identity}

    def scope_of(self, emitter: Emitter, function: Any, definition: Any) -> Scope:
        """Return the scope of a function that is inlined."""
        parent = function.scope if isinstance(function, Closure) else None
        plain = parent.function if parent is not None else function
        return Scope(self.identity(emitter.path), plain, parent, local_names(definition), body=body_of(definition))

    # Calls

    def call(
        self, emitter: Emitter, function: Any, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST
    ) -> Any:
        """Return the value of a call."""
        if not emitter.alive:  # an argument always raises an exception
            return Value(NEVER)
        if isinstance(function, Choice):
            return each(emitter, function, node, lambda one: self.call(emitter, one, arguments, named, node))
        if isinstance(function, Method):
            return methods.call(emitter, function, arguments, named, node)
        if isinstance(function, Closure):
            return self._call_closure(emitter, function, arguments, named, node)
        if not isinstance(function, Constant):
            emitter.fail(node, _refused_call(function, node))
        value = function.value
        builtin = builtin_functions.find(value)
        if builtin is not None:
            return builtin(emitter, arguments, named, node)
        if isinstance(value, itemgetter | attrgetter):
            return self._got(emitter, value, arguments, node)
        if isinstance(value, type) and hasattr(value, "_fields"):
            return self._record(emitter, value, arguments, named, node)
        if isinstance(value, type) and issubclass(value, Enum):
            return self._member(emitter, value, arguments, node)
        if isinstance(value, MethodType):
            bound = [Constant(value.__self__, function.path), *arguments]
            return self.call(emitter, Constant(value.__func__, function.path), bound, named, node)
        if isinstance(value, partial):
            known = [as_constant(emitter, one, function.path, node) for one in value.args]
            named = {key: as_constant(emitter, one, key, node) for key, one in value.keywords.items()} | named
            return self.call(emitter, Constant(value.func, function.path), [*known, *arguments], named, node)
        plain = undecorated(value)
        if isinstance(plain, FunctionType) and not is_foreign(plain):
            return self._call_function(emitter, plain, arguments, named, node)
        emitter.fail(node, f"calls {function.path!r}, {instead_of(value)}")
        return None

    def bound(
        self, emitter: Emitter, function: Any, definition: Any, arguments: Sequence[Any], named: dict[str, Any],
        node: ast.AST,
    ) -> list[tuple[str, Any]]:  # fmt: skip
        """Return the parameters of a function with their values."""
        name = getattr(definition, "name", "the lambda")
        parameters = definition.args
        if parameters.kwarg is not None:
            emitter.fail(node, Message("calls {}, which takes any arguments with **: name its parameters", name))
        positional = [argument.arg for argument in (*parameters.posonlyargs, *parameters.args)]
        every = [*positional, *(argument.arg for argument in parameters.kwonlyargs)]
        bound = dict(zip(positional, arguments, strict=False))
        if parameters.vararg is not None:
            rest = [emitter.value(value, node) for value in arguments[len(positional) :]]
            bound[parameters.vararg.arg] = emitter.tuple_of(rest, None, node)
            every.append(parameters.vararg.arg)
        elif len(arguments) > len(positional):
            emitter.fail(node, f"calls {name!r} with {_count_of(arguments)}, and it takes {len(positional)}")
        for key, value in named.items():
            if key not in every or key in bound:
                emitter.fail(node, f"calls {name!r} with {key}=, which it does not take: it takes {_listed(every)}")
            bound[key] = value
        defaults = self._defaults(emitter, function, positional, node)
        for key in every:
            if key not in bound:
                if key not in defaults:
                    emitter.fail(node, f"calls {name!r} without {key!r}: it takes {_listed(every)}")
                bound[key] = defaults[key]
        for key in every:
            if is_exhausted(bound[key]) and most_uses(body_of(definition), key) > 1:
                emitter.fail(node, f"gives {name} a generator as {key}, which it uses more than once: give it a list")
        return [(key, bound[key]) for key in every]

    @staticmethod
    def _defaults(emitter: Emitter, function: Any, positional: Sequence[str], node: ast.AST) -> dict[str, Any]:
        if isinstance(function, Closure):
            return {name: emitter.current(value) for name, value in function.defaults.items()}
        values = function.__defaults__ or ()
        found = dict(zip(positional[len(positional) - len(values) :], values, strict=True))
        found |= function.__kwdefaults__ or {}
        return {name: as_constant(emitter, value, name, node) for name, value in found.items()}

    def _call_closure(
        self, emitter: Emitter, function: Closure, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST
    ) -> Any:
        bound = self.bound(emitter, function, function.node, arguments, named, node)
        if is_generator(function.node):
            return Generator(function, tuple(bound))
        return self._inline(emitter, function, function.node, bound, node)

    def _call_function(
        self, emitter: Emitter, function: FunctionType, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST
    ) -> Any:
        definition = definition_of(function)
        bound = self.bound(emitter, function, definition, arguments, named, node)
        if is_generator(definition):
            return Generator(function, tuple(bound))
        if function in self._inlined or any(_needs_inlining(value) for _, value in bound):
            return self._inline(emitter, function, definition, bound, node)
        values = [self._argument(emitter, value, node) for _, value in bound]
        try:
            compiled = self.compiled(function, [value.type for value in values])
        except InlineError:
            self._inlined.add(function)
            return self._inline(emitter, function, definition, bound, node)
        except CompileError as error:
            if is_helper(function):  # the author knows the call only
                emitter.fail(node, f"calls {function.__name__!r}, which {REASON.sub('', str(error))}")
            raise
        return self._called(emitter, compiled, values, node)

    @staticmethod
    def _argument(emitter: Emitter, value: Any, node: ast.AST) -> Value:
        if isinstance(value, Lazy | Generator):
            return sequences.list_of(emitter, value, node, f"argument {id(value)}")
        if isinstance(value, Constant) and is_table(value):
            kind = convert.static_type(value)
            if kind is None:
                emitter.fail(node, f"passes {described(value)} whose elements have no common type")
        return emitter.value(value, node)

    def _called(self, emitter: Emitter, compiled: Compiled, values: Sequence[Value], node: ast.AST) -> Value:
        """Write a call, and return its result."""
        code = emitter.code
        cells: dict[int, Cell] = {}
        words = []
        for place, (value, kind) in enumerate(zip(values, compiled.parameters, strict=True)):
            _share(value.type, kind, cells)
            value = emitter.convert(value, kind, node)
            if kind.words > SMALL:
                words.append(f"ptr {emitter.addressed(value, node, f'argument {place}')}")
            else:
                words += [f"i64 {part}" for part in value.parts]
        returns = self._instance(emitter, compiled.returns, cells, node)
        result = emitter.room(node, "result", returns.words)
        emitter.lasts(result)
        depth = self._deeper(emitter) if compiled.recurs else ""
        status = code.op(f"call i32 @{compiled.symbol}({', '.join([f'ptr {result}', *words])})")
        if depth:
            code.store(depth, self.unit.depth())
        code.allocates = code.allocates or holds_container(compiled.returns)
        code.sites |= compiled.sites
        failed, fine = code.label(), code.label()
        code.do(f"br i1 {code.op(f'icmp ne i32 {status}, 0')}, label %{failed}, label %{fine}, !prof !0")
        code.start(failed)
        emitter.leave_function(status)
        code.start(fine)
        emitter.alive = compiled.returns != NEVER
        return emitter.loaded(returns, result)

    def _deeper(self, emitter: Emitter) -> str:
        """Count a call of a function within itself, and return the depth before it."""
        code, address = emitter.code, self.unit.depth()
        depth = code.load(address)
        here, start = code.word(code.slot("stack", 1)), self.unit.stack()
        first = code.op(f"icmp eq i64 {depth}, 0")
        code.store(code.op(f"select i1 {first}, i64 {here}, i64 {code.load(start)}"), start)
        used = code.op(f"sub i64 {code.load(start)}, {here}")
        limits = [code.op(f"icmp sge i64 {depth}, {DEEPEST}"), code.op(f"icmp sgt i64 {used}, {LARGEST_STACK}")]
        too_deep = code.op(f"or i1 {limits[0]}, {limits[1]}")
        emitter.throw_if(too_deep, RecursionError, "maximum recursion depth exceeded")
        code.store(code.op(f"add i64 {depth}, 1"), address)
        return depth

    def _instance(self, emitter: Emitter, kind: Any, cells: dict[int, Cell], node: ast.AST) -> Any:
        """Return the type of a result, whose lists are those of the caller, or new ones."""
        if isinstance(kind, ContainerT):
            known = cells.get(id(kind.cell))
            if known is None:
                known = self.cell((emitter.path, id(node), "returned", id(kind.cell)))
                widen(known, kind.element)
                known.root.fixed, known.root.default = kind.element != NEVER, kind.cell.default
            return ContainerT(kind.kind, known)
        if isinstance(kind, TupleT):
            return TupleT(tuple(self._instance(emitter, item, cells, node) for item in kind.items), kind.cls)
        if isinstance(kind, OptionalT):
            return OptionalT(self._instance(emitter, kind.inner, cells, node))
        return kind

    def _inline(
        self, emitter: Emitter, function: Any, definition: Any, bound: Sequence[tuple[str, Any]], node: ast.AST
    ) -> Any:
        """Write the body of a function where it is called, and return its result."""
        if sum(other == function for other in emitter.inlined) > 1:
            emitter.fail(node, f"calls {getattr(definition, 'name', 'a lambda')}, which calls itself within another "
                               "function: write it at the top of the file")  # fmt: skip
        with emitter.inside((id(node), "inlined", id(definition))), sets.without_order(emitter, matters=True):
            scope = self.scope_of(emitter, function, definition)
            emitter.inlined.append(function)
            for name, value in bound:
                emitter.assign((scope.identity, name), value, node)
            emitter.scope = scope
            emitter.collecting(scope.returns)
            statements(emitter, body_of(definition))
            emitter.collected()
            ends = [*scope.returns, *([emitter.leave(NOTHING)] if emitter.alive else [])]
            result = emitter.meet(ends, node, values=True)
            emitter.inlined.remove(function)
            self.forget(emitter, scope)
        return result

    @staticmethod
    def _got(emitter: Emitter, getter: Any, arguments: Sequence[Any], node: ast.AST) -> Any:
        """Return what an object made by ``itemgetter`` or ``attrgetter`` takes."""
        (owner,), found = arguments, []
        for name in getter.__reduce__()[1]:
            if isinstance(getter, attrgetter):
                found.append(attribute_of(emitter, owner, name, node))
            else:
                key = emitter.value(Constant(name), node)
                found.append(containers.item(emitter, emitter.value(as_value(emitter, owner, node), node), key, node))
        one, *others = found
        return emitter.tuple_of([emitter.value(item, node) for item in found], None, node) if others else one

    @staticmethod
    def _member(emitter: Emitter, cls: Any, arguments: Sequence[Any], node: ast.AST) -> Any:
        """Return a member of an enumeration by its value."""
        (number,) = (emitter.unwrapped(emitter.value(argument, node), node) for argument in arguments)
        if number.type == EnumT(cls):
            return number
        if not issubclass(cls, int):
            values = Constant({plain(member.value): member for member in cls}, cls.__name__)
            return containers.item_of_constant(emitter, values, number, node, ValueError)
        numbers = tuple(int(member) for member in cls)
        held = emitter.held(number, node)
        found = comparisons.contains(emitter, Constant(numbers, cls.__name__), number, node)
        emitter.throw_if(emitter.code.op(f"icmp eq i64 {found.word}, 0"), ValueError, f"not a valid {cls.__name__}")
        return emitter.current(held)

    def _record(
        self, emitter: Emitter, cls: Any, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST
    ) -> Value:
        """Return a NamedTuple."""
        if len(arguments) > len(cls._fields):
            emitter.fail(node, f"makes a {cls.__name__} of {_count_of(arguments, 'value')}, and it has "
                               f"{_count_of(cls._fields, 'field')}: {_listed(cls._fields)}")  # fmt: skip
        given = dict(zip(cls._fields, arguments, strict=False))
        for name, value in named.items():
            if name not in cls._fields or name in given:
                emitter.fail(node, f"gives {cls.__name__} the field {name!r}; its fields are {_listed(cls._fields)}")
            given[name] = value
        items = []
        for name in cls._fields:
            if name not in given:
                if name not in cls._field_defaults:
                    emitter.fail(
                        node, f"makes a {cls.__name__} without {name!r}; its fields are {_listed(cls._fields)}"
                    )
                given[name] = Constant(cls._field_defaults[name], name)
            items.append(self.as_declared(emitter, cls, name, emitter.value(given[name], node), node))
        return emitter.tuple_of(items, cls, node)

    def as_declared(self, emitter: Emitter, cls: Any, name: str, value: Value, node: ast.AST) -> Value:
        """Return the value of a field, which is optional if it is declared so."""
        if may_be_none(cls, name) and not isinstance(value.type, OptionalT):
            inner = INT if value.type == NONE else value.type
            return emitter.convert(value, OptionalT(inner), node)
        return value

    # Functions

    def compiled(self, function: FunctionType, kinds: Sequence[Any], expected: Any = None) -> Compiled:
        """Return a function compiled for the types of its arguments.

        Parameters
        ----------
        function
            A plain function.
        kinds
            The types of its arguments.
        expected
            A type of NamedTuples: if it returns one of that class, it is converted to this type. Or the lengths of a
            list that it returns: it is converted to a tuple.
        """
        key = function, tuple(map(_signature, kinds)), None if expected is None else _signature(expected)
        if key in self._compiled:
            return self._compiled[key]
        if key in self._assumed:  # it calls itself
            self._used_assumption.add(key)
            symbol, parameters, returns = self._assumed[key]
            return Compiled(symbol, parameters, returns, recurs=True)
        number = len(self._compiled) + len(self._assumed)
        symbol = f"{_identifier(function.__name__)}.{number}.{{suffix}}"
        parameters = tuple(_parameter(kind) for kind in kinds)
        outer, self._function = self._function, key
        self._assumed[key] = symbol, parameters, NEVER
        try:
            returns = self._written_until_stable(function, key, symbol, parameters, expected)
        finally:
            self._function = outer
            self._assumed.pop(key)
        self._compiled[key] = Compiled(symbol, parameters, returns, (), frozenset(self._sites[symbol]))
        return self._compiled[key]

    def _written_until_stable(
        self, function: FunctionType, key: Any, symbol: str, parameters: Any, expected: Any
    ) -> Any:
        for _ in range(MOST_RUNS):
            before = Changes.count
            self._used_assumption.discard(key)
            returns = self._write(function, symbol, parameters, expected)
            known = self._assumed[key][2]
            self._assumed[key] = symbol, parameters, returns
            if Changes.count == before and (key not in self._used_assumption or _same(known, returns)):
                return returns
        raise CompileError(f"the types of {function.__name__} do not settle: give each name values of one type")

    def _write(self, function: FunctionType, symbol: str, parameters: Sequence[Any], expected: Any) -> Any:
        """Write a function, and return the type of its result."""
        definition = definition_of(function)
        code, written, names = Code(symbol, ["ptr noalias %out"]), [], parameters_of(definition)
        written += [_incoming(code, kind) for kind in parameters]
        scope = Scope(self.identity((symbol,)), function, None, local_names(definition), body=body_of(definition))
        emitter = Emitter(self.unit, code, self, scope)
        for name, value in zip(names, written, strict=True):
            emitter.lasts(value.pointer)
            emitter.assign((scope.identity, name), value, definition)
        statements(emitter, body_of(definition))
        if emitter.alive:
            scope.returns.append(emitter.leave(NOTHING))
        returns: Any = NEVER
        if scope.returns:
            value = emitter.meet(scope.returns, definition, values=True)
            if isinstance(value, Lazy | Generator | Closure | Method):
                raise InlineError
            result = emitter.value(value, definition)
            if isinstance(expected, TupleT) and getattr(result.type, "cls", None) is expected.cls is not None:
                result = emitter.convert(result, expected, definition)
            elif isinstance(expected, Lengths):
                result = emitter.convert(result, expected.applied(result.type), definition)
            returns = result.type
            if emitter.alive:
                emitter.store(result, "%out")
                emitter.leave_function("0")
        self._finish(code, gives_back=not (holds_container(returns) or any(map(is_mutable, parameters))))
        return returns

    def _finish(self, code: Code, *, gives_back: bool) -> None:
        head = ["  %status = alloca i32"]
        marks = code.allocates and gives_back
        if marks:
            head.append("  %mark = call ptr @spielbaum_mark()")
        code.start("exit")
        if marks:
            code.do("call void @spielbaum_cut(ptr %mark)")
        code.do(f"ret i32 {code.op('load i32, ptr %status')}")
        self.unit.functions[code.symbol] = code.text(head)
        self._sites[code.symbol] = code.sites

    def generator(self, function: FunctionType, kinds: Sequence[Any]) -> Compiled:
        """Return a generator function compiled as one that is resumed.

        It takes ``(ptr element, ptr scalars, ptr arrays)``, and returns 0 with an element, -1 at the end, or the status
        of an exception. The first word of ``scalars`` is the place to resume at; the parameters follow it.
        """
        symbol = f"{_identifier(function.__name__)}.next.{len(self._compiled)}.{{suffix}}"
        outer, self._function = self._function, (function, "resumed", tuple(map(_signature, kinds)))
        try:
            for _ in range(MOST_RUNS):
                before = Changes.count
                made = self._write_generator(function, symbol, kinds)
                if Changes.count == before:
                    return made
        finally:
            self._function = outer
        raise CompileError(f"the types of {function.__name__} do not settle: give each name values of one type")

    def _write_generator(self, function: FunctionType, symbol: str, kinds: Sequence[Any]) -> Compiled:
        definition = definition_of(function)
        code = Code(symbol, ["ptr noalias %out", "ptr noalias %scalars", "ptr noalias %arrays"], resumes=True)
        resume = code.slot("resume", 1)
        assigned = assigned_names(definition)
        scope = Scope(self.identity((symbol,)), function, None, local_names(definition), body=body_of(definition))
        emitter = Emitter(self.unit, code, self, scope)
        for name, kind in zip(parameters_of(definition), kinds, strict=True):
            key = (scope.identity, name)
            emitter.variables[key] = _variable(emitter, key, kind)
            if name not in assigned:
                emitter.lasts(emitter.variables[key].slot)
        resuming = _Resuming(self, emitter, resume)
        scope.on_yield = resuming.on_yield
        begin = code.label()
        code.do("br label %begin")
        code.start(begin)
        if is_generator(definition):
            statements(emitter, body_of(definition))
        else:
            names = [(scope.identity, name) for name in parameters_of(definition)]
            given = [emitter.loaded_variable(emitter.variables[key]) for key in names]
            made = self.call(emitter, Constant(function, function.__name__), given, {}, definition)
            iterate(emitter, made, lambda one: resuming.on_yield(as_value(emitter, one, definition), definition),
                    definition)  # fmt: skip
        emitter.meet([*scope.returns, *([emitter.leave()] if emitter.alive else [])], definition)
        resuming.end(begin)
        self._finish(code, gives_back=False)
        return Compiled(
            symbol, tuple(kinds), self.element(symbol), (code.sizes[0], code.sizes[1]), frozenset(code.sites)
        )

    def element(self, symbol: str) -> Any:
        """Return the type of what a generator yields, as far as it is known."""
        return self._assumed.get((symbol, "element"), NEVER)

    def yields(self, symbol: str, kind: Any) -> Any:
        """Note the type of what a generator yields; return the type that holds all of it, or None."""
        known = self.element(symbol)
        wider = join(known, kind)
        if wider not in (None, known):
            self._assumed[(symbol, "element")] = wider
            Changes.count += 1
        return wider

    def collected(self, emitter: Emitter, generator: Generator, node: ast.AST) -> Value:
        """Return what a generator that calls itself yields, as a list."""
        function = generator.function
        values = [self._argument(emitter, emitter.current(value), node) for _, value in generator.arguments]
        compiled = self._compiled_list(function, [value.type for value in values])
        return self._called(emitter, compiled, values, node)

    def _compiled_list(self, function: FunctionType, kinds: Sequence[Any]) -> Compiled:
        key = function, "list", tuple(map(_signature, kinds))
        if key in self._compiled:
            return self._compiled[key]
        if key in self._assumed:
            self._used_assumption.add(key)
            return Compiled(*self._assumed[key])._replace(recurs=True)
        symbol = f"{_identifier(function.__name__)}.list.{len(self._compiled) + len(self._assumed)}.{{suffix}}"
        parameters = tuple(_parameter(kind) for kind in kinds)
        outer, self._function = self._function, key
        cell = self.cell("elements")
        self._assumed[key] = symbol, parameters, ContainerT("list", cell)
        try:
            for _ in range(MOST_RUNS):
                before = Changes.count
                self._write_list(function, symbol, parameters, cell)
                if Changes.count == before:
                    break
            else:
                raise CompileError(f"the types of {function.__name__} do not settle: give each name one type")
        finally:
            self._function = outer
            self._assumed.pop(key)
        self._compiled[key] = Compiled(symbol, parameters, ContainerT("list", cell), (), frozenset(self._sites[symbol]))
        return self._compiled[key]

    def _write_list(self, function: FunctionType, symbol: str, parameters: Sequence[Any], cell: Cell) -> None:
        definition = definition_of(function)
        names = parameters_of(definition)
        code = Code(symbol, ["ptr noalias %out"])
        written = [_incoming(code, kind) for kind in parameters]
        scope = Scope(self.identity((symbol,)), function, None, local_names(definition), body=body_of(definition))
        emitter = Emitter(self.unit, code, self, scope)
        for name, value in zip(names, written, strict=True):
            emitter.assign((scope.identity, name), value, definition)
        made = sequences.new_list(emitter, definition, "elements", cell.root.element)
        header = code.slot("elements", 1)
        code.store(made.word, header)
        unify(made.type.cell, cell)
        scope.on_yield = lambda value, at: sequences.append(emitter, code.load(header), cell, value, at)
        statements(emitter, body_of(definition))
        emitter.meet([*scope.returns, *([emitter.leave()] if emitter.alive else [])], definition)
        if emitter.alive:
            code.store(code.load(header), "%out")
            emitter.leave_function("0")
        self._finish(code, gives_back=False)


class _Resuming:
    """The places at which a generator is resumed: each ``yield`` leaves the function, and begins a new block."""

    def __init__(self, compiler: Compiler, emitter: Emitter, resume: str) -> None:
        self._compiler, self._emitter, self._resume = compiler, emitter, resume
        self._places: list[Any] = emitter.collecting([])

    def on_yield(self, value: Any, node: ast.AST) -> None:
        """Write a ``yield``."""
        emitter, code = self._emitter, self._emitter.code
        made = emitter.value(value, node)
        element = self._compiler.yields(code.symbol, made.type)
        if element is None:
            emitter.fail(node, f"yields {made.type} here and {self._compiler.element(code.symbol)} elsewhere")
        emitter.store(emitter.convert(made, element, node), "%out")
        place = code.label()
        self._places.append(place)
        code.store(str(len(self._places)), self._resume)
        emitter.leave_function("0")
        code.start(place)
        emitter.alive = True

    def end(self, begin: str) -> None:
        """Write the end, and the jump to where it is resumed."""
        emitter, code = self._emitter, self._emitter.code
        end = code.label()
        if emitter.alive:
            code.store(str(len(self._places) + 1), self._resume)
            code.do(f"br label %{end}")
        code.start(end)
        emitter.leave_function("-1")
        code.start("begin")
        cases = " ".join(f"i64 {number}, label %{place}" for number, place in enumerate(self._places, 1))
        code.do(f"switch i64 {code.load(self._resume)}, label %{end} [i64 0, label %{begin} {cases}]")


def _count_of(values: Sequence[Any], name: str = "argument") -> str:
    return f"{len(values)} {name}{'' if len(values) == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"


def _refused_call(function: Any, node: ast.AST) -> str:
    """Return a sentence about a call of what is no function."""
    name = ast.unparse(node.func) if isinstance(node, ast.Call) else "it"
    what = str(function.type) if isinstance(function, Value) else described(function)
    if hasattr(builtins, name):
        return f"calls {name!r}, which is {what} here: give this variable another name than the builtin function has"
    return f"calls {name!r}, which is {what}, not a function"


def _needs_inlining(value: Any) -> bool:
    if isinstance(value, Constant):
        return not is_table(value) and convert.static_type(value) is None
    return isinstance(value, Static) and not isinstance(value, Lazy | Generator)


def _share(given: Any, parameter: Any, cells: dict[int, Cell]) -> None:
    """Let the lists of an argument have elements as the function left them."""
    if isinstance(given, ContainerT) and isinstance(parameter, ContainerT):
        widen(given.cell, parameter.element)
        if parameter.cell.length is None:
            change_length(given.cell)
        cells[id(parameter.cell)] = given.cell
    elif isinstance(given, TupleT) and isinstance(parameter, TupleT):
        for one, other in zip(given.items, parameter.items, strict=True):
            _share(one, other, cells)
    elif isinstance(given, OptionalT) and isinstance(parameter, OptionalT):
        _share(given.inner, parameter.inner, cells)


def _signature(kind: Any) -> Any:
    """Return what two types that need the same code have in common."""
    if isinstance(kind, ContainerT):
        return kind.kind, _signature(kind.element), kind.cell.length, kind.cell.default
    if isinstance(kind, TupleT):
        return tuple(map(_signature, kind.items)), kind.cls
    if isinstance(kind, OptionalT | SequenceT):
        inner = kind.inner if isinstance(kind, OptionalT) else kind.element
        return type(kind).__name__, _signature(inner)
    return kind


def _parameter(kind: Any) -> Any:
    """Return the type of a parameter, whose lists have cells of their own."""
    if isinstance(kind, ContainerT):
        return ContainerT(kind.kind, Cell(kind.element, kind.cell.length, default=kind.cell.default))
    if isinstance(kind, TupleT):
        return TupleT(tuple(map(_parameter, kind.items)), kind.cls)
    return OptionalT(_parameter(kind.inner)) if isinstance(kind, OptionalT) else kind


def _same(one: Any, other: Any) -> bool:
    return bool(_signature(one) == _signature(other))


def _identifier(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


def _incoming(code: Code, kind: Any) -> Value:
    """Add a parameter to a function, and return its value."""
    place = len(code.parameters)
    if kind.words > SMALL:
        code.parameters.append(f"ptr noalias readonly %p{place}")
        return Value(kind, pointer=f"%p{place}")
    words = [f"%p{place}.{word}" for word in range(kind.words)]
    code.parameters += [f"i64 {word}" for word in words]
    return Value(kind, tuple(words))


def _variable(emitter: Emitter, key: Any, kind: Any) -> Any:
    return Variable(kind, emitter.slot_of(key, kind))


def may_be_none(cls: Any, name: str) -> bool:
    """Return whether a field is declared to be a value or None."""
    try:
        hint = get_type_hints(cls).get(name)
    except (AttributeError, NameError, SyntaxError, TypeError):  # an annotation that names nothing
        return False
    return type(None) in get_args(hint)
