"""The translation of one function: its variables, branches, loops, and the code written so far.

A function is translated in one walk over its syntax tree that finds types and writes code at once. Where paths meet,
variables get the type that holds both values, and conversions are written at the ends of the paths. A loop is written
again if a variable has another type at its end than at its start, until the types do not change.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from spielbaum.compiler.code import Code, Site, Unit
from spielbaum.compiler.types import BOOL, INT, NEVER, NONE, OptionalT, TupleT, join
from spielbaum.compiler.values import (
    NOTHING,
    SMALL,
    UNKNOWN,
    Closure,
    Conflict,
    Constant,
    Generator,
    Lazy,
    Method,
    Pair,
    Static,
    Value,
    Variable,
)
from spielbaum.errors import CompileError, Message

if TYPE_CHECKING:
    from spielbaum.compiler.compiler import Compiler

LONGEST = 60
"""The most letters of an expression in a sentence."""

Key = tuple[Any, str]
"""A scope and a name."""


@dataclass(eq=False)
class Edge:
    """The end of a path: a block that is written where it meets others.

    Attributes
    ----------
    label
        Its label.
    variables
        The variables there.
    value
        The value that it brings.
    """

    label: str
    variables: dict[Key, Any]
    value: Any = NOTHING


@dataclass(eq=False)
class Loop:
    """The loop in whose body code is written: the paths that leave the body."""

    breaks: list[Edge] = field(default_factory=list)
    continues: list[Edge] = field(default_factory=list)


@dataclass(eq=False)
class Scope:
    """The names of a function that is translated, or inlined.

    Attributes
    ----------
    identity
        The same when code is written again.
    function
        The plain function in whose source it is.
    parent
        The scope around it; None for a function at the top of a file.
    names
        Its local names.
    returns
        The paths that return; None where code must not return.
    on_yield
        Is called with the value of each ``yield``.
    body
        Its statements.
    line
        The line of the source that is translated.
    """

    identity: Any
    function: FunctionType
    parent: "Scope | None"
    names: set[str]
    returns: list[Edge] = field(default_factory=list)
    on_yield: Callable[[Any, ast.AST], None] | None = None
    loops: list[Loop] = field(default_factory=list)
    body: Sequence[ast.AST] = ()
    line: int = 0


class Emitter:
    """The state of the translation of one function.

    Parameters
    ----------
    unit
        The module.
    code
        The function.
    heads
        The types of variables at the starts of loops, as far as they are known.
    """

    def __init__(self, unit: Unit, code: Code, compiler: "Compiler", scope: Scope) -> None:
        self.unit, self.code, self.compiler, self.scope = unit, code, compiler, scope
        self.variables: dict[Key, Any] = {}
        self.alive = True
        self.path: tuple[Any, ...] = ()
        self.inlined: list[Any] = [scope.function]
        self._lists: list[list[Edge]] = [scope.returns]
        self._heads: dict[Any, dict[Key, Any]] = {}
        self._depth = 0
        self._lasting: set[str] = set()
        self.is_free_of_order = False
        self.depth = 0

    # Errors

    def fail(self, node: ast.AST, sentence: str | Message) -> NoReturn:
        """Refuse the source.

        Raises
        ------
        CompileError
            Always, with function, file and line.
        """
        raise CompileError(Message("{} {}", self.place(node), sentence))

    def place(self, node: ast.AST) -> Message:
        """Return function, file and line, for the start of a sentence."""
        code = self.scope.function.__code__
        line = str(getattr(node, "lineno", code.co_firstlineno))
        return Message("{} in {}, line {},", code.co_name, Path(code.co_filename).name, line)

    def throw(self, kind: type[BaseException], text: str | None) -> None:
        """Write code that raises an exception; nothing after it is alive."""
        number = self.unit.site(Site(kind, text, self.scope.function, self.scope.line))
        self.code.sites.add(number)
        self.leave_function(str(number))

    def leave_function(self, status: str) -> None:
        """Write a jump to the end of the function with a status."""
        self.code.do(f"store i32 {status}, ptr %status")
        self.code.do("br label %exit")
        self.alive = False

    def throw_if(self, condition: str, kind: type[BaseException], text: str | None) -> None:
        """Write code that raises an exception if a bit is set."""
        bad, good = self.code.label(), self.code.label()
        self.code.do(f"br i1 {condition}, label %{bad}, label %{good}, !prof !0")
        self.code.start(bad)
        self.throw(kind, text)
        self.alive = True
        self.code.start(good)

    # Paths

    def leave(self, value: Any = NOTHING) -> Edge:
        """End the current path, and return its end."""
        label = self.code.label()
        self.code.do(f"br label %{label}")
        self.alive = False
        return Edge(label, self.variables, value)

    def resume(self, edge: Edge) -> None:
        """Go on at the end of a path."""
        self.code.start(edge.label)
        self.variables, self.alive = dict(edge.variables), True

    def split(self, bit: str) -> tuple[Edge, Edge]:
        """Branch by a bit, and return the paths for true and false."""
        yes, no = self.code.label(), self.code.label()
        self.code.do(f"br i1 {bit}, label %{yes}, label %{no}")
        self.alive = False
        return Edge(yes, self.variables), Edge(no, self.variables)

    def meet(self, edges: Sequence[Edge], node: ast.AST, *, values: bool = False) -> Any:
        """Go on where paths meet; return the value that they bring, if wanted."""
        if not edges:
            self.alive = False
            return Value(NEVER)
        if len(edges) == 1:
            self.resume(edges[0])
            return edges[0].value
        known = self._joined([edge.variables for edge in edges])
        kind, slot, same = self._kind_of_values(edges, node) if values else (NONE, "", NOTHING)
        label = self.code.label()
        for edge in edges:
            self.resume(edge)
            if slot:
                self.store(self.convert(self.value(edge.value, node), kind, node), slot)
            self._convert_variables(known, node)
            self.code.do(f"br label %{label}")
        self.code.start(label)
        self.variables, self.alive = known, True
        return self.loaded(kind, slot) if slot else same

    def met(self, edges: Sequence[Edge], node: ast.AST) -> Value:
        """Go on where paths meet, and return the value that they bring, as one at run time."""
        return self.value(self.meet(edges, node, values=True), node)

    def _kind_of_values(self, edges: Sequence[Edge], node: ast.AST) -> tuple[Any, str, Any]:
        """Return the type of a value on all paths, and its place in memory; or the value that is the same on all."""
        first = edges[0].value
        if isinstance(first, Static) and all(edge.value == first for edge in edges):
            return NONE, "", first
        kind: Any = NEVER
        for edge in edges:
            other = self.type_of(edge.value, node)
            wider = join(kind, other)
            if wider is None:
                self.fail(
                    node, f"{_what(node)} {kind} in one case and {other} in another: let it be the same in all cases"
                )
            kind = wider
        if kind.words == 0:
            return kind, "", Value(kind)
        return kind, self.temporary(node, "value", kind), NOTHING

    def _joined(self, environments: Sequence[dict[Key, Any]]) -> dict[Key, Any]:
        known: dict[Key, Any] = {}
        for key in dict.fromkeys(key for variables in environments for key in variables):
            found = [variables.get(key) for variables in environments]
            joined = self._joined_variable(key, found)
            if joined is not None:
                known[key] = joined
        return known

    def _joined_variable(self, key: Key, found: Sequence[Any]) -> Any:
        present = [one for one in found if one is not None]
        first = present[0]
        if len(present) == len(found) and all(one is first or one == first for one in present):
            if isinstance(first, Variable) and not _known_alike(present):
                return Variable(first.type, first.slot, UNKNOWN, first.flag)
            return first
        if any(isinstance(one, Conflict) for one in present):
            return next(one for one in present if isinstance(one, Conflict))
        if isinstance(first, Static) and len(present) == len(found):
            if all(one == first for one in present):
                return first
        elif isinstance(first, Static):
            return None if key[1].startswith("$") else first
        kind: Any = NEVER
        for one in present:
            other = one.type if isinstance(one, Variable) else self._static_type(one)
            wider = None if other is None else join(kind, other)
            if wider is None:
                return Conflict(kind if kind != NEVER else one, other)
            kind = wider
        flags = [one.flag for one in present if isinstance(one, Variable) and one.flag]
        flag = ""
        if len(present) < len(found) or flags:
            if key[1].startswith("$"):
                return None
            flag = self.code.slot((key, "flag"), 1)
        return Variable(kind, self.slot_of(key, kind), UNKNOWN, flag)

    def _static_type(self, value: Any) -> Any:
        return self.compiler.static_type(self, value)

    def _convert_variables(self, wanted: dict[Key, Any], node: ast.AST) -> None:
        """Write the conversions of the current variables to the wanted ones."""
        for key, target in wanted.items():
            if not isinstance(target, Variable):
                continue
            source = self.variables.get(key)
            if source is None:
                if target.flag:
                    self.code.store("0", target.flag)
                continue
            if target.flag:
                known = source.flag if isinstance(source, Variable) else ""
                if known != target.flag:
                    self.code.store(self.code.load(known) if known else "1", target.flag)
            if isinstance(source, Variable) and source.slot == target.slot:
                continue
            value = self.loaded_variable(source) if isinstance(source, Variable) else self.value(source, node)
            self.store(self.convert(value, target.type, node), target.slot)

    def repeat(self, key: Any, once: Callable[[], list[Edge]], node: ast.AST) -> list[Edge]:
        """Write a loop, and return the paths that leave it.

        Parameters
        ----------
        key
            Identifies the loop in the source.
        once
            Writes one iteration, and returns the paths that leave the loop. What is alive after it begins the next.
        node
            For errors.
        """
        place = (self.path, key)
        entry, first = self.leave(), self.variables
        head = self._heads.get(place)
        assumed = self._joined([first, head]) if head is not None else dict(first)
        while True:
            mark = self.snapshot()
            self.resume(entry)
            self._convert_variables(assumed, node)
            label = self.code.label()
            self.code.do(f"br label %{label}")
            self.code.start(label)
            self.variables, self.alive = dict(assumed), True
            self._depth += 1
            exits = once()
            self._depth -= 1
            if not self.alive:
                break
            after = self._joined([assumed, self.variables])
            if after == assumed and self._same_known(after, assumed):
                self._convert_variables(assumed, node)
                self.code.do(f"br label %{label}")
                break
            self.rollback(mark)
            assumed = after
        self._heads[place] = assumed
        self.alive = False
        return exits

    @staticmethod
    def _same_known(one: dict[Key, Any], other: dict[Key, Any]) -> bool:
        return all(
            not isinstance(value, Variable) or value.known is other[key].known or value.known == other[key].known
            for key, value in one.items()
        )

    def collecting(self, edges: list[Edge]) -> list[Edge]:
        """Let a list of paths be cut back when code is written again."""
        self._lists.append(edges)
        return edges

    def collected(self) -> None:
        """End the last ``collecting``."""
        self._lists.pop()

    def snapshot(self) -> Any:
        """Return what ``rollback`` needs."""
        lengths = [(edges, len(edges)) for edges in self._lists]
        return len(self.code.lines), self.code.is_open, lengths, self.variables, self.alive, self.scope, self.path

    def rollback(self, mark: Any) -> None:
        """Forget the code since a snapshot."""
        lines, self.code.is_open, lengths, self.variables, self.alive, self.scope, self.path = mark
        del self.code.lines[lines:]
        for edges, length in lengths:
            del edges[length:]

    # Memory

    def temporary(self, node: Any, tag: str, kind: Any) -> str:
        """Return memory for a value of a type at a node of the source."""
        return self.code.slot((self.path, id(node), tag, kind), kind.words, indexed=kind.words > SMALL)

    def room(self, node: Any, tag: str, words: int) -> str:
        """Return memory that is addressed by indexes."""
        return self.code.slot((self.path, id(node), tag, words), words, indexed=True)

    def store(self, value: Value, target: str, offset: int | str = 0) -> None:
        """Write a value to memory."""
        if value.pointer:
            self.code.copy(self.code.address(target, offset), value.pointer, value.type.words)
            return
        base = self.code.address(target, offset) if not isinstance(offset, int) else target
        start = offset if isinstance(offset, int) else 0
        for place, word in enumerate(value.parts):
            self.code.store(word, base, start + place)

    def loaded(self, kind: Any, source: str, offset: int | str = 0) -> Value:
        """Return a value from memory; a long one stays there."""
        if kind.words > SMALL:
            if source in self._lasting and isinstance(offset, int):
                address = self.code.part(source, offset)
                self._lasting.add(address)
            else:
                address = self.code.address(source, offset)
            return Value(kind, pointer=address)
        base = self.code.address(source, offset) if not isinstance(offset, int) else source
        start = offset if isinstance(offset, int) else 0
        return Value(kind, tuple(self.code.load(base, start + place) for place in range(kind.words)))

    def lasts(self, pointer: str) -> None:
        """Note that memory keeps its words until the function returns: it is a parameter, or written once."""
        if pointer and self._depth == 0:
            self._lasting.add(pointer)

    def is_lasting(self, pointer: str) -> bool:
        """Return whether memory keeps its words until the function returns."""
        return pointer in self._lasting or pointer.startswith("@")

    def copied(self, value: Value, node: ast.AST, tag: str = "copy") -> Value:
        """Return a value whose words stay as they are."""
        if not value.pointer or self.is_lasting(value.pointer):
            return value
        slot = self.temporary(node, tag, value.type)
        self.store(value, slot)
        return self.loaded(value.type, slot)

    def addressed(self, value: Value, node: ast.AST, tag: str = "address") -> str:
        """Return the address of the words of a value."""
        if value.pointer:
            return value.pointer
        room = self.room(node, tag, value.type.words)
        self.store(value, room)
        return room

    # Variables

    def slot_of(self, key: Key, kind: Any) -> str:
        """Return the memory of a variable while it has a type."""
        return self.code.slot((key, kind), kind.words, indexed=kind.words > SMALL)

    def assign(self, key: Key, value: Any, node: ast.AST) -> None:
        """Give a variable a value."""
        if isinstance(value, Static):
            self.variables[key] = self.held(value, node)
            return
        if value.type == NEVER and not self.alive:
            return
        if value.pointer and self.is_lasting(value.pointer):
            self.variables[key] = Variable(value.type, value.pointer)
            return
        slot = self.slot_of(key, value.type)
        if value.pointer != slot:
            self.store(value, slot)
        self.variables[key] = Variable(value.type, slot, value.known)

    def loaded_variable(self, variable: Variable) -> Value:
        """Return the value of a variable."""
        value = self.loaded(variable.type, variable.slot)
        if variable.known is UNKNOWN:
            return value
        return Value(value.type, value.parts, value.pointer, variable.known)

    def held(self, value: Any, node: ast.AST) -> Any:
        """Return an object whose values are in memory, so that later blocks can use them."""
        if isinstance(value, Value):
            if not value.pointer and all(part.lstrip("-").isdigit() for part in value.parts):
                return value
            if value.pointer and self.is_lasting(value.pointer):
                return Variable(value.type, value.pointer)
            key = (self.path, id(node), "held", len(self.code.lines))
            slot = self.code.slot((key, value.type), value.type.words, indexed=value.type.words > SMALL)
            self.store(value, slot)
            return Variable(value.type, slot)
        if isinstance(value, Lazy):
            return Lazy(value.kind, tuple(self.held(one, node) for one in value.inner), self.held(value.extra, node))
        if isinstance(value, Generator):
            bound = tuple((name, self.held(one, node)) for name, one in value.arguments)
            return replace(value, arguments=bound)
        if isinstance(value, Method):
            return Method(self.held(value.receiver, node), value.name)
        return value

    def current(self, value: Any) -> Any:
        """Return a held value as it is now."""
        return self.loaded_variable(value) if isinstance(value, Variable) else value

    def find(self, name: str) -> Key | None:
        """Return the scope that has a name as a local, and the name; None for a global."""
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.names:
                return scope.identity, name
            scope = scope.parent
        return None

    # Values

    def type_of(self, value: Any, node: ast.AST) -> Any:
        """Return the type of a value; of an object, the type of its value at run time."""
        if isinstance(value, Value | Variable):
            return value.type
        kind = self._static_type(value)
        if kind is None:
            self.fail(
                node, f"uses {self.compiler.described(value)}, where a value is needed: call it, or write its value"
            )
        return kind

    def value(self, value: Any, node: ast.AST) -> Value:
        """Return the value of an object at run time."""
        if isinstance(value, Value):
            return value
        if isinstance(value, Variable):
            return self.loaded_variable(value)
        if isinstance(value, Pair):
            return self.tuple_of([self.value(part, node) for part in value.items], None, node)
        return self.compiler.materialised(self, value, node)

    def integer(self, number: int) -> Value:
        """Return a whole number."""
        return Value(INT, (str(number),), known=number)

    def convert(self, value: Value, kind: Any, node: ast.AST) -> Value:
        """Return a value as another type."""
        return self.compiler.converted(self, value, kind, node)

    def tuple_of(self, items: Sequence[Value], cls: Any, node: ast.AST) -> Value:
        """Return a tuple, or a NamedTuple."""
        kind = TupleT(tuple(item.type for item in items), cls)
        if kind.words <= SMALL:
            return Value(kind, tuple(part for item in items for part in item.parts))
        slot = self.temporary(node, "tuple", kind)
        self.lasts(slot)
        for place, item in enumerate(items):
            self.store(item, slot, kind.offset(place))
        return self.loaded(kind, slot)

    def item(self, value: Value, place: int) -> Value:
        """Return an item of a tuple of fixed length."""
        kind = value.type
        start, inner = kind.offset(place), kind.items[place]
        if value.pointer:
            return self.loaded(inner, value.pointer, start)
        part = Value(inner, value.parts[start : start + inner.words])
        if inner in (INT,) and part.word.lstrip("-").isdigit():
            return Value(inner, part.parts, known=int(part.word))
        return part

    def items(self, value: Value) -> Iterator[Value]:
        """Yield the items of a tuple of fixed length."""
        for place in range(len(value.type.items)):
            yield self.item(value, place)

    def unwrapped(self, value: Value, _node: ast.AST | None = None) -> Value:
        """Return the value of an optional one; ``None`` raises ``TypeError``."""
        kind = value.type
        if not isinstance(kind, OptionalT):
            return value
        flag = self.code.load(value.pointer) if value.pointer else value.parts[0]
        self.throw_if(self.code.op(f"icmp eq i64 {flag}, 0"), TypeError, "None is used as a value")
        if value.pointer:
            return self.loaded(kind.inner, value.pointer, 1)
        return Value(kind.inner, value.parts[1:])

    def is_none(self, value: Value) -> Value:
        """Return whether a value is ``None``."""
        if value.type == NONE:
            return Value(BOOL, ("1",), known=True)
        if not isinstance(value.type, OptionalT):
            return Value(BOOL, ("0",), known=False)
        flag = self.code.load(value.pointer) if value.pointer else value.parts[0]
        return Value(BOOL, (self.code.compare("eq", flag, "0"),))

    # Inlining

    def inside(self, step: Any) -> "_Inside":
        """Write code for a part of the source that is written in several places; ``step`` names this place."""
        return _Inside(self, step)


def _what(node: ast.AST) -> str:
    """Return the subject of a sentence about an expression, or about what a function returns."""
    if not isinstance(node, ast.expr):
        return "returns"
    text = ast.unparse(node)
    return f"has {text if len(text) <= LONGEST else text[:LONGEST] + ' ...'!r}, which is"


def as_value(emitter: Emitter, value: Any, node: ast.AST) -> Any:
    """Return a pair as a tuple; other values as they are."""
    return emitter.value(value, node) if isinstance(value, Pair) else value


def _known_alike(variables: Sequence[Variable]) -> bool:
    """Return whether variables have the same known value, or none has one."""
    first = variables[0].known
    return all(one.known is first or (UNKNOWN not in (one.known, first) and one.known == first) for one in variables)


class _Inside:
    def __init__(self, emitter: Emitter, step: Any) -> None:
        self._emitter, self._step = emitter, step

    def __enter__(self) -> None:
        self._before = self._emitter.path, self._emitter.scope
        self._emitter.path = (*self._emitter.path, self._step)

    def __exit__(self, *_: object) -> None:
        self._emitter.path, self._emitter.scope = self._before


__all__ = ["Closure", "Constant", "Edge", "Emitter", "Key", "Loop", "Scope"]
